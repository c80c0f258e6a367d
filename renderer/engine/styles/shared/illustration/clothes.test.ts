import { expect, it } from 'vitest';

import { chromaOf, hueOf, type Lab } from '../../../../core/colour.ts';
import type { Square } from '../../../raster/planes.ts';
import type { Portrait } from '../portrait.ts';
import { bodyOf } from './body.ts';
import { clothShapesOf, type ClothShapes } from './clothes.ts';

const N = 160;
/** The face's width in texels. */
const WIDTH = 76;

const SUIT: Lab = [0.24, 0, -0.01];
const SHIRT: Lab = [0.93, 0, -0.005];
const SHADED: Lab = [0.62, 0, -0.005];

/** The flat shapes of clothes that fill the picture, with the colours that `at` gives. */
const dressed = (at: (x: number, y: number) => Lab): ClothShapes => {
  const plane = (of: (x: number, y: number) => number): Square =>
    Float32Array.from({ length: N * N }, (_, i) => of(i % N, Math.floor(i / N)));
  const [none, all] = [plane(() => 0), plane(() => 1)];
  const [L, a, b] = [0, 1, 2].map((c) => plane((x, y) => at(x, y)[c] as number)) as [
    Square,
    Square,
    Square,
  ];
  const landmarks = new Float32Array(3 * 468);
  // The chin.
  landmarks.set([80, 4, 0], 3 * 152);
  const portrait = {
    canvas: { n: N, width: WIDTH, L, a, b, alpha: all, landmarks },
    person: { skin: none, hair: none, beard: none, clothes: all, face: none, bald: false },
    normals: [none, none, all],
    side: 1,
  } as unknown as Portrait;
  return clothShapesOf(bodyOf(portrait), [0, 0, 0]);
};

/** The clothes' colour that is drawn at a place. */
const drawnAt = ({ cloth, parts }: ClothShapes, x: number, y: number): Lab => {
  const kind = parts.findLastIndex((part) => (part[y * N + x] as number) > 0.5);
  return (cloth[kind] ?? cloth[0])?.[0] as Lab;
};

it('draws a tie with fine stripes as one red tie', () => {
  const stripes: readonly Lab[] = [
    [0.42, 0.15, 0.05],
    [0.9, 0, 0],
    [0.3, 0, -0.05],
  ];
  const inTie = (x: number): boolean => Math.abs(x - 80) < 9;
  const made = dressed((x, y) =>
    inTie(x)
      ? (stripes[((x + y) >> 1) % stripes.length] as Lab)
      : Math.abs(x - 80) < 30
        ? x < 62
          ? SHADED
          : SHIRT
        : SUIT,
  );
  const ties = new Set<string>();
  for (let y = 20; y < N - 20; y += 1) ties.add(drawnAt(made, 80, y).join());
  expect(ties.size).toBe(1);
  const tie = drawnAt(made, 80, 80);
  expect(chromaOf(tie)).toBeGreaterThan(0.07);
  expect(Math.abs(((hueOf(tie) + 180) % 360) - 180 - 18)).toBeLessThan(15);
  expect(drawnAt(made, 100, 80)[0]).toBeGreaterThan(0.8);
  expect(drawnAt(made, 20, 80)[0]).toBeLessThan(0.35);
});

it('draws a checked shirt in one colour', () => {
  const made = dressed((x, y) => {
    const shade = 0.12 * Math.sin((x + 2 * y) / 50);
    return x % 6 === 0 || y % 6 === 0 ? [0.55 + shade, 0.01, -0.06] : [0.86 + shade, 0, -0.01];
  });
  expect(made.cloth).toHaveLength(1);
  expect(made.cloth[0]?.[0][0]).toBeGreaterThan(0.84);
});

