import type { Batch } from '../../core/batches.ts';
import { isErrorCode, SENTENCES } from '../../core/errors.ts';
import { noted } from '../../core/log/log.ts';
import type { Subscribable } from '../../core/subscribable.ts';
import { formatNumber, t } from '../../i18n/index.ts';
import type { Attention, Notice } from '../../ports/attention.ts';
import type { Store } from '../../ports/store.ts';
import { batchProgress, type RenderProgress } from '../generation/index.ts';

export interface WatchDeps {
  readonly store: Pick<Store, 'get'>;
  /** What this tab renders; other tabs report theirs. */
  readonly renderProgress: Subscribable<RenderProgress>;
  readonly attention: Pick<Attention, 'progress' | 'notify'>;
  /** Whether the user wants to be notified. */
  readonly wanted: () => boolean;
}

/** The notice about a batch that this tab no longer renders; undefined if the user stopped it. */
export function batchNotice(batch: Batch): Notice | undefined {
  const { made, failed, total } = batchProgress(batch, new Map());
  const path = '/dashboard';
  if (batch.state === 'done' && made > 0) {
    return {
      title: t('{count, plural, one {# avatar} other {# avatars}} ready', { count: made }),
      body:
        failed > 0
          ? t(
              '{count, plural, one {# avatar could not be made; nothing was charged for it.} other {# avatars could not be made; nothing was charged for them.}}',
              { count: failed },
            )
          : t('{count, plural, one {It is in your library.} other {They are in your library.}}', {
              count: made,
            }),
      path,
    };
  }
  if (batch.state === 'done')
    return {
      title: t('No avatar could be made'),
      body: t('Nothing was charged, and your credits are back.'),
      path,
    };
  if (batch.state === 'paused' && isErrorCode(batch.pausedFor)) {
    return {
      title: t('Paused after {made} of {count, plural, one {# avatar} other {# avatars}}', {
        made: formatNumber(made),
        count: total,
      }),
      body: SENTENCES[batch.pausedFor],
      path,
    };
  }
  return undefined;
}

/**
 * Shows the progress of this tab's batches on the taskbar, combined, and notifies how each ended.
 * Progress is sent in whole percents, because each update is a message to another process.
 */
export function watchBatches({ store, renderProgress, attention, wanted }: WatchDeps): () => void {
  /**
   * Running batches, as of the start of their current picture: rows change only between pictures.
   */
  const held = new Map<string, { readonly uid: string; readonly batch: Batch } | undefined>();
  let shown: number | undefined;
  let following = Promise.resolve();

  const show = (now: RenderProgress): void => {
    const works = [...held.values()].flatMap((work) =>
      work ? [batchProgress(work.batch, now)] : [],
    );
    const total = works.reduce((sum, work) => sum + work.total, 0);
    const done = works.reduce((sum, work) => sum + work.done * work.total, 0);
    const percent = total === 0 ? undefined : Math.floor((done / total) * 100) / 100;
    if (percent === shown) return;
    shown = percent;
    attention.progress(percent);
  };

  const follow = async (): Promise<void> => {
    const now = renderProgress.snapshot();
    for (const [id, work] of held) {
      const uid = now.get(id)?.uid;
      if (work && work.uid === uid) continue;
      const batch = await store.get('batches', id);
      if (uid !== undefined) {
        held.set(id, batch && { uid, batch });
        continue;
      }
      held.delete(id);
      const notice = batch && wanted() ? batchNotice(batch) : undefined;
      if (notice) attention.notify(notice);
    }
    show(now);
  };

  const check = (): void => {
    // Done at once, so that a batch that ends while another is read is reported too.
    for (const id of renderProgress.snapshot().keys()) if (!held.has(id)) held.set(id, undefined);
    // One after the other.
    following = following.then(follow).catch(noted('attention.batches'));
  };
  const stop = renderProgress.subscribe(check);
  check();
  return stop;
}
