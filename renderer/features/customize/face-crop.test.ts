import { expect, it } from 'vitest';

import { faceCrop } from './draft-strip.tsx';

/** The part of the photo in the square, in fractions of the photo's width and height. */
function shown(style: ReturnType<typeof faceCrop>) {
  const [wide = 0, tall = 0] = String(style.backgroundSize).split(' ').map(parseFloat);
  const [x = 0, y = 0] = String(style.backgroundPosition).split(' ').map(parseFloat);
  const [width, height] = [100 / wide, 100 / tall];
  return { x: (x / 100) * (1 - width), y: (y / 100) * (1 - height), width, height };
}

it('a face in a tall photo is shown whole and undistorted, wherever it is', () => {
  const aspect = 2 / 3;
  for (const box of [
    { x: 0.4, y: 0.05, width: 0.2, height: 0.15 },
    { x: 0, y: 0, width: 0.3, height: 0.2 },
    { x: 0.7, y: 0.8, width: 0.3, height: 0.2 },
  ]) {
    const part = shown(faceCrop(box, aspect, 2));
    expect((part.width / part.height) * aspect).toBeCloseTo(1);
    expect(part.x).toBeLessThanOrEqual(box.x + 1e-9);
    expect(part.y).toBeLessThanOrEqual(box.y + 1e-9);
    expect(part.x + part.width).toBeGreaterThanOrEqual(box.x + box.width - 1e-9);
    expect(part.y + part.height).toBeGreaterThanOrEqual(box.y + box.height - 1e-9);
  }
});

it('a face that fills the photo takes all that a square can of it', () => {
  const part = shown(faceCrop({ x: 0.1, y: 0.05, width: 0.8, height: 0.9 }, 1.5, 2));
  expect(part.height).toBeCloseTo(1);
  expect(part.width).toBeCloseTo(2 / 3);
});
