import { mkdtempSync, rmSync, appendFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  AddressLookupTableProgram,
  type Commitment,
  ComputeBudgetProgram,
  Connection,
  Keypair,
  LAMPORTS_PER_SOL,
  PublicKey,
  SystemProgram,
  Transaction,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Solana, startSolana } from './start-solana.ts';

// Processes are started and killed; on a busy machine that alone takes seconds.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const MEMO = new PublicKey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr');
const PRICE = 1_200_000_000;
const root = mkdtempSync(join(tmpdir(), 'likeness-solana-'));
const payer = Keypair.generate();
let folders = 0;
let solana: Solana;
let connection: Connection;

const connect = (commitment: Commitment = 'confirmed'): Connection => new Connection(solana.rpcUrl, commitment);

/** The clock stands still: slots move when a test moves them. */
async function start(options: { folder?: string; reset?: boolean; port?: number } = {}): Promise<void> {
  solana = await startSolana({ folder: join(root, String(folders++)), port: 0, slotMs: 0, ...options });
  connection = connect();
}

const instructions = (reference: PublicKey, lamports = PRICE): TransactionInstruction[] => {
  const transfer = SystemProgram.transfer({ fromPubkey: payer.publicKey, toPubkey: new PublicKey(solana.treasury), lamports });
  transfer.keys.push({ pubkey: reference, isSigner: false, isWritable: false });
  return [
    ComputeBudgetProgram.setComputeUnitLimit({ units: 20_000 }),
    ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 1_000 }),
    transfer,
    new TransactionInstruction({ programId: MEMO, keys: [], data: Buffer.from('likeness:LK-1') }),
  ];
};

async function signedLegacy(reference = Keypair.generate().publicKey, lamports = PRICE): Promise<Transaction> {
  const latest = await connection.getLatestBlockhash();
  const transaction = new Transaction({ feePayer: payer.publicKey, ...latest }).add(...instructions(reference, lamports));
  transaction.sign(payer);
  return transaction;
}

const treasuryBalance = (commitment: Commitment): Promise<number> => connection.getBalance(new PublicKey(solana.treasury), commitment);

afterAll(() => {
  rmSync(root, { recursive: true, force: true });
});

