import { useAtom } from 'jotai';
import { useState } from 'react';
import { z } from 'zod';

import { isOpen, type Batch } from '../../core/batches.ts';
import { isErrorCode, SENTENCES } from '../../core/errors.ts';
import { photoGoneAt } from '../../core/photo-gone-at.ts';
import { STYLE_LABELS } from '../../core/styles.ts';
import { formatList, formatNumber, formatTime, t } from '../../i18n/index.ts';
import { useNotices } from '../../state/attention/index.ts';
import { useDraft } from '../../state/drafts/index.ts';
import { batchProgress, useGeneration, useRenderProgress } from '../../state/generation/index.ts';
import { usePictureUrl, type LibraryState } from '../../state/library/index.ts';
import { useObjectUrl } from '../../state/object-url.ts';
import { usePorts } from '../../state/ports.ts';
import { rememberedAtom } from '../../state/remembered-atom.ts';
import { showFailure } from '../../state/toasts.ts';
import { ButtonLink, TextButton } from '../../ui/button.tsx';
import { lazily } from '../../ui/lazily.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Progress } from '../../ui/progress.tsx';
import { cx, ui } from '../../ui/shared.ts';
import { Trans, VisuallyHidden } from '../../ui/text.tsx';
import { EngineFetching } from '../parts/engine-fetching.tsx';
import styles from './batch-panel.module.css';

const StopBatch = lazily(async () => (await import('../parts/stop-batch.tsx')).StopBatch);

/** The time left, no finer than anyone needs: '40 s' or '3 min'. */
const timeWords = (seconds: number): string =>
  seconds < 90
    ? t('{seconds} s', { seconds })
    : t('{minutes} min', { minutes: formatNumber(Math.round(seconds / 60)) });

/** A running batch: its progress, the time left, and the ways to stop it. */
export function BatchPanel({ batch }: { readonly batch: Batch }) {
  const generation = useGeneration();
  const renderProgress = useRenderProgress();
  const notices = useNotices();
  const { clock } = usePorts();
  const { entries } = useDraft();
  const { made, total, done, secondsLeft } = batchProgress(batch, renderProgress);
  const counts = { made: formatNumber(made), total: formatNumber(total) };
  const paused = batch.state === 'paused';
  const goneAt = photoGoneAt(
    batch,
    entries.map(({ draft }) => draft),
    secondsLeft === undefined ? undefined : clock.now() + secondsLeft * 1_000,
  );
  const why = isErrorCode(batch.pausedFor) ? SENTENCES[batch.pausedFor] : undefined;
  return (
    <section className={ui.stack3} aria-label={t('Batch in progress')}>
      <div className={cx(ui.between, styles.words)}>
        <div className={styles.what}>
          <FirstPicture batch={batch} />
          <p>
            {paused ? (
              <Trans id="<b>Paused</b> {made} of {total}" values={counts} />
            ) : secondsLeft === undefined ? (
              <Trans id="<b>Developing</b> {made} of {total}" values={counts} />
            ) : (
              <Trans
                id="<b>Developing</b> {made} of {total}<span>, about {time} left</span>"
                values={{ ...counts, time: timeWords(secondsLeft) }}
              />
            )}
            <br />
            <span>{stylesOf(batch)}</span>
          </p>
        </div>
        <div className={styles.actions}>
          {!paused && notices.permission === 'ask' && (
            <TextButton onClick={() => void notices.turn(true)}>
              {t('Tell me when ready')}
            </TextButton>
          )}
          {paused ? (
            <TextButton onClick={() => generation.proceed(batch.id).catch(showFailure)}>
              {t('Continue')}
            </TextButton>
          ) : (
            <TextButton onClick={() => generation.pause(batch.id).catch(showFailure)}>
              {t('Pause')}
            </TextButton>
          )}
          <StopBatch text batch={batch} label={t('Cancel')} />
        </div>
      </div>
      <Progress
        label={t('{made} of {total, plural, one {# avatar} other {# avatars}} made', {
          made,
          total,
        })}
        done={done}
      />
      {!paused && made === 0 && <EngineFetching />}
      {why !== undefined && <Notice tone="careful">{why}</Notice>}
      {goneAt !== undefined && (
        <p className={ui.hint}>
          {t(
            'The photo is deleted on {time}. What isn’t made of it by then can’t be made any more, and its credits come back.',
            { time: formatTime(goneAt) },
          )}
        </p>
      )}
    </section>
  );
}

/** Tells several batches apart: the first finished picture, else the photo. */
function FirstPicture({ batch }: { readonly batch: Batch }) {
  const first = batch.items.find(({ state }) => state === 'done');
  const { entries } = useDraft();
  const photo = useObjectUrl(entries.find(({ draft }) => draft.id === batch.draftId)?.photo);
  const finished = usePictureUrl(first?.uid, 'thumb');
  const url = first ? finished : photo;
  return url === undefined ? null : <img src={url} alt="" className={styles.first} />;
}

