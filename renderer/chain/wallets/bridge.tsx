import { WalletReadyState } from '@solana/wallet-adapter-base';
import { useWallet, WalletProvider } from '@solana/wallet-adapter-react';
import { Connection, VersionedTransaction } from '@solana/web3.js';
import { useEffect, useMemo } from 'react';
import { createRoot } from 'react-dom/client';

import type { AdapterStore } from './adapter-transport.ts';
import { InjectedPhantomAdapter } from './injected-phantom.ts';
import { PhantomLinkWalletAdapter } from './link/adapter.ts';
import type { PhantomLink } from './link/phantom-link.ts';

const ADAPTER_KEY = 'walletAdapter';

interface BridgeProps {
  readonly adapters: AdapterStore;
  /** RPC address. It tells a wallet that sends by itself which network to use. */
  readonly endpoint: string;
  readonly link: PhantomLink;
}

const READY = new Set([WalletReadyState.Installed, WalletReadyState.Loadable]);

const cannot = (what: string): Promise<never> =>
  Promise.reject(new Error(`this wallet can’t ${what}`));

/** Publishes the adapter's context after each render that changed it. Renders nothing. */
function Relay({ adapters, endpoint }: Omit<BridgeProps, 'link'>) {
  const wallet = useWallet();
  useEffect(() => {
    const adapter = wallet.wallet?.adapter;
    adapters.set({
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
        // It also carries legacy messages, so one method serves both.
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
  }, [adapters, endpoint, wallet]);
  return null;
}

/** Mounts the wallet adapter's provider on demand, beside the app instead of around it. */
function WalletBridge({ adapters, endpoint, link }: BridgeProps) {
  const wallets = useMemo(
    () => [new InjectedPhantomAdapter(), new PhantomLinkWalletAdapter(link)],
    [link],
  );
  return (
    // The caller gets the errors. Without a handler, the adapter would open tabs.
    <WalletProvider wallets={wallets} localStorageKey={ADAPTER_KEY} onError={() => undefined}>
      <Relay adapters={adapters} endpoint={endpoint} />
    </WalletProvider>
  );
}

/** Mounts the bridge in an invisible root of its own, for the page's lifetime. */
export function mountBridge(props: BridgeProps): void {
  createRoot(document.createElement('div')).render(<WalletBridge {...props} />);
}
