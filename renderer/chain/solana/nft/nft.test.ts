import {
  PublicKey,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { codeOf } from '../../../../tests/support/code-of.ts';
import {
  askedMint,
  exampleMedia,
  exampleMint,
  submittedMint,
} from '../../../../tests/support/example-mint.ts';
import { LocalPayer } from '../../../../tests/support/local-payer.ts';
import { localNode, type LocalNode } from '../../../../tests/support/sandbox-node.ts';
import { VirtualClock } from '../../../../tests/support/virtual-clock.ts';
import { connectedTo } from '../../../../tests/support/wallet-snapshots.ts';
import { BLOCKHASH_LIFE } from '../../../core/constants.ts';
import type { Mint } from '../../../core/mints/mint.ts';
import type { Minting, WalletFirst } from '../../../ports/minting.ts';
import type { SolanaAnswer } from '../../../ports/wallets.ts';
import { createKey, sign } from '../../media/key.ts';
import { parseTransaction } from '../message.ts';
import { createSolanaMinting } from './index.ts';
import { readMintAccount } from './token.ts';

let local: LocalNode;
let payer: LocalPayer;
let minting: Minting;
const time = new VirtualClock();
beforeAll(async () => {
  local = localNode();
  payer = new LocalPayer(local, 10);
  minting = await open(payer.address);
});
afterAll(() => local.remove());

type Lie = (method: string, answer: { result?: unknown }) => void;

/** `lie` changes what the first RPC answers. */
function open(address: string, lie?: Lie, answers?: SolanaAnswer): Promise<Minting> {
  return createSolanaMinting({
    rpc: ['http://one', 'http://two'],
    network: 'sandbox',
    requests: {
      ...local.requests,
      async json(request) {
        const answer = await local.requests.json(request);
        if (!lie || request.url !== 'http://one') return answer;
        const body = JSON.parse(answer.text) as { result?: unknown };
        lie((JSON.parse(request.body) as { method: string }).method, body);
        return { ...answer, text: JSON.stringify(body) };
      },
    },
    clock: time.clock,
    random: (length) => crypto.getRandomValues(new Uint8Array(length)),
    treasury: local.treasury,
    read: 'http://127.0.0.1:8900',
    wallets: { ...payer.wallets(address), snapshot: () => connectedTo(address, answers) },
  });
}

const flow = (): WalletFirst => {
  const found = minting.flow();
  if (found.order !== 'wallet-first') throw new Error('another way');
  return found;
};
const sealing = () => {
  if (!minting.sealing) throw new Error('nothing seals');
  return minting.sealing;
};

/** A mint with its own key on this chain. */
async function fresh(
  change: Partial<Mint> = {},
): Promise<{ mint: Mint; secret: Uint8Array<ArrayBuffer> }> {
  const { secret, publicKey } = await createKey();
  return {
    secret,
    mint: exampleMint({
      genesis: local.genesis,
      treasury: local.treasury,
      key: publicKey,
      media: exampleMedia,
      ...change,
    }),
  };
}

const asking = (mint: Mint, lastValidBlock: number): Mint =>
  askedMint(mint, payer.address, { lastValidBlock });
const submitted = (mint: Mint, signature: string, lastValidBlock: number): Mint =>
  submittedMint(mint, payer.address, { signature, lastValidBlock });
const lamports = (address: string): bigint =>
  local.node.chain.account(address, Infinity)?.lamports ?? 0n;

describe('an NFT on the real Token-2022 program', () => {
  it('is one token in one transaction, permanently sealed, and the treasury gets exactly the price', async () => {
    const { mint, secret } = await fresh();
    const prepared = await flow().prepare(mint);
    expect(prepared.transaction.length).toBeLessThanOrEqual(1_000);
    const before = { payer: lamports(payer.address), treasury: lamports(local.treasury) };
    expect(prepared.balance).toBe(before.payer);

    const signed = payer.sign(prepared.transaction);
    const checked = await sealing().check(
      asking(mint, prepared.lastValidBlock),
      prepared.transaction,
      signed,
    );
    expect(checked.lastValidBlock).toBe(prepared.lastValidBlock);
    const whole = await sealing().seal(mint, checked.transaction, (message) =>
      sign(secret, message),
    );
    await sealing().broadcast(whole);
    local.node.advance(2);
    const sent = submitted(mint, checked.signature, checked.lastValidBlock);
    expect((await minting.mintStatus(sent)).kind).toBe('confirmed');
    local.node.advance(40);
    const mintStatus = await minting.mintStatus(sent);
    expect(mintStatus).toMatchObject({
      kind: 'finalized',
      proof: {
        signature: checked.signature,
        address: mint.key,
        owner: payer.address,
        paid: 100_000_000n,
        fee: prepared.fee,
      },
    });
    expect(lamports(local.treasury) - before.treasury).toBe(100_000_000n);
    expect(before.payer - lamports(payer.address)).toBe(
      prepared.price + prepared.rent + prepared.fee,
    );

    // One node alone can't say that it failed, and so let it be paid for again on another chain.
    const lying = await open(payer.address, (method, { result }) => {
      const err = { InstructionError: [0, 'Custom'] };
      if (method === 'getTransaction') Object.assign((result as { meta: object }).meta, { err });
      if (method === 'getSignatureStatuses')
        for (const status of (result as { value: object[] }).value) Object.assign(status, { err });
    });
    expect((await lying.mintStatus(sent)).kind).toBe('unknown');

    const account = local.node.chain.account(mint.key, Infinity);
    expect(readMintAccount(account?.data ?? new Uint8Array())).toEqual({
      supply: 1n,
      decimals: 0,
      mintAuthority: undefined,
      freezeAuthority: undefined,
      updateAuthority: undefined,
      pointerAuthority: undefined,
      metadataAddress: mint.key,
      metadataOf: mint.key,
      name: 'Artistic 1',
      symbol: 'LIKENESS',
      uri: exampleMedia.metadata.url,
    });
    // Found by its address alone, as after a crash that lost the record.
    expect(await minting.mintStatus(mint)).toEqual(mintStatus);
  });

  it('can’t be minted or paid twice: its address can be created once', async () => {
    const { mint, secret } = await fresh();
    const before = lamports(local.treasury);
    const signer = (message: Uint8Array<ArrayBuffer>) => sign(secret, message);
    const [one, two] = [
      await flow().prepare(mint),
      (local.node.advance(1), await flow().prepare(mint)),
    ];
    for (const { transaction } of [one, two]) {
      await sealing().broadcast(await sealing().seal(mint, payer.sign(transaction), signer));
      local.node.advance(2);
    }
    local.node.advance(40);
    expect(lamports(local.treasury) - before).toBe(100_000_000n);
    expect(await codeOf(flow().prepare(mint))).toBe('mint-failed');
  });

  it('can’t land without the mint’s own signature', async () => {
    const { mint } = await fresh();
    const { transaction } = await flow().prepare(mint);
    expect(await codeOf(sealing().broadcast(payer.sign(transaction)))).toBe('network-unreachable');
    local.node.advance(40);
    expect((await minting.mintStatus(mint)).kind).toBe('unknown');
  });

  it('names what is missing before any wallet opens', async () => {
    const poor = new LocalPayer(local, 0.1);
    const port = await open(poor.address);
    const { mint } = await fresh();
    const asked = port.flow();
    await expect(asked.prepare(mint)).rejects.toMatchObject({
      code: 'mint-insufficient-funds',
      context: { balance: '0.1 SOL' },
    });
    expect(await codeOf(flow().prepare({ ...mint, genesis: local.treasury }))).toBe(
      'network-wrong',
    );
    for (const [code, address, answers] of [
      ['wallet-is-treasury', local.treasury, 'signed'],
      ['wallet-link-too-long', payer.address, 'returned'],
    ] as const) {
      const refusing = await open(address, undefined, answers);
      expect(() => refusing.flow()).toThrow(expect.objectContaining({ code }));
    }
  });

  it.each<[string, Lie]>([
    [
      'too early a last block',
      (method, answer) => {
        if (method !== 'getLatestBlockhash') return;
        (answer.result as { value: { lastValidBlockHeight: number } }).value.lastValidBlockHeight =
          1;
      },
    ],
    [
      'a small height',
      (method, answer) => {
        if (method === 'getBlockHeight') answer.result = 1;
      },
    ],
  ])('may land for as long as two RPCs say, when one tells %s', async (_what, lie) => {
    const port = (await open(payer.address, lie)).flow();
    const { mint } = await fresh();
    const height = local.node.chain.top('processed');
    expect(await port.prepare(mint)).toMatchObject({ lastValidBlock: height + BLOCKHASH_LIFE });
  });

  it('isn’t signed if one RPC’s height is far in the future, which would lock it forever', async () => {
    const port = (
      await open(payer.address, (method, answer) => {
        if (method === 'getBlockHeight') answer.result = 10 ** 12;
      })
    ).flow();
    const { mint } = await fresh();
    expect(await codeOf(port.prepare(mint))).toBe('network-busy');
  });

  it('is proven expired when its blocks have passed and its address is empty', async () => {
    const { mint } = await fresh();
    const prepared = await flow().prepare(mint);
    const { signature } = await sealing().check(
      asking(mint, prepared.lastValidBlock),
      prepared.transaction,
      payer.sign(prepared.transaction),
    );
    const waiting = submitted(mint, signature, prepared.lastValidBlock);
    expect(await minting.mintStatus(waiting)).toMatchObject({
      kind: 'unknown',
      blocksLeft: expect.any(Number) as number,
    });
    local.node.advance(200);
    await time.pass(10_000);
    expect((await minting.mintStatus(waiting)).kind).toBe('expired');
  });
});

describe('what a wallet may give back', () => {
  let mint: Mint;
  let asked: Uint8Array;
  beforeEach(async () => {
    ({ mint } = await fresh());
    asked = (await flow().prepare(mint)).transaction;
  });
  const check = (signed: Uint8Array) => sealing().check(asking(mint, 1), asked, signed);
  const changed = (change: (message: TransactionMessage) => unknown): Uint8Array => {
    const message = TransactionMessage.decompile(VersionedTransaction.deserialize(asked).message);
    change(message);
    const transaction = new VersionedTransaction(message.compileToLegacyMessage());
    transaction.sign([payer.keys]);
    return transaction.serialize();
  };

  it('may have another blockhash, another reasonable fee, or assertions at its end', async () => {
    const guard = new TransactionInstruction({
      programId: new PublicKey('L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95'),
      keys: [],
      data: Buffer.of(6),
    });
    const signed = changed((message) => {
      message.recentBlockhash = local.genesis;
      message.instructions.push(guard);
    });
    const { lastValidBlock } = await check(signed);
    expect(lastValidBlock).toBeGreaterThan(150);
  });

  it.each([
    [
      'another recipient',
      (message: TransactionMessage) => {
        const key = message.instructions[2]?.keys[1];
        if (key) key.pubkey = payer.keys.publicKey;
      },
    ],
    [
      'a smaller price',
      (message: TransactionMessage) => message.instructions[2]?.data.writeUInt8(1, 4),
    ],
    [
      'another name',
      (message: TransactionMessage) => message.instructions[6]?.data.writeUInt8(66, 12),
    ],
    ['an instruction left out', (message: TransactionMessage) => message.instructions.splice(-1)],
    [
      'a transfer added',
      (message: TransactionMessage) => message.instructions.push(payer.transfer(5, local.treasury)),
    ],
    [
      'a fee out of all reason',
      (message: TransactionMessage) => message.instructions[1]?.data.writeUInt32LE(0xffff, 4),
    ],
  ])('is refused with %s', async (_what, change) => {
    expect(await codeOf(check(changed(change)))).toBe('wallet-changed-transaction');
  });

  it('is refused if unsigned, cut off, or signed in the mint’s place', async () => {
    await expect(check(asked)).rejects.toMatchObject({ context: { differs: 'signature' } });
    await expect(check(asked.subarray(1))).rejects.toMatchObject({
      context: { differs: 'format' },
    });
    const both = Uint8Array.from(payer.sign(asked));
    both.fill(1, 65, 129);
    await expect(check(both)).rejects.toMatchObject({ context: { differs: 'mint-signature' } });
    expect(parseTransaction(asked).signers).toEqual([payer.address, mint.key]);
  });
});
