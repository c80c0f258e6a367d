import { ed25519 } from '@noble/curves/ed25519.js';
import {
  Keypair,
  PublicKey,
  SystemProgram,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { FakePhantom, type PhantomAnswer } from '../../../../tests/support/fake-phantom.ts';
import { memoryStorage } from '../../../../tests/support/memory-storage.ts';
import { decodeBase58, encodeBase58 } from '../../../core/base58.ts';
import type { ErrorCode } from '../../../core/errors.ts';
import { parseTransaction } from '../../solana/message.ts';
import { PhantomLink } from './phantom-link.ts';

const MINUTE = 60_000;
const PURPOSE = { kind: 'order', orderId: 'LK-1' } as const;
const random = (length: number): Uint8Array => crypto.getRandomValues(new Uint8Array(length));

const channels: BroadcastChannel[] = [];
afterEach(() => {
  for (const channel of channels.splice(0)) channel.close();
  vi.useRealTimers();
});

/** An app with one storage, whose page can be reopened, and Phantom on the same phone. */
function stage() {
  const phantom = new FakePhantom(new Uint8Array(32).fill(7));
  const storage = memoryStorage();
  const left: string[] = [];
  const clock = { now: 1_000_000 };
  const name = `phantom-link-${String(Math.random())}`;
  const page = (
    leave: (url: string) => Promise<void> = (url) => Promise.resolve(void left.push(url)),
  ): PhantomLink => {
    const channel = new BroadcastChannel(name);
    channels.push(channel);
    return new PhantomLink({
      storage,
      leave,
      random,
      channel,
      cluster: 'devnet',
      appUrl: 'https://likeness.example',
      returnTo: 'https://likeness.example/wallet-return',
      here: () => '/de/payment?plan=creator',
      now: () => clock.now,
    });
  };
  /** Phantom's answer to the last link that a page opened. */
  const answer = (how?: PhantomAnswer): URL => new URL(phantom.open(left.at(-1) ?? '', how));
  return { phantom, storage, left, clock, page, answer };
}

const stateOf = (url: URL): string => url.pathname.split('/').at(-1) ?? '';
const take = (link: PhantomLink, url: URL): ReturnType<PhantomLink['take']> =>
  link.take(stateOf(url), Object.fromEntries(url.searchParams));
const ignored = (link: PhantomLink, url: URL): void =>
  expect(() => take(link, url)).toThrow(expect.objectContaining({ code: 'wallet-return-unknown' }));
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** Gone to Phantom to connect, from a page that is gone. */
async function leftToConnect() {
  const made = stage();
  void made
    .page()
    .connect()
    .catch(() => undefined);
  await settled();
  return made;
}

/** Connected: another page got the answer. */
async function connected() {
  const made = await leftToConnect();
  take(made.page(), made.answer());
  return made;
}

/** As large as a payment: a transfer with two extra keys, its memo and its compute budget. */
function payment(payer: string): Uint8Array {
  const from = new PublicKey(payer);
  const transfer = SystemProgram.transfer({
    fromPubkey: from,
    toPubkey: Keypair.generate().publicKey,
    lamports: 3_500_000_000n,
  });
  for (let i = 0; i < 4; i += 1)
    transfer.keys.push({
      pubkey: Keypair.generate().publicKey,
      isSigner: false,
      isWritable: false,
    });
  transfer.data = Buffer.concat([transfer.data, Buffer.alloc(50)]);
  const message = new TransactionMessage({
    payerKey: from,
    recentBlockhash: Keypair.generate().publicKey.toBase58(),
    instructions: [transfer],
  });
  return new VersionedTransaction(message.compileToLegacyMessage()).serialize();
}

/** Connected, and gone to Phantom to sign a payment. */
async function leftToSign() {
  const made = await connected();
  await made.page().leaveToSign(payment(made.phantom.address), PURPOSE);
  return made;
}

describe('Phantom’s links', () => {
  it('connect: leave with the request stored, come back in a new page, know the address', async () => {
    const { phantom, storage, left, page, answer } = await leftToConnect();
    const url = new URL(left[0] ?? '');
    expect(url.pathname).toBe('/ul/v1/connect');
    expect(url.searchParams.get('cluster')).toBe('devnet');
    const later = page();
    expect(take(later, answer())).toMatchObject({
      answer: { kind: 'connected', address: phantom.address },
      request: { backTo: '/payment?plan=creator' },
    });
    expect(later.address).toBe(phantom.address);
    expect(storage.entries.has('phantomLinkRequests')).toBe(false);
  });

  it('resolve in the page that asked, if it lives, whichever page takes the answer', async () => {
    const { phantom, left, page, answer } = stage();
    const asker = page();
    const connecting = asker.connect();
    await settled();
    expect(asker.isAway).toBe(true);
    await asker.leaveAgain();
    expect(left).toEqual([left[0], left[0]]);
    take(page(), answer());
    expect(await connecting).toBe(phantom.address);
    expect(asker.isAway).toBe(false);

    const signing = asker.signMessage(new TextEncoder().encode('hello'));
    await settled();
    take(asker, answer());
    expect(
      ed25519.verify(
        await signing,
        new TextEncoder().encode('hello'),
        decodeBase58(phantom.address),
      ),
    ).toBe(true);
  });

  it('sign: the purpose comes back with the signed transaction', async () => {
    const { phantom, page, answer } = await connected();
    const unsigned = payment(phantom.address);
    await page().leaveToSign(unsigned, PURPOSE);
    const { answer: got, request } = take(page(), answer());
    expect(request.purpose).toEqual(PURPOSE);
    if (got.kind !== 'signed') throw new Error(got.kind);
    const { message, signatures } = parseTransaction(got.bytes);
    expect(Buffer.from(message).equals(Buffer.from(parseTransaction(unsigned).message))).toBe(true);
    expect(
      ed25519.verify(signatures[0] ?? new Uint8Array(64), message, decodeBase58(phantom.address)),
    ).toBe(true);
  });

  it('stay short, and contain neither session nor key unencrypted', async () => {
    const { phantom, storage, left, page } = await connected();
    const wire = payment(phantom.address);
    expect(wire.length).toBeGreaterThanOrEqual(396);
    await page().leaveToSign(wire, PURPOSE);
    const session = JSON.parse(storage.getItem('phantomLink') ?? '') as {
      token: string;
      secret: string;
    };
    for (const url of left) {
      expect(url.length).toBeLessThan(1_500);
      expect(url).not.toContain(session.token);
      expect(url).not.toContain(session.secret);
    }
    const leaving = left.length;
    await expect(page().leaveToSign(new Uint8Array(700).fill(255), PURPOSE)).rejects.toMatchObject({
      code: 'wallet-link-too-long',
    });
    expect(left).toHaveLength(leaving);
  });

  it('disconnect: forget at once, then tell Phantom', async () => {
    const { phantom, storage, page, answer } = await connected();
    await page().disconnect(false);
    expect(storage.entries.has('phantomLink')).toBe(false);
    expect(take(page(), answer()).answer).toEqual({ kind: 'disconnected' });
    expect(phantom.asked.at(-1)).toBe('disconnect');
    await expect(page().leaveToSign(Uint8Array.of(1), PURPOSE)).rejects.toMatchObject({
      code: 'wallet-not-connected',
    });
  });

  it('end without an answer: given up, not opened, or ten minutes old', async () => {
    const { page, answer } = stage();
    const asker = page();
    const connecting = asker.connect();
    await settled();
    asker.giveUp();
    await expect(connecting).rejects.toMatchObject({ code: 'wallet-given-up' });
    ignored(page(), answer());

    const stuck = page(() => Promise.reject(new Error('no browser')));
    await expect(stuck.connect()).rejects.toThrow('no browser');
    expect(stuck.isAway).toBe(false);

    vi.useFakeTimers();
    const expiring = expect(page().connect()).rejects.toMatchObject({
      code: 'wallet-link-expired',
    });
    await vi.advanceTimersByTimeAsync(10 * MINUTE);
    await expiring;
  });
});

describe('returns that nobody asked for are ignored', () => {
  it('a wrong state, a second time, and after ten minutes', async () => {
    const { phantom, clock, page, answer } = await leftToSign();
    const url = answer();
    const wrong = new URL(url);
    wrong.pathname = `/wallet-return/${encodeBase58(random(16))}`;
    ignored(page(), wrong);
    take(page(), url);
    ignored(page(), url);

    await page().leaveToSign(payment(phantom.address), PURPOSE);
    clock.now += 10 * MINUTE;
    ignored(page(), answer());
  });

  it('a clock set back doesn’t make an old request young', async () => {
    const { clock, page, answer } = await leftToSign();
    clock.now -= MINUTE;
    ignored(page(), answer());
  });

  it.each<[string, (url: URL, other: FakePhantom) => void]>([
    [
      'tampered data',
      (url) =>
        url.searchParams.set(
          'data',
          (url.searchParams.get('data') ?? '').replace(/.$/, (last) => (last === '1' ? '2' : '1')),
        ),
    ],
    ['another nonce', (url) => url.searchParams.set('nonce', encodeBase58(random(24)))],
    ['no data', (url) => url.searchParams.delete('data')],
    ['no base58', (url) => url.searchParams.set('data', '0OIl')],
    ['nothing at all', (url) => void (url.search = '')],
  ])('%s', async (_, forge) => {
    const { phantom, storage, page, answer } = await leftToSign();
    const url = answer();
    const before = storage.getItem('phantomLink');
    forge(url, phantom);
    ignored(page(), url);
    expect(storage.getItem('phantomLink')).toBe(before);
  });

  it('one sealed with another key than Phantom’s', async () => {
    const { left, page } = await leftToSign();
    const stranger = new FakePhantom(new Uint8Array(32).fill(8));
    const link = new URL(left.at(-1) ?? '');
    // The stranger knows our public key and the state, and answers as if it were the connected
    // wallet.
    const forged = new URL(
      stranger.open(
        link.href.replace('/signTransaction?', '/connect?').concat('&app_url=x&cluster=devnet'),
      ),
    );
    ignored(page(), forged);
  });

  it('an older answer of the same session under a new state; the true one is still taken', async () => {
    const { phantom, page, answer } = await leftToSign();
    const older = answer();
    take(page(), older);
    await page().leaveToSign(payment(phantom.address), PURPOSE);
    const url = answer();
    const replayed = new URL(older);
    replayed.pathname = url.pathname;
    ignored(page(), replayed);
    expect(take(page(), url)).toMatchObject({
      answer: { kind: 'signed' },
      request: { purpose: PURPOSE },
    });
  });

  it('an answer to another kind of question', async () => {
    const { storage, page, answer } = await leftToConnect();
    const url = answer();
    storage.setItem(
      'phantomLinkRequests',
      (storage.getItem('phantomLinkRequests') ?? '').replace('"connect"', '"signTransaction"'),
    );
    ignored(page(), url);
    expect(storage.entries.has('phantomLink')).toBe(false);
  });
});

describe('Phantom’s refusals', () => {
  it.each<[string, ErrorCode]>([
    ['4001', 'wallet-rejected'],
    ['4100', 'wallet-unauthorized'],
    ['4900', 'wallet-offline'],
    ['-32000', 'wallet-request-invalid'],
    ['-32002', 'wallet-busy'],
    ['-32003', 'wallet-transaction-refused'],
    ['-32601', 'wallet-method-unknown'],
    ['-32603', 'wallet-internal-error'],
    ['777', 'transaction-failed'],
    ['constructor', 'transaction-failed'],
  ])('%s is %s, for its order', async (errorCode, code) => {
    const { page, answer } = await leftToSign();
    expect(take(page(), answer({ errorCode }))).toMatchObject({
      answer: { kind: 'refused', code },
      request: { purpose: PURPOSE },
    });
  });

  it('have their own words for a connection, and drop a session that Phantom forgot', async () => {
    const { page, answer } = stage();
    const connecting = page().connect();
    await settled();
    const refused = expect(connecting).rejects.toMatchObject({
      code: 'wallet-connection-declined',
    });
    take(page(), answer({ errorCode: '4001' }));
    await refused;

    const { phantom, storage, page: open, answer: reply } = await connected();
    phantom.revoke();
    await open().leaveToSign(payment(phantom.address), PURPOSE);
    expect(take(open(), reply()).answer).toEqual({ kind: 'refused', code: 'wallet-unauthorized' });
    expect(storage.entries.has('phantomLink')).toBe(false);
  });
});
