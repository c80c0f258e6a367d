import type { Batch } from '../../core/batches.ts';
import { isErrorCode, SENTENCES } from '../../core/errors.ts';
import { noted } from '../../core/log/log.ts';
import type { Attention, Notice } from '../../ports/attention.ts';
import type { Store } from '../../ports/store.ts';
import { batchProgress, type RenderProgress } from '../generation/index.ts';
import type { Watched } from '../observable.ts';

export interface WatchDeps {
  readonly store: Pick<Store, 'get'>;
  /** What this tab makes; other tabs tell of theirs. */
  readonly renderProgress: Watched<RenderProgress>;
  readonly attention: Pick<Attention, 'progress' | 'notify'>;
  /** Whether the person wants to be told. */
  readonly wanted: () => boolean;
}

const avatars = (count: number): string =>
  `${count.toLocaleString('en')} ${count === 1 ? 'avatar' : 'avatars'}`;

/** What is told of a batch that this tab has stopped developing; nothing of what the person stopped. */
export function batchNotice(batch: Batch): Notice | undefined {
  const { made, failed, total } = batchProgress(batch, new Map());
  const path = '/dashboard';
  if (batch.state === 'done' && made > 0) {
    const missing = `${avatars(failed)} could not be made; nothing was charged for ${failed === 1 ? 'it' : 'them'}.`;
    return {
      title: `${avatars(made)} ready`,
      body:
        failed > 0 ? missing : made === 1 ? 'It is in your library.' : 'They are in your library.',
      path,
    };
  }
  if (batch.state === 'done')
    return {
      title: 'No avatar could be made',
      body: 'Nothing was charged, and your credits are back.',
      path,
    };
  if (batch.state === 'paused' && isErrorCode(batch.pausedFor)) {
    return {
      title: `Paused after ${made} of ${avatars(total)}`,
      body: SENTENCES[batch.pausedFor],
      path,
    };
  }
  return undefined;
}

/**
 * Shows the batches that are being made here on the taskbar, all as one, and tells how each ended.
 * Progress goes out in whole percents: each is a message to another process.
 */
export function watchBatches({ store, renderProgress, attention, wanted }: WatchDeps): () => void {
  /** Batches in the works, as they stood when their present picture was begun: rows change only between two. */
  const held = new Map<string, { readonly uid: string; readonly batch: Batch } | undefined>();
  let shown: number | undefined;
  let looking = Promise.resolve();

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

  const look = (): void => {
    // At once, so that one that ends while another is read is told of too.
    for (const id of renderProgress.snapshot().keys()) if (!held.has(id)) held.set(id, undefined);
    // One look after the other.
    looking = looking.then(follow).catch(noted('attention.batches'));
  };
  const stop = renderProgress.subscribe(look);
  look();
  return stop;
}
