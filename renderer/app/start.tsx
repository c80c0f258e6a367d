import '../ui/base.css';

import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';

import type { CrashNotice } from '../ports/crash-notice.ts';
import type { Ports } from '../ports/index.ts';
import type { PickedPhoto } from '../ports/photos.ts';
import { routes } from '../routes.tsx';
import { startAccountsAtom } from '../state/accounts/index.ts';
import { crashNoticeAtom } from '../state/crash-notice.ts';
import { createStore, Provider } from '../state/jotai.ts';
import type { Watched } from '../state/observable.ts';
import { portsAtom } from '../state/ports.ts';
import { storageNoticeAtom, type StorageNotice } from '../state/storage-notice.ts';
import { themeAtom } from '../state/theme.ts';

/** Ways into the running app from outside the page. */
export interface Entrance {
  /** Leads to a route: a link that opened the app, a menu. */
  readonly go: (path: string) => void;
  /** Takes photos that were opened with the app to where they are worked on. */
  readonly addPhotos: (photos: readonly PickedPhoto[]) => void;
  readonly notifyCrash: (crash: CrashNotice) => void;
  /** Takes the app off the page. What is under way in the background isn't ended. */
  readonly close: () => void;
}

/** Renders the app over a set of ports, then goes on with whatever was open when it last closed. */
export function start(ports: Ports, storageNotice: Watched<StorageNotice | undefined>): Entrance {
  const root = document.getElementById('root');
  if (!root) throw new Error('the page has no #root');
  const store = createStore();
  store.set(portsAtom, ports);
  store.set(startAccountsAtom);
  // Followed for as long as the app runs: the error page has no switch to keep it mounted.
  const leaveTheme = store.sub(themeAtom, () => undefined);
  const leaveNotice = storageNotice.subscribe(() =>
    store.set(storageNoticeAtom, storageNotice.snapshot()),
  );
  const router = createBrowserRouter(routes);
  const app = createRoot(root);
  app.render(
    <StrictMode>
      <Provider store={store}>
        <RouterProvider router={router} />
      </Provider>
    </StrictMode>,
  );
  // What was open when the app last closed doesn't wait for a screen, nor the first screen for it:
  // a photo that may be due for deletion, batches, messages, payments, a search for purchases, mints.
  void import('../state/drafts/index.ts').then(({ draftsAtom }) => store.get(draftsAtom));
  void import('../state/generation/index.ts').then(({ resumeGenerationAtom }) =>
    store.set(resumeGenerationAtom),
  );
  void import('../state/messages/index.ts').then(({ startOutboxAtom }) =>
    store.set(startOutboxAtom),
  );
  void import('../state/payments/index.ts').then(({ resumePaymentsAtom }) =>
    store.set(resumePaymentsAtom),
  );
  void import('../state/keep-purchases.ts').then(({ keepFromFirstPaymentAtom }) =>
    store.set(keepFromFirstPaymentAtom),
  );
  void import('../state/accounts/start-guest-migration.ts').then(({ startGuestMigrationAtom }) =>
    store.set(startGuestMigrationAtom),
  );
  void import('../state/restoring.ts').then(({ restoringAtom }) => store.get(restoringAtom));
  void import('../state/attention/index.ts').then(({ watchBatchesAtom }) =>
    store.set(watchBatchesAtom),
  );
  void import('../state/minting/index.ts').then(({ resumeMintsAtom }) =>
    store.set(resumeMintsAtom),
  );
  // A problem may be that nothing more can be loaded: its report is here by then.
  void import('../core/log/report.ts');
  return {
    go: (path) => void router.navigate(path),
    addPhotos(photos) {
      void import('../state/drafts/index.ts').then(({ draftsAtom }) =>
        store.get(draftsAtom).add(photos),
      );
      void router.navigate('/customize');
    },
    notifyCrash: (crash) => store.set(crashNoticeAtom, crash),
    close() {
      app.unmount();
      router.dispose();
      leaveTheme();
      leaveNotice();
    },
  };
}
