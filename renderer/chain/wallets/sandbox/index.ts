import { registerWallet } from '@wallet-standard/core';

import type { Requests } from '../../../ports/requests.ts';
import type { KeyValue } from '../saved.ts';
import { askToApprove } from './approval-sheet.ts';
import { announceSandboxEthereum, SANDBOX_RDNS } from './ethereum.ts';
import { askEvm, fund, fundEvm } from './faucet.ts';
import { icon } from './icon.ts';
import { loadKey } from './key.ts';
import { createSandboxWallet } from './wallet.ts';

export interface SandboxWalletOptions {
  readonly storage: KeyValue;
  readonly requests: Requests;
  readonly rpc: readonly string[];
}

/** Registers the device's test wallet with the Wallet Standard. */
export function registerSandboxWallet({ storage, requests, rpc }: SandboxWalletOptions): void {
  const wallet = createSandboxWallet({
    key: loadKey(storage),
    trust: storage,
    approve: askToApprove,
    fund: (address) => fund(requests, rpc, address),
  });
  registerWallet(wallet);
}

/**
 * Announces the device's Ethereum test wallet, which uses the EVM nodes `rpc`. Returns the name to
 * find it by.
 */
export function announceEthereum({ storage, requests, rpc }: SandboxWalletOptions): string {
  announceSandboxEthereum(window, icon, {
    storage,
    approve: askToApprove,
    rpc: askEvm(requests, rpc, 'chain'),
    fund: (address) => fundEvm(requests, rpc, address),
  });
  return SANDBOX_RDNS;
}
