import { useAtomValue } from 'jotai';
import { useMemo } from 'react';

import type { PlanId } from '../../core/plans.ts';
import { looksOf, openLooks } from '../../core/sets.ts';
import { unlocksOf } from '../../core/unlocks.ts';
import { useDraft } from '../../state/drafts/index.ts';
import { planLooks, type Look } from '../../state/generation/index.ts';
import { useLibraryState } from '../../state/library/index.ts';
import { setChoiceAtom } from '../../state/settings.ts';

/** The number of pictures shown before payment. */
const SHOWN = 12;

/**
 * The first pictures of the set that a payment would start, with a plan if one is chosen; none
 * without a photo.
 */
export function usePlannedSet(plan?: PlanId): readonly Look[] {
  const { phase, draft, entries } = useDraft();
  const { unlocked } = useLibraryState();
  const set = useAtomValue(setChoiceAtom);
  return useMemo(() => {
    if (phase !== 'ready' || !draft) return [];
    const open = plan === undefined ? unlocked : new Set([...unlocked, ...unlocksOf(plan)]);
    const looks = looksOf(set, draft, open);
    const beside = entries.filter((entry) => entry.draft.id !== draft.id);
    return planLooks({
      photos: [draft, ...(set.photos === 'all' ? beside.map((entry) => entry.draft) : [])].map(
        ({ id, style, background, seed, options }) => ({
          id,
          choices: { style, background, seed, options },
        }),
      ),
      count: Math.min(SHOWN, set.count),
      ...(plan === undefined ? looks : openLooks(looks, open)),
    });
  }, [phase, draft, entries, set, plan, unlocked]);
}
