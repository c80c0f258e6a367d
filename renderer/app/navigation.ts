import type { ComponentType } from 'react';
import {
  createPath,
  matchRoutes,
  type Location,
  type NavigateOptions,
  type Navigator,
  type To,
} from 'react-router-dom';

import { createState, type Subscribable } from '../core/subscribable.ts';
import { pathIn, plainPath } from '../i18n/address.ts';
import { locale } from '../i18n/index.ts';
import type { ScreenRoute } from '../routes.tsx';

/** Key in session storage of the scroll positions by history entry. */
const SCROLLS = 'likeness.scroll';

/** Key of entries that were opened by their address and so have none of their own. */
const KEYLESS = 'default';

/** Entries without a key of their own are identified by their path. */
const keyOf = ({ key, pathname }: Location): string => (key === KEYLESS ? pathname : key);

function readStored(): Map<string, number> {
  try {
    const found: unknown = JSON.parse(sessionStorage.getItem(SCROLLS) ?? '{}');
    return new Map(
      Object.entries(found ?? {}).filter((entry): entry is [string, number] =>
        Number.isFinite(entry[1]),
      ),
    );
  } catch {
    return new Map(); // Site data is switched off, or something else wrote there.
  }
}

/** The scroll positions of the tab's history entries, which survive a reload. */
function createScrollPositions() {
  const positions = readStored();
  return {
    of: (entry: Location): number | undefined => positions.get(keyOf(entry)),
    /** Records the current position, in CSS pixels from the top. */
    keep: (entry: Location) => void positions.set(keyOf(entry), scrollY),
    store() {
      try {
        sessionStorage.setItem(SCROLLS, JSON.stringify(Object.fromEntries(positions)));
      } catch {
        // After a reload, the page then starts at its top.
      }
    },
  };
}

/** A screen at its address. */
export interface Shown {
  readonly location: Location;
  readonly route: ScreenRoute;
  /** The screen's component, or what was thrown instead of it. */
  readonly loaded: { readonly Screen: ComponentType } | { readonly thrown: unknown };
  /** Pixels from the top; undefined doesn't scroll. The address's hash takes precedence. */
  readonly scrollTo?: number;
  /** Whether the previous screen fades into this one. */
  readonly fades: boolean;
}

/** Its value is undefined until the first screen's code has loaded. */
export interface Navigation extends Navigator, Subscribable<Shown | undefined> {
  readonly stop: () => void;
}

/** What a history entry holds. */
interface EntryState {
  readonly usr?: unknown;
  readonly key?: string;
}

const hrefOf = (to: To): string => (typeof to === 'string' ? to : createPath(to));

/** The route of a path in any language; the last route matches every path that no other does. */
export function routeOf(routes: readonly ScreenRoute[], pathname: string): ScreenRoute {
  const [match] =
    matchRoutes(
      routes.map((route) => ({ path: route.path, route })),
      plainPath(pathname),
    ) ?? [];
  if (!match) throw new Error(`no route takes ${pathname}`);
  return match.route.route;
}

const here = (): Location => {
  const state = (history.state ?? {}) as EntryState;
  return {
    pathname: location.pathname,
    search: location.search,
    hash: location.hash,
    state: state.usr ?? null,
    key: state.key ?? KEYLESS,
  };
};

/** Loads screens' code. Only the last requested screen is delivered. */
function createScreenLoader() {
  const ready = new Map<ScreenRoute, ComponentType>();
  let latest = 0;
  return {
    /** Calls `then` with the screen: at once if its code has loaded. */
    load(route: ScreenRoute, then: (loaded: Shown['loaded']) => void): void {
      const turn = ++latest;
      const Screen = route.Screen ?? ready.get(route);
      if (Screen) then({ Screen });
      else
        route.load?.().then(
          (loaded) => {
            ready.set(route, loaded);
            if (turn === latest) then({ Screen: loaded });
          },
          (thrown: unknown) => {
            if (turn === latest) then({ thrown });
          },
        );
    },
    cancel(): void {
      latest += 1;
    },
  };
}

/**
 * Navigates between screens. The old screen and its address stay until the new one's code has
 * loaded; if the user goes elsewhere meanwhile, only the last destination is shown. React Router
 * does the rest (matching, links, queries); its own loading of routes is five times the size of
 * this.
 */
export function createNavigation(routes: readonly ScreenRoute[]): Navigation {
  const scrolls = createScrollPositions();
  const screens = createScreenLoader();
  /** Pairs of paths that have faded once; they fade on the way back too. */
  const faded = new Set<string>();
  const shown = createState<Shown | undefined>(undefined);

  const leaveScroll = (): void => {
    const left = shown.snapshot();
    if (left) scrolls.keep(left.location);
  };

  const go = (
    how: 'pushState' | 'replaceState',
    to: To,
    state: unknown,
    { preventScrollReset = false, viewTransition = false }: NavigateOptions = {},
  ): void => {
    const url = new URL(pathIn(locale, hrefOf(to)), location.href);
    const route = routeOf(routes, url.pathname);
    screens.load(route, (loaded) => {
      leaveScroll();
      const from = shown.snapshot()?.location.pathname;
      if (viewTransition && from !== undefined) faded.add(`${from} ${url.pathname}`);
      const key = crypto.randomUUID().slice(0, 8);
      const entry: EntryState = { usr: state ?? null, key };
      history[how](entry, '', url);
      shown.set({
        location: here(),
        route,
        loaded,
        fades: viewTransition,
        ...(!preventScrollReset && { scrollTo: 0 }),
      });
    });
  };

  const onPop = (): void => {
    const next = here();
    const route = routeOf(routes, next.pathname);
    screens.load(route, (loaded) => {
      const from = shown.snapshot()?.location;
      leaveScroll();
      // For a link within the page, the browser scrolls by itself.
      const within =
        next.key === KEYLESS &&
        next.hash !== '' &&
        from?.pathname === next.pathname &&
        from.search === next.search;
      const pairs = from
        ? [`${from.pathname} ${next.pathname}`, `${next.pathname} ${from.pathname}`]
        : [];
      shown.set({
        location: next,
        route,
        loaded,
        fades: pairs.some((pair) => faded.has(pair)),
        ...(!within && { scrollTo: scrolls.of(next) ?? 0 }),
      });
    });
  };

  // The browser would scroll before the screen has rendered.
  const takeScrolling = (): void => {
    history.scrollRestoration = 'manual';
  };
  const giveScrollingBack = (): void => {
    leaveScroll();
    scrolls.store();
    history.scrollRestoration = 'auto';
  };
  takeScrolling();
  addEventListener('popstate', onPop);
  addEventListener('pagehide', giveScrollingBack);
  addEventListener('pageshow', takeScrolling);

  const first = here();
  const route = routeOf(routes, first.pathname);
  screens.load(route, (loaded) => {
    const scrollTo = scrolls.of(first);
    shown.set({
      location: first,
      route,
      loaded,
      fades: false,
      ...(scrollTo !== undefined && { scrollTo }),
    });
  });

  return {
    createHref: hrefOf,
    encodeLocation: (to) => new URL(hrefOf(to), location.href),
    go: (delta) => history.go(delta),
    push: (to, state, options) => go('pushState', to, state, options),
    replace: (to, state, options) => go('replaceState', to, state, options),
    snapshot: shown.snapshot,
    subscribe: shown.subscribe,
    stop() {
      screens.cancel();
      giveScrollingBack();
      removeEventListener('popstate', onPop);
      removeEventListener('pagehide', giveScrollingBack);
      removeEventListener('pageshow', takeScrolling);
    },
  };
}
