import type { Choices, History } from '../../core/drafts.ts';

/** Steps that can be taken back; they are kept with the draft, so there is an end to them. */
export const MOST_STEPS = 60;

export const NO_HISTORY: History = { past: [], future: [] };

/** What changes together with what: the name of a step, as undo and redo say it. */
export type Step =
  | 'style'
  | 'background'
  | 'color'
  | 'gradient'
  | 'strength'
  | 'light'
  | 'framing'
  | 'face'
  | 'variation'
  | 'look';

export const sameChoices = (a: Choices, b: Choices): boolean => stepBetween(a, b) === undefined;

/** What differs; 'look' when it is several things at once, as after a template. */
export function stepBetween(a: Choices, b: Choices): Step | undefined {
  const differing: Step[] = [];
  const compare = (step: Step, before: unknown, after: unknown): void => {
    if (JSON.stringify(before) !== JSON.stringify(after)) differing.push(step);
  };
  compare('style', a.style, b.style);
  compare('background', a.background, b.background);
  compare('variation', a.seed, b.seed);
  compare('color', a.options.solidColor, b.options.solidColor);
  compare('gradient', a.options.gradient, b.options.gradient);
  compare('strength', a.options.strength, b.options.strength);
  compare('light', a.options.lightAngle, b.options.lightAngle);
  compare('framing', a.options.crop, b.options.crop);
  compare('face', a.options.face, b.options.face);
  return differing.length > 1 ? 'look' : differing[0];
}

/** A new step was taken from `before`: what could be redone is gone. */
export const record = ({ past }: History, before: Choices): History => ({
  past: [...past, before].slice(-MOST_STEPS),
  future: [],
});

interface Moved {
  readonly choices: Choices;
  readonly history: History;
}

export function undo({ past, future }: History, now: Choices): Moved | undefined {
  const choices = past.at(-1);
  return choices && { choices, history: { past: past.slice(0, -1), future: [now, ...future] } };
}

export function redo({ past, future }: History, now: Choices): Moved | undefined {
  const choices = future[0];
  return choices && { choices, history: { past: [...past, now], future: future.slice(1) } };
}
