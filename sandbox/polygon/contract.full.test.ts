import {
  createPublicClient,
  createWalletClient,
  decodeEventLog,
  encodeDeployData,
  http,
  parseEther,
  type Abi,
  type Address,
  type Hex,
  type TransactionReceipt,
} from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import artifact from '../../resources/contracts/likeness-avatars.json' with { type: 'json' };
import { AVATARS, compileContract } from '../../scripts/compile-contract.ts';
import { abi, deployment } from '../../scripts/contract-deployment.ts';
import { sharedFolder } from '../../tests/support/folders.ts';
import { startPolygon, type Polygon } from './start-polygon.ts';

const TIMEOUT = 120_000;
const PRICE = parseEther('0.01');
const folder = sharedFolder();
let polygon: Polygon;
let client: ReturnType<typeof createPublicClient>;

beforeAll(async () => {
  polygon = await startPolygon({ folder, port: 0, blockMs: 1 });
  client = createPublicClient({ transport: http(polygon.url), pollingInterval: 10 });
}, TIMEOUT);
afterAll(() => polygon.stop());

const wallet = (account: Parameters<typeof createWalletClient>[0]['account']) =>
  createWalletClient({ ...(account && { account }), transport: http(polygon.url) });
type Sender = ReturnType<typeof privateKeyToAccount>;

/** An account with 100 POL. */
async function someone(): Promise<Sender> {
  const account = privateKeyToAccount(generatePrivateKey());
  await polygon.fund(account.address, parseEther('100'));
  return account;
}

interface Call {
  readonly to?: Address;
  readonly abi?: Abi;
  readonly value?: bigint;
}

/** Sends a call that must succeed. Simulates it first. @throws the contract's revert */
async function send(
  account: Sender | Address,
  functionName: string,
  args: readonly unknown[] = [],
  { to = polygon.contract as Address, abi: its = abi, value = 0n }: Call = {},
): Promise<TransactionReceipt> {
  const { request } = await client.simulateContract({
    account,
    address: to,
    abi: its,
    functionName,
    args,
    value,
  });
  if (typeof account === 'string') await polygon.ask('anvil_impersonateAccount', [account]);
  const hash = await wallet(account).writeContract({ ...request, chain: null });
  const receipt = await client.waitForTransactionReceipt({ hash });
  expect(receipt.status).toBe('success');
  return receipt;
}

const mint = (account: Sender, uri: string, value = PRICE) =>
  send(account, 'mint', [uri], { value });
const read = (
  functionName: string,
  args: readonly unknown[] = [],
  address = polygon.contract as Address,
): Promise<unknown> => client.readContract({ abi, address, functionName, args });

async function deploy(account: Sender, data: Hex): Promise<Address> {
  const hash = await wallet(account).sendTransaction({ account, data, chain: null });
  const { contractAddress } = await client.waitForTransactionReceipt({ hash });
  if (!contractAddress) throw new Error('Nothing was deployed.');
  return contractAddress;
}

const events = ({ logs }: TransactionReceipt): unknown[] =>
  logs.map(({ data, topics }) => decodeEventLog({ abi, data, topics }).eventName);

