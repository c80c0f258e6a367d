import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';

import type { Avatar } from '../../core/avatars.ts';
import { FIRST_OWN_AVATAR_ID, SAMPLE_CREDITS } from '../../core/constants.ts';
import { sentence } from '../../core/errors.ts';
import { formatCount, formatNumber } from '../../core/format.ts';
import { isOpen } from '../../state/generation/index.ts';
import { useAtomValue, useSetAtom } from '../../state/jotai.ts';
import {
  avatarPath,
  densityAtom,
  isPlain,
  SAMPLES,
  selectAvatars,
  undoableAtom,
  useLibrary,
  useLibraryState,
  useSampleStore,
  useSampleStoreState,
} from '../../state/library/index.ts';
import { sampleUid } from '../../state/minting/index.ts';
import { usePorts } from '../../state/ports.ts';
import { showToastAtom } from '../../state/toasts.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Film } from '../../ui/film.tsx';
import { ErrorNote, Notice } from '../../ui/notice.tsx';
import t from '../../ui/type.module.css';
import { useMintedUids } from '../certificate/index.ts';
import { RestoreNotice } from '../purchases/index.ts';
import { UndoNote } from '../undo/index.ts';
import styles from './avatars-tab.module.css';
import { BatchAnnouncement, BatchPanel, FailedNote } from './batch-panel.tsx';
import { ElsewhereNotice } from './elsewhere-notice.tsx';
import { sheetEntries, type Entry } from './entries.ts';
import { ProcessingFrame, ReadyFrame, SampleFrame, UnexposedFrame } from './frames.tsx';
import { useMintedFilter } from './minted-filter.tsx';
import { Reading } from './reading.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { Sheet } from './sheet.tsx';
import { Toolbar } from './toolbar.tsx';
import { useLibraryQuery } from './use-library-query.ts';
import { useSelection } from './use-selection.ts';

/** All avatars on the contact sheet, with running batches above it. */
export function AvatarsTab() {
  const library = useLibrary();
  const { untouched, failed, elsewhere } = useLibraryState();
  return (
    <div className={styles.tab}>
      <RestoreNotice />
      {elsewhere && <ElsewhereNotice elsewhere={elsewhere} />}
      {failed && (
        <ErrorNote
          what="Your library could not be read."
          safe="Nothing of it is lost: it is still stored on this device."
          actions={<Button onClick={() => library.reload()}>Try again</Button>}
        />
      )}
      {!failed && (untouched ? <Samples /> : <Own />)}
    </div>
  );
}

/** Heights of the header with the toolbar, and of the selection bar. */
const COVERED = { above: 210, below: 130 };

