import { DEFAULT_BATCH_SIZE } from './constants.ts';
import { BACKGROUND_IDS, STYLE_IDS, type BackgroundId, type StyleId } from './styles.ts';
import { lockedStyles, type Unlock } from './unlocks.ts';

/** What the user wants in the set that a payment starts. */
export interface SetChoice {
  /** A bit of everything, only the previewed look, or what they ticked. */
  readonly kind: 'mix' | 'look' | 'own';
  /** What was ticked; used only for 'own'. */
  readonly styles: readonly StyleId[];
  readonly backgrounds: readonly BackgroundId[];
  readonly count: number;
  /** The photo on the stage, or all photos. */
  readonly photos: 'one' | 'all';
}

export const SET_COUNTS = [4, 12, 24, 48] as const;
/** The default is varied: a first purchase of twelve pictures in one look would disappoint. */
export const DEFAULT_SET: SetChoice = {
  kind: 'mix',
  styles: [],
  backgrounds: [],
  count: DEFAULT_BATCH_SIZE,
  photos: 'all',
};
/** A picture without a ground looks unfinished among the others; users who want it can tick it. */
const MIXED_BACKGROUNDS = BACKGROUND_IDS.filter((id) => id !== 'none');

const led = <T>(chosen: T, all: readonly T[]): readonly T[] => [
  chosen,
  ...all.filter((one) => one !== chosen),
];

export interface SetLooks {
  readonly styles: readonly StyleId[];
  readonly backgrounds: readonly BackgroundId[];
}

/**
 * The styles and backgrounds of a set, starting with the look that was previewed. A mix has every
 * style that the purchases unlock.
 */
export function looksOf(
  set: SetChoice,
  look: { readonly style: StyleId; readonly background: BackgroundId },
  unlocked: ReadonlySet<Unlock>,
): SetLooks {
  switch (set.kind) {
    case 'mix':
      return {
        styles: led(
          look.style,
          STYLE_IDS.filter((id) => lockedStyles([id], unlocked).length === 0),
        ),
        backgrounds: led(look.background, MIXED_BACKGROUNDS),
      };
    case 'look':
      return { styles: [look.style], backgrounds: [look.background] };
    case 'own':
      return {
        styles: set.styles.length > 0 ? set.styles : [look.style],
        backgrounds: set.backgrounds.length > 0 ? set.backgrounds : [look.background],
      };
  }
}

/** Leaves out the styles that the purchases don't unlock, unless none would remain. */
export function openLooks(looks: SetLooks, unlocked: ReadonlySet<Unlock>): SetLooks {
  const locked = lockedStyles(looks.styles, unlocked);
  const styles = looks.styles.filter((style) => !locked.includes(style));
  return styles.length > 0 ? { ...looks, styles } : looks;
}
