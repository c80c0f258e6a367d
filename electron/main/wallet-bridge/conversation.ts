import { randomBytes, randomInt, randomUUID, timingSafeEqual } from 'node:crypto';

import { LikenessError, type ErrorCode } from '../../../renderer/core/errors.ts';
import {
  isConnection,
  type PageStage,
  type PageWallet,
  type WalletCall,
} from '../../../renderer/core/wallet-calls.ts';
import { pathIn } from '../../../renderer/i18n/address.ts';
import { i18n } from '../../../renderer/i18n/index.ts';
import type { Locale } from '../../../renderer/i18n/locales.ts';
import type { AnswerReply, Facts, Next, PageAnswer, Shown } from '../../wallet-page/protocol.ts';

/** All in milliseconds. */
export const TIMES = {
  /** Lifetime of an address that the browser never opened. */
  tokenLife: 5 * 60_000,
  /** How long the page's poll is held open. */
  hold: 20_000,
  /** A page that is silent for this long is gone. A reload takes less. */
  lost: 4_000,
  /**
   * A request that follows within this time belongs to the same user action: the page is still in
   * front.
   */
  followUp: 3_000,
  /** This long after the last answer, the page and its server are closed. */
  idle: 20_000,
  /** How long to wait for a wallet. */
  answer: 10 * 60_000,
} as const;

/** What the app shows while it waits; undefined if it doesn't. */
export interface Waiting {
  readonly code: string;
  readonly wallet: PageWallet;
  readonly stage: PageStage;
}

export interface ConversationDeps {
  /** Starts listening if necessary. Resolves with the page's origin. */
  readonly listen: () => Promise<string>;
  readonly stopListening: () => void;
  /** Opens an address in the user's browser. */
  readonly open: (url: string) => Promise<void>;
  readonly onWaiting: (waiting: Waiting | undefined) => void;
}

interface Asked {
  readonly shown: Shown;
  /** Returns the checked result. @throws LikenessError if it doesn't answer the request */
  readonly check: (result: unknown) => unknown;
  readonly settle: (settled: { readonly result: unknown } | LikenessError) => void;
  /** The wallet was asked to send. Its own window outlives the page. */
  maySend?: true;
}

const secret = (): string => randomBytes(32).toString('base64url');

function same(one: string | undefined, other: string): boolean {
  if (one === undefined || one.length !== other.length) return false;
  return timingSafeEqual(Buffer.from(one), Buffer.from(other));
}

/** Maps the wallet's error to an error code. The wallet's own message is kept for reports. */
function walletError({ wallet, call }: Shown, message: string, walletCode?: number): LikenessError {
  const isPhantom = wallet === 'phantom';
  const code = isConnection(call.method)
    ? isPhantom
      ? 'phantom-connect-failed'
      : 'metamask-connect-failed'
    : isPhantom && walletCode === 4100
      ? 'wallet-unauthorized'
      : 'transaction-failed';
  return new LikenessError(code, {
    reason: message.slice(0, 200),
    ...(walletCode !== undefined && { walletCode }),
  });
}

/** A restartable timer that doesn't keep the process alive. */
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
 * Sends one request at a time to one page at a time. The page authenticates with a token from its
 * address, which works once. It then polls for the next request; each poll is held open, so its end
 * shows that the page was closed.
 */
export class Conversation {
  readonly #parts: ConversationDeps;
  #asked: Asked | undefined;
  #code = '';
  #token: { readonly value: string; readonly until: number } | undefined;
  #key: string | undefined;
  #answeredAt = -Infinity;
  /** The request needs neither the user nor a page in front. */
  #quiet = false;
  /** Ends the page's held poll. */
  #wake: () => void = () => undefined;
  readonly #lost = new Deadline();
  readonly #idle = new Deadline();
  readonly #timeout = new Deadline();

  constructor(parts: ConversationDeps) {
    this.#parts = parts;
  }

