import { useAtomValue, useSetAtom } from 'jotai';
import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react';
import { useHref, useLinkClickHandler, useLocation, useNavigate } from 'react-router-dom';

import { BRAND } from '../../content/brand.ts';
import { places } from '../../core/places.ts';
import { createState } from '../../core/subscribable.ts';
import { t } from '../../i18n/index.ts';
import { newCodeAtom, useGuestMigrationOffer } from '../../state/accounts/index.ts';
import { crashNoticeAtom, ERASED_HASH } from '../../state/notices.ts';
import { useAccount, usePorts } from '../../state/ports.ts';
import { dismissToast, holdToasts, showToast, toasts } from '../../state/toasts.ts';
import { useSnapshot } from '../../state/use-snapshot.ts';
import { Anchor, AnchorProvider, type AnchorProps } from '../../ui/button.tsx';
import { lazily } from '../../ui/lazily.tsx';
import { cx, ui } from '../../ui/shared.ts';
import { Toasts } from '../../ui/toasts.tsx';
import { Wordmark } from '../../ui/wordmark.tsx';
import type { HelpProps } from '../help/index.ts';
import { useActions } from '../parts/actions.ts';
import { Header } from './header.tsx';
import { LanguageChoice, ThemeSwitch } from './preferences.tsx';
import styles from './shell.module.css';
import { openWalletDialogAtom, walletDialogOpenAtom } from './wallet-dialog-atom.ts';

const LINKS = places().filter(({ bar }) => bar === 'footer');

const Footer = ({ onCommands }: { readonly onCommands: () => void }) => (
  <footer className={styles.footer}>
    <div className={cx(ui.page, styles.inner)}>
      <Wordmark />
      <ThemeSwitch />
      <LanguageChoice />
      <nav className={styles.links} aria-label={t('About Likeness')}>
        {LINKS.map(({ to, label }) => (
          <Anchor key={to} to={to}>
            {label}
          </Anchor>
        ))}
        <button type="button" className={styles.commands} data-keys onClick={onCommands}>
          {t('Commands')} <kbd>{t('Ctrl')}/⌘ K</kbd>
        </button>
      </nav>
    </div>
  </footer>
);

/** E.g. 'Pricing' -> 'Pricing · Likeness'. */
export const windowTitle = (title: string | undefined): string =>
  title === undefined ? BRAND : `${title} · ${BRAND}`;

/** Sets the window title, and focuses the new page's heading so that it is read out. */
function usePageChange(title: string | undefined): void {
  const { pathname } = useLocation();
  useLayoutEffect(() => {
    document.title = windowTitle(title);
  }, [title]);

  const previous = useRef(pathname);
  useEffect(() => {
    if (previous.current === pathname) return; // The first page keeps the browser's own focus.
    previous.current = pathname;
    // The screen has focused something itself or kept the pressed control: that stays.
    if (document.querySelector('main')?.contains(document.activeElement)) return;
    const heading =
      document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main');
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, [pathname]);
}

/** True if the element can't keep the focus: removed, hidden or disabled. */
const isGone = (element: Element): boolean =>
  !element.checkVisibility() || element.matches(':disabled, [inert] *');

/** A part's heading gets the focus; a part without one gets it itself. */
const HEADING = 'h1, h2, h3';

function ancestorsOf(element: Element): Element[] {
  const found: Element[] = [];
  for (let at = element.parentElement; at; at = at.parentElement) found.push(at);
  return found;
}

/** Focuses an element that isn't a control, for as long as it has the focus. */
function visit(place: HTMLElement): void {
  if (place.tabIndex < 0 && !place.hasAttribute('tabindex')) {
    place.tabIndex = -1;
    place.addEventListener('blur', () => place.removeAttribute('tabindex'), { once: true });
  }
  place.focus({ preventScroll: true });
}

/**
 * Keeps the focus in place when a focused control disappears (a button that turns into a receipt,
 * say); the browser would move it to the start of the page. It goes to the nearest surviving part
 * around the control, to its heading if it has one, so that the next Tab continues there.
 */
function useKeptFocus(): void {
  useEffect(() => {
    let last:
      | { readonly element: Element; readonly around: readonly Element[]; path: string }
      | undefined;
    const focused = ({ target }: FocusEvent): void => {
      if (target instanceof Element && target !== document.body)
        last = { element: target, around: ancestorsOf(target), path: location.pathname };
    };
    // A press outside all controls gives the focus up on purpose. One on the focused control doesn't,
    // and no `focusin` follows it.
    const pressed = ({ target }: PointerEvent): void => {
      if (!(target instanceof Node && last?.element.contains(target))) last = undefined;
    };
    const check = (): void => {
      if (!last || !isGone(last.element)) return;
      const { element, around, path } = last;
      // A control that was just disabled still has the focus.
      if (![document.body, element].includes(document.activeElement as HTMLElement)) return;
      last = undefined;
      // A new page focuses its own heading.
      if (path !== location.pathname) return;
      const main = document.querySelector('main');
      // An empty part, such as the list of toasts after the last one, is no place for the focus.
      const part = around.find(
        (one) => one !== document.documentElement && !isGone(one) && one.textContent.trim() !== '',
      );
      const place = main && (!part || part.contains(main)) ? main : part;
      if (place instanceof HTMLElement) visit(place.querySelector<HTMLElement>(HEADING) ?? place);
    };
    let timer: number | undefined;
    // Waits a moment, because a closing dialog returns the focus by itself.
    const watch = new MutationObserver(() => {
      clearTimeout(timer);
      timer = window.setTimeout(check);
    });
    watch.observe(document.body, {
      subtree: true,
      childList: true,
      attributes: true,
      attributeFilter: ['disabled', 'hidden', 'inert', 'open'],
    });
    document.addEventListener('focusin', focused);
    document.addEventListener('pointerdown', pressed, true);
    return () => {
      watch.disconnect();
      clearTimeout(timer);
      document.removeEventListener('focusin', focused);
      document.removeEventListener('pointerdown', pressed, true);
    };
  }, []);
}

function onConnectionChange(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}

const useOnline = (): boolean =>
  useSyncExternalStore(
    onConnectionChange,
    () => navigator.onLine,
    () => true,
  );

/** Says once, on the page that loads after everything was erased, that it was. */
function useErasedNotice(): void {
  const { hash } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    if (hash !== ERASED_HASH) return;
    showToast(t('All Likeness data was erased.'), 'good');
    void navigate('/', { replace: true });
  }, [hash, navigate]);
}

