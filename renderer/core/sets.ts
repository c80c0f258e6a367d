import { DEFAULT_BATCH_SIZE } from './constants.ts';
import { BACKGROUND_IDS, STYLE_IDS, type BackgroundId, type StyleId } from './styles.ts';
import { lockedStyles, type Unlock } from './unlocks.ts';

/** What the user wants in the set that a payment starts. */
export interface SetChoice {
  /** A bit of everything, only the previewed style, or what they ticked. */
  readonly kind: 'mix' | 'look' | 'own';
  /** What was ticked; used only for 'own'. */
  readonly styles: readonly StyleId[];
  readonly backgrounds: readonly BackgroundId[];
  readonly count: number;
  /** The photo on the stage, or all photos. */
  readonly photos: 'one' | 'all';
}

export const SET_COUNTS = [4, 12, 24, 48] as const;
/** The default is varied: a first purchase of twelve pictures in one style would disappoint. */
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

export interface StylesAndBackgrounds {
  readonly styles: readonly StyleId[];
  readonly backgrounds: readonly BackgroundId[];
}

/**
 * What a set is made in, starting with what was previewed. A mix has every style that the purchases
 * unlock.
 */
export function stylesAndBackgroundsOf(
  set: SetChoice,
  previewed: { readonly style: StyleId; readonly background: BackgroundId },
  unlocked: ReadonlySet<Unlock>,
): StylesAndBackgrounds {
  switch (set.kind) {
    case 'mix':
      return {
        styles: led(
          previewed.style,
          STYLE_IDS.filter((id) => lockedStyles([id], unlocked).length === 0),
        ),
        backgrounds: led(previewed.background, MIXED_BACKGROUNDS),
      };
    case 'look':
      return { styles: [previewed.style], backgrounds: [previewed.background] };
    case 'own':
      return {
        styles: set.styles.length > 0 ? set.styles : [previewed.style],
        backgrounds: set.backgrounds.length > 0 ? set.backgrounds : [previewed.background],
      };
  }
}

/** Leaves out the styles that the purchases don't unlock, unless none would remain. */
export function withoutLocked(
  chosen: StylesAndBackgrounds,
  unlocked: ReadonlySet<Unlock>,
): StylesAndBackgrounds {
  const locked = lockedStyles(chosen.styles, unlocked);
  const styles = chosen.styles.filter((style) => !locked.includes(style));
  return styles.length > 0 ? { ...chosen, styles } : chosen;
}
