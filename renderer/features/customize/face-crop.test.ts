import { expect, it } from 'vitest';

import { faceCrop } from './draft-strip.tsx';

it('a face in a tall photo is shown whole and undistorted, wherever it is', () => {
  const photo = { width: 1000, height: 1500 };
  for (const box of [
    { x: 0.4, y: 0.05, width: 0.2, height: 0.15 },
    { x: 0, y: 0, width: 0.3, height: 0.2 },
    { x: 0.7, y: 0.8, width: 0.3, height: 0.2 },
  ]) {
    const { x, y, side } = faceCrop(box, photo, 2);
    expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
    expect(x + side).toBeLessThanOrEqual(1000);
    expect(y + side).toBeLessThanOrEqual(1500);
    expect(x).toBeLessThanOrEqual(box.x * 1000);
    expect(y).toBeLessThanOrEqual(box.y * 1500);
    expect(x + side).toBeGreaterThanOrEqual((box.x + box.width) * 1000);
    expect(y + side).toBeGreaterThanOrEqual((box.y + box.height) * 1500);
  }
});

it.each([[{ x: 0.1, y: 0.05, width: 0.8, height: 0.9 }], [undefined]])(
  'takes the largest square of a photo whose face fills it, or isn’t known',
  (box) => {
    expect(faceCrop(box, { width: 1500, height: 1000 }, 2)).toEqual({ x: 250, y: 0, side: 1000 });
  },
);

it('takes the upper middle of a tall photo whose face isn’t known', () => {
  const tall = { width: 1000, height: 1800 };
  expect(faceCrop(undefined, tall, 2)).toEqual({ x: 0, y: 200, side: 1000 });
});
