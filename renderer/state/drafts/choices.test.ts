import { describe, expect, it } from 'vitest';

import { choicesFromQuery, parseChoices } from './choices.ts';

describe('choices', () => {
  it('accepts only what is valid from storage and from a link', () => {
    expect(
      parseChoices({
        style: 'artistic',
        background: 'none',
        seed: 3,
        options: { solidColor: 'red' },
      }).style,
    ).toBe('realistic');
    expect(
      parseChoices({ style: 'artistic', background: 'none', seed: 3, options: {} }).style,
    ).toBe('artistic');
    const valid = {
      strength: 0.5,
      lightAngle: 90,
      solidColor: '#a0b1c2',
      backdropColor: '#c9b8a4',
      gradient: 'dusk',
    };
    const options = { ...valid, crop: { zoom: 9, x: 0, y: 0, roll: 3 }, face: 2 };
    expect(
      parseChoices({ style: 'artistic', background: 'none', seed: 3, options }).options,
    ).toEqual({ ...valid, crop: { zoom: 1.6, x: 0, y: 0, roll: 3 } });
    expect(choicesFromQuery(new URLSearchParams('style=Modern&background=evil'))).toEqual({
      style: 'modern',
    });
  });

  it('takes a template’s style and background, unless the link names its own', () => {
    expect(choicesFromQuery(new URLSearchParams('template=clean-minimal'))).toEqual({
      style: 'minimalist',
      background: 'clean-white',
    });
    expect(
      choicesFromQuery(new URLSearchParams('template=clean-minimal&background=none')).background,
    ).toBe('none');
    expect(choicesFromQuery(new URLSearchParams('template=evil'))).toEqual({});
  });
});
