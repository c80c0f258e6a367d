import type { Choices, History } from '../../core/drafts.ts';

/** How many steps can be undone. They are stored with the draft, so their number is limited. */
export const MOST_STEPS = 60;

export const NO_HISTORY: History = { past: [], future: [] };

/** Records a new step from `before`; nothing can be redone after it. */
export const record = ({ past }: History, before: Choices): History => ({
  past: [...past, before].slice(-MOST_STEPS),
  future: [],
});

/** Choices with the steps that led to them. */
export interface Edited {
  readonly choices: Choices;
  readonly history: History;
}

export function undo({ past, future }: History, now: Choices): Edited | undefined {
  const choices = past.at(-1);
  return choices && { choices, history: { past: past.slice(0, -1), future: [now, ...future] } };
}

export function redo({ past, future }: History, now: Choices): Edited | undefined {
  const choices = future[0];
  return choices && { choices, history: { past: [...past, now], future: future.slice(1) } };
}
