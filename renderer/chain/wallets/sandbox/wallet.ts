import type {
  SolanaSignMessageFeature,
  SolanaSignTransactionFeature,
} from '@solana/wallet-standard-features';
import type {
  StandardConnectFeature,
  StandardDisconnectFeature,
  StandardEventsFeature,
  StandardEventsListeners,
  Wallet,
  WalletAccount,
} from '@wallet-standard/core';

import { lamports, type Lamports } from '../../../core/money.ts';
import {
  COMPUTE_BUDGET_PROGRAM,
  feeOf,
  parseTransaction,
  readMemo,
  readTransfer,
} from '../../solana/message.ts';
import { signAs } from '../../solana/nft/check.ts';
import type { KeyValue } from '../saved.ts';
import { icon } from './icon.ts';
import type { SandboxKey } from './key.ts';

/** What a transaction would do with the wallet's money, to show to the user. */
interface TransactionSummary {
  readonly transfers: readonly { readonly to: string; readonly lamports: Lamports }[];
  readonly total: Lamports;
  /** Upper bound of the network fee; 0 if somebody else pays it. */
  readonly fee: Lamports;
  readonly memos: readonly string[];
  /** Other programs that run, whose effects aren't shown here. */
  readonly otherPrograms: readonly string[];
  /** Whether the wallet is one of the signers. */
  readonly signs: boolean;
}

/** @throws RangeError if the bytes aren't a transaction */
export function readTransaction(wire: Uint8Array, wallet: string): TransactionSummary {
  const transaction = parseTransaction(wire);
  const { signers, instructions } = transaction;
  const transfers: { to: string; lamports: Lamports }[] = [];
  const memos: string[] = [];
  const otherPrograms = new Set<string>();
  for (const instruction of instructions) {
    if (instruction.program === COMPUTE_BUDGET_PROGRAM) continue;
    const transfer = readTransfer(instruction);
    const memo = readMemo(instruction);
    if (memo !== undefined) memos.push(memo);
    else if (!transfer) otherPrograms.add(instruction.program);
    else if (transfer.from === wallet)
      transfers.push({ to: transfer.to, lamports: lamports(transfer.lamports) });
  }
  return {
    transfers,
    total: lamports(transfers.reduce((sum, transfer) => sum + transfer.lamports, 0n)),
    fee: lamports(signers[0] === wallet ? feeOf(transaction) : 0n),
    memos,
    otherPrograms: [...otherPrograms],
    signs: signers.includes(wallet),
  };
}

const SANDBOX_WALLET = 'Sandbox Wallet';
/**
 * The Wallet Standard has no name for a sandbox; 'localnet' is its name for a chain on this
 * machine.
 */
const CHAIN = 'solana:localnet';
const TRUST_KEY = 'sandboxWalletTrusted';

/** A request for the user's approval. */
export type ApprovalRequest =
  | { readonly kind: 'transaction'; readonly summary: TransactionSummary }
  | { readonly kind: 'message'; readonly text: string }
  /** `fee`: maximum, in wei. */
  | { readonly kind: 'ethereum'; readonly to: string; readonly wei: bigint; readonly fee: bigint };

export interface SandboxWalletDeps {
  readonly key: SandboxKey;
  /** Remembers that the user connected this page, so that a reload needn't ask again. */
  readonly trust: KeyValue;
  readonly approve: (request: ApprovalRequest) => Promise<boolean>;
  readonly fund: (address: string) => Promise<void>;
}

type Features = StandardConnectFeature &
  StandardDisconnectFeature &
  StandardEventsFeature &
  SolanaSignTransactionFeature &
  SolanaSignMessageFeature;

/** Like other wallets, an error with EIP-1193's code. */
const refusal = (): Error => Object.assign(new Error('User rejected the request.'), { code: 4001 });

/** A Wallet Standard wallet whose key is on this device. It holds only test money. */
export function createSandboxWallet({
  key,
  trust,
  approve,
  fund,
}: SandboxWalletDeps): Wallet & { readonly features: Features; readonly address: string } {
  const listeners = new Set<StandardEventsListeners['change']>();
  const account: WalletAccount = {
    address: key.address,
    publicKey: key.publicKey,
    chains: [CHAIN],
    features: ['solana:signTransaction', 'solana:signMessage'],
  };
  let accounts: readonly WalletAccount[] = [];

  function change(next: readonly WalletAccount[]): void {
    accounts = next;
    for (const listener of [...listeners]) listener({ accounts });
  }

  function requireOwn(asked: WalletAccount): void {
    if (accounts.length === 0 || asked.address !== key.address)
      throw new Error('This account isn’t connected.');
  }

  async function signOne(wire: Uint8Array): Promise<Uint8Array> {
    const summary = readTransaction(wire, key.address);
    if (!summary.signs)
      throw new Error('This transaction doesn’t ask for this wallet’s signature.');
    await fund(key.address);
    if (!(await approve({ kind: 'transaction', summary }))) throw refusal();
    return signAs(key.address, wire, (message) => Promise.resolve(key.sign(message)));
  }

  const features: Features = {
    'standard:connect': {
      version: '1.0.0',
      async connect({ silent = false } = {}) {
        if (silent && trust.getItem(TRUST_KEY) !== key.address) return { accounts: [] };
        // A reload without a network must not disconnect the user.
        await fund(key.address).catch((thrown: unknown) => {
          if (!silent) throw thrown;
        });
        trust.setItem(TRUST_KEY, key.address);
        change([account]);
        return { accounts };
      },
    },
    'standard:disconnect': {
      version: '1.0.0',
      disconnect() {
        trust.removeItem(TRUST_KEY);
        change([]);
        return Promise.resolve();
      },
    },
    'standard:events': {
      version: '1.0.0',
      on(_event, listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    'solana:signTransaction': {
      version: '1.0.0',
      supportedTransactionVersions: ['legacy', 0],
      async signTransaction(...inputs) {
        const outputs: { signedTransaction: Uint8Array }[] = [];
        // One sheet at a time.
        for (const input of inputs) {
          requireOwn(input.account);
          outputs.push({ signedTransaction: await signOne(input.transaction) });
        }
        return outputs;
      },
    },
    'solana:signMessage': {
      version: '1.0.0',
      async signMessage(...inputs) {
        const outputs: { signedMessage: Uint8Array; signature: Uint8Array }[] = [];
        for (const { account: asked, message } of inputs) {
          requireOwn(asked);
          if (!(await approve({ kind: 'message', text: new TextDecoder().decode(message) })))
            throw refusal();
          outputs.push({ signedMessage: message, signature: key.sign(message) });
        }
        return outputs;
      },
    },
  };

  return {
    version: '1.0.0',
    name: SANDBOX_WALLET,
    icon,
    chains: [CHAIN],
    features,
    get accounts() {
      return accounts;
    },
    address: key.address,
  };
}
