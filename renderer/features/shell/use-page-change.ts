import { useEffect, useRef } from 'react';
import { useLocation, useMatches } from 'react-router-dom';

import { BRAND } from '../../content/brand.ts';

/** What a route may say of itself in its `handle`. */
export interface RouteHandle {
  /** 'Pricing' -> 'Pricing · Likeness'. */
  readonly title?: string;
}

const titleOf = (handle: unknown): string | undefined => (handle as RouteHandle | undefined)?.title;

/** Sets the window's title, and takes the focus to the new page's heading so that it is read out. */
export function usePageChange(): void {
  const { pathname } = useLocation();
  const title = useMatches()
    .map((match) => titleOf(match.handle))
    .findLast((found) => found !== undefined);
  useEffect(() => {
    document.title = title === undefined ? BRAND : `${title} · ${BRAND}`;
  }, [title]);

  const previous = useRef(pathname);
  useEffect(() => {
    if (previous.current === pathname) return; // The first page keeps the browser's own focus.
    previous.current = pathname;
    const heading =
      document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main');
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, [pathname]);
}
