import { encodeFunctionData, type Hex } from 'viem';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import artifact from '../../../resources/contracts/likeness-avatars.json' with { type: 'json' };
import { startPolygon, type Polygon } from '../../../sandbox/polygon/start-polygon.ts';
import { codeOf } from '../../../tests/support/code-of.ts';
import {
  askedMint,
  exampleMedia,
  exampleMint,
  item,
  submittedMint,
} from '../../../tests/support/example-mint.ts';
import { sharedFolder } from '../../../tests/support/folders.ts';
import { askNode, TestEthereum } from '../../../tests/support/test-ethereum.ts';
import { NO_WALLET } from '../../../tests/support/wallet-snapshots.ts';
import { POLYGON_MINT_PRICE } from '../../core/mints/create-mint.ts';
import type { Mint, MintState } from '../../core/mints/mint.ts';
import { systemClock } from '../../platform/clock.ts';
import { createRequests } from '../../platform/requests.ts';
import type { Clock } from '../../ports/clock.ts';
import type { MediaFirst, Minting } from '../../ports/minting.ts';
import { AVATARS_ABI } from './abi.ts';
import { createPolygonMinting, type PolygonMintingOptions } from './index.ts';

const folder = sharedFolder();
let polygon: Polygon;
let wallet: TestEthereum;
let minting: Minting;
/** Added to the clock: time that passes without anyone waiting. */
let later = 0;
beforeAll(async () => {
  polygon = await startPolygon({ folder, port: 0, blockMs: 0 });
}, 60_000);
afterAll(() => polygon.stop());
beforeEach(async () => {
  later = 0;
  wallet = new TestEthereum(polygon.url);
  await polygon.fund(wallet.address, 10n ** 18n);
  minting = open();
});
afterEach(() => polygon.heal());

const clock = { ...systemClock, now: () => Date.now() + later };
const open = (change: Partial<PolygonMintingOptions> = {}): Minting =>
  createPolygonMinting({
    rpc: [polygon.url],
    contract: polygon.contract,
    network: 'sandbox',
    requests: createRequests(),
    clock,
    random: (length) => crypto.getRandomValues(new Uint8Array(length)),
    read: 'http://127.0.0.1:8900',
    wallets: {
      snapshot: () => ({
        status: 'connected',
        type: 'metamask',
        address: wallet.address,
        choices: [],
        evm: { choiceId: 'metamask', address: wallet.address, transport: 'extension' },
      }),
      ethereum: () => ({ request: (call) => wallet.request(call) }),
    },
    ...change,
  });
const flow = (): MediaFirst => {
  const found = minting.flow();
  if (found.order !== 'media-first') throw new Error('another way');
  return found;
};

let count = 0;
const fresh = (change: Partial<Mint> = {}): Mint => {
  const metadata = item(`metadata${(count += 1)}-`, 'application/json');
  return exampleMint({
    chain: 'polygon',
    price: POLYGON_MINT_PRICE,
    treasury: minting.treasury,
    createdAt: Date.now() - 1_000,
    media: { ...exampleMedia, metadata, published: true },
    ...change,
  });
};
const inState = (mint: Mint, state: MintState): Mint => ({ ...mint, state });
const asking = (mint: Mint): Mint =>
  askedMint(mint, wallet.address, { sendsItself: true, askedAt: Date.now() });
const submitted = (mint: Mint, signature: string): Mint =>
  submittedMint(mint, wallet.address, { signature, submittedAt: Date.now() });
const HOUR = 60 * 60_000;
const sign = () => Promise.reject(new Error('no key of the mint’s signs here'));
const send = async (mint: Mint): Promise<string> => {
  const { transaction } = await flow().prepare(mint);
  return flow().send(mint, transaction, sign);
};
const balance = async (address: string): Promise<bigint> =>
  BigInt(String(await askNode(polygon.url, 'eth_getBalance', [address, 'latest'])));
const impersonated = async (from: string, functionName: 'pause' | 'unpause'): Promise<void> => {
  await polygon.ask('anvil_impersonateAccount', [from]);
  await polygon.ask('eth_sendTransaction', [
    { from, to: polygon.contract, data: encodeFunctionData({ abi: artifact.abi, functionName }) },
  ]);
  await polygon.mine(1);
};

