import { DRAFT_LIFETIME_MS } from '../../core/constants.ts';
import { DRAFT_SCOPE } from '../../core/drafts.ts';
import { noted } from '../../core/log/log.ts';
import type { Scope } from '../../core/scope.ts';
import type { Subscribable } from '../../core/subscribable.ts';
import type { Store } from '../../ports/store.ts';
import type { After } from '../after.ts';
import type { Memory } from '../remembered.ts';
import type { DraftCollection } from './collection.ts';
import type { DraftAnalyses } from './draft-analyses.ts';
import type { Waiting } from './draft-state.ts';
import type { Expiries } from './expiries.ts';
import type { ImportQueue } from './import-queue.ts';
import type { PhotoLife } from './photo-life.ts';
import type { Stage } from './stage.ts';

export interface RestoreDeps {
  readonly store: Store;
  readonly scope: Subscribable<Scope>;
  readonly memory: Memory;
  readonly now: () => number;
  readonly after: After;
  readonly analyses: DraftAnalyses;
  readonly collection: DraftCollection;
  readonly waiting: Waiting;
  readonly queue: Pick<ImportQueue, 'cancel'>;
  readonly stage: Stage;
  readonly life: PhotoLife;
  readonly expiries: Expiries;
}

/** Shows the photos of earlier visits that are readable now, and deletes those that have expired. */
export async function restore({
  memory,
  collection,
  stage,
  life,
  expiries,
}: Pick<RestoreDeps, 'memory' | 'collection' | 'stage' | 'life' | 'expiries'>): Promise<void> {
  const { entries, aside, expired } = await life.sweep();
  for (const entry of entries) collection.show(entry);
  for (const draft of aside) expiries.set(draft);
  const last = memory.read('draft');
  collection.select(
    ((typeof last === 'string' ? collection.find(last) : undefined) ?? entries.at(-1))?.draft.id,
  );
  if (expired) stage.refuse([{ code: 'photo-expired' }]);
}

/**
 * An account was opened or locked: shows the photos that are readable now, and forgets what was
 * read from a locked account.
 */
export async function restoreForAccount(deps: RestoreDeps): Promise<void> {
  const {
    store,
    scope,
    memory,
    now,
    after,
    analyses,
    collection,
    waiting,
    queue,
    stage,
    expiries,
  } = deps;
  for (const { id } of waiting.snapshot()) queue.cancel(id);
  const left = collection.entries
    .snapshot()
    .filter(
      ({ draft }) =>
        draft.profileId !== DRAFT_SCOPE.profileId && draft.profileId !== scope.snapshot().profileId,
    );
  for (const { draft } of left) analyses.drop(draft.id);
  const last = collection.onStage();
  collection.hideAll();
  expiries.cancelAll();
  if (left.length > 0) stage.keepForNext(stage.current().choices);
  if (last) memory.write('draft', last.draft.id);
  await restore(deps);
  stage.publish();
  // A photo in a locked account expires on time, too.
  if (left.length > 0)
    after(
      DRAFT_LIFETIME_MS,
      () => void store.draftPhotos.sweep(now() - DRAFT_LIFETIME_MS).catch(noted('drafts.sweep')),
    );
}
