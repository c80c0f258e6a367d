import { useEffect, useRef, useState } from 'react';

import type { Batch } from '../../core/batches.ts';
import { isAbort, isErrorCode, sentence, SENTENCES } from '../../core/errors.ts';
import { formatNumber } from '../../core/format.ts';
import type { Saved } from '../../ports/downloads.ts';
import {
  batchProgress,
  isOpen,
  useGeneration,
  useRenderProgress,
} from '../../state/generation/index.ts';
import { useLibrary, useLibraryState } from '../../state/library/index.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNote, Notice } from '../../ui/notice.tsx';
import { Progress } from '../../ui/progress.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import t from '../../ui/type.module.css';
import { SavedNote } from '../saving/index.ts';
import styles from './bulk-screen.module.css';
import { Refusals } from './people.tsx';
import { reportFiles, resultsOf } from './report.ts';

const WORDS = { running: 'Under way', paused: 'Paused', done: 'Done', cancelled: 'Cancelled' };

/** Why pictures failed, each reason once. */
const reasonsOf = (items: Batch['items']): readonly string[] => [
  ...new Set(items.flatMap(({ reason }) => (reason === undefined ? [] : [reason]))),
];

const timeLeft = (seconds: number): string =>
  seconds < 90 ? `${String(seconds)} s left` : `${String(Math.ceil(seconds / 60))} min left`;

/** A run: its progress, pause and cancel, everyone's results, and saving all pictures together. */
export function Run({ batch }: { readonly batch: Batch }) {
  const generation = useGeneration();
  const rendered = useRenderProgress();
  const library = useLibrary();
  const { avatars } = useLibraryState();
  const [failed, setFailed] = useState<string>();
  const [saving, setSaving] = useState<number>();
  const [saved, setSaved] = useState<Saved>();
  const control = useRef<AbortController>(undefined);
  useEffect(() => () => control.current?.abort(), []);
  const { made, failed: lost, total, done, secondsLeft } = batchProgress(batch, rendered);
  const mine = avatars.filter(({ batchId }) => batchId === batch.id);
  const act = (work: Promise<void>): void => {
    setFailed(undefined);
    work.catch((thrown: unknown) => setFailed(sentence(thrown)));
  };
  const save = async (): Promise<void> => {
    control.current = new AbortController();
    setFailed(undefined);
    setSaving(0);
    try {
      setSaved(
        await library.exportAll(mine, 'png', {
          signal: control.current.signal,
          onSaved: setSaving,
          onPlace: setSaved,
          after: (files) =>
            reportFiles(batch, files, async (uid) => (await library.picture(uid))?.thumb),
        }),
      );
    } catch (thrown) {
      if (!isAbort(thrown)) setFailed(sentence(thrown, 'download-failed'));
    } finally {
      setSaving(undefined);
    }
  };
  const results = resultsOf(batch).filter(({ items }) => items.length > 0);
  return (
    <section aria-labelledby="run" className={styles.part}>
      <h2 id="run" className={t.heading}>
        {isOpen(batch) ? 'The run' : 'The last run'}
      </h2>
      <Progress label="Run" done={done} />
      <p role="status">
        {WORDS[batch.state]}: {formatNumber(made)} of {formatNumber(total)} made
        {lost > 0 && `, ${formatNumber(lost)} failed`}
        {batch.state === 'running' && secondsLeft !== undefined && `, ${timeLeft(secondsLeft)}`}
      </p>
      {batch.pausedFor !== undefined && (
        <Notice
          tone="careful"
          title={SENTENCES[isErrorCode(batch.pausedFor) ? batch.pausedFor : 'unexpected']}
        />
      )}
      {failed !== undefined && <ErrorNote what={failed} />}
      <div className={styles.row}>
        {batch.state === 'running' && (
          <Button onClick={() => act(generation.pause(batch.id))}>Pause</Button>
        )}
        {batch.state === 'paused' && (
          <Button onClick={() => act(generation.proceed(batch.id))}>Go on</Button>
        )}
        {isOpen(batch) && (
          <Button onClick={() => act(generation.cancel(batch.id))}>Cancel the rest</Button>
        )}
        {mine.length > 0 && saving === undefined && (
          <Button {...(!isOpen(batch) && { variant: 'accent' })} onClick={() => void save()}>
            Save all {formatNumber(mine.length)}
          </Button>
        )}
        {saving !== undefined && (
          <>
            <span role="status">
              Saving {saving} of {mine.length}
            </span>
            <Button size="small" onClick={() => control.current?.abort()}>
              Stop
            </Button>
          </>
        )}
        {mine.length > 0 && <TextLink to="/dashboard">Look at them</TextLink>}
      </div>
      <SavedNote saved={saved} />
      <div className={styles.table} tabIndex={0} role="region" aria-label="Report">
        <table>
          <thead>
            <tr>
              <th scope="col">Person</th>
              <th scope="col">Made</th>
              <th scope="col">What went wrong</th>
            </tr>
          </thead>
          <tbody>
            {results.map(({ person, items }) => (
              <tr key={person}>
                <th scope="row">{person}</th>
                <td>
                  {items.filter(({ state }) => state === 'done').length} of {items.length}
                </td>
                <td>
                  {reasonsOf(items)
                    .map((reason) => SENTENCES[isErrorCode(reason) ? reason : 'unexpected'])
                    .join(' ')}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Refusals refused={batch.bulk?.refused ?? []} />
    </section>
  );
}
