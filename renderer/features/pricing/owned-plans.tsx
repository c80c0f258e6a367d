import { useEffect } from 'react';

import type { PlanId } from '../../core/plans.ts';
import { useLibraryState } from '../../state/library/index.ts';

export interface Owned {
  readonly plans: ReadonlySet<PlanId>;
  /** Credits left, of all plans together. */
  readonly credits: number;
}

/** Tells which plans have been bought; draws nothing. */
export function OwnedPlans({ onChange }: { readonly onChange: (owned: Owned) => void }) {
  const {
    plans,
    credits: { available },
  } = useLibraryState();
  useEffect(() => onChange({ plans, credits: available }), [plans, available, onChange]);
  return null;
}
