import { describe, expect, it } from 'vitest';

import { hueOf, lch } from '../../core/colour.ts';
import { STYLE_IDS } from '../../core/styles.ts';
import { tintsOf as comic } from './comic/index.ts';
import { tintsOf as cutPaper } from './cut-paper/index.ts';
import { STYLES } from './index.ts';
import { tintsOf as minimalist } from './minimalist/index.ts';
import { tintsOf as pixel } from './pixel/index.ts';
import { hueApart } from './shared/labs.ts';

it('draws exactly the styles that the screens list', () => {
  expect(Object.keys(STYLES).sort()).toEqual([...STYLE_IDS].sort());
});

describe.each(Object.entries({ minimalist, comic, pixel, cutPaper }))(
  'clothes in %s',
  (_, tints) => {
    /** The furthest that any of the seeds of a large batch turns a garment's hue. */
    const furthest = (light: number, chroma: number, hue: number): number =>
      Math.max(
        ...Array.from({ length: 48 }, (_, k) =>
          hueApart(hueOf(tints(k + 1).clothes(lch(light, chroma, hue))), hue),
        ),
      );

    it.each([
      ['red', 0.53, 0.22, 26],
      ['royal blue', 0.38, 0.19, 263],
      ['green', 0.5, 0.15, 145],
      ['purple', 0.39, 0.19, 284],
    ])('stay %s with every seed', (_name, light, chroma, hue) => {
      expect(furthest(light, chroma, hue)).toBeLessThan(11);
    });

    it('vary freely if they are dull', () => {
      expect(furthest(0.5, 0.03, 60)).toBeGreaterThan(12);
    });
  },
);
