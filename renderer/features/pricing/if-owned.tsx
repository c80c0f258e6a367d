import type { ReactNode } from 'react';

import type { PlanId } from '../../core/plans.ts';
import { useLibraryState } from '../../state/library/index.ts';

export interface IfOwnedProps {
  readonly plan: PlanId;
  /** Shown to owners, who have this many credits left. */
  readonly children: (credits: number) => ReactNode;
  readonly otherwise: ReactNode;
}

/** Shows one thing to those who have bought a plan, and another to everybody else. */
export function IfOwned({ plan, children, otherwise }: IfOwnedProps) {
  const { plans, credits } = useLibraryState();
  return plans.has(plan) ? children(credits.available) : otherwise;
}
