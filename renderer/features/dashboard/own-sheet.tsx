import { useAtomValue } from 'jotai';
import {
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { useLocation } from 'react-router-dom';

import { pictureKey, type Avatar } from '../../core/avatars.ts';
import type { Batch, BatchItem } from '../../core/batches.ts';
import { FIRST_OWN_AVATAR_ID } from '../../core/constants.ts';
import { t } from '../../i18n/index.ts';
import {
  avatarPath,
  densityAtom,
  useLibrary,
  useLibraryState,
  type LibraryQuery,
} from '../../state/library/index.ts';
import { usePorts } from '../../state/ports.ts';
import { showFailure } from '../../state/toasts.ts';
import { readingKey, readsLeftwards } from '../../ui/direction.ts';
import { Film, type Place } from '../../ui/film.tsx';
import { perform } from '../parts/actions.ts';
import { EmptyFrame, ProcessingFrame, ReadyFrame } from './frames.tsx';
import type { Selection } from './selection-bar.tsx';
import styles from './sheet.module.css';
import {
  useColumns,
  useMarquee,
  useRows,
  type Cells,
  type Density,
  type Sweep,
} from './use-marquee.ts';

/** A frame on the contact sheet. */
export type Entry =
  | { readonly kind: 'ready'; readonly key: string; readonly id: number; readonly avatar: Avatar }
  | {
      readonly kind: 'processing';
      readonly key: string;
      readonly id: number;
      readonly batch: Batch;
      readonly item: BatchItem;
    };

/**
 * Finished and coming avatars in one order: the newest batch first, and within a batch the order of
 * making, so that each picture appears in its final place. `avatars` must come in that order.
 */
export function sheetEntries(avatars: readonly Avatar[], batches: readonly Batch[]): Entry[] {
  const groups = new Map<string, Entry[]>();
  const into = (batchId: string, entry: Entry): void => {
    const group = groups.get(batchId);
    if (group) group.push(entry);
    else groups.set(batchId, [entry]);
  };
  const ready = new Set(avatars.map(({ uid }) => uid));
  for (const batch of batches) {
    if (batch.state !== 'running' && batch.state !== 'paused') continue;
    for (const item of batch.items) {
      if (item.state !== 'waiting' || ready.has(item.uid)) continue;
      into(batch.id, { kind: 'processing', key: item.uid, id: item.avatarId, batch, item });
    }
  }
  for (const avatar of avatars)
    into(avatar.batchId, { kind: 'ready', key: avatar.uid, id: avatar.id, avatar });
  const sorted = [...groups.values()].map((group) => group.sort((a, b) => a.id - b.id));
  return sorted.sort((a, b) => (b[0]?.id ?? 0) - (a[0]?.id ?? 0)).flat();
}

export interface OwnSheetProps {
  /** Undefined stands for the empty frame at the end. */
  readonly entries: readonly (Entry | undefined)[];
  /** The entry to scroll to and focus when the sheet opens. */
  readonly open: number | undefined;
  readonly query: LibraryQuery;
  readonly minted: ReadonlySet<string>;
  readonly selection: Selection;
  readonly onDelete: (avatars: readonly Avatar[]) => void;
}

/** The contact sheet of the user's own avatars and its keys. */
export function OwnSheet({ entries, open, query, minted, selection, onDelete }: OwnSheetProps) {
  const library = useLibrary();
  const { credits } = useLibraryState();
  const density = useAtomValue(densityAtom);
  const { on, has, chosen, tick, sweep } = selection;
  const dragged = useDragged(chosen);
  const next = useMemo(
    () =>
      entries.reduce(
        (highest, entry) => Math.max(highest, entry?.id ?? 0),
        FIRST_OWN_AVATAR_ID - 1,
      ) + 1,
    [entries],
  );
  const dense = density === 'small';
  const avatarAt = (at: number): Avatar | undefined => {
    const entry = entries[at];
    return entry?.kind === 'ready' ? entry.avatar : undefined;
  };

  const onKey = (at: number, event: KeyboardEvent): void => {
    const avatar = avatarAt(at);
    const some = on && chosen.length > 0 ? chosen : avatar ? [avatar] : [];
    perform(event, {
      close: on && selection.end,
      chooseAll: () => {
        selection.begin();
        selection.all();
      },
      choose: avatar !== undefined && (() => tick(avatar.uid)),
      ...(some.length > 0 && {
        likeChosen() {
          const uids = some.map(({ uid }) => uid);
          library.like(uids, !some.every(({ liked }) => liked)).catch(showFailure);
        },
        deleteChosen: () => onDelete(some),
      }),
    });
  };

  const frame = (entry: Entry | undefined, place: Place) => {
    if (!entry)
      return (
        <EmptyFrame
          key="new"
          place={place}
          dense={dense}
          number={next}
          credits={credits.available}
        />
      );
    return entry.kind === 'ready' ? (
      <ReadyFrame
        // Another picture is read again.
        key={pictureKey(entry.avatar)}
        avatar={entry.avatar}
        at={place.at}
        of={place.of}
        row={place.row}
        measure={place.measure}
        to={avatarPath(entry.avatar.id, query)}
        dense={dense}
        minted={minted.has(entry.avatar.uid)}
        dragged={dragged}
        ticked={on ? has(entry.avatar.uid) : undefined}
        onTick={tick}
      />
    ) : (
      <ProcessingFrame
        key={entry.key}
        place={place}
        dense={dense}
        batch={entry.batch}
        item={entry.item}
      />
    );
  };

  return (
    <Sheet
      key={density}
      label={t('Your avatars')}
      density={density}
      entries={entries}
      open={open}
      onExtend={(from, to) => {
        if (!on) return;
        const [first, last] = [avatarAt(from), avatarAt(to)];
        if (first && chosen.length === 0) tick(first.uid);
        if (last) tick(last.uid, true);
      }}
      onKey={onKey}
      selecting={on}
      onSweep={() => {
        const { cover, cancel } = sweep();
        return {
          cover: (ats, invert) =>
            cover(
              ats.flatMap((at) => avatarAt(at)?.uid ?? []),
              invert,
            ),
          cancel,
        };
      }}
      frame={frame}
    />
  );
}

/** The avatars that a drag takes along; the function stays the same between renders. */
function useDragged(chosen: readonly Avatar[]): (avatar: Avatar) => readonly Avatar[] {
  const { mostLifted } = usePorts().downloads;
  const latest = useRef(chosen);
  useEffect(() => {
    latest.current = chosen;
  }, [chosen]);
  return useCallback(
    (avatar) => (mostLifted > 1 && latest.current.includes(avatar) ? latest.current : [avatar]),
    [mostLifted],
  );
}

/** The frame that the user comes back from; read once, so that a reload starts at the top. */
export function useCameFrom(entries: readonly (Entry | undefined)[]): number | undefined {
  const came = (useLocation().state as { readonly seen?: number } | null)?.seen;
  const [open] = useState(() => {
    const at = came === undefined ? -1 : entries.findIndex((entry) => entry?.id === came);
    return at < 0 ? undefined : at;
  });
  return open;
}

interface SheetProps<T> {
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
function Sheet<T>({
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
    const at = wanted ?? (document.activeElement === document.body ? focused.current : undefined);
    if (at === undefined) return;
    const main = list.current?.querySelector<HTMLElement>(`[data-at="${at}"] [data-main]`);
    // A focused frame is gone, deleted or scrolled out of view: the one in its place takes the
    // focus, else the sheet.
    const next = main ?? (wanted === undefined ? list.current : undefined);
    next?.focus({ preventScroll: true });
    if (next) setWanted(undefined);
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