describe('what unmodified web3.js is told', () => {
  beforeAll(async () => {
    await start();
    await solana.admin.faucet(payer.publicKey.toBase58(), 100 * LAMPORTS_PER_SOL);
    await solana.admin.advance(10);
  });
  afterAll(() => solana.stop());

  it('pays with a legacy transaction, through every commitment', async () => {
    const reference = Keypair.generate().publicKey;
    const before = await treasuryBalance('finalized');
    const signature = await connection.sendRawTransaction((await signedLegacy(reference)).serialize());
    const status = async (): Promise<string | undefined> => (await connection.getSignatureStatuses([signature])).value[0]?.confirmationStatus;

    expect(await status()).toBe('processed');
    expect(await treasuryBalance('processed')).toBe(before + PRICE);
    expect(await treasuryBalance('confirmed')).toBe(before);
    expect(await connection.getTransaction(signature, { commitment: 'confirmed', maxSupportedTransactionVersion: 0 })).toBeNull();

    await solana.admin.advance(1);
    expect(await status()).toBe('confirmed');
    expect(await treasuryBalance('confirmed')).toBe(before + PRICE);
    expect(await treasuryBalance('finalized')).toBe(before);
    expect(await connection.getTransaction(signature, { commitment: 'finalized', maxSupportedTransactionVersion: 0 })).toBeNull();
    expect(await connection.getSignaturesForAddress(reference, {}, 'finalized')).toEqual([]);

    await solana.admin.advance(3);
    expect(await status()).toBe('finalized');
    expect(await treasuryBalance('finalized')).toBe(before + PRICE);

    const found = await connection.getTransaction(signature, { commitment: 'finalized', maxSupportedTransactionVersion: 0 });
    const keys = found?.transaction.message.staticAccountKeys.map((key) => key.toBase58()) ?? [];
    const treasury = keys.indexOf(solana.treasury);
    expect(keys).toContain(reference.toBase58());
    expect((found?.meta?.postBalances[treasury] ?? 0) - (found?.meta?.preBalances[treasury] ?? 0)).toBe(PRICE);
    expect(found?.meta).toMatchObject({ err: null, fee: 5_020 });
    expect(found?.meta?.logMessages).toContain('Program log: likeness:LK-1');
    expect(found?.blockTime).toBeGreaterThan(1_700_000_000);
    const [listed] = await connection.getSignaturesForAddress(reference, {}, 'finalized');
    expect(listed).toMatchObject({ signature, err: null, memo: '[13] likeness:LK-1', confirmationStatus: 'finalized', slot: found?.slot });
  });

  it('pays with a v0 transaction whose treasury comes from a lookup table', async () => {
    const slot = await connection.getSlot('finalized');
    const [create, table] = AddressLookupTableProgram.createLookupTable({ authority: payer.publicKey, payer: payer.publicKey, recentSlot: slot });
    const extend = AddressLookupTableProgram.extendLookupTable({
      lookupTable: table, authority: payer.publicKey, payer: payer.publicKey, addresses: [new PublicKey(solana.treasury)],
    });
    const setUp = new Transaction({ feePayer: payer.publicKey, ...(await connection.getLatestBlockhash()) }).add(create, extend);
    setUp.sign(payer);
    await connection.sendRawTransaction(setUp.serialize());
    await solana.admin.advance(5);

    const lookup = (await connection.getAddressLookupTable(table)).value;
    if (!lookup) throw new Error('no lookup table');
    const message = new TransactionMessage({
      payerKey: payer.publicKey,
      recentBlockhash: (await connection.getLatestBlockhash()).blockhash,
      instructions: instructions(Keypair.generate().publicKey),
    }).compileToV0Message([lookup]);
    const transaction = new VersionedTransaction(message);
    transaction.sign([payer]);
    const signature = await connection.sendTransaction(transaction);
    await solana.admin.advance(5);

    // eslint-disable-next-line @typescript-eslint/no-deprecated -- an old client's call, which a node refuses
    await expect(connection.getTransaction(signature)).rejects.toThrow('maxSupportedTransactionVersion');
    const found = await connection.getTransaction(signature, { maxSupportedTransactionVersion: 0, commitment: 'finalized' });
    expect(found?.version).toBe(0);
    expect(found?.meta?.loadedAddresses?.writable.map(String)).toEqual([solana.treasury]);
    const history = await connection.getSignaturesForAddress(new PublicKey(solana.treasury), { limit: 1 });
    expect(history[0]?.signature).toBe(signature);
  });

  it('pages through history, newest first', async () => {
    const reference = Keypair.generate().publicKey;
    const sent: string[] = [];
    for (const lamports of [1_000_001, 1_000_002, 1_000_003]) {
      sent.unshift(await connection.sendRawTransaction((await signedLegacy(reference, lamports)).serialize()));
    }
    await solana.admin.advance(1);
    const list = async (options: { limit?: number; before?: string; until?: string }): Promise<string[]> =>
      (await connection.getSignaturesForAddress(reference, options)).map(({ signature }) => signature);
    expect(await list({})).toEqual(sent);
    expect(await list({ limit: 2 })).toEqual(sent.slice(0, 2));
    expect(await list({ before: sent[0] ?? '' })).toEqual(sent.slice(1));
    expect(await list({ until: sent[2] ?? '' })).toEqual(sent.slice(0, 2));
  });

  it('lets a blockhash expire after 150 slots', async () => {
    const latest = await connection.getLatestBlockhash('processed');
    const transaction = new Transaction({ feePayer: payer.publicKey, ...latest }).add(...instructions(Keypair.generate().publicKey));
    transaction.sign(payer);
    expect(latest.lastValidBlockHeight - (await connection.getBlockHeight('processed'))).toBe(150);
    await solana.admin.advance(150);
    expect((await connection.isBlockhashValid(latest.blockhash, { commitment: 'processed' })).value).toBe(true);
    await solana.admin.advance(1);
    expect((await connection.isBlockhashValid(latest.blockhash, { commitment: 'processed' })).value).toBe(false);
    const before = await treasuryBalance('processed');
    await expect(connection.sendRawTransaction(transaction.serialize())).rejects.toThrow('Blockhash not found');
    await connection.sendRawTransaction(transaction.serialize(), { skipPreflight: true });
    expect(await treasuryBalance('processed')).toBe(before);
  });

  it('takes the same transaction once', async () => {
    const wire = (await signedLegacy()).serialize();
    const before = await treasuryBalance('processed');
    const signature = await connection.sendRawTransaction(wire);
    await expect(connection.sendRawTransaction(wire)).rejects.toThrow('already been processed');
    expect(await connection.sendRawTransaction(wire, { skipPreflight: true })).toBe(signature);
    expect(await treasuryBalance('processed')).toBe(before + PRICE);
  });

  it('keeps a failed transaction with its fee, and refuses it in the preflight', async () => {
    const reference = Keypair.generate().publicKey;
    const wire = (await signedLegacy(reference, 1_000 * LAMPORTS_PER_SOL)).serialize();
    await expect(connection.sendRawTransaction(wire)).rejects.toThrow('custom program error: 0x1');
    const signature = await connection.sendRawTransaction(wire, { skipPreflight: true });
    await solana.admin.advance(5);
    const found = await connection.getTransaction(signature, { commitment: 'finalized', maxSupportedTransactionVersion: 0 });
    expect(found?.meta).toMatchObject({ err: { InstructionError: [2, { Custom: 1 }] }, fee: 5_020 });
    expect((await connection.getSignatureStatus(signature)).value?.err).toEqual({ InstructionError: [2, { Custom: 1 }] });
  });

  it('refuses a forged signature', async () => {
    const transaction = await signedLegacy();
    transaction.signatures[0]?.signature?.fill(7);
    await expect(connection.sendRawTransaction(transaction.serialize({ verifySignatures: false }))).rejects.toThrow('signature verification failure');
  });

  it('simulates and prices without changing anything', async () => {
    const transaction = await signedLegacy();
    const before = await treasuryBalance('processed');
    const { value } = await connection.simulateTransaction(new VersionedTransaction(transaction.compileMessage()), { sigVerify: false, replaceRecentBlockhash: true });
    expect(value.err).toBeNull();
    expect(value.unitsConsumed).toBeGreaterThan(300);
    expect((await connection.getFeeForMessage(transaction.compileMessage())).value).toBe(5_020);
    expect(await treasuryBalance('processed')).toBe(before);
    expect(await connection.getMinimumBalanceForRentExemption(0)).toBe(890_880);
    expect(await connection.getRecentPrioritizationFees()).toHaveLength(150);
    expect((await connection.getEpochInfo()).slotsInEpoch).toBe(432_000);
    expect(await connection.getGenesisHash()).toBe(solana.genesis);
    expect((await connection.getVersion())['solana-core']).toMatch(/^\d/);
  });

  it('gives an airdrop as a transfer that confirms like any other', async () => {
    const account = Keypair.generate().publicKey;
    const signature = await connection.requestAirdrop(account, 3 * LAMPORTS_PER_SOL);
    expect(await connection.getBalance(account, 'processed')).toBe(3 * LAMPORTS_PER_SOL);
    await solana.admin.advance(1);
    expect((await connection.getTransaction(signature, { maxSupportedTransactionVersion: 0 }))?.meta?.err).toBeNull();
    expect((await connection.getAccountInfo(account))?.owner.equals(SystemProgram.programId)).toBe(true);
    expect(await connection.getMultipleAccountsInfo([account, Keypair.generate().publicKey])).toMatchObject([{ lamports: 3 * LAMPORTS_PER_SOL }, null]);
  });
});