it('what the app knows about the contract is what the compiled contract has', () => {
  const shape = ({
    type,
    name,
    inputs = [],
    outputs = [],
  }: {
    type: string;
    name?: string;
    inputs?: readonly { type: string; indexed?: boolean }[];
    outputs?: readonly { type: string }[];
  }) =>
    `${type} ${name ?? ''}(${inputs.map((one) => one.type + (one.indexed ? ' indexed' : '')).join()}) ${outputs.map((one) => one.type).join()}`;
  const compiled = artifact.abi.map(shape);
  expect(AVATARS_ABI.map(shape).filter((one) => !compiled.includes(one))).toEqual([]);
});

describe('minting on the real contract', { timeout: 30_000 }, () => {
  it('quotes what is paid at most, moves the wallet to the chain, mints, and proves it when it is final', async () => {
    const mint = fresh();
    const quote = await minting.quote({ ...mint, media: exampleMedia }, wallet.address);
    expect(quote).toMatchObject({
      price: POLYGON_MINT_PRICE,
      rent: 0n,
      balance: await balance(wallet.address),
    });
    const before = {
      wallet: await balance(wallet.address),
      contract: await balance(polygon.contract),
    };
    const hash = await send(mint);
    expect(wallet.asked).toEqual([
      'eth_chainId',
      'wallet_switchEthereumChain',
      'wallet_addEthereumChain',
      'eth_chainId',
      'wallet_switchEthereumChain',
      'eth_chainId',
      'eth_sendTransaction',
    ]);
    expect(await minting.mintStatus(submitted(mint, hash))).toEqual({ kind: 'unknown', nonce: 0 });
    await polygon.mine(1);
    expect(await minting.mintStatus(submitted(mint, hash))).toMatchObject({ kind: 'confirmed' });
    await polygon.mine(3);
    const mintStatus = await minting.mintStatus(submitted(mint, hash));
    if (mintStatus.kind !== 'finalized') throw new Error(mintStatus.kind);
    const { proof } = mintStatus;
    expect(proof).toMatchObject({
      signature: hash,
      owner: wallet.address,
      paid: POLYGON_MINT_PRICE,
    });
    expect(proof.address).toMatch(new RegExp(`^${polygon.contract.toLowerCase()}/\\d+$`));
    expect(Math.abs((proof.blockTime ?? 0) - Date.now())).toBeLessThan(120_000);
    expect(before.wallet - (await balance(wallet.address))).toBe(proof.paid + proof.fee);
    expect((await balance(polygon.contract)) - before.contract).toBe(POLYGON_MINT_PRICE);
    expect(proof.fee).toBeLessThanOrEqual(quote.fee);
    expect(quote.fee).toBeLessThan(2n * proof.fee + 10n ** 15n);
  });

  it('finds a mint whose answer was lost, and won’t pay for it again', async () => {
    const mint = fresh();
    await send(mint);
    await polygon.mine(1);
    // Landed, but not final: neither lost nor proven.
    expect(await minting.mintStatus(asking(mint))).toEqual({ kind: 'unknown' });
    expect(await codeOf(flow().prepare(mint))).toBe('mint-pending');
    await polygon.mine(3);
    for (const state of [
      asking(mint),
      mint,
      // The device's clock was ahead of the chain's.
      { ...mint, createdAt: Date.now() + 23 * HOUR },
      inState(mint, { kind: 'expired', owner: wallet.address }),
    ]) {
      expect(await minting.mintStatus(state)).toMatchObject({
        kind: 'finalized',
        proof: { owner: wallet.address },
      });
    }
    // Where the search misses it, the contract's word still keeps it from being paid again.
    const old = askedMint(mint, wallet.address, { sendsItself: true, askedAt: 0 });
    expect(await minting.mintStatus({ ...old, createdAt: Date.now() + 48 * HOUR })).toEqual({
      kind: 'unknown',
    });
  });

  it('finds a mint that was replaced by one with another fee', async () => {
    const mint = fresh();
    const hash = await send(mint);
    const known = (await askNode(polygon.url, 'eth_getTransactionByHash', [hash])) as {
      input: Hex;
      nonce: Hex;
      gas: Hex;
    };
    const faster = await wallet.sign({
      to: polygon.contract as Hex,
      data: known.input,
      value: POLYGON_MINT_PRICE,
      gas: BigInt(known.gas),
      maxFeePerGas: 90n * 10n ** 9n,
      maxPriorityFeePerGas: 80n * 10n ** 9n,
      nonce: Number(known.nonce),
    });
    expect(await minting.mintStatus(submitted(mint, hash))).toEqual({
      kind: 'unknown',
      nonce: Number(known.nonce),
    });
    const replaced = await askNode(polygon.url, 'eth_sendRawTransaction', [faster]);
    await polygon.mine(4);
    expect(await minting.mintStatus(submitted(mint, hash))).toMatchObject({
      kind: 'finalized',
      proof: { signature: replaced },
    });
  });

  it('gives up what was cancelled in the wallet, and an unknown sent transaction only after ten minutes', async () => {
    const cancelled = fresh();
    const hash = await send(cancelled);
    const known = (await askNode(polygon.url, 'eth_getTransactionByHash', [hash])) as {
      nonce: Hex;
    };
    const nonce = Number(known.nonce);
    expect(await minting.mintStatus(submitted(cancelled, hash))).toEqual({
      kind: 'unknown',
      nonce,
    });
    const left = inState(
      {
        ...cancelled,
        outstanding: { owner: wallet.address, since: 1, transaction: { signature: hash, nonce } },
      },
      { kind: 'draft' },
    );
    expect(await minting.mintStatus(left)).toEqual({ kind: 'unknown' });
    const nothing = await wallet.sign({
      to: wallet.address as Hex,
      value: 0n,
      gas: 21_000n,
      maxFeePerGas: 90n * 10n ** 9n,
      maxPriorityFeePerGas: 80n * 10n ** 9n,
      nonce,
    });
    await askNode(polygon.url, 'eth_sendRawTransaction', [nothing]);
    await polygon.mine(4);
    // Proven dead while its nonce is known. Otherwise it is given up only after ten minutes.
    expect(
      await minting.mintStatus(
        inState(cancelled, { ...submitted(cancelled, hash).state, nonce } as MintState),
      ),
    ).toEqual({ kind: 'expired' });
    expect(await minting.mintStatus(left)).toEqual({ kind: 'expired' });
    expect(await minting.mintStatus(submitted(cancelled, hash))).toEqual({ kind: 'unknown' });

    polygon.fault('drops-transactions');
    const dropped = fresh();
    const forgotten = await send(dropped);
    polygon.heal();
    later = 9 * 60_000;
    expect(await minting.mintStatus(submitted(dropped, forgotten))).toEqual({ kind: 'unknown' });
    later = 11 * 60_000;
    expect(await minting.mintStatus(submitted(dropped, forgotten))).toEqual({
      kind: 'expired',
      open: true,
    });
  });

  it('holds a request that nobody answers open for a minute', async () => {
    const mint = asking(fresh());
    const mintStatus = await minting.mintStatus(mint);
    expect(mintStatus).toMatchObject({ kind: 'unknown' });
    expect(mintStatus.kind === 'unknown' ? mintStatus.expiresIn : 0).toBeGreaterThan(50_000);
    later = 61_000;
    expect(await minting.mintStatus(mint)).toEqual({ kind: 'expired', open: true });
  });

  it('doesn’t ask the chain while nothing is public', async () => {
    polygon.fault('down');
    expect(await minting.mintStatus(fresh({ media: exampleMedia }))).toEqual({ kind: 'unknown' });
  });

  it('records what the chain refused as failed', async () => {
    const mint = fresh();
    const { transaction } = await flow().prepare(mint);
    await impersonated(polygon.owner, 'pause');
    const hash = await flow().send(mint, transaction, () => Promise.reject(new Error('unused')));
    await polygon.mine(1);
    expect(await minting.mintStatus(submitted(mint, hash))).toEqual({ kind: 'unknown' });
    await polygon.mine(3);
    expect(await minting.mintStatus(submitted(mint, hash))).toEqual({ kind: 'failed' });
    // Given up before it failed, it is dead.
    const { address: owner } = wallet;
    const nonce =
      Number(await askNode(polygon.url, 'eth_getTransactionCount', [owner, 'latest'])) - 1;
    const outstanding = { owner, since: 1, transaction: { signature: hash, nonce } };
    expect(
      await minting.mintStatus(
        inState({ ...mint, outstanding }, { kind: 'expired', signature: hash, owner }),
      ),
    ).toEqual({ kind: 'expired' });
    expect(await codeOf(flow().prepare(fresh()))).toBe('mint-paused');
    await impersonated(polygon.owner, 'unpause');
  });
});

