import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, useState, useSyncExternalStore, type RefObject } from 'react';

export type Density = 'large' | 'small';

/** Frames per strip on a desktop, a tablet and a phone. */
const COLUMNS = { large: [4, 3, 2], small: [8, 6, 4] } as const;
/** Rows rendered beyond each edge of the window. */
const AHEAD = 2;
/** The assumed height of a row before one was measured: a square frame, edge print and caption. */
const guess = (width: number, columns: number, density: Density): number =>
  width / columns + 50 + (density === 'large' ? 150 : 62);
/** Measured row heights by layout, so that the way back scrolls to the right place at once. */
const seen = new Map<string, number>();

function onResize(listener: () => void): () => void {
  addEventListener('resize', listener);
  return () => removeEventListener('resize', listener);
}

export function useColumns(density: Density): number {
  const width = useSyncExternalStore(onResize, () => innerWidth);
  const [wide, middle, narrow] = COLUMNS[density];
  return width > 1000 ? wide : width > 560 ? middle : narrow;
}

/** Heights of the sticky parts above and below, in CSS pixels. */
export interface Covered {
  readonly above: number;
  readonly below: number;
}

interface RowsOptions {
  readonly density: Density;
  readonly columns: number;
  /** How many frames there are. */
  readonly count: number;
  readonly covered: Covered;
}

/**
 * The rows of a contact sheet that are near the window: the frames from `from` to `to`, and the
 * space that the others take before and after them, in CSS pixels.
 */
export function useRows(
  list: RefObject<HTMLUListElement | null>,
  { density, columns, count, covered }: RowsOptions,
) {
  const [top, setTop] = useState(0);
  const layout = `${density} ${String(columns)} ${String(innerWidth)}`;
  const virtualizer = useWindowVirtualizer({
    count: Math.ceil(count / columns),
    estimateSize: () => seen.get(layout) ?? guess(Math.min(innerWidth, 1280), columns, density),
    overscan: AHEAD,
    scrollMargin: top,
    scrollPaddingStart: covered.above,
    scrollPaddingEnd: covered.below,
    initialOffset: () => scrollY,
    initialRect: { width: innerWidth, height: innerHeight },
    useFlushSync: false,
    // While scrolling, a new row is as high as the others until the browser has laid it out.
    // Measuring it at once would lay out the page in the middle of the script.
    measureElement: (element, entry) =>
      entry
        ? Math.round(entry.borderBoxSize[0]?.blockSize ?? 0)
        : (seen.get(layout) ?? (element as HTMLElement).offsetHeight),
  });
  const shown = virtualizer.getVirtualItems();
  const from = (shown[0]?.index ?? 0) * columns;
  const to = ((shown.at(-1)?.index ?? -1) + 1) * columns;
  const before = (shown[0]?.start ?? top) - top;
  const after = virtualizer.getTotalSize() - ((shown.at(-1)?.end ?? top) - top);

  const rendered = useRef<string>(undefined);
  // Runs after every render: the content above may change its height. A second run changes nothing.
  // Scrolling changes no height, and measuring makes the browser lay out the page at once.
  // eslint-disable-next-line react-hooks/exhaustive-deps
  useLayoutEffect(() => {
    const element = list.current;
    const range = [layout, from, to].join();
    const previous = rendered.current;
    const scrolled = previous !== undefined && previous !== range && seen.has(layout);
    rendered.current = range;
    if (!element || scrolled) return;
    const now = Math.round(element.getBoundingClientRect().top + scrollY);
    if (now !== top) setTop(now);
    // The lowest height counts: a row may show an extra note for a moment.
    const heights = [...element.querySelectorAll<HTMLElement>('[data-index]')].map(
      ({ offsetHeight }) => offsetHeight,
    );
    if (heights.length === 0) return;
    const height = Math.min(...heights);
    if (height > 0 && seen.get(layout) !== height) {
      seen.set(layout, height);
      virtualizer.measure();
    }
  });

  return { virtualizer, shown, from, to, before, after };
}
