import { WalletReadyState } from '@solana/wallet-adapter-base';
import { useWallet, WalletProvider } from '@solana/wallet-adapter-react';
import { Connection, VersionedTransaction } from '@solana/web3.js';
import { useEffect, useMemo } from 'react';

import type { BridgeFeed } from './feed.ts';
import { InjectedPhantomAdapter } from './injected-phantom.ts';
import { PhantomLinkWalletAdapter } from './link/adapter.ts';
import type { PhantomLink } from './link/phantom-link.ts';

const ADAPTER_KEY = 'walletAdapter';

export interface BridgeProps {
  readonly feed: BridgeFeed;
  /** RPC address; names the network to a wallet that sends by itself. */
  readonly endpoint: string;
  readonly link: PhantomLink;
}

const READY = new Set([WalletReadyState.Installed, WalletReadyState.Loadable]);

const cannot = (what: string): Promise<never> =>
  Promise.reject(new Error(`this wallet can’t ${what}`));

/** Hands the adapter's context on, after each render that changed it. Renders nothing. */
function Relay({ feed, endpoint }: Omit<BridgeProps, 'link'>) {
  const wallet = useWallet();
  useEffect(() => {
    const adapter = wallet.wallet?.adapter;
    feed.publish({
      installed: wallet.wallets
        .filter(({ readyState }) => READY.has(readyState))
        .map((one) => one.adapter.name),
      selected: adapter?.name,
      address: wallet.publicKey?.toBase58(),
      select: (name) =>
        wallet.select(
          wallet.wallets.find((one) => one.adapter.name === name)?.adapter.name ?? null,
        ),
      connect: () => wallet.connect(),
      connectSilently: async () => {
        await adapter?.autoConnect();
        return adapter?.connected ?? false;
      },
      disconnect: () => wallet.disconnect(),
      answers: wallet.signTransaction ? 'signed' : 'sent',
      signTransaction: async (transaction) => {
        if (!wallet.signTransaction) return cannot('sign a transaction without sending it');
        // It carries legacy messages too, so that one way serves both.
        return (
          await wallet.signTransaction(VersionedTransaction.deserialize(transaction))
        ).serialize();
      },
      signAndSend: (transaction) =>
        wallet.sendTransaction(
          VersionedTransaction.deserialize(transaction),
          new Connection(endpoint),
        ),
      signMessage: (message) =>
        wallet.signMessage ? wallet.signMessage(message) : cannot('sign a message'),
    });
  }, [feed, endpoint, wallet]);
  return null;
}

/** The wallet adapter's provider, mounted late and beside the app, not around it. */
export function WalletBridge({ feed, endpoint, link }: BridgeProps) {
  const wallets = useMemo(
    () => [new InjectedPhantomAdapter(), new PhantomLinkWalletAdapter(link)],
    [link],
  );
  return (
    // Errors reach whoever asked; without a handler the adapter would open tabs by itself.
    <WalletProvider wallets={wallets} localStorageKey={ADAPTER_KEY} onError={() => undefined}>
      <Relay feed={feed} endpoint={endpoint} />
    </WalletProvider>
  );
}
