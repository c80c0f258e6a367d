import { useWindowVirtualizer } from '@tanstack/react-virtual';
import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type RefObject,
} from 'react';

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

/** Heights of the header with the toolbar, and of the selection bar, in CSS pixels. */
const COVERED = { above: 210, below: 130 };

interface RowsOptions {
  readonly density: Density;
  readonly columns: number;
  /** How many frames there are. */
  readonly count: number;
}

/**
 * The rows of a contact sheet that are near the window: the frames from `from` to `to`, and the
 * space that the others take before and after them, in CSS pixels.
 */
export function useRows(
  list: RefObject<HTMLUListElement | null>,
  { density, columns, count }: RowsOptions,
) {
  const [top, setTop] = useState(0);
  const layout = `${density} ${String(columns)} ${String(innerWidth)}`;
  const virtualizer = useWindowVirtualizer({
    count: Math.ceil(count / columns),
    estimateSize: () => seen.get(layout) ?? guess(Math.min(innerWidth, 1280), columns, density),
    overscan: AHEAD,
    scrollMargin: top,
    scrollPaddingStart: COVERED.above,
    scrollPaddingEnd: COVERED.below,
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

/** How far the pointer moves before a press becomes a drag, in CSS pixels. */
const THRESHOLD = 6;
/** A frame that took longer counts as this long, so that nothing jumps after a pause. */
const LONGEST_FRAME_MS = 50;
/**
 * Elements with a press of their own. A picture that can be dragged is dragged out of the window.
 */
const OWN_PRESS = 'a, button, input, select, textarea, summary, img:not([draggable="false"])';

/** A drag over the sheet, from its first frame to its end. */
export interface Sweep {
  /** Ticks the frames it covers now, besides those ticked before; `invert` switches them instead. */
  readonly cover: (ats: readonly number[], invert: boolean) => void;
  /** Ticks what was ticked before the drag. */
  readonly cancel: () => void;
}

export interface MarqueeOptions {
  /** The sheet; a drag may also begin beside it. */
  readonly list: RefObject<HTMLElement | null>;
  /** The element that shows the rectangle. */
  readonly box: RefObject<HTMLElement | null>;
  readonly cells: () => Cells | undefined;
  /** True lets a pen drag; otherwise it scrolls the page, as a finger does. */
  readonly pen: boolean;
  readonly begin: () => Sweep;
  /** Called when a drag has ended, with the last frame that it touched. */
  readonly onEnd: (at: number | undefined) => void;
}

/**
 * Selects frames by a rectangle that is dragged over the sheet with a mouse or a pen. A drag begins
 * beside the pictures: on the film's edges, on captions, and on the page at either side. The sheet
 * scrolls while the pointer is beyond its visible part, Ctrl or ⌘ switches frames instead of
 * ticking them, and Escape ends the drag without a change. Fingers and keys work as without it.
 */
export function useMarquee(options: MarqueeOptions): void {
  const latest = useRef(options);
  useLayoutEffect(() => {
    latest.current = options;
  });
  const { list, pen } = options;

  useEffect(() => {
    const area = list.current?.closest('main');
    let stop: (() => void) | undefined;
    const onPress = (event: PointerEvent): void => {
      stop?.();
      if (mayBegin(event, latest.current)) stop = follow(event, () => latest.current);
    };
    area?.addEventListener('pointerdown', onPress);
    return () => {
      area?.removeEventListener('pointerdown', onPress);
      stop?.();
    };
  }, [list]);

  // The browser decides at the press whether a pen scrolls. A finger never hovers, so it isn't asked.
  useEffect(() => {
    const element = list.current;
    if (!element || !pen) return undefined;
    const onHover = ({ type, pointerType }: PointerEvent): void => {
      element.style.touchAction = type === 'pointerover' && pointerType === 'pen' ? 'none' : '';
    };
    element.addEventListener('pointerover', onHover);
    element.addEventListener('pointerleave', onHover);
    return () => {
      element.removeEventListener('pointerover', onHover);
      element.removeEventListener('pointerleave', onHover);
      element.style.touchAction = '';
    };
  }, [list, pen]);
}

function mayBegin(event: PointerEvent, { list, pen }: MarqueeOptions): boolean {
  const { button, isPrimary, pointerType, target, clientY } = event;
  const sheet = list.current;
  if (!sheet || !isPrimary || button !== 0 || !(target instanceof Element)) return false;
  if (pointerType !== 'mouse' && !(pointerType === 'pen' && pen)) return false;
  if (sheet.contains(target)) return target.closest(OWN_PRESS) === null;
  const { top, bottom } = sheet.getBoundingClientRect();
  return target.contains(sheet) && clientY >= top && clientY <= bottom;
}

/** Follows a press until it is released; returns a function that ends it early. */
function follow(press: PointerEvent, options: () => MarqueeOptions): () => void {
  const pressed = { x: press.clientX + scrollX, y: press.clientY + scrollY };
  let pointer = { x: press.clientX, y: press.clientY, invert: false };
  let sweep: Sweep | undefined;
  let covers = '';
  let last: number | undefined;
  let frame = 0;
  const listening = new AbortController();
  const on = <K extends keyof WindowEventMap>(
    type: K,
    listener: (event: WindowEventMap[K]) => void,
  ): void => addEventListener(type, listener, { capture: true, signal: listening.signal });

  const draw = (): void => {
    const { box, cells } = options();
    const known = cells();
    if (!box.current || !known) return;
    const over = boxOf(pressed, { x: pointer.x + scrollX, y: pointer.y + scrollY });
    const { style } = box.current;
    style.setProperty('translate', `${over.left - scrollX}px ${over.top - scrollY}px`);
    style.setProperty('width', `${over.right - over.left}px`);
    style.setProperty('height', `${over.bottom - over.top}px`);
    const ats = coveredBy(over, known);
    const now = [pointer.invert, ats[0], ats.at(-1), ats.length].join();
    if (now === covers) return;
    covers = now;
    last = (pointer.y + scrollY < pressed.y ? ats[0] : ats.at(-1)) ?? last;
    sweep?.cover(ats, pointer.invert);
  };
  const tick = (before: number) => (now: number) => {
    const view = { top: COVERED.above, bottom: innerHeight - COVERED.below };
    const speed = scrollSpeed(pointer.y, press.clientY, view);
    const by = (speed * Math.min(LONGEST_FRAME_MS, now - before)) / 1000;
    if (by !== 0) scrollBy({ top: by, behavior: 'instant' });
    draw();
    frame = requestAnimationFrame(tick(now));
  };
  const end = (): void => {
    listening.abort();
    cancelAnimationFrame(frame);
    const { box } = options();
    if (box.current) box.current.hidden = true;
  };
  const cancel = (): void => {
    if (listening.signal.aborted) return;
    end();
    sweep?.cancel();
  };

  on('pointermove', ({ pointerId, buttons, clientX: x, clientY: y, ctrlKey, metaKey }) => {
    if (pointerId !== press.pointerId) return;
    if (buttons === 0) {
      end();
      return;
    }
    pointer = { x, y, invert: ctrlKey || metaKey };
    const { box, begin } = options();
    const moved = Math.hypot(x + scrollX - pressed.x, y + scrollY - pressed.y);
    if (sweep || moved < THRESHOLD || !box.current) return;
    sweep = begin();
    box.current.hidden = false;
    getSelection()?.removeAllRanges();
    frame = requestAnimationFrame(tick(performance.now()));
  });
  on('pointerup', ({ pointerId }) => {
    if (pointerId !== press.pointerId) return;
    if (sweep) draw();
    end();
    if (!sweep) return;
    swallowClick();
    options().onEnd(last);
  });
  on('pointercancel', cancel);
  on('selectstart', (event) => {
    if (sweep) event.preventDefault();
  });
  on('keydown', (event) => {
    if (event.key !== 'Escape' || !sweep) return;
    event.preventDefault();
    event.stopPropagation();
    cancel();
  });
  return cancel;
}

/**
 * The release of a drag inside one element counts as a click on it, which the user didn't intend.
 */
function swallowClick(): void {
  const swallow = (event: Event): void => {
    event.preventDefault();
    event.stopPropagation();
  };
  addEventListener('click', swallow, { capture: true, once: true });
  setTimeout(() => removeEventListener('click', swallow, { capture: true }));
}

/** A rectangle that is dragged over the sheet, in the document's pixels. */
interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Where the sheet's cells are. All columns have the same width; `rowAt` knows the rows. */
export interface Cells extends Box {
  readonly columns: number;
  readonly count: number;
  /** The first column is at the right. */
  readonly leftwards: boolean;
  /** The row at a height of the document; the nearest one beyond either end. */
  readonly rowAt: (y: number) => number;
}

/** The rectangle between two points. */
export const boxOf = (
  a: { readonly x: number; readonly y: number },
  b: { readonly x: number; readonly y: number },
): Box => ({
  left: Math.min(a.x, b.x),
  right: Math.max(a.x, b.x),
  top: Math.min(a.y, b.y),
  bottom: Math.max(a.y, b.y),
});

/** The indices of the cells that a rectangle touches, in the sheet's order. */
export function coveredBy(box: Box, cells: Cells): readonly number[] {
  const { left, right, top, bottom, columns, count, leftwards, rowAt } = cells;
  if (box.right <= left || box.left >= right || box.bottom <= top || box.top >= bottom) return [];
  const columnAt = (x: number): number =>
    Math.min(columns - 1, Math.max(0, Math.floor(((x - left) / (right - left)) * columns)));
  const [first, last] = leftwards
    ? [columns - 1 - columnAt(box.right), columns - 1 - columnAt(box.left)]
    : [columnAt(box.left), columnAt(box.right)];
  const found: number[] = [];
  for (let row = rowAt(box.top); row <= rowAt(box.bottom); row++)
    for (let at = row * columns + first; at <= row * columns + last && at < count; at++)
      found.push(at);
  return found;
}

/** The sheet's greatest scrolling speed, in pixels a second: about four rows. */
const FASTEST = 2_400;

/**
 * Pixels a second by which the sheet scrolls while the pointer is beyond an edge of the view, which
 * is the window between the sticky bars: faster the further away it is. 0 until the pointer has moved
 * towards that edge, so that a drag may begin there.
 */
export function scrollSpeed(
  y: number,
  pressedAt: number,
  view: Pick<Box, 'top' | 'bottom'>,
): number {
  const beyond = y < view.top ? y - view.top : Math.max(0, y - view.bottom);
  if (Math.sign(beyond) !== Math.sign(y - pressedAt)) return 0;
  return Math.sign(beyond) * Math.min(FASTEST, 60 + beyond ** 2 / 4);
}
