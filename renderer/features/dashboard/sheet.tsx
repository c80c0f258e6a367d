import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';

import { readingKey, readsLeftwards } from '../../ui/direction.ts';
import { Film, type Place } from '../../ui/film.tsx';
import type { Cells } from './marquee.ts';
import styles from './sheet.module.css';
import { useColumns, useMarquee, useRows, type Density, type Sweep } from './use-marquee.ts';

export interface SheetProps<T> {
  readonly label: string;
  readonly density: Density;
  readonly entries: readonly T[];
  readonly frame: (entry: T, place: Place) => ReactNode;
  /** An entry to scroll to and focus when the sheet opens. */
  readonly open?: number | undefined;
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
  onKey,
  onExtend,
  onSweep,
  selecting,
}: SheetProps<T>) {
  const list = useRef<HTMLUListElement>(null);
  const marquee = useRef<HTMLDivElement>(null);
  const columns = useColumns(density);
  const { virtualizer, shown, from, to, before, after } = useRows(list, {
    density,
    columns,
    count: entries.length,
  });
  /** The frame that had the focus last, and the one to focus as soon as it is rendered. */
  const focused = useRef<number>(undefined);
  const [wanted, setWanted] = useState(open);

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
    pen: selecting,
    begin: onSweep,
    onEnd: (at) => {
      // The keys continue from the last frame that the drag touched.
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
            row: Math.floor(at / columns),
            ...(at % columns === 0 && { measure: virtualizer.measureElement }),
          });
        })}
      </Film>
      <div ref={marquee} className={styles.marquee} hidden />
    </>
  );
}
