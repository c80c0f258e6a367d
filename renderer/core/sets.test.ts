import { describe, expect, it } from 'vitest';

import { DEFAULT_SET, stylesAndBackgroundsOf, withoutLocked, type SetChoice } from './sets.ts';
import { STANDARD_STYLE_IDS, STYLE_IDS } from './styles.ts';
import { unlocksOf, type Unlock } from './unlocks.ts';

const previewed = { style: 'artistic', background: 'gradient' } as const;
const NONE = new Set<Unlock>();
const own: SetChoice = { ...DEFAULT_SET, kind: 'own', styles: ['ink', 'modern'] };

describe('the styles and backgrounds of a first set', () => {
  it('are a mix of what every plan includes, starting with the previewed ones', () => {
    const { styles, backgrounds } = stylesAndBackgroundsOf(DEFAULT_SET, previewed, NONE);
    expect(styles[0]).toBe('artistic');
    expect([...styles].sort()).toEqual([...STANDARD_STYLE_IDS].sort());
    expect(backgrounds[0]).toBe('gradient');
    expect(backgrounds).not.toContain('none');
  });

  it('are a mix of all styles for those who have them', () => {
    const { styles } = stylesAndBackgroundsOf(DEFAULT_SET, previewed, unlocksOf('creator'));
    expect(styles[0]).toBe('artistic');
    expect([...styles].sort()).toEqual([...STYLE_IDS].sort());
  });

  it('have a transparent ground when it was previewed, or ticked', () => {
    expect(
      stylesAndBackgroundsOf(DEFAULT_SET, { ...previewed, background: 'none' }, NONE)
        .backgrounds[0],
    ).toBe('none');
    expect(
      stylesAndBackgroundsOf({ ...own, backgrounds: ['none'] }, previewed, NONE).backgrounds,
    ).toEqual(['none']);
  });

  it('are the previewed ones alone, or what was ticked', () => {
    expect(stylesAndBackgroundsOf({ ...DEFAULT_SET, kind: 'look' }, previewed, NONE)).toEqual({
      styles: ['artistic'],
      backgrounds: ['gradient'],
    });
    expect(stylesAndBackgroundsOf(own, previewed, NONE)).toEqual({
      styles: ['ink', 'modern'],
      backgrounds: ['gradient'],
    });
  });

  it('leave out what the plan doesn’t unlock, unless nothing would remain', () => {
    const ticked = stylesAndBackgroundsOf(own, previewed, NONE);
    expect(withoutLocked(ticked, unlocksOf('basic')).styles).toEqual(['modern']);
    expect(withoutLocked(ticked, unlocksOf('creator')).styles).toEqual(['ink', 'modern']);
    const alone = { ...ticked, styles: ['ink'] as const };
    expect(withoutLocked(alone, unlocksOf('basic'))).toEqual(alone);
  });
});
