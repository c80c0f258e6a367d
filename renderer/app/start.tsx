import '../ui/base.css';
import { createStore, Provider, useAtomValue } from 'jotai';
import { StrictMode, useEffect, type ReactNode } from 'react';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';

import { plainPath } from '../i18n/address.ts';
import { withoutIsolates } from '../i18n/isolate.ts';
import type { CrashNotice } from '../ports/crash-notice.ts';
import type { Ports } from '../ports/index.ts';
import type { PickedPhoto } from '../ports/photos.ts';
import { routes } from '../routes.tsx';
import { startAccountsAtom } from '../state/accounts/index.ts';
import { sharedPhotosAtom, type SharedPhoto } from '../state/add-photos.ts';
import { crashNoticeAtom } from '../state/notices.ts';
import { portsAtom } from '../state/ports.ts';
import { themeAtom } from '../state/theme.ts';
import { createNavigation, type Navigation } from './navigation.ts';
import { Routed } from './routed.tsx';

/** Copies a selection without the invisible characters that hold its amounts and names together. */
function copyPlainly(event: ClipboardEvent): void {
  const text = String(getSelection());
  const plain = withoutIsolates(text);
  if (plain === text || !event.clipboardData) return;
  event.clipboardData.setData('text/plain', plain);
  event.preventDefault();
}

/** Ways to control the running app from outside the page. */
export interface Entrance {
  /** Navigates to a route, for a link that opened the app or a menu item. */
  readonly go: (path: string) => void;
  /** Takes photos that were opened with the app to the screen where they are worked on. */
  readonly addPhotos: (photos: readonly PickedPhoto[]) => void;
  /** Shows photos that may have been shared with the app, and asks whether they were. */
  readonly askAboutPhotos: (photos: readonly SharedPhoto[]) => void;
  readonly notifyCrash: (crash: CrashNotice) => void;
  /** Removes the app from the page. Background work isn't stopped. */
  readonly close: () => void;
}

/** What is needed on every screen, for as long as the app runs. */
function Running({ children }: { readonly children: ReactNode }) {
  // The error page has no switch that would keep following the theme.
  useAtomValue(themeAtom);
  useEffect(() => {
    document.addEventListener('copy', copyPlainly);
    return () => document.removeEventListener('copy', copyPlainly);
  }, []);
  return children;
}

/** The stored keys that no page shows; the language stands in the address. */
const UNSEEN = ['likeness.self-test', 'language'];

/**
 * Whether the browser remembers nothing that a page shows, such as a wallet, a theme or a palette.
 */
function isAsAtBuild(): boolean {
  try {
    return Object.keys(localStorage).every((key) => UNSEEN.includes(key));
  } catch {
    return true; // Site data is switched off.
  }
}

/** Calls `run` once what is pressed now was let go, and its click has happened. */
function afterPress(run: () => void): void {
  const ended = new AbortController();
  for (const type of ['pointerup', 'pointercancel', 'keyup', 'blur'])
    addEventListener(
      type,
      () => {
        ended.abort();
        setTimeout(run);
      },
      { signal: ended.signal },
    );
}

/**
 * Puts the app on the page. A prerendered page is left as it is until its screen's code has loaded,
 * and is then hydrated, so that nothing flashes, moves or loses the focus. It is replaced if it was
 * rendered for another address, without what this address asks for, or without what this browser
 * remembers: React wouldn't correct attributes that differ.
 */
function mount(place: HTMLElement, navigation: Navigation, app: ReactNode): Pick<Root, 'unmount'> {
  if (!place.hasChildNodes()) {
    const mounted = createRoot(place);
    mounted.render(app);
    return mounted;
  }
  let mounted: Root | undefined;
  const asBuilt =
    place.dataset['page'] === location.pathname && location.search === '' && isAsAtBuild();
  const goOn = (): void => {
    const shown = navigation.snapshot();
    if (!shown || mounted) return;
    // Replaced while a link is pressed, the page would lose the click that follows.
    if (place.querySelector(':active')) {
      afterPress(goOn);
      return;
    }
    if (asBuilt && 'Screen' in shown.loaded) mounted = hydrateRoot(place, app);
    else {
      mounted = createRoot(place);
      mounted.render(app);
    }
    leave();
  };
  const leave = navigation.subscribe(goOn);
  goOn();
  return {
    unmount() {
      leave();
      mounted?.unmount();
    },
  };
}

/** Calls `run` when the first screen is there and the browser has time for more. */
function afterFirstScreen(navigation: Navigation, run: () => void): () => void {
  let stopped = false;
  const once = (): void => {
    if (!stopped) run();
  };
  const runIfShown = (): void => {
    if (!navigation.snapshot()) return;
    leave();
    // Safari has no requestIdleCallback.
    if (typeof requestIdleCallback === 'function') requestIdleCallback(once, { timeout: 1_000 });
    else setTimeout(once, 100);
  };
  const leave = navigation.subscribe(runIfShown);
  runIfShown();
  return () => {
    stopped = true;
    leave();
  };
}

/** Renders the app with a set of ports, then resumes whatever was open when it last closed. */
export function start(ports: Ports): Entrance {
  const root = document.getElementById('root');
  if (!root) throw new Error('the page has no #root');
  const store = createStore();
  store.set(portsAtom, ports);
  store.set(startAccountsAtom);
  const navigation = createNavigation(routes);
  const app = mount(
    root,
    navigation,
    <StrictMode>
      <Provider store={store}>
        <Running>
          <Routed navigation={navigation} />
        </Running>
      </Provider>
    </StrictMode>,
  );
  // The dashboard shows the library first of all: it is read while the screen's code loads, and
  // before anything is resumed.
  const opened =
    plainPath(location.pathname) === '/dashboard'
      ? import('./open-library.ts').then(({ openLibrary }) => openLibrary(store))
      : undefined;
  const stopWaiting = afterFirstScreen(
    navigation,
    () => void Promise.all([import('./resume.ts'), opened]).then(([{ resume }]) => resume(store)),
  );
  return {
    go: (path) => navigation.push(path),
    addPhotos(photos) {
      void import('../state/drafts/index.ts').then(({ draftsAtom }) =>
        store.get(draftsAtom).add(photos),
      );
      navigation.push('/customize');
    },
    askAboutPhotos(photos) {
      store.set(sharedPhotosAtom, photos);
      navigation.push('/customize');
    },
    notifyCrash: (crash) => store.set(crashNoticeAtom, crash),
    close() {
      stopWaiting();
      app.unmount();
      navigation.stop();
    },
  };
}
