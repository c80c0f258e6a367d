import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

import { BRAND } from '../../content/brand.ts';

/** E.g. 'Pricing' -> 'Pricing · Likeness'. */
export const windowTitle = (title: string | undefined): string =>
  title === undefined ? BRAND : `${title} · ${BRAND}`;

/** Sets the window title, and focuses the new page's heading so that it is read out. */
export function usePageChange(title: string | undefined): void {
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