function Own() {
  const library = useLibrary();
  const { loaded, avatars, batches, credits } = useLibraryState();
  const { mostLifted } = usePorts().downloads;
  const density = useAtomValue(densityAtom);
  const setUndoable = useSetAtom(undoableAtom);
  const showToast = useSetAtom(showToastAtom);
  const minted = useMintedUids();
  const asked = useLibraryQuery();
  const { query } = asked;
  const [now] = useState(() => Date.now());
  const shown = useMemo(
    () => selectAvatars(avatars, query, { minted, now }),
    [avatars, query, minted, now],
  );
  const plain = isPlain(query);
  const entries = useMemo<readonly (Entry | undefined)[]>(
    () =>
      plain
        ? [...sheetEntries(avatars, batches), ...(loaded ? [undefined] : [])]
        : shown.map((avatar) => ({ kind: 'ready', key: avatar.uid, id: avatar.id, avatar })),
    [plain, loaded, shown, avatars, batches],
  );
  const selection = useSelection(shown);
  const { on, has, chosen, tick } = selection;
  const next = useMemo(
    () =>
      entries.reduce(
        (highest, entry) => Math.max(highest, entry?.id ?? 0),
        FIRST_OWN_AVATAR_ID - 1,
      ) + 1,
    [entries],
  );

  // The frame that the user comes back from; read once, so that a reload starts at the top.
  const came = (useLocation().state as { readonly seen?: number } | null)?.seen;
  const [open] = useState(() => {
    const at = came === undefined ? -1 : entries.findIndex((entry) => entry?.id === came);
    return at < 0 ? undefined : at;
  });

  const latest = useRef(chosen);
  useEffect(() => {
    latest.current = chosen;
  }, [chosen]);
  const dragged = useCallback(
    (avatar: Avatar): readonly Avatar[] =>
      mostLifted > 1 && latest.current.includes(avatar) ? latest.current : [avatar],
    [mostLifted],
  );

  const remove = (some: readonly Avatar[]): void => {
    library.remove(some).then(
      (undo) =>
        setUndoable({
          words:
            some.length === 1
              ? `${some[0]?.name ?? ''} was deleted`
              : `${formatCount(some.length, 'avatar')} were deleted`,
          undo,
        }),
      (failure: unknown) => showToast(sentence(failure), 'bad'),
    );
  };
  const avatarAt = (at: number): Avatar | undefined => {
    const entry = entries[at];
    return entry?.kind === 'ready' ? entry.avatar : undefined;
  };

  // Until all rows are read, only the newest batches are there to be shown.
  const status = !loaded
    ? 'Reading your library'
    : plain
      ? formatCount(avatars.length, 'avatar')
      : `${formatNumber(shown.length)} of ${formatCount(avatars.length, 'avatar')}`;
  return (
    <>
      {credits.available > 0 && avatars.length === 0 && entries.length === 1 && (
        <Notice
          tone="good"
          title={`${formatNumber(credits.available)} credits are ready`}
          actions={
            <ButtonLink to="/customize" variant="accent" size="small">
              Add a photo
            </ButtonLink>
          }
        >
          Add a photo to make avatars from it. Your credits wait as long as you like.
        </Notice>
      )}
      {batches.filter(isOpen).map((batch) => (
        <BatchPanel key={batch.id} batch={batch} />
      ))}
      <BatchAnnouncement batches={batches} />
      <FailedNote batches={batches} />
      {(avatars.length > 1 || !plain) && (
        <Toolbar avatars={avatars} minted={minted.size} state={asked} status={status}>
          <Button size="small" aria-pressed={on} onClick={on ? selection.end : selection.begin}>
            Select
          </Button>
        </Toolbar>
      )}
      {!loaded && !plain ? (
        <Reading />
      ) : entries.length === 0 ? (
        <div className={styles.none}>
          <p className={t.heading}>No avatars match</p>
          <p className={t.quiet}>Try other words, or fewer filters.</p>
          <Button size="small" onClick={asked.clear}>
            Show all {formatNumber(avatars.length)}
          </Button>
        </div>
      ) : (
        <Sheet
          key={density}
          label="Your avatars"
          density={density}
          entries={entries}
          open={open}
          covered={COVERED}
          onExtend={(from, to) => {
            if (!on) return;
            const [first, last] = [avatarAt(from), avatarAt(to)];
            if (first && chosen.length === 0) tick(first.uid);
            if (last) tick(last.uid, true);
          }}
          onKey={(at, event) => {
            const avatar = avatarAt(at);
            const some = on && chosen.length > 0 ? chosen : avatar ? [avatar] : [];
            if (event.key === 'Escape' && on) selection.end();
            else if (event.key === 'a' && (event.ctrlKey || event.metaKey)) {
              event.preventDefault();
              selection.begin();
              selection.all();
            } else if (event.ctrlKey || event.metaKey || event.altKey) return;
            else if (event.key === 'x' && avatar) tick(avatar.uid);
            else if (event.key === 'l' && some.length > 0)
              void library.like(
                some.map(({ uid }) => uid),
                !some.every(({ liked }) => liked),
              );
            else if (event.key === 'Delete' && some.length > 0) {
              selection.none();
              remove(some);
            }
          }}
          frame={(entry, place) => {
            if (!entry)
              return (
                <UnexposedFrame
                  key="new"
                  place={place}
                  dense={density === 'small'}
                  number={next}
                  credits={credits.available}
                />
              );
            return entry.kind === 'ready' ? (
              <ReadyFrame
                key={entry.key}
                avatar={entry.avatar}
                at={place.at}
                of={place.of}
                row={place.row}
                measure={place.measure}
                to={avatarPath(entry.avatar.id, query)}
                dense={density === 'small'}
                minted={minted.has(entry.avatar.uid)}
                dragged={dragged}
                ticked={on ? has(entry.avatar.uid) : undefined}
                onTick={tick}
              />
            ) : (
              <ProcessingFrame
                key={entry.key}
                place={place}
                dense={density === 'small'}
                batch={entry.batch}
                item={entry.item}
              />
            );
          }}
        />
      )}
      <div className={styles.foot}>
        <UndoNote />
        {on && (
          <SelectionBar
            chosen={chosen}
            total={shown.length}
            onAll={selection.all}
            onNone={selection.none}
            onDone={selection.end}
            onDelete={() => {
              selection.none();
              remove(chosen);
            }}
          />
        )}
      </div>
    </>
  );
}

function Samples() {
  const sampleStore = useSampleStore();
  const state = useSampleStoreState();
  useEffect(() => sampleStore.show(), [sampleStore]);
  const { shows, onlyMinted, control } = useMintedFilter();
  return (
    <>
      <p className={styles.note}>
        <b>Sample.</b> These six are samples. Your first avatar replaces them.
      </p>
      {control}
      <Film label="Sample avatars">
        {SAMPLES.filter(({ id }) => shows(sampleUid(id))).map((sample) => (
          <SampleFrame key={sample.id} sample={sample} state={state} />
        ))}
        {!onlyMinted && (
          <UnexposedFrame number={SAMPLES.length + 1} credits={SAMPLE_CREDITS} sample />
        )}
      </Film>
      <UndoNote />
    </>
  );
}