describe('the front', () => {
  beforeAll(() => start());
  afterAll(() => solana.stop());
  afterEach(() => solana.admin.heal());

  const post = (body: string, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(solana.rpcUrl, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } });
  const rpc = (method: string, params?: unknown): string => JSON.stringify({ jsonrpc: '2.0', id: 7, method, params });
  const codeOf = async (body: string): Promise<unknown> => ((await (await post(body)).json()) as { error?: { code: number } }).error?.code;

  it('answers whatever comes in', async () => {
    expect(await codeOf('{')).toBe(-32700);
    expect(await codeOf('[]')).toBe(-32600);
    expect(await codeOf('"hello"')).toBe(-32600);
    expect(await codeOf(rpc('getPony'))).toBe(-32601);
    expect(await codeOf(rpc('constructor'))).toBe(-32601);
    expect(await codeOf(rpc('getBalance'))).toBe(-32602);
    expect(await codeOf(rpc('getBalance', ['not an address']))).toBe(-32602);
    expect(await codeOf(rpc('sendTransaction', ['AAAA', { encoding: 'base64' }]))).toBe(-32602);
    expect(await codeOf(rpc('getTransaction', [Keypair.generate().publicKey.toBase58()]))).toBe(-32602);
    const batch = (await (await post(`[${rpc('getHealth')},${rpc('getPony')}]`)).json()) as unknown[];
    expect(batch).toEqual([
      { jsonrpc: '2.0', id: 7, result: 'ok' },
      { jsonrpc: '2.0', id: 7, error: { code: -32601, message: 'Method not found' } },
    ]);
    expect((await post('x'.repeat(60_000))).status).toBe(413);
    expect(await codeOf(rpc('getHealth'))).toBeUndefined();
  });

  it('speaks to pages on loopback only', async () => {
    const allowed = async (origin: string): Promise<string | null> => (await post(rpc('getHealth'), { origin })).headers.get('access-control-allow-origin');
    expect(await allowed('http://127.0.0.1:4173')).toBe('http://127.0.0.1:4173');
    expect(await allowed('app://likeness')).toBe('app://likeness');
    expect(await allowed('https://example.invalid')).toBeNull();
    expect(await allowed('null')).toBeNull();
    expect((await post(rpc('getHealth'), { origin: 'http://127.0.0.1.example.invalid' })).status).toBe(403);
  });

  it('shows the faults it is asked for', async () => {
    await solana.admin.fault({ kind: 'rate-limit', retryAfterSeconds: 3, times: 1 });
    const limited = await post(rpc('getHealth'));
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '3']);
    expect((await post(rpc('getHealth'))).status).toBe(200);
    await solana.admin.fault({ kind: 'unavailable', methods: ['getSlot'] });
    expect([(await post(rpc('getHealth'))).status, (await post(rpc('getSlot'))).status]).toEqual([200, 503]);
  });

  it('drops, delays and loses transactions when told to', async () => {
    await solana.admin.faucet(payer.publicKey.toBase58(), 100 * LAMPORTS_PER_SOL);
    await solana.admin.advance(5);
    const before = await treasuryBalance('processed');

    await solana.admin.fault({ kind: 'drop-send', times: 1 });
    await connection.sendRawTransaction((await signedLegacy()).serialize());
    expect(await treasuryBalance('processed')).toBe(before);

    await solana.admin.fault({ kind: 'late-send', slots: 3, times: 1 });
    await connection.sendRawTransaction((await signedLegacy()).serialize());
    await solana.admin.advance(2);
    expect(await treasuryBalance('processed')).toBe(before);
    await solana.admin.advance(1);
    expect(await treasuryBalance('processed')).toBe(before + PRICE);

    await solana.admin.fault({ kind: 'lag', slots: 1, methods: ['getBalance'], times: 1 });
    expect(await treasuryBalance('processed')).toBe(before);
  });

  it('forks a confirmed transaction away, which can then land again', async () => {
    await solana.admin.advance(5);
    const transaction = await signedLegacy();
    const before = await treasuryBalance('processed');
    const { confirmed } = await solana.admin.state();
    const signature = await connection.sendRawTransaction(transaction.serialize());
    await solana.admin.advance(1);
    expect((await connection.getSignatureStatus(signature)).value?.confirmationStatus).toBe('confirmed');
    await solana.admin.fork(confirmed);
    expect((await connection.getSignatureStatus(signature, { searchTransactionHistory: true })).value).toBeNull();
    expect(await treasuryBalance('processed')).toBe(before);
    await connection.sendRawTransaction(transaction.serialize());
    expect(await treasuryBalance('processed')).toBe(before + PRICE);
  });
});