it('draws a white shirt lighter than its mean, but no vivid one', () => {
  const folded = (lab: Lab): number => {
    const made = dressed((x) => [lab[0] - 0.1 * (1 + Math.sin(x / 6)), lab[1], lab[2]]);
    return made.cloth[0]?.[0][0] as number;
  };
  expect(folded([0.95, 0, -0.01])).toBeGreaterThan(0.87);
  expect(folded([0.95, -0.08, -0.06])).toBeLessThan(0.86);
});

it('takes light that fades on a suit for folds, not for another cloth', () => {
  const light = (x: number): number => 0.32 + 0.14 * Math.sin(x / 28);
  const plain = dressed((x) => [light(x), 0.002, -0.02]);
  expect(plain.cloth).toHaveLength(1);
  expect(Math.max(...plain.folds())).toBeGreaterThan(0.9);
  // The same two colours with an edge between them are two garments.
  const two = dressed((x) => [x < 80 ? 0.2 : 0.44, 0.002, -0.02]);
  expect(two.cloth).toHaveLength(2);
});

it('leaves no speck of one cloth on another', () => {
  // A badge on a scarf: white like the shirt, with a rim as dark as the suit.
  const made = dressed((x, y) => {
    const off = Math.hypot(x - 132, y - 60);
    return x < 70
      ? SUIT
      : x < 115
        ? SHIRT
        : off < 4.5
          ? SHIRT
          : off < 7.3
            ? SUIT
            : [0.5, 0.15, 0.06];
  });
  for (let y = 45; y < 75; y += 1)
    for (let x = 120; x < 145; x += 1)
      expect(chromaOf(drawnAt(made, x, y)), `${String(x)}, ${String(y)}`).toBeGreaterThan(0.1);
});

it('keeps a tie whole whose broad stripes are those of suit and shirt', () => {
  const stripes: readonly Lab[] = [[0.45, 0.17, 0.07], SHIRT, SUIT];
  const made = dressed((x, y) => {
    const across = Math.abs(x - 84);
    if (across < 12 && y > 64) return stripes[Math.floor((x + y) / 4) % stripes.length] as Lab;
    return across < 32 ? SHIRT : SUIT;
  });
  const ties = new Set<string>();
  for (let y = 72; y < N - 10; y += 1)
    for (const x of [77, 84, 91]) ties.add(drawnAt(made, x, y).join());
  expect(ties.size).toBe(1);
  expect(chromaOf(drawnAt(made, 84, 90))).toBeGreaterThan(0.15);
  expect(drawnAt(made, 104, 80)[0]).toBeGreaterThan(0.85);
  expect(drawnAt(made, 20, 80)[0]).toBeLessThan(0.35);
});

it('leaves a vivid jacket with a dark top as it is', () => {
  const jacket: Lab = [0.48, 0.18, 0.08];
  const made = dressed((x) => (Math.abs(x - 80) < 14 ? SUIT : jacket));
  expect(drawnAt(made, 80, 80)[0]).toBeLessThan(0.35);
  expect(chromaOf(drawnAt(made, 20, 80))).toBeGreaterThan(0.15);
});

it('takes a strip of shade at the edge of a white shirt for the shirt, and keeps its white', () => {
  const shade: Lab = [0.6, 0.02, -0.02];
  const made = dressed((x) =>
    Math.abs(x - 80) < 30 ? (Math.abs(x - 80) > 23 ? shade : SHIRT) : SUIT,
  );
  expect(made.cloth).toHaveLength(2);
  const drawn = drawnAt(made, 52, 80);
  expect(drawn[0]).toBeGreaterThan(0.85);
  expect(drawn[1]).toBeLessThan(0.002);
});

it('keeps a silver tie on a white shirt', () => {
  const silver: Lab = [0.66, 0.002, -0.012];
  const made = dressed((x) => {
    const across = Math.abs(x - 80);
    return across < 13 ? silver : across < 32 ? SHIRT : SUIT;
  });
  expect(drawnAt(made, 80, 80)[0]).toBeLessThan(0.72);
  expect(drawnAt(made, 104, 80)[0]).toBeGreaterThan(0.85);
});
