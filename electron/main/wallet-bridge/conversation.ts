import { randomBytes, randomInt, randomUUID, timingSafeEqual } from 'node:crypto';

import { LikenessError, type ErrorCode } from '../../../renderer/core/errors.ts';
import {
  isConnection,
  type PageStage,
  type PageWallet,
  type WalletCall,
} from '../../../renderer/core/wallet-calls.ts';
import type { AnswerReply, Facts, Next, PageAnswer, Shown } from '../../wallet-page/protocol.ts';

/** All in milliseconds. */
export const TIMES = {
  /** An address that the browser never opened can't be used later. */
  tokenLife: 5 * 60_000,
  /** Longest that the page's question is held open. */
  hold: 20_000,
  /** A page that is silent for so long is gone; a reload takes less. */
  lost: 4_000,
  /** A request that follows so soon comes from the same act of the user: the page is still in front. */
  followUp: 3_000,
  /** After its last answer the page and its server are closed. */
  idle: 20_000,
  /** A wallet that never answers. */
  patience: 10 * 60_000,
} as const;

/** What the app shows while it waits; undefined when it doesn't. */
export interface Waiting {
  readonly code: string;
  readonly wallet: PageWallet;
  readonly stage: PageStage;
}

export interface ConversationDeps {
  /** Starts listening if need be. Gives the page's origin. */
  readonly listen: () => Promise<string>;
  readonly stopListening: () => void;
  /** Opens an address in the user's browser. */
  readonly open: (url: string) => Promise<void>;
  readonly onWaiting: (waiting: Waiting | undefined) => void;
}

interface Asked {
  readonly shown: Shown;
  /** Gives what is handed on. @throws LikenessError when the answer isn't what was asked for */
  readonly check: (result: unknown) => unknown;
  readonly settle: (settled: { readonly result: unknown } | LikenessError) => void;
  stage: PageStage;
}

const secret = (): string => randomBytes(32).toString('base64url');

function same(one: string | undefined, other: string): boolean {
  if (one === undefined || one.length !== other.length) return false;
  return timingSafeEqual(Buffer.from(one), Buffer.from(other));
}

/** What the wallet's own failure means for the user; its words are for reports. */
function walletError({ wallet, call }: Shown, message: string, walletCode?: number): LikenessError {
  const code = !isConnection(call.method)
    ? 'transaction-failed'
    : wallet === 'phantom'
      ? 'phantom-connect-failed'
      : 'metamask-connect-failed';
  return new LikenessError(code, {
    reason: message.slice(0, 200),
    ...(walletCode !== undefined && { walletCode }),
  });
}

/** A timer that keeps no process alive and is set anew each time. */
class Deadline {
  #timer: NodeJS.Timeout | undefined;
  set(milliseconds: number, then: () => void): void {
    this.clear();
    this.#timer = setTimeout(then, milliseconds).unref();
  }
  clear(): void {
    clearTimeout(this.#timer);
  }
}

/**
 * One request at a time, put to one page at a time. The page proves by a token from its own address,
 * spent by the first who brings it, that it is the one that was opened; it then asks what is to do,
 * and that question, held open, is how its closing is noticed.
 */
export class Conversation {
  readonly #parts: ConversationDeps;
  #asked: Asked | undefined;
  #code = '';
  #token: { readonly value: string; readonly until: number } | undefined;
  #key: string | undefined;
  #answeredAt = -Infinity;
  /** What is asked needs neither the user nor a page in front. */
  #quiet = false;
  /** Ends the page's held question. */
  #wake: () => void = () => undefined;
  readonly #lost = new Deadline();
  readonly #idle = new Deadline();
  readonly #patience = new Deadline();

  constructor(parts: ConversationDeps) {
    this.#parts = parts;
  }

