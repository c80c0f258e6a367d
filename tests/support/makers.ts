import type { Scope } from '../../renderer/core/scope.ts';
import { DEFAULT_SET } from '../../renderer/core/sets.ts';
import type { Subscribable } from '../../renderer/core/subscribable.ts';
import {
  createDraftAnalyses,
  type DraftAnalyses,
} from '../../renderer/state/drafts/draft-analyses.ts';
import type { Drafts } from '../../renderer/state/drafts/draft-state.ts';
import { createDrafts } from '../../renderer/state/drafts/drafts.ts';
import type { Generation } from '../../renderer/state/generation/contract.ts';
import { createGeneration } from '../../renderer/state/generation/service.ts';
import { memoryOf } from './memory.ts';

type DraftDeps = Parameters<typeof createDrafts>[0];
type GenerationDeps = Parameters<typeof createGeneration>[0];

/** The services that make avatars of photos, on one store and one engine. */
export function makersOn({
  store,
  engine,
  clock,
  random,
  scope,
  after = () => () => undefined,
  ...more
}: Pick<GenerationDeps, 'store' | 'engine' | 'clock' | 'random' | 'locks'> &
  Partial<GenerationDeps> & {
    readonly scope: Subscribable<Scope>;
    readonly after?: DraftDeps['after'];
  }): { drafts: Drafts; generation: Generation; analyses: DraftAnalyses } {
  const analyses = createDraftAnalyses(engine, store);
  const drafts = createDrafts({
    store,
    photos: { pick: () => Promise.resolve([]) },
    analyses,
    memory: memoryOf(),
    now: clock.now,
    random,
    scope,
    defaults: () => ({}),
    after,
  });
  const generation = createGeneration({
    store,
    engine,
    analyses,
    clock,
    random,
    drafts: () => drafts,
    size: () => 1024,
    set: () => DEFAULT_SET,
    difference: () => Promise.resolve(0),
    ...more,
  });
  return { drafts, generation, analyses };
}