describe('what is refused before anything is published', { timeout: 30_000 }, () => {
  it('too little POL for the price, and for the fee', async () => {
    for (const [wei, balance] of [
      [POLYGON_MINT_PRICE - 1n, '0.009999 POL'],
      [POLYGON_MINT_PRICE + 1n, '0.01 POL'],
    ] as const) {
      await polygon.fund(wallet.address, wei);
      await expect(flow().prepare(fresh())).rejects.toMatchObject({
        code: 'polygon-insufficient-funds',
        // The price and the fee, in both.
        context: { balance, needed: expect.stringMatching(/^0\.01\d{1,4} POL$/) as unknown },
      });
    }
    expect(wallet.asked).toEqual([]);
  });

  it('a wallet that won’t switch to the chain, or only pretends to', async () => {
    wallet.mood = 'declines';
    expect(await codeOf(flow().prepare(fresh()))).toBe('polygon-chain-declined');
    wallet.mood = 'keeps-chain';
    expect(await codeOf(flow().prepare(fresh()))).toBe('polygon-chain-wrong');
  });

  it('a node on another chain, an address without the contract, a chain that is down or busy', async () => {
    minting = open({ network: 'mainnet' });
    expect(await codeOf(flow().prepare(fresh()))).toBe('network-wrong');
    minting = open({ contract: wallet.address });
    expect(await codeOf(flow().prepare(fresh()))).toBe('mint-contract-missing');
    const wait: Clock['wait'] = (ms, signal) =>
      ms < 10_000 ? Promise.resolve(void (later += ms)) : systemClock.wait(ms, signal);
    minting = open({ clock: { ...clock, wait } });
    polygon.fault('down');
    expect(await codeOf(flow().prepare(fresh()))).toBe('polygon-unreachable');
    polygon.fault('limits');
    expect(await codeOf(flow().prepare(fresh()))).toBe('polygon-busy');
  });

  it('no connected wallet', () => {
    minting = open({
      wallets: {
        snapshot: () => NO_WALLET,
        ethereum: () => undefined,
      },
    });
    expect(() => minting.flow()).toThrow(expect.objectContaining({ code: 'connect-first' }));
  });
});