/** Where `offline` is left out, all of the app is on the disk. */
const ALL_STORED = createState(true);

/** The router's own `Link` would include code that prefetches pages from a server. */
function RouterAnchor({ to, state, onClick, ...rest }: AnchorProps) {
  const href = useHref(to);
  const follow = useLinkClickHandler(to, {
    state,
    viewTransition: true,
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

const onDemand = () => import('./on-demand.tsx');
const UpdateBar = lazily(async () => (await onDemand()).UpdateBar);
const StorageBar = lazily(async () => (await onDemand()).StorageBar);
const CrashBar = lazily(async () => (await onDemand()).CrashBar);
const WalletDialog = lazily(async () => (await onDemand()).WalletDialog);
const BrowserWalletDialog = lazily(async () => (await onDemand()).BrowserWalletDialog);
const Help = lazily(async () => (await import('../help/index.ts')).Help);
const account = () => import('../account/index.ts');
const Locked = lazily(async () => (await account()).Locked);
const AccountNotices = lazily(async () => (await account()).AccountNotices);

/** Screens that show a library or add to it; `\b` takes in /payment-confirmation. */
const OF_A_LIBRARY = /^\/(dashboard|avatar|payment|nft-minting|wallet-return)\b/;

/**
 * Ends boot.js's recording when another screen than the one of the address is shown. What was pressed
 * before wasn't meant for it.
 */
function Unrecorded() {
  useLayoutEffect(
    () => void document.dispatchEvent(new CustomEvent('likeness-ready', { detail: 'other' })),
    [],
  );
  return null;
}

/** The screen; while the email account is locked, its sign-in instead of another library. */
function Screen({ children }: { readonly children: ReactNode }) {
  const { status } = useAccount();
  const { pathname } = useLocation();
  if (status !== 'locked' || !OF_A_LIBRARY.test(pathname)) return children;
  return (
    <>
      <Locked />
      <Unrecorded />
    </>
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
  // It stays after closing, so that the dialog returns the focus.
  const [help, setHelp] = useState<HelpProps['help']>();
  const commands = (): void => setHelp({ kind: 'commands', open: true });
  useActions({
    commands,
    shortcuts: () => setHelp({ kind: 'shortcuts', open: true }),
  });
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
        {t('Skip to content')}
      </a>
      <Header />
      {!online && (
        <p className={styles.offline} role="status">
          {worksOffline
            ? t('You are offline. Pictures still develop here; paying needs a connection.')
            : t(
                'You are offline. What is stored here still opens; new pictures and paying need a connection.',
              )}
        </p>
      )}
      {storage && <StorageBar notice={storage} />}
      {crash && <CrashBar crash={crash} />}
      {updates && <UpdateBar updates={updates} />}
      <main id="main" tabIndex={-1} className={styles.main}>
        <Screen>{children}</Screen>
      </main>
      <Footer onCommands={commands} />
      {(newCode ?? offered) && <AccountNotices />}
      {hasChosenWallet && <WalletDialog />}
      {browserWallet && <BrowserWalletDialog browser={browserWallet} />}
      {help && (
        <Help
          help={help}
          onConnect={openWallets}
          onClose={() => setHelp({ ...help, open: false })}
        />
      )}
      <Toasts toasts={useSnapshot(toasts)} onDismiss={dismissToast} onHold={holdToasts} />
    </AnchorProvider>
  );
}
