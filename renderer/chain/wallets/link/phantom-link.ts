import { z } from 'zod';

import { decodeBase58, encodeBase58, isAddress, isSignature } from '../../../core/base58.ts';
import { LikenessError, type ErrorCode } from '../../../core/errors.ts';
import { createState } from '../../../core/subscribable.ts';
import { plainPath } from '../../../i18n/address.ts';
import type { SigningPurpose } from '../../../ports/wallets.ts';
import type { KeyValue } from '../saved.ts';
import { createKeys, seal, unseal, type BoxKeys } from './box.ts';
import {
  endRequest,
  findRequest,
  forgetSession,
  keepRequest,
  readSession,
  REQUEST_LIFE_MS,
  takeNonce,
  writeSession,
  type LinkRequest,
  type LinkSession,
} from './kept.ts';

/** Phantom's error codes: https://docs.phantom.com/solana/errors */
const CODES: ReadonlyMap<string, ErrorCode> = new Map([
  ['4001', 'wallet-rejected'],
  ['4100', 'wallet-unauthorized'],
  ['4900', 'wallet-offline'],
  ['-32000', 'wallet-request-invalid'],
  ['-32002', 'wallet-busy'],
  ['-32003', 'wallet-transaction-refused'],
  ['-32601', 'wallet-method-unknown'],
  ['-32603', 'wallet-internal-error'],
]);

/** Maps Phantom's error answer to an error code. */
function refusal(code: string, method: LinkRequest['method']): ErrorCode {
  if (method === 'connect' && code === '4001') return 'wallet-connection-declined';
  return (
    CODES.get(code) ?? (method === 'connect' ? 'phantom-connect-failed' : 'transaction-failed')
  );
}

const PHANTOM_LINKS = 'https://phantom.app/ul/v1';
/** Longer URLs get lost between a phone's browser and Phantom. */
const LONGEST_URL = 1_500;
const STATE_BYTES = 16;

/** The content of Phantom's answer. */
export type LinkAnswer =
  | { readonly kind: 'connected'; readonly address: string }
  | { readonly kind: 'signed'; readonly bytes: Uint8Array }
  | { readonly kind: 'disconnected' }
  | { readonly kind: 'refused'; readonly code: ErrorCode };

interface LinkAnswered {
  readonly state: string;
  readonly answer: LinkAnswer;
}

export interface PhantomLinkDeps {
  readonly storage: KeyValue;
  readonly cluster: 'mainnet-beta' | 'devnet';
  /** Phantom shows this address when it asks the user. */
  readonly appUrl: string;
  /** Address of the app's return route; the state is appended. */
  readonly returnTo: string;
  /** Returns the page's path, in its language. */
  readonly here: () => string;
  readonly leave: (url: string) => Promise<void>;
  readonly now: () => number;
  readonly random: (length: number) => Uint8Array;
  /** Connects the app's pages: the answer may arrive at another page than the one that asked. */
  readonly channel: Pick<BroadcastChannel, 'postMessage' | 'onmessage'>;
}

/** Where Phantom's answer reaches the page that asked. */
export function linkChannel(): PhantomLinkDeps['channel'] {
  try {
    return new BroadcastChannel('phantom-link');
  } catch {
    // Site data is switched off, and Firefox refuses: pages don't hear of each other.
    return { onmessage: null, postMessage: () => undefined };
  }
}

const connection = z.object({
  public_key: z.string().refine(isAddress),
  session: z.string().min(1).max(1_000),
});
const transaction = z.object({ transaction: z.string().min(1).max(2_000) });
const message = z.object({ signature: z.string().refine(isSignature) });

/** @throws ZodError if it answers another kind of question */
function parseOpened(method: LinkRequest['method'], opened: unknown) {
  if (method === 'connect') {
    const { public_key: address, session: token } = connection.parse(opened);
    return { kind: 'connected', address, token } as const;
  }
  const bytes = decodeBase58(
    method === 'signTransaction'
      ? transaction.parse(opened).transaction
      : message.parse(opened).signature,
  );
  return { kind: 'signed', bytes } as const;
}

