import { Keypair, LAMPORTS_PER_SOL, type Connection } from '@solana/web3.js';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';

import type { Solana } from './start-solana.ts';
import { PRICE, TestClient } from './test-client.ts';

// Starts and kills processes, which alone takes seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let client: TestClient;
let solana: Solana;
let connection: Connection;

describe('the front', () => {
  beforeAll(async () => {
    client = await TestClient.start();
    ({ solana, connection } = client);
  });
  afterAll(() => client.remove());
  afterEach(() => solana.admin.heal());

  const post = (body: string, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(solana.rpcUrl, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', ...headers },
    });
  const rpc = (method: string, params?: unknown): string =>
    JSON.stringify({ jsonrpc: '2.0', id: 7, method, params });
  const codeOf = async (body: string): Promise<unknown> =>
    ((await (await post(body)).json()) as { error?: { code: number } }).error?.code;

  it('answers whatever comes in', async () => {
    expect(await codeOf('{')).toBe(-32700);
    expect(await codeOf('[]')).toBe(-32600);
    expect(await codeOf('"hello"')).toBe(-32600);
    expect(await codeOf(rpc('getPony'))).toBe(-32601);
    expect(await codeOf(rpc('function Object() { [native code] }'))).toBe(-32601);
    expect(await codeOf(rpc('getBalance'))).toBe(-32602);
    expect(await codeOf(rpc('getBalance', ['not an address']))).toBe(-32602);
    expect(await codeOf(rpc('sendTransaction', ['AAAA', { encoding: 'base64' }]))).toBe(-32602);
    expect(await codeOf(rpc('getTransaction', [Keypair.generate().publicKey.toBase58()]))).toBe(
      -32602,
    );
    const batch = (await (
      await post(`[${rpc('getHealth')},${rpc('getPony')}]`)
    ).json()) as unknown[];
    expect(batch).toEqual([
      { jsonrpc: '2.0', id: 7, result: 'ok' },
      { jsonrpc: '2.0', id: 7, error: { code: -32601, message: 'Method not found' } },
    ]);
    expect((await post('x'.repeat(60_000))).status).toBe(413);
    expect(await codeOf(rpc('getHealth'))).toBeUndefined();
  });

  it('speaks to pages on loopback only', async () => {
    const allowed = async (origin: string): Promise<string | null> =>
      (await post(rpc('getHealth'), { origin })).headers.get('access-control-allow-origin');
    expect(await allowed('http://127.0.0.1:4173')).toBe('http://127.0.0.1:4173');
    expect(await allowed('app://likeness')).toBe('app://likeness');
    expect(await allowed('https://example.invalid')).toBeNull();
    expect(await allowed('null')).toBeNull();
    expect(
      (await post(rpc('getHealth'), { origin: 'http://127.0.0.1.example.invalid' })).status,
    ).toBe(403);
  });

  it('shows the faults it is asked for', async () => {
    await solana.admin.fault({ kind: 'rate-limit', retryAfterSeconds: 3, times: 1 });
    const limited = await post(rpc('getHealth'));
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '3']);
    expect((await post(rpc('getHealth'))).status).toBe(200);
    await solana.admin.fault({ kind: 'unavailable', methods: ['getSlot'] });
    expect([(await post(rpc('getHealth'))).status, (await post(rpc('getSlot'))).status]).toEqual([
      200, 503,
    ]);
  });

  it('drops, delays and loses transactions on request', async () => {
    await solana.admin.faucet(client.payer.publicKey.toBase58(), 100 * LAMPORTS_PER_SOL);
    await solana.admin.advance(5);
    const before = await client.treasuryBalance('processed');

    await solana.admin.fault({ kind: 'drop-send', times: 1 });
    await connection.sendRawTransaction((await client.signedLegacy()).serialize());
    expect(await client.treasuryBalance('processed')).toBe(before);

    await solana.admin.fault({ kind: 'late-send', slots: 3, times: 1 });
    await connection.sendRawTransaction((await client.signedLegacy()).serialize());
    await solana.admin.advance(2);
    expect(await client.treasuryBalance('processed')).toBe(before);
    await solana.admin.advance(1);
    expect(await client.treasuryBalance('processed')).toBe(before + PRICE);

    await solana.admin.fault({ kind: 'lag', slots: 1, methods: ['getBalance'], times: 1 });
    expect(await client.treasuryBalance('processed')).toBe(before);
  });

  it('forks a confirmed transaction away, which can then land again', async () => {
    await solana.admin.advance(5);
    const transaction = await client.signedLegacy();
    const before = await client.treasuryBalance('processed');
    const { confirmed } = await solana.admin.state();
    const signature = await connection.sendRawTransaction(transaction.serialize());
    await solana.admin.advance(1);
    expect((await connection.getSignatureStatus(signature)).value?.confirmationStatus).toBe(
      'confirmed',
    );
    await solana.admin.fork(confirmed);
    expect(
      (await connection.getSignatureStatus(signature, { searchTransactionHistory: true })).value,
    ).toBeNull();
    expect(await client.treasuryBalance('processed')).toBe(before);
    await connection.sendRawTransaction(transaction.serialize());
    expect(await client.treasuryBalance('processed')).toBe(before + PRICE);
  });
});
