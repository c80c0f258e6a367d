import { WalletReadyState } from '@solana/wallet-adapter-base';
import { useWallet, WalletProvider } from '@solana/wallet-adapter-react';
import { VersionedTransaction } from '@solana/web3.js';
import { useEffect, useMemo } from 'react';
import type { BridgeFeed } from './feed.ts';
import { InjectedPhantomAdapter } from './injected-phantom.ts';

const ADAPTER_KEY = 'walletAdapter';

/** Hands the adapter's context on, after each render that changed it. Renders nothing. */
function Relay({ feed }: { readonly feed: BridgeFeed }) {
  const wallet = useWallet();
  useEffect(() => {
    const adapter = wallet.wallet?.adapter;
    feed.publish({
      installed: wallet.wallets.filter(({ readyState }) => readyState === WalletReadyState.Installed).map((one) => one.adapter.name),
      selected: adapter?.name,
      address: wallet.publicKey?.toBase58(),
      select: (name) => wallet.select(wallet.wallets.find((one) => one.adapter.name === name)?.adapter.name ?? null),
      connect: () => wallet.connect(),
      connectSilently: async () => {
        await adapter?.autoConnect();
        return adapter?.connected ?? false;
      },
      disconnect: () => wallet.disconnect(),
      signTransaction: async (transaction) => {
        if (!wallet.signTransaction) throw new Error('this wallet can’t sign a transaction without sending it');
        // It carries legacy messages too, so that one way serves both.
        return (await wallet.signTransaction(VersionedTransaction.deserialize(transaction))).serialize();
      },
    });
  }, [feed, wallet]);
  return null;
}

/** The wallet adapter's provider, mounted late and beside the app, not around it. */
export function WalletBridge({ feed }: { readonly feed: BridgeFeed }) {
  const wallets = useMemo(() => [new InjectedPhantomAdapter()], []);
  return (
    // Errors reach whoever asked; without a handler the adapter would open tabs by itself.
    <WalletProvider wallets={wallets} localStorageKey={ADAPTER_KEY} onError={() => undefined}>
      <Relay feed={feed} />
    </WalletProvider>
  );
}
