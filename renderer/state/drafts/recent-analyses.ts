import { noted } from '../../core/log/log.ts';
import type { Store } from '../../ports/store.ts';
import type { DraftAnalyses } from './draft-analyses.ts';

/** Analyses that stay open: each is some 30 MB, and opening one again takes about a second. */
const MOST_ANALYSES = 3;

/** Which analyses stay open: those used last, and any that a batch works with. */
export interface RecentAnalyses {
  /** The photo is used now; the one on the stage still comes before it. */
  use(draftId: string, onStage?: string): void;
  forget(draftId: string): void;
  forgetAll(): void;
}

export function createRecentAnalyses(
  analyses: Pick<DraftAnalyses, 'drop'>,
  store: Pick<Store, 'get'>,
): RecentAnalyses {
  /** The latest first. */
  let recent: readonly string[] = [];

  const dropUnlessBatch = (id: string): void => {
    store.get('drafts', id).then((row) => {
      if (!row?.batchIds?.length && !recent.includes(id)) analyses.drop(id);
    }, noted('drafts.photo'));
  };

  return {
    use(draftId, onStage = draftId) {
      const order = [...new Set([onStage, draftId, ...recent])];
      recent = order.slice(0, MOST_ANALYSES);
      order.slice(MOST_ANALYSES).forEach(dropUnlessBatch);
    },
    forget(draftId) {
      recent = recent.filter((id) => id !== draftId);
    },
    forgetAll() {
      recent = [];
    },
  };
}
