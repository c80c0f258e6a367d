import { ed25519 } from '@noble/curves/ed25519.js';
import { Keypair, SystemProgram, Transaction } from '@solana/web3.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { errorCode } from '../../../renderer/core/errors.ts';
import type { WalletCall } from '../../../renderer/core/wallet-calls.ts';
import { i18n } from '../../../renderer/i18n/index.ts';
import { rawRequest } from '../../../tests/support/test-server.ts';
import { createWalletBridge, type WalletBridge } from './bridge.ts';
import type { Waiting } from './conversation.ts';

const wallet = Keypair.generate();
const address = wallet.publicKey.toBase58();
const CONNECT: WalletCall = { method: 'solana_connect', params: [] };

function payment(lamports: number, to = Keypair.generate().publicKey): Transaction {
  const transaction = new Transaction({
    feePayer: wallet.publicKey,
    blockhash: '1'.repeat(32),
    lastValidBlockHeight: 1,
  });
  return transaction.add(
    SystemProgram.transfer({ fromPubkey: wallet.publicKey, toPubkey: to, lamports }),
  );
}
const unsigned = (transaction: Transaction) =>
  transaction.serialize({ requireAllSignatures: false }).toString('base64');
const signed = (transaction: Transaction) => {
  transaction.sign(wallet);
  return transaction.serialize().toString('base64');
};
const sign = (transaction: Transaction): WalletCall => ({
  method: 'solana_signTransaction',
  params: [address, unsigned(transaction)],
});

let bridge: WalletBridge;
let opened: URL[];
let waiting: (Waiting | undefined)[];
let open: (url: string) => void;
let next: Promise<URL>;
const arm = (): void => {
  next = new Promise(
    (resolve) =>
      (open = (url) => {
        opened.push(new URL(url));
        resolve(new URL(url));
      }),
  );
};

beforeEach(() => {
  opened = [];
  waiting = [];
  arm();
  bridge = createWalletBridge({
    network: 'sandbox',
    files: () =>
      new Map([
        ['/', { type: 'text/html; charset=utf-8', content: Buffer.from('<!doctype html>') }],
      ]),
    open: (url) => {
      open(url);
      return Promise.resolve();
    },
    onWaiting: (now) => waiting.push(now),
  });
});
afterEach(() => {
  bridge.close();
  i18n.speak({ locale: 'en', messages: {} });
});

/** Makes a request. Returns the opened address and the outcome. */
async function asking(call: WalletCall) {
  const ended = bridge.ask(call).then(
    (result) => ({ result }),
    (thrown: unknown) => ({ code: errorCode(thrown) }),
  );
  const { origin, hash } = await next;
  return { ended, origin, token: hash.slice(1) };
}
const post = (origin: string, path: string, body: unknown, headers: Record<string, string> = {}) =>
  rawRequest(origin, {
    method: 'POST',
    path,
    headers: {
      origin,
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(JSON.stringify(body))),
      ...headers,
    },
    body: JSON.stringify(body),
  });
const enter = async (origin: string, token: string) => {
  const reply = await post(origin, '/api/session', { token });
  expect(reply.status).toBe(200);
  return JSON.parse(reply.body) as { key: string; code: string; network: string };
};
const authorization = (key: string) => ({ authorization: `Bearer ${key}` });
const shown = async (origin: string, key: string) => {
  const reply = await post(origin, '/api/next', { showing: null }, authorization(key));
  return JSON.parse(reply.body) as {
    state: string;
    shown: { id: string; wallet: string; facts: { amount?: string } };
  };
};
/** A page that has entered and shows the request. */
async function showing(call: WalletCall) {
  const { ended, origin, token } = await asking(call);
  const session = await enter(origin, token);
  const auth = authorization(session.key);
  const { id, facts } = (await shown(origin, session.key)).shown;
  const answer = (given: object) => post(origin, '/api/answer', { id, answer: given }, auth);
  return { ended, origin, session, auth, id, facts, answer };
}
/** Everything that an honest page does. */
async function answering(call: WalletCall, result: unknown) {
  const { ended, facts, answer } = await showing(call);
  const { body } = await answer({ kind: 'result', result });
  return { ended: await ended, taken: JSON.parse(body) as unknown, facts };
}

