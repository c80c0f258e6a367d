import { useEffect } from 'react';

import { FIRST_OWN_AVATAR_ID, SAMPLE_CREDITS } from '../../core/constants.ts';
import { isOpen } from '../../state/generation/index.ts';
import { useAtom } from '../../state/jotai.ts';
import {
  removedAtom,
  SAMPLES,
  useLibraryState,
  useSampleStore,
  useSampleStoreState,
} from '../../state/library/index.ts';
import { sampleUid } from '../../state/minting/index.ts';
import { usePorts } from '../../state/ports.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Film } from '../../ui/film.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TextButton } from '../../ui/text-link.tsx';
import { RestoreNotice } from '../purchases/index.ts';
import styles from './avatars-tab.module.css';
import { BatchPanel, FailedNote } from './batch-panel.tsx';
import { sheetEntries } from './entries.ts';
import { ProcessingFrame, ReadyFrame, SampleFrame, UnexposedFrame } from './frames.tsx';
import { useMintedFilter } from './minted-filter.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { Sheet } from './sheet.tsx';
import { useSelection } from './use-selection.ts';

/** Everything on the contact sheet, with what is being made above it. */
export function AvatarsTab() {
  const { untouched } = useLibraryState();
  return (
    <div className={styles.tab}>
      <RestoreNotice />
      <Removed />
      {untouched ? <Samples /> : <Own />}
    </div>
  );
}

function Own() {
  const { avatars, batches, credits } = useLibraryState();
  const { shows, onlyMinted, control } = useMintedFilter();
  const { mostLifted } = usePorts().downloads;
  const entries = sheetEntries(avatars, batches);
  const shown = avatars.filter(({ uid }) => shows(uid));
  const selection = useSelection(shown);
  const open = batches.filter(isOpen);
  const next =
    entries.reduce((highest, { id }) => Math.max(highest, id), FIRST_OWN_AVATAR_ID - 1) + 1;
  return (
    <>
      {credits.available > 0 && entries.length === 0 && (
        <Notice
          tone="good"
          title={`${credits.available.toLocaleString('en')} credits are ready`}
          actions={
            <ButtonLink to="/customize" look="accent" size="small">
              Add a photo
            </ButtonLink>
          }
        >
          Add a photo to make avatars from it. Your credits wait as long as you like.
        </Notice>
      )}
      {open.map((batch) => (
        <BatchPanel key={batch.id} batch={batch} />
      ))}
      <FailedNote batches={batches} />
      {(avatars.length > 1 || control) && (
        <div className={styles.controls}>
          {control}
          {avatars.length > 1 && !selection.on && (
            <TextButton onClick={selection.begin}>Save several</TextButton>
          )}
        </div>
      )}
      <Sheet
        label="Your avatars"
        entries={[
          ...entries.filter(
            (entry) => !onlyMinted || (entry.kind === 'ready' && shows(entry.avatar.uid)),
          ),
          ...(onlyMinted ? [] : [undefined]),
        ]}
        frame={(entry) => {
          if (!entry) return <UnexposedFrame key="new" number={next} credits={credits.available} />;
          return entry.kind === 'ready' ? (
            <ReadyFrame
              key={entry.key}
              avatar={entry.avatar}
              dragged={
                mostLifted > 1 && selection.has(entry.avatar.uid)
                  ? selection.chosen
                  : [entry.avatar]
              }
              ticked={selection.on ? selection.has(entry.avatar.uid) : undefined}
              onTick={selection.toggle}
            />
          ) : (
            <ProcessingFrame key={entry.key} batch={entry.batch} item={entry.item} />
          );
        }}
      />
      {selection.on && (
        <SelectionBar
          chosen={selection.chosen}
          total={shown.length}
          onAll={selection.all}
          onNone={selection.none}
          onDone={selection.end}
        />
      )}
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
    </>
  );
}

function Removed() {
  const [removed, setRemoved] = useAtom(removedAtom);
  if (!removed) return null;
  return (
    <Notice
      title={`${removed.name} was deleted`}
      actions={
        <>
          <TextButton onClick={() => void removed.undo().then(() => setRemoved(undefined))}>
            Undo
          </TextButton>
          <TextButton onClick={() => setRemoved(undefined)}>Dismiss</TextButton>
        </>
      }
    />
  );
}