describe('the wallet’s word', { timeout: 30_000 }, () => {
  it('distinguishes a refusal from a failure, whose outcome only the chain knows', async () => {
    const mint = fresh();
    const { transaction } = await flow().prepare(mint);
    wallet.mood = 'declines';
    expect(await codeOf(flow().send(mint, transaction, sign))).toBe('wallet-rejected');
    wallet.mood = 'fails';
    expect(await codeOf(flow().send(mint, transaction, sign))).toBe('transaction-failed');
  });

  it('that it has left the chain means that nothing was sent; the next try brings it back', async () => {
    const mint = fresh();
    const { transaction } = await flow().prepare(mint);
    const before = await balance(polygon.contract);
    wallet.chain = 1;
    expect(await codeOf(flow().send(mint, transaction, sign))).toBe('polygon-chain-wrong');
    expect(await balance(polygon.contract)).toBe(before);
    await flow().prepare(mint);
    expect(wallet.chain).toBe(polygon.chainId);
    expect(await flow().send(mint, transaction, sign)).toMatch(/^0x/);
  });

  it('continues with the next address when the first is silent', async () => {
    minting = open({ rpc: ['http://127.0.0.1:9', polygon.url] });
    expect((await minting.quote(fresh(), wallet.address)).price).toBe(POLYGON_MINT_PRICE);
  });

  it('has an explorer where there is one', () => {
    expect(minting.explorerUrl('0x1')).toBeUndefined();
    expect(open({ network: 'mainnet' }).explorerUrl('0x1')).toBe('https://polygonscan.com/tx/0x1');
    expect(open({ network: 'devnet' }).explorerUrl('0x1')).toBe(
      'https://amoy.polygonscan.com/tx/0x1',
    );
  });
});
