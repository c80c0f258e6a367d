import {
  Component,
  startTransition,
  Suspense,
  useEffect,
  useLayoutEffect,
  useState,
  type ReactNode,
} from 'react';
import { flushSync } from 'react-dom';
import { Router, useRoutes, type Location, type Navigator } from 'react-router-dom';

import { ErrorPage } from '../features/parts/error-page.tsx';
// Not through its index, which other screens share and which holds more than the frame.
import { Shell } from '../features/shell/shell.tsx';
import { localeOfPath, pathIn } from '../i18n/address.ts';
import type { Navigation, Shown } from './navigation.ts';

interface ErrorBoundaryProps {
  readonly location: Location;
  readonly failure: { readonly thrown: unknown } | undefined;
  readonly children: ReactNode;
}

/** What was thrown at a location; of none before the first. */
type Failing = Partial<Pick<ErrorBoundaryProps, 'location' | 'failure'>>;

/** Says that the screen answers: boot.js then replays what was pressed before. */
function Ready() {
  useEffect(() => void document.dispatchEvent(new Event('likeness-ready')), []);
  return null;
}

/** Shows the error page for anything a screen throws, until the user goes elsewhere. */
class ErrorBoundary extends Component<ErrorBoundaryProps, Failing> {
  override state: Failing = {};

  static getDerivedStateFromError(thrown: unknown) {
    return { failure: { thrown } };
  }

  static getDerivedStateFromProps({ location, failure }: ErrorBoundaryProps, state: Failing) {
    return location === state.location ? null : { location, failure };
  }

  override render() {
    const { failure } = this.state;
    if (!failure) return this.props.children;
    return (
      <>
        <ErrorPage thrown={failure.thrown} />
        <Ready />
      </>
    );
  }
}

/** The id that a hash names; anyone may write one, such as '#50%'. */
function idIn(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return ''; // No id of ours.
  }
}

/**
 * Scrolls once the screen above it has been laid out. The address's target may be in a part that
 * loads later: it is waited for until the user acts or goes elsewhere.
 */
function Scrolling({ shown: { location, scrollTo: top } }: { readonly shown: Shown }) {
  useLayoutEffect(() => {
    const id = top ? '' : idIn(location.hash);
    const reach = (): boolean => {
      const target = document.getElementById(id);
      target?.scrollIntoView();
      return target !== null;
    };
    if (reach()) return undefined;
    if (top !== undefined) scrollTo(0, top);
    if (id === '') return undefined;
    const late = new MutationObserver(() => {
      if (reach()) stop();
    });
    const over = new AbortController();
    const stop = (): void => {
      late.disconnect();
      over.abort();
    };
    late.observe(document, { childList: true, subtree: true });
    for (const act of ['wheel', 'pointerdown', 'keydown'])
      addEventListener(act, stop, { signal: over.signal });
    return stop;
  }, [location, top]);
  return null;
}

/** The screen, with the parameters of its path for `useParams`. */
const Matched = ({ path, children }: { readonly path: string; readonly children: ReactNode }) =>
  useRoutes([{ path, element: children }]);

/** One screen in its shell, for the build and for the browser. */
export function Place({
  shown,
  navigator,
}: {
  readonly shown: Shown;
  readonly navigator: Navigator;
}) {
  const { location, route, loaded } = shown;
  // The language of the address: the page is in English if its messages didn't load.
  const basename = pathIn(localeOfPath(location.pathname), '/');
  return (
    <Router basename={basename} location={location} navigator={navigator}>
      <ErrorBoundary location={location} failure={'thrown' in loaded ? loaded : undefined}>
        <Shell title={route.title}>
          {'Screen' in loaded && (
            // A prerendered screen takes over in small steps, so that a slow phone answers between them.
            <Suspense>
              <Matched path={route.path}>
                <loaded.Screen />
              </Matched>
              <Ready />
            </Suspense>
          )}
        </Shell>
      </ErrorBoundary>
      <Scrolling shown={shown} />
    </Router>
  );
}

const nothing = (): undefined => undefined;

/** The screen of the current address; it changes with navigation. */
export function Routed({ navigation }: { readonly navigation: Navigation }) {
  const [shown, setShown] = useState(navigation.snapshot);
  useLayoutEffect(() => {
    const follow = (): void => {
      const next = navigation.snapshot();
      const fades = next?.fades && !matchMedia('(prefers-reduced-motion: reduce)').matches;
      if (fades && 'startViewTransition' in document) {
        const { ready, finished } = document.startViewTransition(() =>
          flushSync(() => setShown(next)),
        );
        // They reject if the next transition starts before this one has ended.
        ready.catch(nothing);
        finished.catch(nothing);
      } else startTransition(() => setShown(next));
    };
    follow();
    return navigation.subscribe(follow);
  }, [navigation]);
  return shown && <Place shown={shown} navigator={navigation} />;
}
