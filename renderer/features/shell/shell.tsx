import { lazy, Suspense, useEffect } from 'react';
import { Link, Outlet, ScrollRestoration, useLocation } from 'react-router-dom';

import { useAccount, useGuestMigrationOffer } from '../../state/accounts/index.ts';
import { useAtomValue, useSetAtom } from '../../state/jotai.ts';
import { usePorts } from '../../state/ports.ts';
import { dismissToastAtom, toastsAtom } from '../../state/toasts.ts';
import { AnchorProvider, type AnchorProps } from '../../ui/anchor.tsx';
import { Toasts } from '../../ui/toasts.tsx';
import { BrowserWalletDialog } from './browser-wallet-dialog.tsx';
import { CrashBar } from './crash-bar.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { useOnline, useReducedMotion } from './media.ts';
import styles from './shell.module.css';
import { StorageBar } from './storage-bar.tsx';
import { usePageChange } from './use-page-change.ts';
import { WalletDialog } from './wallet-dialog.tsx';

function RouterAnchor({ to, ...rest }: AnchorProps) {
  const still = useReducedMotion();
  return <Link to={to} viewTransition={!still} {...rest} />;
}

const UpdateBar = lazy(async () => ({ default: (await import('./update-bar.tsx')).UpdateBar }));
const Locked = lazy(async () => ({ default: (await import('../account/index.ts')).Locked }));

const GuestMigrationOffered = lazy(async () => ({
  default: (await import('../account/index.ts')).GuestMigrationOffered,
}));

/** Screens that show or add to a library. */
const OF_A_LIBRARY = /^\/(dashboard|avatar|payment|payment-confirmation|nft-minting)(\/|$)/;

/** The screen; while the email account is locked, the way to open it instead of any other library. */
function Screen() {
  const { status } = useAccount();
  const { pathname } = useLocation();
  if (status !== 'locked' || !OF_A_LIBRARY.test(pathname)) return <Outlet />;
  return (
    <Suspense>
      <Locked />
    </Suspense>
  );
}

/** What every screen stands in: header, main, footer, and the things that float. */
export function Shell() {
  const { wallets, browserWallet, updates } = usePorts();
  const toasts = useAtomValue(toastsAtom);
  const dismiss = useSetAtom(dismissToastAtom);
  const online = useOnline();
  const { pathname } = useLocation();
  // Not on the way in: a new account's recovery code stands there.
  const offered = useGuestMigrationOffer() !== undefined && pathname !== '/login';
  usePageChange();
  useEffect(() => void wallets.start(), [wallets]);

  return (
    <AnchorProvider value={RouterAnchor}>
      <a className={styles.skip} href="#main">
        Skip to content
      </a>
      <Header />
      {!online && (
        <p className={styles.offline} role="status">
          You are offline. Pictures still develop here; paying waits for the network.
        </p>
      )}
      <StorageBar />
      <CrashBar />
      {updates && (
        <Suspense>
          <UpdateBar updates={updates} />
        </Suspense>
      )}
      <main id="main" tabIndex={-1} className={styles.main}>
        <Screen />
      </main>
      <Footer />
      {offered && (
        <Suspense>
          <GuestMigrationOffered />
        </Suspense>
      )}
      <WalletDialog />
      {browserWallet && <BrowserWalletDialog browser={browserWallet} />}
      <Toasts toasts={toasts} onDismiss={dismiss} />
      <ScrollRestoration />
    </AnchorProvider>
  );
}
