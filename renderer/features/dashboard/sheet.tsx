import { useWindowVirtualizer } from '@tanstack/react-virtual';
import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type KeyboardEvent,
  type ReactNode,
} from 'react';

import { readingKey, readsLeftwards } from '../../ui/direction.ts';
import { Film, type Place } from '../../ui/film.tsx';
import type { Cells } from './marquee.ts';
import styles from './sheet.module.css';
import { useMarquee, type Sweep } from './use-marquee.ts';

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

export interface SheetProps<T> {
  readonly label: string;
  readonly density: Density;
  readonly entries: readonly T[];
  readonly frame: (entry: T, place: Place) => ReactNode;
  /** An entry to scroll to and focus when the sheet opens. */
  readonly open?: number | undefined;
  /** Heights of the sticky parts above and below. */
  readonly covered: { readonly above: number; readonly below: number };
  /** Called for a key on a frame that doesn't move the focus. */
  readonly onKey: (at: number, event: KeyboardEvent) => void;
  /** Called for Shift and an arrow key, with the frames it goes from and to. */
  readonly onExtend: (from: number, to: number) => void;
  /** Called when a drag over the frames begins. */
  readonly onSweep: () => Sweep;
  /** Whether the frames are checkboxes, over which a pen drags instead of scrolling. */
  readonly selecting: boolean;
}

/**
 * A contact sheet of any length; it renders only the rows near the window. Arrow keys, Home, End
 * and the page keys move the focus between frames; a drag with the mouse selects several.
 */
export function Sheet<T>({
  label,
  density,
  entries,
  frame,
  open,
  covered,
  onKey,
  onExtend,
  onSweep,
  selecting,
}: SheetProps<T>) {
  const list = useRef<HTMLUListElement>(null);
  const marquee = useRef<HTMLDivElement>(null);
  const columns = useColumns(density);
  const rows = Math.ceil(entries.length / columns);
  const [top, setTop] = useState(0);
  /** The frame that had the focus last, and the one to focus as soon as it is rendered. */
  const focused = useRef<number>(undefined);
  const [wanted, setWanted] = useState(open);

  const layout = `${density} ${String(columns)} ${String(innerWidth)}`;
  const virtualizer = useWindowVirtualizer({
    count: rows,
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

  const go = (at: number): void => {
    virtualizer.scrollToIndex(Math.floor(at / columns));
    setWanted(at);
  };
  // When the sheet opens, the frame that the user comes back from is in the middle of the window.
  useEffect(() => {
    if (open !== undefined)
      virtualizer.scrollToIndex(Math.floor(open / columns), { align: 'center' });
    // Only when the sheet opens.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  // After every render, because any of them may bring the frame.
  // eslint-disable-next-line react-hooks/exhaustive-deps
  useEffect(() => {
    const element = list.current;
    if (wanted !== undefined) {
      const main = element?.querySelector<HTMLElement>(`[data-at="${wanted}"] [data-main]`);
      if (!main) return;
      main.focus({ preventScroll: true });
      setWanted(undefined);
    } else if (focused.current !== undefined && document.activeElement === document.body) {
      // The focused frame was scrolled out of view and removed: the sheet takes the focus.
      element?.focus({ preventScroll: true });
    }
  });

  const cells = (): Cells | undefined => {
    const rect = list.current?.getBoundingClientRect();
    return (
      rect && {
        left: rect.left + scrollX,
        right: rect.right + scrollX,
        top: rect.top + scrollY,
        bottom: rect.bottom + scrollY,
        columns,
        count: entries.length,
        leftwards: readsLeftwards(),
        rowAt: (y) => virtualizer.getVirtualItemForOffset(y)?.index ?? 0,
      }
    );
  };
  useMarquee({
    list,
    box: marquee,
    cells,
    covered,
    pen: selecting,
    begin: onSweep,
    onEnd: (at) => {
      // The keys go on from the frame that the drag touched last.
      focused.current = at;
      list.current?.focus({ preventScroll: true });
    },
  });

  const move = (event: KeyboardEvent): void => {
    const cell = (event.target as Element).closest<HTMLElement>('[data-at]');
    const at = cell ? Number(cell.dataset['at']) : focused.current;
    if (at === undefined) return;
    const page = columns * Math.max(1, Math.floor(innerHeight / (shown[0]?.size ?? innerHeight)));
    const step = {
      ArrowRight: 1,
      ArrowLeft: -1,
      ArrowDown: columns,
      ArrowUp: -columns,
      PageDown: page,
      PageUp: -page,
      Home: -at,
      End: entries.length - 1 - at,
    }[readingKey(event.key, event.currentTarget)];
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) {
      onKey(at, event);
      return;
    }
    event.preventDefault();
    const next = Math.min(entries.length - 1, Math.max(0, at + step));
    if (next === at) return;
    if (event.shiftKey) onExtend(at, next);
    go(next);
  };

  return (
    <>
      <Film
        label={label}
        dense={density === 'small'}
        list={{
          ref: list,
          tabIndex: -1,
          style: { '--columns': columns, paddingTop: before, paddingBottom: Math.max(0, after) },
          onKeyDown: move,
          onFocus: ({ target }) => {
            const cell = target.closest<HTMLElement>('[data-at]');
            if (cell) focused.current = Number(cell.dataset['at']);
          },
          onBlur: ({ relatedTarget }) => {
            if (!(relatedTarget instanceof Node && list.current?.contains(relatedTarget)))
              focused.current = undefined;
          },
        }}
      >
        {entries.slice(from, to).map((entry, index) => {
          const at = from + index;
          return frame(entry, {
            at,
            of: entries.length,
            ...(at % columns === 0 && { row: at / columns, measure: virtualizer.measureElement }),
          });
        })}
      </Film>
      <div ref={marquee} className={styles.marquee} hidden />
    </>
  );
}
