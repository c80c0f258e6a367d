import { describe, expect, it } from 'vitest';

import { DEFAULT_SET, looksOf, openLooks, type SetChoice } from './sets.ts';
import { STANDARD_STYLE_IDS } from './styles.ts';
import { unlocksOf } from './unlocks.ts';

const look = { style: 'artistic', background: 'gradient' } as const;
const own: SetChoice = { ...DEFAULT_SET, kind: 'own', styles: ['ink', 'modern'] };

describe('the looks of a first set', () => {
  it('are a mix of what every plan includes, starting with the previewed look', () => {
    const { styles, backgrounds } = looksOf(DEFAULT_SET, look);
    expect(styles[0]).toBe('artistic');
    expect([...styles].sort()).toEqual([...STANDARD_STYLE_IDS].sort());
    expect(backgrounds[0]).toBe('gradient');
    expect(backgrounds).not.toContain('none');
  });

  it('have a transparent ground when it was previewed, or ticked', () => {
    expect(looksOf(DEFAULT_SET, { ...look, background: 'none' }).backgrounds[0]).toBe('none');
    expect(looksOf({ ...own, backgrounds: ['none'] }, look).backgrounds).toEqual(['none']);
  });

  it('are the previewed one alone, or what was ticked', () => {
    expect(looksOf({ ...DEFAULT_SET, kind: 'look' }, look)).toEqual({
      styles: ['artistic'],
      backgrounds: ['gradient'],
    });
    expect(looksOf(own, look)).toEqual({ styles: ['ink', 'modern'], backgrounds: ['gradient'] });
  });

  it('leave out what the plan doesn’t unlock, unless nothing would remain', () => {
    const ticked = looksOf(own, look);
    expect(openLooks(ticked, unlocksOf('basic')).styles).toEqual(['modern']);
    expect(openLooks(ticked, unlocksOf('creator')).styles).toEqual(['ink', 'modern']);
    const alone = { ...ticked, styles: ['ink'] as const };
    expect(openLooks(alone, unlocksOf('basic'))).toEqual(alone);
  });
});
