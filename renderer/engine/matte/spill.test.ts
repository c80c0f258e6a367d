import { describe, expect, it } from 'vitest';

import { filling, ovalAt, painting } from '../../../tests/support/painted.ts';
import type { Plane } from '../raster/planes.ts';
import { faceMask, type Area } from './area.ts';
import { hairOf } from './hair.ts';
import { clearSpill, spillOf, type Spill } from './spill.ts';

/** A face 60 pixels wide in thick brown hair, in front of a blue wall. */
const SIZE = 160;
const AREA: Area = { left: 0, top: 0, scale: 1, width: SIZE, height: SIZE, face: 60 };
const [X, Y] = [80, 76];
type Colour = readonly [number, number, number];
const HAIR: Colour = [0.36, 0.25, 0.17];
const SKIN: Colour = [0.85, 0.65, 0.52];
const WALL: Colour = [0.25, 0.4, 0.65];
/** Hair that the wall shows through. */
const TINTED: Colour = [0.28, 0.32, 0.41];
/** Stronger blues than the wall's: a dark one, and one much lighter than hair. */
const DEEP: Colour = [0.05, 0.3, 0.7];
const VIVID: Colour = [0.1, 0.6, 1];

const landmarks = ovalAt(X, Y, 26, 34);
const face = { landmarks };
const core = faceMask(face, AREA, 0.96);
const fill = filling(SIZE);
const paint = painting(SIZE);
const far = (x: number, y: number): number => Math.hypot(x - X, y - Y);
const inFace = (x: number, y: number): boolean => ((x - X) / 26) ** 2 + ((y - Y) / 34) ** 2 <= 1;
/** The rim of the hair on the right, level with the eyes. */
const inRim = (x: number, y: number, head: number): boolean =>
  x > X && Math.abs(y - Y) < 8 && far(x, y) > head - 5;
const person =
  (head: number, rim: Colour) =>
  (x: number, y: number): Colour => {
    if (inFace(x, y)) return SKIN;
    if (far(x, y) > head) return WALL;
    return inRim(x, y, head) ? rim : HAIR;
  };
const spillIn = (
  head: number,
  of: (x: number, y: number) => Colour,
  isWorn: (x: number, y: number) => boolean = () => false,
): Spill | undefined => {
  const colours = paint(of);
  const alpha = fill((x, y) => (far(x, y) <= head ? 1 : 0));
  const parts = {
    hair: fill((x, y) => (far(x, y) <= head && !inFace(x, y) && !isWorn(x, y) ? 1 : 0)),
    skin: fill((x, y) => (inFace(x, y) ? 1 : 0)),
    background: fill((x, y) => (far(x, y) <= head ? 0 : 1)),
    lens: fill(() => 0),
  };
  return spillOf(alpha, hairOf(colours, alpha, core, parts, face, AREA), core, AREA.face);
};
const at = ({ data }: Plane, x: number, y: number): number => data[y * SIZE + x] ?? NaN;

describe('spillOf', () => {
  it('finds the wall’s chroma at the hair’s rim, and leaves the hair’s own', () => {
    const spill = spillIn(60, person(60, TINTED));
    if (!spill) throw new Error('the hair’s chroma isn’t known');
    expect(at(spill.where, X + 57, Y)).toBeGreaterThan(0.5);
    expect(at(spill.where, X + 48, Y)).toBeCloseTo(0);
    expect(at(spill.where, X - 57, Y)).toBeCloseTo(0);
    expect(at(spill.where, X, Y)).toBeCloseTo(0);
  });

  it('leaves a colour that the background lacks: a ribbon', () => {
    const spill = spillIn(60, person(60, [0.6, 0.15, 0.3]));
    expect(spill && at(spill.where, X + 57, Y)).toBeCloseTo(0);
  });

  it('leaves a colour that the person has nearby, as light: a scarf', () => {
    const scarf = (x: number, y: number): Colour =>
      !inFace(x, y) && far(x, y) <= 60 && x > X + 30 && Math.abs(y - Y) < 8
        ? TINTED
        : person(60, TINTED)(x, y);
    const spill = spillIn(60, scarf);
    expect(spill && at(spill.where, X + 57, Y)).toBeCloseTo(0);
  });

  it('leaves a stronger colour than the background’s, which can’t have made it', () => {
    const spill = spillIn(60, person(60, DEEP));
    expect(spill && at(spill.where, X + 57, Y)).toBeCloseTo(0);
  });

  it('leaves hair with the light of clothes that it touches', () => {
    const inCollar = (x: number, y: number): boolean =>
      far(x, y) <= 60 && x > X + 30 && y >= Y + 8 && y < Y + 20;
    const collar = (x: number, y: number): Colour =>
      inCollar(x, y) ? VIVID : person(60, TINTED)(x, y);
    const spill = spillIn(60, collar, inCollar);
    if (!spill) throw new Error('the hair’s chroma isn’t known');
    expect(at(spill.where, X + 57, Y + 6)).toBeLessThan(0.25);
    expect(at(spill.where, X + 57, Y - 5)).toBeGreaterThan(0.5);
  });

  it('says nothing where all hair is thin', () => {
    expect(spillIn(42, person(42, TINTED))).toBeUndefined();
  });
});

describe('clearSpill', () => {
  it('gives hair its chroma back, with its light and alpha, and changes nothing else', () => {
    const of = person(60, TINTED);
    const spill = spillIn(60, of);
    if (!spill) throw new Error('the hair’s chroma isn’t known');
    const before = new Uint8ClampedArray(SIZE * SIZE * 4);
    for (let i = 0; i < SIZE * SIZE; i += 1)
      before.set([...of(i % SIZE, Math.floor(i / SIZE)).map((value) => value * 255), 200], i * 4);
    const after = before.slice();
    clearSpill(after, SIZE, SIZE, AREA, spill);
    const pixel = (of: Uint8ClampedArray, x: number): number[] => [
      ...of.subarray((Y * SIZE + x) * 4, (Y * SIZE + x) * 4 + 4),
    ];
    const [was, is] = [pixel(before, X + 57), pixel(after, X + 57)] as [Bytes, Bytes];
    expect(was[2]).toBeGreaterThan(was[0]);
    expect(is[0]).toBeGreaterThan(is[1]);
    expect(is[1]).toBeGreaterThan(is[2]);
    const light = ([r, g, b]: Bytes): number => 0.3 * r + 0.59 * g + 0.11 * b;
    expect(Math.abs(light(is) - light(was))).toBeLessThan(1.5);
    expect(is[3]).toBe(200);
    for (const x of [X, X + 46, X - 57]) expect(pixel(after, x)).toEqual(pixel(before, x));
  });
});

type Bytes = [number, number, number, number];
