import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createPublicClient, createWalletClient, encodeFunctionData, http, parseEther } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { abi } from '../../scripts/contract-deployment.ts';
import { sharedFolder, testFolder } from '../../tests/support/folders.ts';
import { startPolygon, type Polygon } from './start-polygon.ts';

const folder = sharedFolder();
let polygon: Polygon;
const TIMEOUT = 60_000;

beforeAll(async () => {
  polygon = await startPolygon({ folder, port: 0, blockMs: 5 });
}, TIMEOUT);
afterAll(() => polygon.stop());

const post = async (
  body: unknown,
  headers: Record<string, string> = {},
): Promise<{ status: number; answer: unknown }> => {
  const response = await fetch(polygon.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return { status: response.status, answer: await response.json() };
};
const call = (method: string, params: unknown[] = []) => ({
  jsonrpc: '2.0',
  id: 7,
  method,
  params,
});

describe('the sandbox’s Polygon', { timeout: TIMEOUT }, () => {
  it('serves what a public node serves, one call or several, and nothing that steers the chain', async () => {
    expect((await post(call('eth_chainId'))).answer).toEqual({
      jsonrpc: '2.0',
      id: 7,
      result: '0x7a69',
    });
    expect((await post([call('eth_chainId'), call('net_version')])).answer).toHaveLength(2);
    for (const method of [
      'anvil_setBalance',
      'evm_mine',
      'hardhat_impersonateAccount',
      'debug_traceTransaction',
    ]) {
      expect((await post(call(method))).answer).toMatchObject({ error: { code: -32_601 } });
    }
  });

  it('answers this machine’s app alone', async () => {
    expect((await post(call('eth_chainId'), { origin: 'https://evil.example' })).status).toBe(403);
    expect((await post(call('eth_chainId'), { origin: 'http://localhost:4173' })).status).toBe(200);
  });

  it('fails as it is set to, until it is healed', async () => {
    polygon.fault('down');
    expect((await post(call('eth_chainId'))).status).toBe(503);
    polygon.fault('limits');
    expect((await post(call('eth_chainId'))).status).toBe(429);
    polygon.heal();
    expect((await post(call('eth_chainId'))).status).toBe(200);
  });

  it('mines while a transaction waits, makes it final, and has it after a start', async () => {
    const account = privateKeyToAccount(generatePrivateKey());
    expect((await post(call('sandbox_fund', [account.address]))).answer).toMatchObject({
      result: true,
    });
    const client = createPublicClient({ transport: http(polygon.url), pollingInterval: 20 });
    expect(await client.getBalance({ address: account.address })).toBe(parseEther('100'));
    const wallet = createWalletClient({ account, transport: http(polygon.url) });
    const hash = await wallet.sendTransaction({
      to: polygon.contract as `0x${string}`,
      data: encodeFunctionData({ abi, functionName: 'mint', args: ['ar://kept'] }),
      value: parseEther('0.01'),
      chain: null,
    });
    const { blockNumber, status } = await client.waitForTransactionReceipt({ hash });
    expect(status).toBe('success');
    await expect
      .poll(async () => (await client.getBlock({ blockTag: 'finalized' })).number, {
        timeout: TIMEOUT,
      })
      .toBeGreaterThanOrEqual(blockNumber);

    await polygon.stop();
    expect(existsSync(join(folder, 'state.hex'))).toBe(true);
    const contract = polygon.contract;
    polygon = await startPolygon({ folder, port: 0, blockMs: 5 });
    expect(polygon.contract).toBe(contract);
    const again = createPublicClient({ transport: http(polygon.url) });
    expect(
      await again.readContract({
        abi,
        address: contract as `0x${string}`,
        functionName: 'tokenURI',
        args: [1n],
      }),
    ).toBe('ar://kept');
    expect((await again.getTransactionReceipt({ hash })).blockNumber).toBe(blockNumber);
  });

  it('starts over on request, with another contract', async () => {
    const other = testFolder();
    const first = await startPolygon({ folder: other, port: 0 });
    await first.stop();
    const second = await startPolygon({ folder: other, port: 0, reset: true });
    await second.stop();
    expect(second.contract).not.toBe(first.contract);
  });
});