describe('an honest page', () => {
  it('is opened, spends its token, shows the code of the app and answers', async () => {
    const { ended, origin, session, auth, id, answer } = await showing(CONNECT);
    const { code, network } = session;
    expect(origin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect((await rawRequest(origin, {})).body).toBe('<!doctype html>');
    expect(code).toMatch(/^\d{4}$/);
    expect(waiting.at(-1)).toEqual({ code, wallet: 'phantom', stage: 'open' });
    expect(network).toBe('sandbox');
    await post(origin, '/api/stage', { id, stage: 'missing' }, auth);
    expect(waiting.at(-1)).toMatchObject({ stage: 'missing' });
    expect((await answer({ kind: 'result', result: address })).body).toBe('{"taken":true}');
    expect(await ended).toEqual({ result: address });
    expect(waiting.at(-1)).toBeUndefined();
  });

  it('is opened in the language of the app', async () => {
    i18n.speak({ locale: 'ar', messages: {} });
    const { ended, token } = await asking(CONNECT);
    expect(opened.map(({ pathname }) => pathname)).toEqual(['/ar']);
    expect(token).toHaveLength(43);
    bridge.cancel();
    expect(await ended).toEqual({ code: 'wallet-given-up' });
  });

  it('hands on a transaction that is signed and unchanged, and shows what it is', async () => {
    const asked = payment(1_500_000_000);
    const answer = signed(asked);
    const { ended, facts } = await answering(sign(asked), answer);
    expect(ended).toEqual({ result: answer });
    expect(facts.amount).toBe('1.5 SOL');
  });

  it('hands on a message signed by the account', async () => {
    const message = Buffer.from('Sign in to Likeness');
    const signature = Buffer.from(ed25519.sign(message, wallet.secretKey.subarray(0, 32))).toString(
      'base64',
    );
    const call: WalletCall = {
      method: 'solana_signMessage',
      params: [address, message.toString('base64')],
    };
    expect((await answering(call, signature)).ended).toEqual({ result: signature });
  });

  it.each([
    ['the user said no', { kind: 'rejected' }, 'wallet-rejected'],
    [
      'Phantom is on another account',
      { kind: 'failed', message: '', code: 4100 },
      'wallet-unauthorized',
    ],
    ['the wallet failed', { kind: 'failed', message: '' }, 'transaction-failed'],
  ])('reports that %s', async (_, given, code) => {
    const { ended, answer } = await showing(sign(payment(1)));
    await answer(given);
    expect(await ended).toEqual({ code });
  });

  it('learns that it came too late once the app has given up', async () => {
    const { ended, answer } = await showing(CONNECT);
    bridge.cancel();
    expect(await ended).toEqual({ code: 'wallet-given-up' });
    const { body } = await answer({ kind: 'result', result: address });
    expect(body).toBe('{"taken":false,"why":"late"}');
  });
});

describe('a page that wants something else', () => {
  const other = Keypair.generate();
  const message = Buffer.from('one thing').toString('base64');
  it.each<[string, () => { call: WalletCall; result: unknown }]>([
    [
      'another recipient',
      () => ({ call: sign(payment(5)), result: signed(payment(5, other.publicKey)) }),
    ],
    [
      'another amount',
      () => {
        const to = other.publicKey;
        return { call: sign(payment(5, to)), result: signed(payment(6, to)) };
      },
    ],
    [
      'no signature',
      () => {
        const one = payment(5);
        return { call: sign(one), result: unsigned(one) };
      },
    ],
    [
      'a broken signature',
      () => {
        const one = payment(5);
        const call = sign(one);
        const wire = Buffer.from(signed(one), 'base64');
        wire[9] = (wire[9] ?? 0) ^ 1;
        return { call, result: wire.toString('base64') };
      },
    ],
    [
      'no transaction',
      () => ({ call: sign(payment(5)), result: Buffer.from('nothing').toString('base64') }),
    ],
    [
      'another message',
      () => ({
        call: { method: 'solana_signMessage', params: [address, message] },
        result: Buffer.from(
          ed25519.sign(Buffer.from('another'), wallet.secretKey.subarray(0, 32)),
        ).toString('base64'),
      }),
    ],
    ['something that is no address', () => ({ call: CONNECT, result: { toString: 'x' } })],
  ])('is refused: %s', async (_, make) => {
    const { call, result } = make();
    const { ended, taken } = await answering(call, result);
    expect(ended).toEqual({ code: 'wallet-changed-transaction' });
    expect(taken).toEqual({ taken: false, why: 'changed' });
  });
});

/** More: tests/attacks/loopback.test.ts */
describe('an attacker', () => {
  it('gets no leave by preflight', async () => {
    const { origin } = await asking(CONNECT);
    for (const from of ['https://evil.example', origin]) {
      const { status, headers } = await rawRequest(origin, {
        method: 'OPTIONS',
        path: '/api/session',
        headers: {
          origin: from,
          'access-control-request-method': 'POST',
          'access-control-request-private-network': 'true',
        },
      });
      expect([403, 405]).toContain(status);
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
  });

  it('can’t frame, cache or script the page', async () => {
    const { origin } = await asking(CONNECT);
    for (const path of ['/', '/missing']) {
      const { headers } = await rawRequest(origin, { path });
      const policy = String(headers['content-security-policy']);
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toContain('unsafe');
      expect(headers['x-frame-options']).toBe('DENY');
      expect(headers['cache-control']).toBe('no-store');
      expect(headers['x-content-type-options']).toBe('nosniff');
    }
  });

  it('holds no second session: a new page ends the one before', async () => {
    const { ended, origin, session: first, auth: old, id, answer } = await showing(CONNECT);
    arm();
    await bridge.openAgain();
    const second = await enter(origin, (await next).hash.slice(1));
    expect(second.key).not.toBe(first.key);
    expect((await post(origin, '/api/next', { showing: null }, old)).status).toBe(403);
    expect((await answer({ kind: 'result', result: address })).status).toBe(403);
    expect((await shown(origin, second.key)).shown.id).toBe(id);
    bridge.cancel();
    expect(await ended).toEqual({ code: 'wallet-given-up' });
    expect(opened).toHaveLength(2);
  });
});
