import type { Choices, History } from '../../core/drafts.ts';

/** How many steps can be undone. They are stored with the draft, so their number is limited. */
export const MOST_STEPS = 60;

export const NO_HISTORY: History = { past: [], future: [] };

/** The kinds of change that undo and redo name. */
export type Step =
  | 'style'
  | 'background'
  | 'color'
  | 'gradient'
  | 'strength'
  | 'light'
  | 'framing'
  | 'face'
  | 'cut-out'
  | 'variation'
  | 'look';

export const sameChoices = (a: Choices, b: Choices): boolean => stepBetween(a, b) === undefined;

/** The kind of change between two choices; 'look' if several differ, as after a template. */
export function stepBetween(a: Choices, b: Choices): Step | undefined {
  const differing: Step[] = [];
  const compare = (step: Step, before: unknown, after: unknown): void => {
    if (JSON.stringify(before) !== JSON.stringify(after)) differing.push(step);
  };
  compare('style', a.style, b.style);
  compare('background', a.background, b.background);
  compare('variation', a.seed, b.seed);
  compare(
    'color',
    [a.options.solidColor, a.options.backdropColor, a.options.backdropPicture],
    [b.options.solidColor, b.options.backdropColor, b.options.backdropPicture],
  );
  compare('gradient', a.options.gradient, b.options.gradient);
  compare('strength', a.options.strength, b.options.strength);
  compare('light', a.options.lightAngle, b.options.lightAngle);
  compare('framing', a.options.crop, b.options.crop);
  compare('face', a.options.face, b.options.face);
  compare('cut-out', a.options.strokes, b.options.strokes);
  return differing.length > 1 ? 'look' : differing[0];
}

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
