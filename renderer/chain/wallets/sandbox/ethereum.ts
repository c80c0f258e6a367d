import { hexToBytes, isHex, stringToBytes, type Hex } from 'viem';
import { generatePrivateKey, privateKeyToAccount, type PrivateKeyAccount } from 'viem/accounts';
import { z } from 'zod';

import { POLYGON_CHAIN_IDS } from '../../../core/network.ts';
import type { InjectedEthereum } from '../ethereum/discovery.ts';
import type { KeyValue } from '../saved.ts';
import type { ApprovalRequest } from './wallet.ts';

export const SANDBOX_RDNS = 'app.likeness.sandbox';
const STORAGE_KEY = 'sandboxEthereumKey';
const CHAIN_ID = POLYGON_CHAIN_IDS.sandbox;

export interface SandboxEthereumDeps {
  readonly storage: KeyValue;
  readonly approve: (request: ApprovalRequest) => Promise<boolean>;
  /** Calls the sandbox's EVM node. */
  readonly rpc: (method: string, params: readonly unknown[]) => Promise<unknown>;
  /** Tops up the account when its balance is low. */
  readonly fund: (address: string) => Promise<void>;
}

const failure = (code: number, message: string): Error =>
  Object.assign(new Error(message), { code });
const bytesOf = (text: string): Uint8Array =>
  isHex(text) ? hexToBytes(text) : stringToBytes(text);

const hex = z.custom<Hex>((value) => isHex(value));
const amount = hex.transform(BigInt);
const transactionSchema = z.tuple([
  z.object({
    from: hex,
    to: hex,
    data: hex.default('0x'),
    value: amount.default(0n),
    gas: amount,
    maxFeePerGas: amount,
    maxPriorityFeePerGas: amount,
  }),
]);

/** The device's key, created on first use. Stored unencrypted: it only ever holds test money. */
function loadAccount(storage: KeyValue): PrivateKeyAccount {
  const stored = storage.getItem(STORAGE_KEY);
  const key: Hex = stored && /^[0-9a-f]{64}$/.test(stored) ? `0x${stored}` : generatePrivateKey();
  storage.setItem(STORAGE_KEY, key.slice(2));
  return privateKeyToAccount(key);
}

/** An EIP-1193 wallet whose key is on this device. It holds only test money. */
export function createSandboxEthereum({
  storage,
  approve,
  rpc,
  fund,
}: SandboxEthereumDeps): InjectedEthereum & { readonly address: string } {
  const account = loadAccount(storage);
  const address = account.address.toLowerCase();
  let connected = false;

  async function demand(request: ApprovalRequest): Promise<void> {
    if (!connected) throw failure(4100, 'This account isn’t connected.');
    if (!(await approve(request))) throw failure(4001, 'User rejected the request.');
  }

  async function send(params: unknown): Promise<unknown> {
    const [{ from, to, data, value, gas, maxFeePerGas, maxPriorityFeePerGas }] =
      transactionSchema.parse(params);
    if (from.toLowerCase() !== address) throw failure(4100, 'Not this wallet’s account.');
    await demand({ kind: 'ethereum', to, wei: value, fee: gas * maxFeePerGas });
    const nonce = Number(await rpc('eth_getTransactionCount', [address, 'pending']));
    const signed = await account.signTransaction({
      type: 'eip1559',
      chainId: CHAIN_ID,
      nonce,
      to,
      data,
      value,
      gas,
      maxFeePerGas,
      maxPriorityFeePerGas,
    });
    return rpc('eth_sendRawTransaction', [signed]);
  }

  async function request({
    method,
    params = [],
  }: {
    method: string;
    params?: unknown;
  }): Promise<unknown> {
    switch (method) {
      case 'eth_requestAccounts':
        await fund(address);
        connected = true;
        return [address];
      case 'eth_accounts':
        return connected ? [address] : [];
      case 'eth_chainId':
        return `0x${CHAIN_ID.toString(16)}`;
      case 'personal_sign': {
        const message = bytesOf(String((params as readonly unknown[])[0]));
        await demand({ kind: 'message', text: new TextDecoder().decode(message) });
        return account.signMessage({ message: { raw: message } });
      }
      case 'eth_sendTransaction':
        return send(params);
      case 'wallet_switchEthereumChain':
      case 'wallet_addEthereumChain':
        return null; // There is only one chain, the right one.
      default:
        return rpc(method, params as readonly unknown[]);
    }
  }

  // Neither the account nor the chain ever changes.
  return { address, request, on: () => undefined, removeListener: () => undefined };
}

/** Announces it as EIP-6963 requires: now, and whenever a page asks. */
export function announceSandboxEthereum(
  target: EventTarget,
  icon: string,
  parts: SandboxEthereumDeps,
): void {
  const detail = {
    info: { uuid: crypto.randomUUID(), name: 'Sandbox MetaMask', icon, rdns: SANDBOX_RDNS },
    provider: createSandboxEthereum(parts),
  };
  const announce = (): boolean =>
    target.dispatchEvent(
      new CustomEvent('eip6963:announceProvider', { detail: Object.freeze(detail) }),
    );
  target.addEventListener('eip6963:requestProvider', announce);
  announce();
}
