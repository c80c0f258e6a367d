import fc from 'fast-check';
import { expect, it } from 'vitest';

import { GROUND_EDGE, GROUND_PICTURE, readGround, writeGround } from './ground-picture.ts';

const COUNT = GROUND_EDGE * GROUND_EDGE;

it('a ground’s pixels come back as they were written, whatever their alpha', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 4 * COUNT, maxLength: 4 * COUNT }), (rgba) => {
      const picture = writeGround(rgba);
      expect(picture).toMatch(GROUND_PICTURE);
      const bytes = readGround(picture).flatMap((rgb) => rgb.map((v) => Math.round(v * 255)));
      expect(bytes).toEqual([...rgba].filter((_, i) => i % 4 < 3));
    }),
    { numRuns: 10 },
  );
});