/**
 * Phantom's encrypted links. Each request has a random state in its return address, accepts one
 * answer, and expires after ten minutes. Anything else that arrives at the return route is ignored.
 * The secrets (Phantom's session token, our keys) are in storage, never in an address.
 * @see https://docs.phantom.com/phantom-deeplinks/encryption
 */
export class PhantomLink {
  readonly #parts: PhantomLinkDeps;
  /** Requests that this page still waits for. */
  readonly #waiting = new Map<string, (answer: LinkAnswer) => void>();
  readonly #left = createState<{ readonly state: string; readonly url: string } | undefined>(
    undefined,
  );

  constructor(parts: PhantomLinkDeps) {
    this.#parts = parts;
    parts.channel.onmessage = ({ data }) => this.#settle(data as LinkAnswered);
  }

  /** Whether this page left for Phantom and has no answer yet. */
  get isAway(): boolean {
    return this.#left.snapshot() !== undefined;
  }

  /** Opens the link again, in case it led nowhere. */
  async leaveAgain(): Promise<void> {
    const left = this.#left.snapshot();
    if (left) await this.#parts.leave(left.url);
  }

  get address(): string | undefined {
    return readSession(this.#parts.storage)?.address;
  }

  /** Calls back when `isAway` may have changed. */
  onChange(listener: () => void): () => void {
    return this.#left.subscribe(listener);
  }

  /** Resolves if this page is still alive when the answer arrives. */
  async connect(): Promise<string> {
    const { cluster, appUrl, random } = this.#parts;
    const keys = createKeys(random);
    const answer = await this.#ask({ method: 'connect', ...keys }, { app_url: appUrl, cluster });
    if (answer.kind !== 'connected') throw unexpected(answer);
    return answer.address;
  }

  /** Resolves with the signed wire transaction, if this page is still alive then. */
  signTransaction(wire: Uint8Array): Promise<Uint8Array> {
    return this.#sign('signTransaction', { transaction: encodeBase58(wire) });
  }

  /** Resolves with 64 bytes, if this page is still alive then. */
  signMessage(bytes: Uint8Array): Promise<Uint8Array> {
    return this.#sign('signMessage', { message: encodeBase58(bytes), display: 'utf8' });
  }

  /** Leaves to get a transaction signed. The page that takes the return gets the answer. */
  async leaveToSign(wire: Uint8Array, purpose: SigningPurpose): Promise<void> {
    const session = this.#session();
    const sealed = this.#seal(session, { transaction: encodeBase58(wire) });
    await this.#leave({ method: 'signTransaction', ...keysOf(session), purpose }, sealed);
  }

  /** Forgets the session and, unless `quietly`, leaves to tell Phantom. */
  async disconnect(quietly: boolean): Promise<void> {
    const session = readSession(this.#parts.storage);
    if (!session) return;
    forgetSession(this.#parts.storage);
    this.giveUp();
    if (!quietly)
      await this.#leave({ method: 'disconnect', ...keysOf(session) }, this.#seal(session, {}));
  }

  /** Gives up this page's open request. A later answer is refused. */
  giveUp(): void {
    const left = this.#left.snapshot();
    const states = [...this.#waiting.keys(), ...(left ? [left.state] : [])];
    for (const state of states) {
      endRequest(this.#parts.storage, state, this.#parts.now());
      this.#settle({ state, answer: { kind: 'refused', code: 'wallet-given-up' } });
    }
  }

  /**
   * Accepts what arrived at the return route.
   * @throws LikenessError 'wallet-return-unknown' for an answer that nobody asked for, that is late
   * or was taken before, or that wasn't sealed by the Phantom that was asked
   */
  take(
    state: string,
    query: Readonly<Record<string, string>>,
  ): { readonly answer: LinkAnswer; readonly request: LinkRequest } {
    const { storage, now } = this.#parts;
    const request = findRequest(storage, state, now());
    if (!request) throw new LikenessError('wallet-return-unknown', { why: 'no open request' });
    // What can't be read leaves the request open: the true answer may follow.
    const answer = this.#read(request, query);
    endRequest(storage, state, now());
    // Phantom no longer knows this session, so drop it.
    if (answer.kind === 'refused' && answer.code === 'wallet-unauthorized') forgetSession(storage);
    const answered: LinkAnswered = { state, answer };
    this.#settle(answered);
    this.#parts.channel.postMessage(answered);
    return { answer, request };
  }

  #read(request: LinkRequest, query: Readonly<Record<string, string>>): LinkAnswer {
    const { method, secret, publicKey } = request;
    if (query['errorCode'] !== undefined)
      return { kind: 'refused', code: refusal(query['errorCode'], method) };
    if (method === 'disconnect') return { kind: 'disconnected' };
    const phantomKey = request.phantomKey ?? query['phantom_encryption_public_key'] ?? '';
    const { nonce = '', data = '' } = query;
    try {
      const opened = parseOpened(method, unseal({ nonce, data }, secret, phantomKey));
      if (!takeNonce(this.#parts.storage, nonce)) throw new RangeError('taken before');
      if (opened.kind === 'signed') return opened;
      const { address, token } = opened;
      writeSession(this.#parts.storage, { secret, publicKey, phantomKey, token, address });
      return { kind: 'connected', address };
    } catch (thrown) {
      throw new LikenessError(
        'wallet-return-unknown',
        { why: 'not sealed for us' },
        { cause: thrown },
      );
    }
  }

  async #sign(
    method: 'signTransaction' | 'signMessage',
    payload: Record<string, string>,
  ): Promise<Uint8Array> {
    const session = this.#session();
    const answer = await this.#ask({ method, ...keysOf(session) }, this.#seal(session, payload));
    if (answer.kind !== 'signed') throw unexpected(answer);
    return answer.bytes;
  }

  #session(): LinkSession {
    const session = readSession(this.#parts.storage);
    if (!session) throw new LikenessError('wallet-not-connected');
    return session;
  }

  #seal(
    { secret, phantomKey, token }: LinkSession,
    payload: Record<string, string>,
  ): Record<string, string> {
    const { nonce, data } = seal(
      { ...payload, session: token },
      secret,
      phantomKey,
      this.#parts.random,
    );
    return { nonce, payload: data };
  }

  async #ask(request: NewRequest, fields: Record<string, string>): Promise<LinkAnswer> {
    const state = await this.#leave(request, fields);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(
        () => this.#settle({ state, answer: { kind: 'refused', code: 'wallet-link-expired' } }),
        REQUEST_LIFE_MS,
      );
      this.#waiting.set(state, (answer) => {
        clearTimeout(timer);
        if (answer.kind === 'refused') reject(new LikenessError(answer.code));
        else resolve(answer);
      });
    });
  }

  /** Stores the request, then opens the link. Resolves with the request's state. */
  async #leave(request: NewRequest, fields: Record<string, string>): Promise<string> {
    const { storage, returnTo, here, leave, now, random } = this.#parts;
    const state = encodeBase58(random(STATE_BYTES));
    const query = new URLSearchParams({
      dapp_encryption_public_key: request.publicKey,
      redirect_link: `${returnTo}/${state}`,
      ...fields,
    });
    const url = `${PHANTOM_LINKS}/${request.method}?${query.toString()}`;
    if (url.length >= LONGEST_URL)
      throw new LikenessError('wallet-link-too-long', { length: url.length });
    keepRequest(storage, { ...request, state, askedAt: now(), backTo: plainPath(here()) });
    this.#left.set({ state, url });
    try {
      await leave(url);
    } catch (thrown) {
      endRequest(storage, state, now());
      this.#settle({ state, answer: { kind: 'refused', code: 'wallet-given-up' } });
      throw thrown;
    }
    return state;
  }

  #settle({ state, answer }: LinkAnswered): void {
    const waiting = this.#waiting.get(state);
    this.#waiting.delete(state);
    waiting?.(answer);
    if (this.#left.snapshot()?.state === state) this.#left.set(undefined);
  }
}

type NewRequest = Omit<LinkRequest, 'state' | 'askedAt' | 'backTo'>;

const keysOf = ({
  secret,
  publicKey,
  phantomKey,
}: LinkSession): BoxKeys & { phantomKey: string } => ({ secret, publicKey, phantomKey });

const unexpected = ({ kind }: LinkAnswer): Error =>
  new Error(`Phantom answered '${kind}' to another question`);
