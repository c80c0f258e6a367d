import { STYLE_IDS, type StyleId } from '../../core/styles.ts';
import { lockedSentence, lockedStyles, plansWith, type Unlock } from '../../core/unlocks.ts';
import type { Badge } from './chips.tsx';

/** The badge of each locked style: the smallest plan that includes it. */
export const badgesOf = (
  unlocked: ReadonlySet<Unlock>,
): Readonly<Partial<Record<StyleId, Badge>>> => {
  const word = plansWith('premium-styles')[0]?.name ?? '';
  return Object.fromEntries(
    lockedStyles(STYLE_IDS, unlocked).map((style) => [
      style,
      { word, sentence: lockedSentence([style], unlocked) ?? '' },
    ]),
  );
};