describe('what a restart finds', () => {
  afterEach(() => solana.stop());

  it('goes on after kill -9, even with a torn line', async () => {
    const folder = join(root, 'killed');
    await start({ folder });
    await solana.admin.faucet(payer.publicKey.toBase58(), 100 * LAMPORTS_PER_SOL);
    await solana.admin.advance(70);
    const transaction = await signedLegacy();
    const signature = await connection.sendRawTransaction(transaction.serialize());
    const [before, { processed }] = [await treasuryBalance('processed'), await solana.admin.state()];
    const [{ genesis, treasury }, balance] = [solana, await connection.getBalance(payer.publicKey, 'processed')];
    await solana.kill();
    appendFileSync(join(folder, 'journal.jsonl'), '{"kind":"transaction","slot":9');

    await start({ folder });
    expect(solana).toMatchObject({ genesis, treasury });
    expect(await treasuryBalance('processed')).toBe(before);
    expect(await connection.getBalance(payer.publicKey, 'processed')).toBe(balance);
    expect((await solana.admin.state()).processed).toBeGreaterThanOrEqual(processed);
    expect((await connection.getTransaction(signature, { maxSupportedTransactionVersion: 0 }))?.meta?.fee).toBe(5_020);
    await expect(connection.sendRawTransaction(transaction.serialize())).rejects.toThrow('already been processed');
    await connection.sendRawTransaction((await signedLegacy()).serialize());
    expect(await treasuryBalance('processed')).toBe(before + PRICE);
  });

  it('is another chain after a reset, and never two processes on one', async () => {
    const folder = join(root, 'reset');
    await start({ folder });
    const { genesis, treasury } = solana;
    await expect(startSolana({ folder, port: 0, slotMs: 0 })).rejects.toThrow('already running');
    await solana.stop();
    await start({ folder, reset: true });
    expect(solana.genesis).not.toBe(genesis);
    expect(solana.treasury).not.toBe(treasury);
  });
});
