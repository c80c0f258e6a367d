import { useState } from 'react';

import type { Batch } from '../../core/batches.ts';
import { isErrorCode, sentence, SENTENCES } from '../../core/errors.ts';
import { formatNumber } from '../../core/format.ts';
import { i18n } from '../../i18n/index.ts';
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
import { EngineFetching } from '../engine-fetch/index.ts';
import { SaveAll } from '../saving/index.ts';
import styles from './bulk-screen.module.css';
import { Refusals } from './people.tsx';
import { reportFiles, resultsOf } from './report.ts';

const WORDS = {
  running: i18n.t('Under way'),
  paused: i18n.t('Paused'),
  done: i18n.t('Done'),
  cancelled: i18n.t('Cancelled'),
};

/** Why pictures failed, each reason once. */
const reasonsOf = (items: Batch['items']): readonly string[] => [
  ...new Set(items.flatMap(({ reason }) => (reason === undefined ? [] : [reason]))),
];

const timeLeft = (seconds: number): string =>
  seconds < 90
    ? i18n.t('{seconds} s left', { seconds })
    : i18n.t('{minutes} min left', { minutes: Math.ceil(seconds / 60) });

const progressWords = (
  batch: Batch,
  { made, failed, total, secondsLeft }: ReturnType<typeof batchProgress>,
): string => {
  const counts = {
    state: WORDS[batch.state],
    made: formatNumber(made),
    total: formatNumber(total),
    failed: formatNumber(failed),
  };
  const soFar =
    failed > 0
      ? i18n.t('{state}: {made} of {total} made, {failed} failed', counts)
      : i18n.t('{state}: {made} of {total} made', counts);
  return batch.state === 'running' && secondsLeft !== undefined
    ? i18n.t('{progress}, {timeLeft}', { progress: soFar, timeLeft: timeLeft(secondsLeft) })
    : soFar;
};

/** A run: its progress, pause and cancel, everyone's results, and saving all pictures together. */
export function Run({ batch }: { readonly batch: Batch }) {
  const generation = useGeneration();
  const rendered = useRenderProgress();
  const library = useLibrary();
  const { avatars } = useLibraryState();
  const [failed, setFailed] = useState<string>();
  const progress = batchProgress(batch, rendered);
  const mine = avatars.filter(({ batchId }) => batchId === batch.id);
  const act = (work: Promise<void>): void => {
    setFailed(undefined);
    work.catch((thrown: unknown) => setFailed(sentence(thrown)));
  };
  const results = resultsOf(batch).filter(({ items }) => items.length > 0);
  return (
    <section aria-labelledby="run" className={styles.part}>
      <h2 id="run" className={t.heading}>
        {isOpen(batch) ? i18n.t('The run') : i18n.t('The last run')}
      </h2>
      <Progress label={i18n.t('Run')} done={progress.done} />
      <p role="status">{progressWords(batch, progress)}</p>
      {batch.state === 'running' && <EngineFetching />}
      {batch.pausedFor !== undefined && (
        <Notice
          tone="careful"
          title={SENTENCES[isErrorCode(batch.pausedFor) ? batch.pausedFor : 'unexpected']}
        />
      )}
      {failed !== undefined && <ErrorNote what={failed} />}
      <div className={styles.row}>
        {batch.state === 'running' && (
          <Button onClick={() => act(generation.pause(batch.id))}>{i18n.t('Pause')}</Button>
        )}
        {batch.state === 'paused' && (
          <Button onClick={() => act(generation.proceed(batch.id))}>{i18n.t('Go on')}</Button>
        )}
        {isOpen(batch) && (
          <Button onClick={() => act(generation.cancel(batch.id))}>
            {i18n.t('Cancel the rest')}
          </Button>
        )}
        {mine.length > 0 && (
          <SaveAll
            avatars={mine}
            format="png"
            {...(!isOpen(batch) && { variant: 'accent' })}
            after={(files) =>
              reportFiles(batch, files, async (uid) => (await library.picture(uid))?.thumb)
            }
          />
        )}
        {mine.length > 0 && <TextLink to="/dashboard">{i18n.t('Look at them')}</TextLink>}
      </div>
      <div className={styles.table} tabIndex={0} role="region" aria-label={i18n.t('Report')}>
        <table>
          <thead>
            <tr>
              <th scope="col">{i18n.t('Person')}</th>
              <th scope="col">{i18n.t('Made')}</th>
              <th scope="col">{i18n.t('What went wrong')}</th>
            </tr>
          </thead>
          <tbody>
            {results.map(({ person, items }) => (
              <tr key={person}>
                <th scope="row">{person}</th>
                <td>
                  {i18n.t('{made} of {total}', {
                    made: items.filter(({ state }) => state === 'done').length,
                    total: items.length,
                  })}
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
