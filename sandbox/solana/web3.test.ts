import {
  AddressLookupTableProgram,
  Keypair,
  LAMPORTS_PER_SOL,
  PublicKey,
  SystemProgram,
  Transaction,
  TransactionMessage,
  VersionedTransaction,
  type Connection,
  type Finality,
} from '@solana/web3.js';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import type { Solana } from './start-solana.ts';
import { PRICE, TestClient } from './test-client.ts';

// Starts and kills processes, which alone takes seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let client: TestClient;
let solana: Solana;
let connection: Connection;
let payer: Keypair;

const transactionOf = (signature: string, commitment: Finality) =>
  connection.getTransaction(signature, { commitment, maxSupportedTransactionVersion: 0 });

describe('what unmodified web3.js receives', () => {
  beforeAll(async () => {
    client = await TestClient.start();
    ({ solana, connection, payer } = client);
    await solana.admin.faucet(payer.publicKey.toBase58(), 100 * LAMPORTS_PER_SOL);
    await solana.admin.advance(10);
  });
  afterAll(() => client.remove());

  it('pays with a legacy transaction, through every commitment', async () => {
    const reference = Keypair.generate().publicKey;
    const before = await client.treasuryBalance('finalized');
    const signature = await connection.sendRawTransaction(
      (await client.signedLegacy(reference)).serialize(),
    );
    const status = async (): Promise<string | undefined> =>
      (await connection.getSignatureStatuses([signature])).value[0]?.confirmationStatus;

    expect(await status()).toBe('processed');
    expect(await client.treasuryBalance('processed')).toBe(before + PRICE);
    expect(await client.treasuryBalance('confirmed')).toBe(before);
    expect(await transactionOf(signature, 'confirmed')).toBeNull();

    await solana.admin.advance(1);
    expect(await status()).toBe('confirmed');
    expect(await client.treasuryBalance('confirmed')).toBe(before + PRICE);
    expect(await client.treasuryBalance('finalized')).toBe(before);
    expect(await transactionOf(signature, 'finalized')).toBeNull();
    expect(await connection.getSignaturesForAddress(reference, {}, 'finalized')).toEqual([]);

    await solana.admin.advance(3);
    expect(await status()).toBe('finalized');
    expect(await client.treasuryBalance('finalized')).toBe(before + PRICE);

    const found = await transactionOf(signature, 'finalized');
    const keys = found?.transaction.message.staticAccountKeys.map((key) => key.toBase58()) ?? [];
    const treasury = keys.indexOf(solana.treasury);
    expect(keys).toContain(reference.toBase58());
    expect(
      (found?.meta?.postBalances[treasury] ?? 0) - (found?.meta?.preBalances[treasury] ?? 0),
    ).toBe(PRICE);
    expect(found?.meta).toMatchObject({ err: null, fee: 5_020 });
    expect(found?.meta?.logMessages).toContain('Program log: likeness:LK-1');
    expect(found?.blockTime).toBeGreaterThan(1_700_000_000);
    const [listed] = await connection.getSignaturesForAddress(reference, {}, 'finalized');
    expect(listed).toMatchObject({
      signature,
      err: null,
      memo: '[13] likeness:LK-1',
      confirmationStatus: 'finalized',
      slot: found?.slot,
    });
  });

  it('pays with a v0 transaction whose treasury comes from a lookup table', async () => {
    const slot = await connection.getSlot('finalized');
    const [create, table] = AddressLookupTableProgram.createLookupTable({
      authority: payer.publicKey,
      payer: payer.publicKey,
      recentSlot: slot,
    });
    const extend = AddressLookupTableProgram.extendLookupTable({
      lookupTable: table,
      authority: payer.publicKey,
      payer: payer.publicKey,
      addresses: [new PublicKey(solana.treasury)],
    });
    const setUp = new Transaction({
      feePayer: payer.publicKey,
      ...(await connection.getLatestBlockhash()),
    }).add(create, extend);
    setUp.sign(payer);
    await connection.sendRawTransaction(setUp.serialize());
    await solana.admin.advance(5);

    const lookup = (await connection.getAddressLookupTable(table)).value;
    if (!lookup) throw new Error('no lookup table');
    const message = new TransactionMessage({
      payerKey: payer.publicKey,
      recentBlockhash: (await connection.getLatestBlockhash()).blockhash,
      instructions: client.instructions(Keypair.generate().publicKey),
    }).compileToV0Message([lookup]);
    const transaction = new VersionedTransaction(message);
    transaction.sign([payer]);
    const signature = await connection.sendTransaction(transaction);
    await solana.admin.advance(5);

    // oxlint-disable-next-line typescript/no-deprecated -- an old client's call, which a node refuses
    await expect(connection.getTransaction(signature)).rejects.toThrow(
      'maxSupportedTransactionVersion',
    );
    const found = await transactionOf(signature, 'finalized');
    expect(found?.version).toBe(0);
    expect(found?.meta?.loadedAddresses?.writable.map(String)).toEqual([solana.treasury]);
    const history = await connection.getSignaturesForAddress(new PublicKey(solana.treasury), {
      limit: 1,
    });
    expect(history[0]?.signature).toBe(signature);
  });

  it('pages through history, newest first', async () => {
    const reference = Keypair.generate().publicKey;
    const sent: string[] = [];
    for (const lamports of [1_000_001, 1_000_002, 1_000_003]) {
      sent.unshift(
        await connection.sendRawTransaction(
          (await client.signedLegacy(reference, lamports)).serialize(),
        ),
      );
    }
    await solana.admin.advance(1);
    const list = async (options: {
      limit?: number;
      before?: string;
      until?: string;
    }): Promise<string[]> =>
      (await connection.getSignaturesForAddress(reference, options)).map(
        ({ signature }) => signature,
      );
    expect(await list({})).toEqual(sent);
    expect(await list({ limit: 2 })).toEqual(sent.slice(0, 2));
    expect(await list({ before: sent[0] ?? '' })).toEqual(sent.slice(1));
    expect(await list({ until: sent[2] ?? '' })).toEqual(sent.slice(0, 2));
  });

  it('lets a blockhash expire after 150 slots', async () => {
    const latest = await connection.getLatestBlockhash('processed');
    const transaction = new Transaction({ feePayer: payer.publicKey, ...latest }).add(
      ...client.instructions(Keypair.generate().publicKey),
    );
    transaction.sign(payer);
    expect(latest.lastValidBlockHeight - (await connection.getBlockHeight('processed'))).toBe(150);
    await solana.admin.advance(150);
    const refusal = async () =>
      (await connection.simulateTransaction(new VersionedTransaction(transaction.compileMessage())))
        .value.err;
    expect(await refusal()).toBeNull();
    await solana.admin.advance(1);
    expect(await refusal()).toBe('BlockhashNotFound');
    const before = await client.treasuryBalance('processed');
    await expect(connection.sendRawTransaction(transaction.serialize())).rejects.toThrow(
      'Blockhash not found',
    );
    await connection.sendRawTransaction(transaction.serialize(), { skipPreflight: true });
    expect(await client.treasuryBalance('processed')).toBe(before);
  });

  it('takes the same transaction once', async () => {
    const wire = (await client.signedLegacy()).serialize();
    const before = await client.treasuryBalance('processed');
    const signature = await connection.sendRawTransaction(wire);
    await expect(connection.sendRawTransaction(wire)).rejects.toThrow('already been processed');
    expect(await connection.sendRawTransaction(wire, { skipPreflight: true })).toBe(signature);
    expect(await client.treasuryBalance('processed')).toBe(before + PRICE);
  });

  it('keeps a failed transaction with its fee, and refuses it in the preflight', async () => {
    const reference = Keypair.generate().publicKey;
    const wire = (await client.signedLegacy(reference, 1_000 * LAMPORTS_PER_SOL)).serialize();
    await expect(connection.sendRawTransaction(wire)).rejects.toThrow('custom program error: 0x1');
    const signature = await connection.sendRawTransaction(wire, { skipPreflight: true });
    await solana.admin.advance(5);
    const found = await transactionOf(signature, 'finalized');
    expect(found?.meta).toMatchObject({
      err: { InstructionError: [2, { Custom: 1 }] },
      fee: 5_020,
    });
    expect((await connection.getSignatureStatus(signature)).value?.err).toEqual({
      InstructionError: [2, { Custom: 1 }],
    });
  });

  it('refuses a forged signature', async () => {
    const transaction = await client.signedLegacy();
    transaction.signatures[0]?.signature?.fill(7);
    await expect(
      connection.sendRawTransaction(transaction.serialize({ verifySignatures: false })),
    ).rejects.toThrow('signature verification failure');
  });

  it('simulates and prices without changing anything', async () => {
    const transaction = await client.signedLegacy();
    const before = await client.treasuryBalance('processed');
    const { value } = await connection.simulateTransaction(
      new VersionedTransaction(transaction.compileMessage()),
      { sigVerify: false, replaceRecentBlockhash: true },
    );
    expect(value.err).toBeNull();
    expect(value.unitsConsumed).toBeGreaterThan(300);
    expect(await client.treasuryBalance('processed')).toBe(before);
    expect(await connection.getMinimumBalanceForRentExemption(0)).toBe(890_880);
    expect(await connection.getRecentPrioritizationFees()).toHaveLength(150);
    expect(await connection.getGenesisHash()).toBe(solana.genesis);
  });

  it('gives an airdrop as a transfer that confirms like any other', async () => {
    const account = Keypair.generate().publicKey;
    const signature = await connection.requestAirdrop(account, 3 * LAMPORTS_PER_SOL);
    expect(await connection.getBalance(account, 'processed')).toBe(3 * LAMPORTS_PER_SOL);
    await solana.admin.advance(1);
    expect(
      (await connection.getTransaction(signature, { maxSupportedTransactionVersion: 0 }))?.meta
        ?.err,
    ).toBeNull();
    expect((await connection.getAccountInfo(account))?.owner.equals(SystemProgram.programId)).toBe(
      true,
    );
  });
});