  /**
   * Sends a call to the browser's wallet. A call that is still open is given up: the app has one
   * window, so its caller is gone.
   * @throws LikenessError when the user or the wallet refuses, or the page is closed
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
      this.#asked = { shown: { id: randomUUID(), wallet, call, facts }, check, settle };
    });
    answered.catch(() => undefined); // It may end before the page has arrived; the code that awaits it below gets the error.
    this.#timeout.set(TIMES.answer, () => this.#fail('wallet-unanswered'));
    const isThere = this.#key !== undefined;
    // The page answers this without the user, so it doesn't show whether the tab is in front.
    this.#quiet = isThere && call.method === 'eth_chainId';
    if (isThere && Date.now() - this.#answeredAt < TIMES.followUp) this.#setStage('open');
    else if (!this.#quiet) await this.#openPage();
    this.#wake();
    return answered;
  }

  /** Opens the page again, e.g. because the browser was closed or doesn't have the wallet. */
  async openAgain(): Promise<void> {
    if (this.#asked) await this.#openPage();
  }

  /** The app stops waiting. A later answer of the wallet is refused. */
  cancel(): void {
    this.#fail('wallet-given-up');
  }

  /** Ends everything when the app quits. */
  close(): void {
    this.cancel();
    this.#end();
  }

  /** Redeems the token. Returns the new page's session key; any earlier page's session ends. */
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

  /**
   * Resolves with the next request once it differs from `showing`. `gone` aborts when the page
   * hangs up.
   */
  async next(key: string, showing: string | null, gone: AbortSignal): Promise<Next> {
    this.#lost.clear();
    this.#wake(); // The page sends one poll at a time, so end an older one.
    if (this.#changeSince(showing) === undefined) {
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
    // The page that asked the wallet was loaded again, so no answer can come.
    if (this.#asked?.maySend && this.#asked.shown.id !== showing) this.#fail('wallet-unanswered');
    return this.#changeSince(showing) ?? { state: 'same' };
  }

  /** Records the page's report: it asked the wallet, or there is no such wallet. */
  stage(id: string, stage: PageStage): void {
    const asked = this.#asked;
    if (asked?.shown.id !== id) return;
    if (stage === 'asking' && asked.shown.call.method === 'eth_sendTransaction')
      asked.maySend = true;
    this.#setStage(stage);
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

  #changeSince(showing: string | null): Next | undefined {
    if (this.#asked)
      return this.#asked.shown.id === showing
        ? undefined
        : { state: 'request', shown: this.#asked.shown };
    return showing === null ? undefined : { state: 'nothing' };
  }

  async #openPage(): Promise<void> {
    // An older page stays until the new one arrives: its tab may be the only one the user has.
    this.#token = { value: secret(), until: Date.now() + TIMES.tokenLife };
    this.#code = String(randomInt(10_000)).padStart(4, '0');
    this.#setStage('opening');
    try {
      const origin = await this.#parts.listen();
      // The page speaks as the app's window does: '/de'.
      const page = pathIn(i18n.locale as Locale, '/');
      await this.#parts.open(`${origin}${page}#${this.#token.value}`);
    } catch (thrown) {
      this.#fail('wallet-page-failed', thrown instanceof Error ? thrown.message : '');
      this.#end();
    }
  }

  #setStage(stage: PageStage): void {
    if (!this.#asked) return;
    this.#parts.onWaiting({ code: this.#code, wallet: this.#asked.shown.wallet, stage });
  }

  #fail(code: ErrorCode, reason = ''): void {
    const asked = this.#asked;
    if (asked)
      this.#finish(
        asked,
        new LikenessError(
          asked.maySend ? 'wallet-unanswered' : code,
          reason === '' ? {} : { reason: reason.slice(0, 200) },
        ),
      );
  }

  #finish(asked: Asked, settled: Parameters<Asked['settle']>[0]): void {
    this.#asked = undefined;
    this.#timeout.clear();
    this.#token = undefined;
    this.#parts.onWaiting(undefined);
    asked.settle(settled);
    this.#wake();
    this.#idle.set(this.#key === undefined ? 0 : TIMES.idle, () => this.#end());
  }

  /** The page is alive. If nothing follows soon, it is gone. */
  #heard(): void {
    this.#lost.set(TIMES.lost, () => {
      this.#key = undefined;
      this.#fail('wallet-page-closed');
      this.#end();
    });
  }

  #end(): void {
    if (this.#asked) return;
    for (const deadline of [this.#lost, this.#idle, this.#timeout]) deadline.clear();
    this.#key = undefined;
    this.#token = undefined;
    this.#wake();
    this.#parts.stopListening();
  }
}
