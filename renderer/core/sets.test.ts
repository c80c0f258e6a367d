import { describe, expect, it } from 'vitest';

import { DEFAULT_SET, looksOf, openLooks, type SetChoice } from './sets.ts';
import { STANDARD_STYLE_IDS, STYLE_IDS } from './styles.ts';
import { unlocksOf, type Unlock } from './unlocks.ts';

const look = { style: 'artistic', background: 'gradient' } as const;
const NONE = new Set<Unlock>();
const own: SetChoice = { ...DEFAULT_SET, kind: 'own', styles: ['ink', 'modern'] };

describe('the looks of a first set', () => {
  it('are a mix of what every plan includes, starting with the previewed look', () => {
    const { styles, backgrounds } = looksOf(DEFAULT_SET, look, NONE);
    expect(styles[0]).toBe('artistic');
    expect([...styles].sort()).toEqual([...STANDARD_STYLE_IDS].sort());
    expect(backgrounds[0]).toBe('gradient');
    expect(backgrounds).not.toContain('none');
  });

  it('are a mix of all styles for those who have them', () => {
    const { styles } = looksOf(DEFAULT_SET, look, unlocksOf('creator'));
    expect(styles[0]).toBe('artistic');
    expect([...styles].sort()).toEqual([...STYLE_IDS].sort());
  });

  it('have a transparent ground when it was previewed, or ticked', () => {
    expect(looksOf(DEFAULT_SET, { ...look, background: 'none' }, NONE).backgrounds[0]).toBe('none');
    expect(looksOf({ ...own, backgrounds: ['none'] }, look, NONE).backgrounds).toEqual(['none']);
  });

  it('are the previewed one alone, or what was ticked', () => {
    expect(looksOf({ ...DEFAULT_SET, kind: 'look' }, look, NONE)).toEqual({
      styles: ['artistic'],
      backgrounds: ['gradient'],
    });
    expect(looksOf(own, look, NONE)).toEqual({
      styles: ['ink', 'modern'],
      backgrounds: ['gradient'],
    });
  });

  it('leave out what the plan doesn’t unlock, unless nothing would remain', () => {
    const ticked = looksOf(own, look, NONE);
    expect(openLooks(ticked, unlocksOf('basic')).styles).toEqual(['modern']);
    expect(openLooks(ticked, unlocksOf('creator')).styles).toEqual(['ink', 'modern']);
    const alone = { ...ticked, styles: ['ink'] as const };
    expect(openLooks(alone, unlocksOf('basic'))).toEqual(alone);
  });
});
