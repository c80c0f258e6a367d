import type {
  SolanaSignMessageFeature,
  SolanaSignTransactionFeature,
} from '@solana/wallet-standard-features';
import { getWallets, type StandardConnectFeature, type WalletAccount } from '@wallet-standard/core';

import {
  discoverEthereum,
  findMetaMask,
  METAMASK_URL,
} from '../../renderer/chain/wallets/ethereum/discovery.ts';
import { onWalletRegistered, PHANTOM, PHANTOM_URL } from '../../renderer/chain/wallets/phantom.ts';
import { fromBase64, toBase64 } from '../../renderer/core/base64.ts';
import type { PageWallet, WalletCall } from '../../renderer/core/wallet-calls.ts';
import type { Session } from './protocol.ts';

type PhantomFeatures = StandardConnectFeature &
  SolanaSignTransactionFeature &
  SolanaSignMessageFeature;
const NEEDED = ['standard:connect', 'solana:signTransaction', 'solana:signMessage'] as const;

/** Asks the wallet. Throws the wallet's own errors. */
export type AskWallet = (call: WalletCall, chain: Session['chain']) => Promise<unknown>;

export const INSTALL_URLS: Readonly<Record<PageWallet, string>> = {
  phantom: PHANTOM_URL,
  metamask: METAMASK_URL,
};

const ethereum = discoverEthereum(window);

/** Calls back when a wallet announces itself. */
export function onWallet(listener: () => void): void {
  onWalletRegistered(listener);
  ethereum.subscribe(listener);
}

/** The wallet in this browser, if there is one. */
export function findWallet(wallet: PageWallet): AskWallet | undefined {
  if (wallet === 'metamask') {
    const provider = findMetaMask(ethereum);
    return (
      provider &&
      (async ({ method, params }) => (await provider.request({ method, params })) ?? null)
    );
  }
  const phantom = getWallets()
    .get()
    .find(
      ({ name, features }) => name === PHANTOM && NEEDED.every((feature) => feature in features),
    );
  return (
    phantom &&
    ((call, chain) => askPhantom(phantom.features as unknown as PhantomFeatures, call, chain))
  );
}

async function askPhantom(
  features: PhantomFeatures,
  call: WalletCall,
  chain: Session['chain'],
): Promise<unknown> {
  // If the wallet trusts this page, it answers without asking. It can sign only after a connect.
  const { accounts } = await features['standard:connect'].connect();
  switch (call.method) {
    case 'solana_connect':
      return accounts[0]?.address;
    case 'solana_signTransaction': {
      const [signer, transaction] = call.params;
      const [signed] = await features['solana:signTransaction'].signTransaction({
        account: of(accounts, signer),
        transaction: fromBase64(transaction),
        chain,
      });
      return signed && toBase64(signed.signedTransaction);
    }
    case 'solana_signMessage': {
      const [signer, message] = call.params;
      const [signed] = await features['solana:signMessage'].signMessage({
        account: of(accounts, signer),
        message: fromBase64(message),
      });
      return signed && toBase64(signed.signature);
    }
    case 'eth_chainId':
    case 'eth_requestAccounts':
    case 'eth_sendTransaction':
    case 'personal_sign':
    case 'wallet_addEthereumChain':
    case 'wallet_switchEthereumChain':
      throw new Error('not a call for Phantom');
  }
}

function of(accounts: readonly WalletAccount[], address: string): WalletAccount {
  const account = accounts.find((one) => one.address === address);
  if (!account)
    throw new Error(`Phantom is on another account than the one that is connected (${address}).`);
  return account;
}
