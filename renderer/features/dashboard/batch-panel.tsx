import { useState } from 'react';

import type { Batch } from '../../core/batches.ts';
import { isErrorCode, SENTENCES } from '../../core/errors.ts';
import { formatCount } from '../../core/format.ts';
import { STYLE_LABELS } from '../../core/styles.ts';
import { useNotices } from '../../state/attention/index.ts';
import { useDraft } from '../../state/drafts/index.ts';
import {
  batchProgress,
  isOpen,
  useGeneration,
  useRenderProgress,
} from '../../state/generation/index.ts';
import { usePictureUrl } from '../../state/library/index.ts';
import { useObjectUrl } from '../../state/object-url.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Progress } from '../../ui/progress.tsx';
import { TextButton } from '../../ui/text-link.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import styles from './batch-panel.module.css';

/** The time left, no finer than anyone needs: '40 s' or '3 min'. */
const left = (seconds: number): string =>
  seconds < 90 ? `${String(seconds)} s` : `${String(Math.round(seconds / 60))} min`;

/** A running batch: its progress, the time left, and the ways to stop it. */
export function BatchPanel({ batch }: { readonly batch: Batch }) {
  const generation = useGeneration();
  const renderProgress = useRenderProgress();
  const [asking, setAsking] = useState(false);
  const notices = useNotices();
  const { made, total, done, secondsLeft } = batchProgress(batch, renderProgress);
  const paused = batch.state === 'paused';
  const rest = batch.items.filter(({ state }) => state === 'waiting').length;
  const why = isErrorCode(batch.pausedFor) ? SENTENCES[batch.pausedFor] : undefined;
  return (
    <section className={styles.panel} aria-label="Batch in progress">
      <div className={styles.words}>
        <div className={styles.what}>
          <FirstPicture batch={batch} />
          <p>
            <b>{paused ? 'Paused' : 'Developing'}</b> {made} of {total}
            {!paused && secondsLeft !== undefined && <span>, about {left(secondsLeft)} left</span>}
            <br />
            <span>{stylesOf(batch)}</span>
          </p>
        </div>
        <div className={styles.actions}>
          {!paused && notices.permission === 'ask' && (
            <TextButton onClick={() => void notices.turn(true)}>Tell me when ready</TextButton>
          )}
          {paused ? (
            <TextButton onClick={() => void generation.proceed(batch.id)}>Continue</TextButton>
          ) : (
            <TextButton onClick={() => void generation.pause(batch.id)}>Pause</TextButton>
          )}
          <TextButton onClick={() => setAsking(true)}>Cancel</TextButton>
        </div>
      </div>
      <Progress label={`${String(made)} of ${formatCount(total, 'avatar')} made`} done={done} />
      {why !== undefined && <Notice tone="careful">{why}</Notice>}
      <Dialog open={asking} onClose={() => setAsking(false)} title="Stop this batch?">
        <p>
          {made > 0 && `${formatCount(made, 'finished avatar')} ${made === 1 ? 'stays' : 'stay'}. `}
          {formatCount(rest, 'credit')} {rest === 1 ? 'comes' : 'come'} back, and your photo is
          deleted.
        </p>
        <div className={styles.choice}>
          <Button onClick={() => setAsking(false)}>Keep going</Button>
          <Button
            variant="accent"
            onClick={() => {
              setAsking(false);
              void generation.cancel(batch.id);
            }}
          >
            {made > 0 ? `Stop and keep ${String(made)}` : 'Stop'}
          </Button>
        </div>
      </Dialog>
    </section>
  );
}

/** Tells several batches apart: the first finished picture, else the photo. */
function FirstPicture({ batch }: { readonly batch: Batch }) {
  const first = batch.items.find(({ state }) => state === 'done');
  const { entries } = useDraft();
  const photo = useObjectUrl(entries.find(({ draft }) => draft.id === batch.draftId)?.photo);
  if (first) return <Finished uid={first.uid} />;
  return photo === undefined ? null : <img src={photo} alt="" className={styles.first} />;
}

function Finished({ uid }: { readonly uid: string }) {
  const url = usePictureUrl(uid, 'thumb');
  return url === undefined ? null : <img src={url} alt="" className={styles.first} />;
}

const STYLES_NAMED = 2;

/** 'Realistic', 'Realistic and Ink', or 'Realistic, Ink and 3 more'. */
function stylesOf({ items }: Batch): string {
  const names = [...new Set(items.map(({ recipe }) => STYLE_LABELS[recipe.style]))];
  const more = names.length - STYLES_NAMED;
  return more > 0
    ? `${names.slice(0, STYLES_NAMED).join(', ')} and ${String(more)} more`
    : names.join(' and ');
}

/** Announces the end of a batch; otherwise its bar would just disappear. */
export function BatchAnnouncement({ batches }: { readonly batches: readonly Batch[] }) {
  const [before] = useState(
    () => new Set(batches.filter((one) => !isOpen(one)).map(({ id }) => id)),
  );
  const ended = batches.find((one) => !isOpen(one) && !before.has(one.id));
  const made = ended?.items.filter(({ state }) => state === 'done').length ?? 0;
  return (
    <VisuallyHidden>
      <span role="status">
        {ended &&
          (ended.state === 'cancelled'
            ? `The batch was stopped. ${formatCount(made, 'avatar')} ${made === 1 ? 'is' : 'are'} ready.`
            : `The batch has ended. ${formatCount(made, 'avatar')} ${made === 1 ? 'is' : 'are'} ready.`)}
      </span>
    </VisuallyHidden>
  );
}

const RECENT_MS = 24 * 60 * 60 * 1_000;

/** What couldn't be made in the latest batch, and that it cost nothing. */
export function FailedNote({ batches }: { readonly batches: readonly Batch[] }) {
  const [dismissed, setDismissed] = useState<string>();
  const [opened] = useState(() => Date.now());
  const latest = batches[0];
  const failed = latest?.items.filter(({ state }) => state === 'failed') ?? [];
  if (
    !latest ||
    failed.length === 0 ||
    dismissed === latest.id ||
    opened - latest.createdAt > RECENT_MS
  )
    return null;
  const reason = failed[0]?.reason;
  return (
    <Notice
      tone="careful"
      title={`${formatCount(failed.length, 'avatar')} could not be made. ${failed.length === 1 ? 'Its credit is' : 'Their credits are'} back.`}
      actions={
        <>
          {reason === 'photo-expired' && (
            <ButtonLink to="/customize" size="small">
              Add a photo
            </ButtonLink>
          )}
          <TextButton onClick={() => setDismissed(latest.id)}>Dismiss</TextButton>
        </>
      }
    >
      {isErrorCode(reason) && SENTENCES[reason]}
    </Notice>
  );
}