  /**
   * Puts a call to the browser's wallet. A call that is still open is given up: the app has one
   * window, so whoever asked for it is gone.
   * @throws LikenessError as the user, the wallet or the page's end decides
   */
  async ask(
    call: WalletCall,
    wallet: PageWallet,
    facts: Facts,
    check: Asked['check'],
  ): Promise<unknown> {
    this.cancel();
    this.#idle.clear();
    const answered = new Promise((resolve, reject) => {
      const settle: Asked['settle'] = (settled) =>
        settled instanceof LikenessError ? reject(settled) : resolve(settled.result);
      this.#asked = {
        shown: { id: randomUUID(), wallet, call, facts },
        check,
        settle,
        stage: 'opening',
      };
    });
    answered.catch(() => undefined); // It may be over before the page has come: whoever waits below is told.
    this.#patience.set(TIMES.patience, () => this.#fail('wallet-unanswered'));
    const isThere = this.#key !== undefined;
    // The page answers it by itself, wherever its tab is: that says nothing of what is in front.
    this.#quiet = isThere && call.method === 'eth_chainId';
    if (isThere && Date.now() - this.#answeredAt < TIMES.followUp) this.#setStage('open');
    else if (!this.#quiet) await this.#openPage();
    this.#wake();
    return answered;
  }

  /** Opens the page anew, for a browser that was closed or another than the one with the wallet. */
  async openAgain(): Promise<void> {
    if (this.#asked) await this.#openPage();
  }

  /** The app no longer waits. What the wallet may still answer is not taken. */
  cancel(): void {
    this.#fail('wallet-given-up');
  }

  /** Ends everything, at the end of the app. */
  close(): void {
    this.cancel();
    this.#end();
  }

  /** Spends the token. Gives the new page's key; whoever was there before is over. */
  exchange(token: string): { readonly key: string; readonly code: string } | undefined {
    const held = this.#token;
    if (!held || !same(held.value, token) || Date.now() > held.until) return undefined;
    this.#token = undefined;
    this.#key = secret();
    this.#wake();
    this.#heard();
    this.#setStage('open');
    return { key: this.#key, code: this.#code };
  }

  isPage(key: string): boolean {
    return same(this.#key, key);
  }

  /** What is to do, as soon as that isn't `showing` any more. `gone` aborts when the page hangs up. */
  async next(key: string, showing: string | null, gone: AbortSignal): Promise<Next> {
    this.#lost.clear();
    this.#wake(); // The page asks once at a time; an older question of its own is obsolete.
    if (this.#news(showing) === undefined) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, TIMES.hold).unref();
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
        gone.addEventListener('abort', () => resolve(), { once: true });
      });
    }
    if (!this.isPage(key)) return { state: 'over' };
    this.#heard();
    return this.#news(showing) ?? { state: 'same' };
  }

  /** What the page tells of its course: the wallet is asked, or isn't there. */
  stage(id: string, stage: PageStage): void {
    if (this.#asked?.shown.id === id) this.#setStage(stage);
  }

  answer(id: string, answer: PageAnswer): AnswerReply {
    const asked = this.#asked;
    if (asked?.shown.id !== id) return { taken: false, why: 'late' };
    if (!this.#quiet) this.#answeredAt = Date.now();
    switch (answer.kind) {
      case 'rejected':
        this.#finish(
          asked,
          new LikenessError(
            isConnection(asked.shown.call.method)
              ? 'wallet-connection-declined'
              : 'wallet-rejected',
          ),
        );
        return { taken: true };
      case 'failed':
        this.#finish(asked, walletError(asked.shown, answer.message, answer.code));
        return { taken: true };
      case 'result':
        try {
          const result = asked.check(answer.result);
          this.#finish(asked, { result });
          return { taken: true };
        } catch (thrown) {
          const failure =
            thrown instanceof LikenessError
              ? thrown
              : new LikenessError('wallet-changed-transaction', {}, { cause: thrown });
          this.#finish(asked, failure);
          return { taken: false, why: 'changed' };
        }
    }
  }

  #news(showing: string | null): Next | undefined {
    if (this.#asked)
      return this.#asked.shown.id === showing
        ? undefined
        : { state: 'request', shown: this.#asked.shown };
    return showing === null ? undefined : { state: 'nothing' };
  }

  async #openPage(): Promise<void> {
    // An older page stays until the new one has come: its tab may be all that the user has.
    this.#token = { value: secret(), until: Date.now() + TIMES.tokenLife };
    this.#code = String(randomInt(10_000)).padStart(4, '0');
    this.#setStage('opening');
    try {
      const origin = await this.#parts.listen();
      await this.#parts.open(`${origin}/#${this.#token.value}`);
    } catch (thrown) {
      this.#fail('wallet-page-failed', thrown instanceof Error ? thrown.message : '');
      this.#end();
    }
  }

  #setStage(stage: PageStage): void {
    if (!this.#asked) return;
    this.#asked.stage = stage;
    this.#parts.onWaiting({ code: this.#code, wallet: this.#asked.shown.wallet, stage });
  }

  #fail(code: ErrorCode, reason = ''): void {
    const asked = this.#asked;
    if (asked)
      this.#finish(
        asked,
        new LikenessError(code, reason === '' ? {} : { reason: reason.slice(0, 200) }),
      );
  }

  #finish(asked: Asked, settled: Parameters<Asked['settle']>[0]): void {
    this.#asked = undefined;
    this.#patience.clear();
    this.#token = undefined;
    this.#parts.onWaiting(undefined);
    asked.settle(settled);
    this.#wake();
    this.#idle.set(this.#key === undefined ? 0 : TIMES.idle, () => this.#end());
  }

  /** The page lives; without another word from it soon, it doesn't. */
  #heard(): void {
    this.#lost.set(TIMES.lost, () => {
      this.#key = undefined;
      // The wallet's own window outlives the page, and sends what is approved there.
      this.#fail(
        this.#asked?.shown.call.method === 'eth_sendTransaction' && this.#asked.stage === 'asking'
          ? 'wallet-unanswered'
          : 'wallet-page-closed',
      );
      this.#end();
    });
  }

  #end(): void {
    if (this.#asked) return;
    for (const deadline of [this.#lost, this.#idle, this.#patience]) deadline.clear();
    this.#key = undefined;
    this.#token = undefined;
    this.#wake();
    this.#parts.stopListening();
  }
}
