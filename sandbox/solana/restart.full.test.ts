import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { LAMPORTS_PER_SOL } from '@solana/web3.js';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { startSolana } from './start-solana.ts';
import { PRICE, TestClient } from './test-client.ts';

// Starts and kills processes, which alone takes seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let client: TestClient;

describe('what a restart finds', () => {
  afterEach(() => client.remove());

  it('continues after kill -9, even with a truncated line', async () => {
    client = await TestClient.start();
    const { folder, payer } = client;
    await client.solana.admin.faucet(payer.publicKey.toBase58(), 100 * LAMPORTS_PER_SOL);
    await client.solana.admin.advance(70);
    const transaction = await client.signedLegacy();
    const signature = await client.connection.sendRawTransaction(transaction.serialize());
    const [before, { processed }] = [
      await client.treasuryBalance('processed'),
      await client.solana.admin.state(),
    ];
    const [{ genesis, treasury }, balance] = [
      client.solana,
      await client.connection.getBalance(payer.publicKey, 'processed'),
    ];
    await client.solana.kill();
    appendFileSync(join(folder, 'journal.jsonl'), '{"kind":"transaction","slot":9');

    client = await TestClient.start({ folder, payer });
    expect(client.solana).toMatchObject({ genesis, treasury });
    expect(await client.treasuryBalance('processed')).toBe(before);
    expect(await client.connection.getBalance(payer.publicKey, 'processed')).toBe(balance);
    expect((await client.solana.admin.state()).processed).toBeGreaterThanOrEqual(processed);
    expect(
      (await client.connection.getTransaction(signature, { maxSupportedTransactionVersion: 0 }))
        ?.meta?.fee,
    ).toBe(5_020);
    await expect(client.connection.sendRawTransaction(transaction.serialize())).rejects.toThrow(
      'already been processed',
    );
    await client.connection.sendRawTransaction((await client.signedLegacy()).serialize());
    expect(await client.treasuryBalance('processed')).toBe(before + PRICE);
  });

  it('is another chain after a reset, and never two processes on one', async () => {
    client = await TestClient.start();
    const {
      folder,
      solana: { genesis, treasury },
    } = client;
    await expect(startSolana({ folder, port: 0, slotMs: 0 })).rejects.toThrow('already running');
    await client.solana.stop();
    client = await TestClient.start({ folder, reset: true });
    expect(client.solana.genesis).not.toBe(genesis);
    expect(client.solana.treasury).not.toBe(treasury);
  });
});
