import { createStore, Provider } from 'jotai';
import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { createPath, type Navigator } from 'react-router-dom';

import { PUBLIC_PAGES, SHARE_PICTURE } from '../content/pages.ts';
import type { AppConfig } from '../core/config.ts';
import { createState } from '../core/subscribable.ts';
import { windowTitle } from '../features/shell/index.ts';
import { pathIn } from '../i18n/address.ts';
import { locale } from '../i18n/index.ts';
import { createRequestLedger } from '../platform/request-ledger.ts';
import type { Ports } from '../ports/index.ts';
import { routes } from '../routes.tsx';
import { portsAtom } from '../state/ports.ts';
import { routeOf } from './navigation.ts';
import { Place } from './routed.tsx';

export interface RenderedPage {
  readonly path: string;
  /** The window's title. */
  readonly title: string;
  readonly description: string;
  /** What the picture in previews of links shows. */
  readonly pictureAlt: string;
  /** The content of `#root`. */
  readonly html: string;
}

// Node has a `navigator` only from version 21 on.
if (!('navigator' in globalThis))
  Object.assign(globalThis, { navigator: { userAgent: 'Node.js' } });

/** Stands in for every port: calls to the device are never answered during the build. */
const unanswered: unknown = new Proxy(() => undefined, {
  // With a `then` it would be taken for a promise.
  get: (_target, name) => (name === 'then' ? undefined : unanswered),
  apply: () => new Promise(() => undefined),
});

/**
 * A sandbox always takes messages, but its server sets the address only when it serves the page.
 */
const config: AppConfig =
  __NETWORK__ === 'sandbox' ? { ...__CONFIG__, supportEndpoint: 'http://127.0.0.1' } : __CONFIG__;

/** The ports as a first visit sees them, before anything has answered. */
function portsAtBuild(): Ports {
  const ports: Readonly<Record<keyof Ports, unknown>> = {
    config,
    clock: { now: () => 0 },
    wallets: createState({ status: 'idle', type: 'none', address: '', choices: [] }),
    accounts: createState({ status: 'none' }),
    requests: { ledger: createRequestLedger(() => 0) },
    resourceMonitor: createState([]),
    storageNotice: createState(undefined),
    updates: undefined,
    offline: undefined,
    browserWallet: undefined,
    attention: unanswered,
    backups: unanswered,
    chain: unanswered,
    downloads: unanswered,
    engine: unanswered,
    engines: unanswered,
    files: unanswered,
    genesis: unanswered,
    links: unanswered,
    locks: unanswered,
    log: unanswered,
    media: unanswered,
    minting: unanswered,
    photos: { camera: true },
    pictureFolder: unanswered,
    rpc: unanswered,
    solPrice: unanswered,
    storageCheck: unanswered,
    store: unanswered,
  };
  return ports as unknown as Ports;
}

const leadsNowhere = (): never => {
  throw new Error('a page that is rendered at build goes nowhere');
};
const navigator: Navigator = {
  createHref: (to) => (typeof to === 'string' ? to : createPath(to)),
  go: leadsNowhere,
  push: leadsNowhere,
  replace: leadsNowhere,
};

/** Renders every public page in the language that the module was loaded in, as the browser's first render will, so that it can be hydrated. */
export async function renderPages(): Promise<RenderedPage[]> {
  return Promise.all(
    PUBLIC_PAGES.map(async ({ path: plain, description }) => {
      const path = pathIn(locale, plain);
      const route = routeOf(routes, path);
      const Screen = route.Screen ?? (await route.load?.());
      if (!Screen) throw new Error(`the page ${path} has no screen`);
      const location = {
        pathname: path,
        search: '',
        hash: '',
        state: null,
        key: 'default',
      };
      const store = createStore();
      store.set(portsAtom, portsAtBuild());
      const html = renderToString(
        <StrictMode>
          <Provider store={store}>
            <Place
              shown={{ location, route, loaded: { Screen }, fades: false }}
              navigator={navigator}
            />
          </Provider>
        </StrictMode>,
      );
      return {
        path,
        title: windowTitle(route.title),
        description,
        pictureAlt: SHARE_PICTURE.alt,
        html,
      };
    }),
  );
}
