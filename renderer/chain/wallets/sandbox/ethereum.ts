import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import type { KeyValue } from '../saved.ts';
import type { InjectedEthereum } from '../ethereum/discovery.ts';
import type { ApprovalRequest } from './wallet.ts';

export const SANDBOX_RDNS = 'app.likeness.sandbox';
const STORAGE_KEY = 'sandboxEthereumKey';
/** anvil's own. */
const CHAIN_ID = '0x7a69';

export interface SandboxEthereumParts {
  readonly storage: KeyValue;
  readonly approve: (request: ApprovalRequest) => Promise<boolean>;
  /** Asks the sandbox's EVM node, where one runs; without it only what needs no chain works. */
  readonly rpc?: (method: string, params: unknown) => Promise<unknown>;
}

const failure = (code: number, message: string): Error => Object.assign(new Error(message), { code });
const bytesOf = (text: string): Uint8Array => (/^0x([0-9a-f]{2})*$/i.test(text) ? hexToBytes(text.slice(2)) : new TextEncoder().encode(text));

/** The device's key, made on first use. In the clear: it never holds anything but test money. */
function loadKey(storage: KeyValue): Uint8Array {
  const stored = storage.getItem(STORAGE_KEY);
  const key = stored && /^[0-9a-f]{64}$/.test(stored) ? hexToBytes(stored) : secp256k1.utils.randomSecretKey();
  storage.setItem(STORAGE_KEY, bytesToHex(key));
  return key;
}

/** Last 20 bytes of the hash of the uncompressed public key, without its leading byte. */
const addressOf = (key: Uint8Array): string => `0x${bytesToHex(keccak_256(secp256k1.getPublicKey(key, false).subarray(1)).subarray(12))}`;

/** https://eips.ethereum.org/EIPS/eip-191, version 0x45; gives r, s, v. */
function signPersonally(message: Uint8Array, key: Uint8Array): string {
  const prefix = new TextEncoder().encode(`\x19Ethereum Signed Message:\n${String(message.length)}`);
  const hash = keccak_256(Uint8Array.of(...prefix, ...message));
  const [recovery = 0, ...rest] = secp256k1.sign(hash, key, { prehash: false, format: 'recovered' });
  return `0x${bytesToHex(Uint8Array.of(...rest, 27 + recovery))}`;
}

/** A wallet of EIP-1193 whose key lives on this device and holds test money only. */
export function createSandboxEthereum({ storage, approve, rpc }: SandboxEthereumParts): InjectedEthereum & { readonly address: string } {
  const key = loadKey(storage);
  const address = addressOf(key);
  let connected = false;

  async function demand(request: ApprovalRequest): Promise<void> {
    if (!connected) throw failure(4100, 'This account isn’t connected.');
    if (!(await approve(request))) throw failure(4001, 'User rejected the request.');
  }

  function ask(method: string, params: unknown): Promise<unknown> {
    if (!rpc) throw failure(4900, 'The sandbox has no Ethereum node.');
    return rpc(method, params);
  }

  async function send(params: unknown): Promise<unknown> {
    const [transaction] = params as [{ from?: string; to?: string; value?: string }];
    if (transaction.from?.toLowerCase() !== address) throw failure(4100, 'Not this wallet’s account.');
    await demand({ kind: 'ethereum', to: transaction.to ?? 'a new contract', wei: BigInt(transaction.value ?? 0) });
    // The sandbox's node signs for any account that it is told to; so no transaction is serialized here.
    await ask('anvil_impersonateAccount', [address]);
    return ask('eth_sendTransaction', [transaction]);
  }

  async function request({ method, params }: { method: string; params?: unknown }): Promise<unknown> {
    switch (method) {
      case 'eth_requestAccounts':
        connected = true;
        return [address];
      case 'eth_accounts':
        return connected ? [address] : [];
      case 'eth_chainId':
        return rpc ? ask(method, params) : CHAIN_ID;
      case 'personal_sign': {
        const message = bytesOf(String((params as readonly unknown[])[0]));
        await demand({ kind: 'message', text: new TextDecoder().decode(message) });
        return signPersonally(message, key);
      }
      case 'eth_sendTransaction':
        return send(params);
      case 'wallet_switchEthereumChain':
      case 'wallet_addEthereumChain':
        return null; // It has one chain, which is the right one.
      default:
        return ask(method, params);
    }
  }

  // Neither its account nor its chain ever changes.
  return { address, request, on: () => undefined, removeListener: () => undefined };
}

/** Makes it known as EIP-6963 asks: at once, and to whoever asks later. */
export function announceSandboxEthereum(target: EventTarget, icon: string, parts: SandboxEthereumParts): void {
  const detail = { info: { uuid: crypto.randomUUID(), name: 'Sandbox MetaMask', icon, rdns: SANDBOX_RDNS }, provider: createSandboxEthereum(parts) };
  const announce = (): boolean => target.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: Object.freeze(detail) }));
  target.addEventListener('eip6963:requestProvider', announce);
  announce();
}
