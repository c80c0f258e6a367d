import { expect, it } from 'vitest';

import { filling, ovalAt } from '../../../tests/support/painted.ts';
import type { Colours } from '../raster/guided-filter.ts';
import type { Plane } from '../raster/planes.ts';
import type { Area } from './area.ts';
import { matte } from './matting.ts';

/** A head 200 pixels wide, and below it a dark suit in front of a red cloth. */
const FACE = 200;
const [WIDTH, HEIGHT] = [360, 420];
const AREA: Area = { left: 0, top: 0, scale: 1, width: WIDTH, height: HEIGHT, face: FACE };
const [X, Y] = [180, 120];
const SHOULDER = 300;
const SKIN = [0.85, 0.65, 0.52] as const;
const SUIT = [0.2, 0.21, 0.24] as const;
const CLOTH = [0.62, 0.1, 0.16] as const;

const landmarks = ovalAt(X, Y, 80, 100);

const fill = filling(WIDTH, HEIGHT);
const inHead = (x: number, y: number): boolean =>
  ((x - X) / 80) ** 2 + ((y - Y) / 100) ** 2 <= 1 || (Math.abs(x - X) < 50 && y > Y);
const grain = (x: number, y: number): number => 0.02 * (((x * 31 + y * 17) % 7) / 7 - 0.5);

it('finds the edge of clothes where the mask reaches up to a fiftieth of a face beyond it', () => {
  const channel = (k: 0 | 1 | 2): Plane =>
    fill(
      (x, y) => (y >= SHOULDER ? SUIT[k] : inHead(x, y) ? SKIN[k] : CLOTH[k]) + grain(x + 3 * k, y),
    );
  const colours: Colours = [channel(0), channel(1), channel(2)];
  for (const off of [-2, 4]) {
    const mask = fill((x, y) => (y >= SHOULDER - off || inHead(x, y) ? 1 : 0));
    const parts = {
      hair: fill(() => 0),
      skin: fill((x, y) => (y < SHOULDER && inHead(x, y) ? 1 : 0)),
      background: fill((x, y) => (y < SHOULDER && !inHead(x, y) ? 1 : 0)),
      lens: fill(() => 0),
    };
    const { alpha } = matte(colours, mask, parts, { landmarks }, AREA);
    for (const x of [30, 60, 90, 270, 300, 330]) {
      expect(alpha.data[(SHOULDER - 2) * WIDTH + x]).toBeLessThan(0.2);
      expect(alpha.data[(SHOULDER + 1) * WIDTH + x]).toBeGreaterThan(0.8);
    }
  }
});

it('clears the background that a lens shows beyond the head, not the rim', () => {
  const fromLens = (x: number, y: number): number => Math.hypot(x - X - 64, y - Y);
  const isRim = (x: number, y: number): boolean => Math.abs(fromLens(x, y) - 38) <= 2;
  const channel = (k: 0 | 1 | 2): Plane =>
    fill((x, y) => {
      const glass = fromLens(x, y) < 38 ? 0.1 : 0;
      const behind = inHead(x, y) ? SKIN[k] : CLOTH[k] * (1 - glass) + glass;
      return (isRim(x, y) ? 0.1 : behind) + grain(x + 3 * k, y);
    });
  const colours: Colours = [channel(0), channel(1), channel(2)];
  const alphaWith = (lens: Plane): Plane =>
    matte(
      colours,
      fill((x, y) => (inHead(x, y) || fromLens(x, y) <= 40 ? 1 : 0)),
      {
        hair: fill(() => 0),
        skin: fill((x, y) => (inHead(x, y) ? 1 : 0)),
        background: fill((x, y) => (inHead(x, y) ? 0 : 1)),
        lens,
      },
      { landmarks },
      AREA,
    ).alpha;
  const at = ({ data }: Plane, x: number, y: number): number => data[y * WIDTH + x] ?? NaN;
  const worn = alphaWith(fill((x, y) => (inHead(x, y) && fromLens(x, y) < 36 ? 1 : 0)));
  for (const y of [Y - 12, Y, Y + 12]) {
    expect(at(worn, X + 92, y)).toBeLessThan(0.3);
    expect(at(worn, X + 60, y)).toBe(1);
  }
  expect(at(worn, X + 102, Y)).toBeGreaterThan(0.7);
  expect(at(alphaWith(fill(() => 0)), X + 92, Y)).toBe(1);
});
