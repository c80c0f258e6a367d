import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { getAddress, parseTransaction, recoverTransactionAddress } from 'viem';
import { describe, expect, it, vi } from 'vitest';

import { memoryStorage } from '../../../../tests/support/memory-storage.ts';
import { discoverEthereum } from '../ethereum/discovery.ts';
import { createEthereumTransport } from '../ethereum/transport.ts';
import {
  announceSandboxEthereum,
  createSandboxEthereum,
  SANDBOX_RDNS,
  type SandboxEthereumDeps,
} from './ethereum.ts';

// anvil's first account, whose key and address are public.
const KEY = 'ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';
const ADDRESS = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266';

function parts(more: Partial<SandboxEthereumDeps> = {}): SandboxEthereumDeps {
  return {
    storage: memoryStorage({ sandboxEthereumKey: KEY }),
    approve: () => Promise.resolve(true),
    rpc: () => Promise.reject(new Error('not asked')),
    fund: () => Promise.resolve(),
    ...more,
  };
}

describe('the sandbox’s Ethereum wallet', () => {
  it('is found by EIP-6963, whoever comes first, and connects', async () => {
    const window = new EventTarget();
    const early = discoverEthereum(window);
    announceSandboxEthereum(window, '', parts());
    const late = discoverEthereum(window);
    for (const wallets of [early, late]) {
      const wallet = wallets.find(SANDBOX_RDNS);
      if (!wallet) throw new Error('not found');
      const transport = createEthereumTransport({
        choice: () => ({
          id: 's',
          name: 'S',
          type: 'metamask',
          transport: 'sandbox',
          installed: true,
        }),
        find: () => Promise.resolve(wallet),
      });
      expect(await transport.connect()).toBe(ADDRESS);
      expect(await transport.provider.request({ method: 'eth_chainId' })).toBe('0x7a69');
    }
  });

  it('signs a message after approval, so that the address can be recovered', async () => {
    const approve = vi.fn(() => Promise.resolve(true));
    const wallet = createSandboxEthereum(parts({ approve }));
    const ask = {
      method: 'personal_sign',
      params: [`0x${bytesToHex(new TextEncoder().encode('hello'))}`, ADDRESS],
    };
    await expect(wallet.request(ask)).rejects.toMatchObject({ code: 4100 });
    await wallet.request({ method: 'eth_requestAccounts' });
    const signature = hexToBytes(String(await wallet.request(ask)).slice(2));
    expect(approve).toHaveBeenCalledExactlyOnceWith({ kind: 'message', text: 'hello' });
    const hash = keccak_256(new TextEncoder().encode('\x19Ethereum Signed Message:\n5hello'));
    const recovered = secp256k1.recoverPublicKey(
      Uint8Array.of((signature[64] ?? 0) - 27, ...signature.subarray(0, 64)),
      hash,
      { prehash: false },
    );
    const point = secp256k1.Point.fromBytes(recovered).toBytes(false);
    expect(`0x${bytesToHex(keccak_256(point.subarray(1)).subarray(12))}`).toBe(ADDRESS);
  });

  it('is topped up when it connects, and signs only what was approved, with its next nonce', async () => {
    const asked: [string, readonly unknown[]][] = [];
    const rpc = (method: string, params: readonly unknown[]): Promise<unknown> => {
      asked.push([method, params]);
      return Promise.resolve(method === 'eth_getTransactionCount' ? '0x7' : '0xhash');
    };
    let answer = false;
    const approve = vi.fn(() => Promise.resolve(answer));
    const fund = vi.fn(() => Promise.resolve());
    const wallet = createSandboxEthereum(parts({ rpc, fund, approve }));
    await wallet.request({ method: 'eth_requestAccounts' });
    expect(fund).toHaveBeenCalledExactlyOnceWith(ADDRESS);
    const call = {
      from: ADDRESS,
      to: '0x0000000000000000000000000000000000000001',
      data: '0x1234',
      value: '0x1',
      gas: '0x5208',
      maxFeePerGas: '0x2',
      maxPriorityFeePerGas: '0x1',
      chainId: '0x7a69',
    };
    const send = { method: 'eth_sendTransaction', params: [call] };
    await expect(wallet.request(send)).rejects.toMatchObject({ code: 4001 });
    expect(asked).toEqual([]);
    answer = true;
    expect(await wallet.request(send)).toBe('0xhash');
    expect(approve).toHaveBeenLastCalledWith({
      kind: 'ethereum',
      to: call.to,
      wei: 1n,
      fee: 42_000n,
    });
    const [[first], [second, [signed]]] = asked as [
      [string, unknown[]],
      [string, [`0x02${string}`]],
    ];
    expect([first, second]).toEqual(['eth_getTransactionCount', 'eth_sendRawTransaction']);
    expect(parseTransaction(signed)).toMatchObject({
      to: call.to,
      data: '0x1234',
      value: 1n,
      nonce: 7,
      chainId: 31_337,
    });
    expect(await recoverTransactionAddress({ serializedTransaction: signed })).toBe(
      getAddress(ADDRESS),
    );
    await expect(
      wallet.request({ ...send, params: [{ ...call, from: call.to }] }),
    ).rejects.toMatchObject({ code: 4100 });
  });
});