/** 'Realistic', 'Realistic and Ink', or 'Realistic, Ink and 3 more'. */
function stylesOf({ items }: Batch): string {
  const names = [...new Set(items.map(({ recipe }) => STYLE_LABELS[recipe.style]))];
  const [first, second, ...others] = names;
  return others.length > 0
    ? t('{first}, {second} and {more} more', {
        first,
        second,
        more: formatNumber(others.length),
      })
    : formatList(names);
}

/** Announces the end of a batch that was seen open; otherwise its bar would just disappear. */
export function BatchAnnouncement({ batches }: { readonly batches: readonly Batch[] }) {
  const [seen, setSeen] = useState<readonly string[]>([]);
  const begun = batches.filter((one) => isOpen(one) && !seen.includes(one.id));
  if (begun.length > 0) setSeen([...seen, ...begun.map(({ id }) => id)]);
  const ended = batches.find((one) => !isOpen(one) && seen.includes(one.id));
  const made = ended?.items.filter(({ state }) => state === 'done').length ?? 0;
  return (
    <VisuallyHidden>
      <span role="status">
        {ended &&
          (ended.state === 'cancelled'
            ? t(
                'The batch was stopped. {made, plural, one {# avatar is} other {# avatars are}} ready.',
                { made },
              )
            : t(
                'The batch has ended. {made, plural, one {# avatar is} other {# avatars are}} ready.',
                { made },
              ))}
      </span>
    </VisuallyHidden>
  );
}

const RECENT_MS = 24 * 60 * 60 * 1_000;
/** Notes are about the work since this time. */
const useRecent = (): number => useState(() => Date.now() - RECENT_MS)[0];
/** The batches, and when they were painted, of the dismissed notes on what stays as it was. */
const keptDismissedAtom = rememberedAtom('dismissed.kept', z.array(z.string()), []);
const paintingOf = ({ id, repaintedAt }: Batch): string => `${id} ${String(repaintedAt)}`;
/** The batch of the dismissed note on failures, and their number: further ones are shown. */
const failedDismissedAtom = rememberedAtom('dismissed.failed', z.string(), '');

/** What couldn't be painted again, and that it stays as it was. */
export function KeptNote({ batches, avatars }: Pick<LibraryState, 'batches' | 'avatars'>) {
  const [dismissed, dismiss] = useAtom(keptDismissedAtom);
  const since = useRecent();
  const repainted = batches.filter(
    (batch) =>
      !isOpen(batch) && (batch.repaintedAt ?? 0) > since && !dismissed.includes(paintingOf(batch)),
  );
  const kept = repainted
    .flatMap(({ items }) => items)
    .filter(({ state, reason }) => state === 'done' && reason !== undefined)
    .filter(({ uid }) => avatars.some((avatar) => avatar.uid === uid));
  const [first] = kept;
  if (!first) return null;
  return (
    <Notice
      tone="careful"
      title={t(
        '{kept, plural, one {# avatar couldn’t be painted again and stays as it was.} other {# avatars couldn’t be painted again and stay as they were.}}',
        { kept: kept.length },
      )}
      actions={
        <TextButton onClick={() => dismiss([...dismissed, ...repainted.map(paintingOf)])}>
          {t('Dismiss')}
        </TextButton>
      }
    >
      {isErrorCode(first.reason) && SENTENCES[first.reason]}
    </Notice>
  );
}

/** What couldn't be made in the latest batch, and that it cost nothing. */
export function FailedNote({ batches }: { readonly batches: readonly Batch[] }) {
  const [dismissed, dismiss] = useAtom(failedDismissedAtom);
  const since = useRecent();
  const [latest] = batches;
  const failed = latest?.items.filter(({ state }) => state === 'failed') ?? [];
  if (!latest || failed.length === 0 || latest.createdAt <= since) return null;
  const failures = `${latest.id} ${String(failed.length)}`;
  if (failures === dismissed) return null;
  const reason = failed[0]?.reason;
  return (
    <Notice
      tone="careful"
      title={t(
        '{failed, plural, one {# avatar could not be made. Its credit is back.} other {# avatars could not be made. Their credits are back.}}',
        { failed: failed.length },
      )}
      actions={
        <>
          {reason === 'photo-expired' && (
            <ButtonLink to="/customize" size="small">
              {t('Add a photo')}
            </ButtonLink>
          )}
          <TextButton onClick={() => dismiss(failures)}>{t('Dismiss')}</TextButton>
        </>
      }
    >
      {isErrorCode(reason) && SENTENCES[reason]}
    </Notice>
  );
}
