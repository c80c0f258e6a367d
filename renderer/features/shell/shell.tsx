import { useAtomValue, useSetAtom } from 'jotai';
import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react';
import { useHref, useLinkClickHandler, useLocation } from 'react-router-dom';

import { createState } from '../../core/subscribable.ts';
import { i18n } from '../../i18n/index.ts';
import { newCodeAtom, useGuestMigrationOffer } from '../../state/accounts/index.ts';
import { crashNoticeAtom } from '../../state/notices.ts';
import { useAccount, usePorts } from '../../state/ports.ts';
import { dismissToastAtom, holdToastsAtom, toastsAtom } from '../../state/toasts.ts';
import { useSnapshot } from '../../state/use-snapshot.ts';
import { AnchorProvider, type AnchorProps } from '../../ui/anchor.tsx';
import { Toasts } from '../../ui/toasts.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { useOnline, useReducedMotion } from './media.ts';
import styles from './shell.module.css';
import { useErasedNotice } from './use-erased-notice.ts';
import { useHelpKeys } from './use-help-keys.ts';
import { useKeptFocus } from './use-kept-focus.ts';
import { usePageChange } from './use-page-change.ts';
import { openWalletDialogAtom, walletDialogOpenAtom } from './wallet-dialog-atom.ts';

/** Where `offline` is left out, all of the app is on the disk. */
const ALL_STORED = createState(true);

/** The router's own `Link` would include code that prefetches pages from a server. */
function RouterAnchor({ to, state, onClick, ...rest }: AnchorProps) {
  const viewTransition = !useReducedMotion();
  const href = useHref(to);
  const follow = useLinkClickHandler(to, {
    state,
    viewTransition,
    ...(rest.target !== undefined && { target: rest.target }),
  });
  return (
    <a
      {...rest}
      href={href}
      onClick={(event) => {
        onClick?.(event);
        if (!event.defaultPrevented) follow(event);
      }}
    />
  );
}

const UpdateBar = lazy(async () => ({ default: (await import('./update-bar.tsx')).UpdateBar }));
const StorageBar = lazy(async () => ({ default: (await import('./storage-bar.tsx')).StorageBar }));
const CrashBar = lazy(async () => ({ default: (await import('./crash-bar.tsx')).CrashBar }));
const WalletDialog = lazy(async () => ({
  default: (await import('./wallet-dialog.tsx')).WalletDialog,
}));
const BrowserWalletDialog = lazy(async () => ({
  default: (await import('./browser-wallet-dialog.tsx')).BrowserWalletDialog,
}));
const Help = lazy(async () => ({ default: (await import('../help/index.ts')).Help }));
const account = () => import('../account/index.ts');
const Locked = lazy(async () => ({ default: (await account()).Locked }));
const AccountNotices = lazy(async () => ({ default: (await account()).AccountNotices }));

/** Screens that show a library or add to it. */
const OF_A_LIBRARY = /^\/(dashboard|avatar|payment|payment-confirmation|nft-minting)(\/|$)/;

/** The screen; while the email account is locked, its sign-in instead of another library. */
function Screen({ children }: { readonly children: ReactNode }) {
  const { status } = useAccount();
  const { pathname } = useLocation();
  if (status !== 'locked' || !OF_A_LIBRARY.test(pathname)) return children;
  return (
    <Suspense>
      <Locked />
    </Suspense>
  );
}

/** The frame of every screen: header, main, footer, and everything that floats. */
export function Shell({
  title,
  children,
}: {
  /** The screen's name for the window title. */
  readonly title: string | undefined;
  readonly children: ReactNode;
}) {
  const { wallets, browserWallet, updates, storageNotice, offline = ALL_STORED } = usePorts();
  const toasts = useAtomValue(toastsAtom);
  const dismiss = useSetAtom(dismissToastAtom);
  const hold = useSetAtom(holdToastsAtom);
  const asked = useHelpKeys();
  const openWallets = useSetAtom(openWalletDialogAtom);
  // It stays once it was open, and gives the focus back when it closes.
  const choosesWallet = useAtomValue(walletDialogOpenAtom);
  const [hasChosenWallet, setHasChosenWallet] = useState(choosesWallet);
  if (choosesWallet && !hasChosenWallet) setHasChosenWallet(true);
  const crash = useAtomValue(crashNoticeAtom);
  const storage = useSnapshot(storageNotice);
  const online = useOnline();
  const worksOffline = useSnapshot(offline);
  const { pathname } = useLocation();
  // Not on the login screen, which shows a new account's recovery code.
  const offered = useGuestMigrationOffer() !== undefined && pathname !== '/login';
  const newCode = useAtomValue(newCodeAtom);
  usePageChange(title);
  useKeptFocus();
  useErasedNotice();
  useEffect(() => void wallets.start(), [wallets]);

  return (
    <AnchorProvider value={RouterAnchor}>
      <a className={styles.skip} href="#main">
        {i18n.t('Skip to content')}
      </a>
      <Header />
      {!online && (
        <p className={styles.offline} role="status">
          {worksOffline
            ? i18n.t('You are offline. Pictures still develop here; paying waits for the network.')
            : i18n.t(
                'You are offline. What is stored here still opens; new pictures and paying wait for the network.',
              )}
        </p>
      )}
      <Suspense>{storage && <StorageBar notice={storage} />}</Suspense>
      <Suspense>{crash && <CrashBar crash={crash} />}</Suspense>
      {updates && (
        <Suspense>
          <UpdateBar updates={updates} />
        </Suspense>
      )}
      <main id="main" tabIndex={-1} className={styles.main}>
        <Screen>{children}</Screen>
      </main>
      <Footer />
      <Suspense>{(newCode ?? offered) && <AccountNotices />}</Suspense>
      <Suspense>{hasChosenWallet && <WalletDialog />}</Suspense>
      <Suspense>{browserWallet && <BrowserWalletDialog browser={browserWallet} />}</Suspense>
      <Suspense>
        {asked.help && (
          <Help
            help={asked.help}
            onConnect={openWallets}
            onShow={asked.show}
            onClose={asked.close}
          />
        )}
      </Suspense>
      <Toasts toasts={toasts} onDismiss={dismiss} onHold={hold} />
    </AnchorProvider>
  );
}