describe('Likeness Avatars', { timeout: TIMEOUT }, () => {
  it('is what its source compiles to', async () => {
    expect(await compileContract(AVATARS)).toEqual(artifact);
  });

  it('mints for the price: owner, file and events', async () => {
    const minter = await someone();
    const receipt = await mint(minter, 'ar://first');
    const id = await read('tokenOf', [minter.address, 'ar://first']);
    expect(await read('ownerOf', [id])).toBe(minter.address);
    expect(await read('tokenURI', [id])).toBe('ar://first');
    expect(await read('totalMinted')).toBe(id);
    expect(events(receipt)).toEqual(
      expect.arrayContaining(['Minted', 'Transfer', 'MetadataUpdate']),
    );
    // ERC-721, its metadata, and ERC-4906.
    for (const face of ['0x80ac58cd', '0x5b5e139f', '0x49064906'])
      expect(await read('supportsInterface', [face])).toBe(true);
  });

  it('takes the price exactly, and no other money', async () => {
    const minter = await someone();
    await expect(mint(minter, 'ar://less', PRICE - 1n)).rejects.toThrow('WrongPrice');
    await expect(mint(minter, 'ar://more', PRICE + 1n)).rejects.toThrow('WrongPrice');
    await expect(mint(minter, 'ar://free', 0n)).rejects.toThrow('WrongPrice');
    await expect(
      client.estimateGas({ account: minter, to: polygon.contract as Address, value: 1n }),
    ).rejects.toThrow();
    await expect(mint(minter, '')).rejects.toThrow('EmptyUri');
  });

  it('mints a file once for each minter, also when the token was sold', async () => {
    const [minter, other] = [await someone(), await someone()];
    await mint(minter, 'ar://once');
    const id = await read('tokenOf', [minter.address, 'ar://once']);
    await expect(mint(minter, 'ar://once')).rejects.toThrow('AlreadyMinted');
    await send(minter, 'transferFrom', [minter.address, other.address, id]);
    await expect(mint(minter, 'ar://once')).rejects.toThrow('AlreadyMinted');
    expect(await read('tokenOf', [minter.address, 'ar://once'])).toBe(id);
    await mint(other, 'ar://once');
    expect(await read('tokenOf', [other.address, 'ar://once'])).not.toBe(id);
  });

  it('is paused by its owner alone; what is minted can still be given away', async () => {
    const [minter, other] = [await someone(), await someone()];
    const owner = polygon.owner as Address;
    await mint(minter, 'ar://paused');
    await expect(send(minter, 'pause')).rejects.toThrow('OwnableUnauthorizedAccount');
    await send(owner, 'pause');
    await expect(mint(other, 'ar://paused')).rejects.toThrow('EnforcedPause');
    await send(minter, 'transferFrom', [
      minter.address,
      other.address,
      await read('tokenOf', [minter.address, 'ar://paused']),
    ]);
    await expect(send(minter, 'unpause')).rejects.toThrow('OwnableUnauthorizedAccount');
    await send(owner, 'unpause');
    await mint(other, 'ar://paused');
  });

  it('sends the proceeds to the treasury, whoever calls it', async () => {
    const minter = await someone();
    await mint(minter, 'ar://proceeds');
    const treasury = (await read('treasury')) as Address;
    const [held, had] = await Promise.all([
      client.getBalance({ address: polygon.contract as Address }),
      client.getBalance({ address: treasury }),
    ]);
    expect(held).toBeGreaterThanOrEqual(PRICE);
    expect(events(await send(minter, 'withdraw'))).toEqual(['Withdrawn']);
    expect(await client.getBalance({ address: treasury })).toBe(had + held);
    expect(await client.getBalance({ address: polygon.contract as Address })).toBe(0n);
    await send(minter, 'withdraw');
    expect(await client.getBalance({ address: treasury })).toBe(had + held);
  });

  it('changes owner in two steps, and has a treasury from the beginning', async () => {
    const [first, second, deployer] = [await someone(), await someone(), await someone()];
    const contract = await deploy(deployer, deployment(first.address, second.address));
    await expect(send(deployer, 'pause', [], { to: contract })).rejects.toThrow(
      'OwnableUnauthorizedAccount',
    );
    await send(first, 'transferOwnership', [second.address], { to: contract });
    expect(await read('owner', [], contract)).toBe(first.address);
    await send(second, 'acceptOwnership', [], { to: contract });
    expect(await read('owner', [], contract)).toBe(second.address);
    await expect(
      client.estimateGas({
        account: deployer,
        data: deployment(first.address, `0x${'0'.repeat(40)}`),
      }),
    ).rejects.toThrow();
  });

  it('keeps an owner: nobody can renounce it, so nobody can end minting permanently', async () => {
    const [owner, stranger] = [await someone(), await someone()];
    const contract = await deploy(owner, deployment(owner.address, stranger.address));
    await send(owner, 'pause', [], { to: contract });
    await expect(send(owner, 'renounceOwnership', [], { to: contract })).rejects.toThrow(
      'OwnerStays',
    );
    await expect(send(stranger, 'renounceOwnership', [], { to: contract })).rejects.toThrow(
      'OwnableUnauthorizedAccount',
    );
    expect(await read('owner', [], contract)).toBe(owner.address);
    await send(owner, 'unpause', [], { to: contract });
    await send(stranger, 'mint', ['ar://after'], { to: contract, value: PRICE });
    expect(await read('totalMinted', [], contract)).toBe(1n);
  });

  it('can’t be entered again, as a receiver or as the treasury', async () => {
    const attacker = await someone();
    const reentrant = await compileContract({
      name: 'Reentrant',
      source: 'sandbox/polygon/attackers.sol',
    });
    const its = reentrant.abi as unknown as Abi;
    const robber = await deploy(
      attacker,
      encodeDeployData({ abi: its, bytecode: reentrant.bytecode }),
    );
    const contract = await deploy(attacker, deployment(attacker.address, robber));
    await send(attacker, 'aim', [contract], { to: robber, abi: its });
    await polygon.fund(robber, PRICE);
    await expect(
      send(attacker, 'mint', ['ar://robbed'], { to: robber, abi: its, value: PRICE }),
    ).rejects.toThrow();
    expect(await read('totalMinted', [], contract)).toBe(0n);

    await send(attacker, 'mint', ['ar://honest'], { to: contract, value: PRICE });
    await expect(send(attacker, 'withdraw', [], { to: contract })).rejects.toThrow();
    expect(await client.getBalance({ address: contract })).toBe(PRICE);
  });
});
