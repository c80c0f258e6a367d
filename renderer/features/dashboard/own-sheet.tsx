import { useAtomValue } from 'jotai';
import { useCallback, useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { useLocation } from 'react-router-dom';

import type { Avatar } from '../../core/avatars.ts';
import { FIRST_OWN_AVATAR_ID } from '../../core/constants.ts';
import { i18n } from '../../i18n/index.ts';
import {
  avatarPath,
  densityAtom,
  useLibrary,
  useLibraryState,
  type LibraryQuery,
} from '../../state/library/index.ts';
import { usePorts } from '../../state/ports.ts';
import type { Place } from '../../ui/film.tsx';
import { perform } from '../parts/actions.ts';
import type { Entry } from './entries.ts';
import { EmptyFrame, ProcessingFrame, ReadyFrame } from './frames.tsx';
import { Sheet } from './sheet.tsx';
import type { Selection } from './use-selection.ts';

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
        likeChosen: () =>
          void library.like(
            some.map(({ uid }) => uid),
            !some.every(({ liked }) => liked),
          ),
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
        // A repainted picture is read again.
        key={`${entry.key} ${String(entry.avatar.mendedAt ?? '')}`}
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
      label={i18n.t('Your avatars')}
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
