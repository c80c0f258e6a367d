import { describe, expect, it } from 'vitest';

import { AROUND, modelColours } from './colour-model.ts';
import { label, mend } from './components.ts';
import { cutOut } from './cut-out.ts';
import { unmix } from './foreground.ts';
import { guidedFilter } from './guided-filter.ts';
import { evaluate, type Colours } from './linear.ts';
import { ownersOf, shareOf } from './owners.ts';
import { boxMean, plane, planesOf, type Plane } from './planes.ts';
import { keepSkin } from './skin.ts';

const SIZE = 64;
const fill = (of: (x: number, y: number) => number, width = SIZE, height = SIZE): Plane => {
  const result = plane(width, height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) result.data[y * width + x] = of(x, y);
  return result;
};

describe('boxMean', () => {
  it('agrees with the definition everywhere, borders included, in place or not', () => {
    const [width, height, radius] = [13, 9, 3];
    const source = fill((x, y) => ((x * 31 + y * 17) % 11) / 11, width, height);
    const expected = fill(
      (x, y) => {
        let [sum, count] = [0, 0];
        for (let v = Math.max(0, y - radius); v <= Math.min(height - 1, y + radius); v += 1) {
          for (let u = Math.max(0, x - radius); u <= Math.min(width - 1, x + radius); u += 1) {
            sum += source.data[v * width + u] ?? 0;
            count += 1;
          }
        }
        return sum / count;
      },
      width,
      height,
    );
    const found = boxMean(source, radius, plane(width, height), plane(width, height));
    found.data.forEach((value, i) => expect(value).toBeCloseTo(expected.data[i] ?? NaN, 5));
    const inPlace = boxMean(source, radius, source, plane(width, height));
    expect(inPlace.data).toEqual(found.data);
  });

  it('takes a window larger than the plane', () => {
    const found = boxMean(
      fill((x) => x, 4, 3),
      50,
      plane(4, 3),
      plane(4, 3),
    );
    found.data.forEach((value) => expect(value).toBeCloseTo(1.5, 5));
  });
});

describe('guidedFilter', () => {
  const guide: Colours = [
    fill((x) => (x < 32 ? 0.2 : 0.8)),
    fill(() => 0.5),
    fill((x) => (x < 32 ? 0.7 : 0.1)),
  ];

  it('keeps a constant mask', () => {
    const linear = guidedFilter(
      guide,
      fill(() => 0.7),
      4,
      1e-3,
    );
    for (let i = 0; i < SIZE * SIZE; i += 97)
      expect(evaluate(linear, guide, i)).toBeCloseTo(0.7, 4);
  });

  it('moves a misplaced soft edge onto the guide’s', () => {
    const soft = fill((x) => Math.max(0, Math.min(1, (x - 25) / 10)));
    const linear = guidedFilter(guide, soft, 8, 1e-4);
    const at = (x: number): number => evaluate(linear, guide, 20 * SIZE + x);
    expect(at(32) - at(31)).toBeGreaterThan(0.5);
    expect(at(31)).toBeLessThan(0.35);
    expect(at(32)).toBeGreaterThan(0.75);
  });
});

describe('mend', () => {
  it('labels areas that touch by an edge, not by a corner', () => {
    const { sizes } = label(Uint8Array.from([1, 1, 0, 0, 0, 1, 1, 0, 0]), 3, 3);
    expect(sizes).toEqual([0, 2, 1, 1]);
  });

  it('drops what has no face, closes small holes, leaves the crook of an arm', () => {
    const mask = fill((x, y) => {
      if (x > 54 && y < 8) return 1; // something small in the corner
      if (x < 10 || x > 50 || y < 10) return 0;
      if (x >= 20 && x < 23 && y >= 20 && y < 23) return 0.1; // a mistake
      if (x >= 32 && x < 44 && y >= 30 && y < 44) return 0; // between arm and body
      return 1;
    });
    mend(mask, [[25, 15]]);
    expect(mask.data[4 * SIZE + 58]).toBe(0);
    expect(mask.data[21 * SIZE + 21]).toBe(1);
    expect(mask.data[36 * SIZE + 36]).toBe(0);
  });
});

describe('colours', () => {
  it('unmixes the person’s colour where the estimates explain the pixel', () => {
    expect(unmix(0.5 * 0.2 + 0.5 * 0.9, 0.5, 0.2, 0.9)).toBeCloseTo(0.2);
    expect(unmix(0.3, 1, 0.2, 0.9)).toBeCloseTo(0.3);
  });

  it('trusts colours only near the edge and only where the sides differ', () => {
    const alpha = fill((x) => (x < 32 ? 1 : 0));
    const none = plane(SIZE, SIZE);
    const differing: Colours = [
      fill((x) => (x < 32 ? 0.1 : 0.9)),
      fill(() => 0.5),
      fill(() => 0.5),
    ];
    const trusted = modelColours(differing, alpha, none, AROUND).trust;
    expect(trusted.data[30 * SIZE + 32]).toBeGreaterThan(0.9);
    expect(trusted.data[30 * SIZE + 4]).toBe(0);
    const alike: Colours = [fill((x) => (x < 32 ? 0.5 : 0.55)), fill(() => 0.5), fill(() => 0.5)];
    expect(Math.max(...modelColours(alike, alpha, none, AROUND).trust.data)).toBe(0);
  });
});

describe('cutOut', () => {
  /** A dark disc on a bright ground with a soft rim, and a network's mask that is hazy and too large. */
  const scene = (size: number): Uint8ClampedArray => {
    const pixels = new Uint8ClampedArray(size * size * 4);
    for (let y = 0; y < size; y += 1) {
      for (let x = 0; x < size; x += 1) {
        const a = Math.max(
          0,
          Math.min(1, (size * 0.3 - Math.hypot(x - size / 2, y - size / 2)) / (size * 0.02) + 0.5),
        );
        pixels.set(
          [40 * a + 220 * (1 - a), 30 * a + 200 * (1 - a), 20 * a + 90 * (1 - a), 255],
          (y * size + x) * 4,
        );
      }
    }
    return pixels;
  };

  it('gives a clean alpha and edge colours without the old ground', () => {
    const [large, small] = [384, 192];
    const mask = fill(
      (x, y) =>
        Math.max(
          0.03,
          Math.min(0.97, (small * 0.32 - Math.hypot(x - small / 2, y - small / 2)) / 8 + 0.5),
        ),
      small,
      small,
    );
    const person = cutOut(
      scene(large),
      large,
      large,
      planesOf(scene(small), small, small),
      mask,
      plane(small, small),
    );
    const at = (x: number, y: number): number[] => [
      ...person.slice((y * large + x) * 4, (y * large + x) * 4 + 4),
    ];
    expect(at(192, 192)).toEqual([40, 30, 20, 255]);
    expect(at(8, 8)[3]).toBe(0);
    for (let x = 0; x < large; x += 1) {
      const [r = 0, , , a = 0] = at(x, 192);
      // The rim is a mix of 40 and 220: what is visible of it must be the person's 40.
      if (a > 25) expect(r).toBeLessThan(75);
    }
  });
});

describe('a small photo’s outline', () => {
  const [LARGE, SMALL, RADIUS] = [256, 192, 80];
  const [SKIN, WALL] = [
    [0.7, 0.55, 0.43],
    [0.87, 0.83, 0.82],
  ] as const;
  const coverage = (x: number, y: number, scale = 1): number => {
    const away = (u: number, v: number): number =>
      Math.hypot((x + u) / scale - LARGE / 2, (y + v) / scale - LARGE / 2) - RADIUS;
    if (Math.abs(away(0.5, 0.5)) > 2) return away(0.5, 0.5) < 0 ? 1 : 0;
    let inside = 0;
    for (let v = 1; v < 16; v += 2)
      for (let u = 1; u < 16; u += 2) if (away(u / 16, v / 16) < 0) inside += 1;
    return inside / 64;
  };
  /** A cheek that turns away from the light: half as bright at the edge. */
  const shade = (x: number, y: number): number =>
    1 - (0.5 * Math.max(0, Math.hypot(x - LARGE / 2, y - LARGE / 2) / RADIUS - 0.7)) / 0.3;
  const cheek = (size: number): Uint8ClampedArray => {
    const scale = size / LARGE;
    const pixels = new Uint8ClampedArray(size * size * 4);
    for (let y = 0; y < size; y += 1) {
      for (let x = 0; x < size; x += 1) {
        const [a, lit] = [
          coverage(x, y, scale),
          Math.max(0.5, shade((x + 0.5) / scale, (y + 0.5) / scale)),
        ];
        pixels.set(
          [...SKIN.map((skin, k) => 255 * (skin * lit * a + (WALL[k] as number) * (1 - a))), 255],
          (y * size + x) * 4,
        );
      }
    }
    return pixels;
  };

  for (const [what, isFace] of [
    ['a face’s own', true],
    ['any other', false],
  ] as const) {
    it(`${what} is as covered as it was drawn, and has no beads of the wall in it`, () => {
      const mask = fill(
        (x, y) =>
          Math.max(
            0,
            Math.min(
              1,
              ((RADIUS * SMALL) / LARGE + 1 - Math.hypot(x - SMALL / 2, y - SMALL / 2)) / 6 + 0.5,
            ),
          ),
        SMALL,
        SMALL,
      );
      const solid = fill((x, y) => (isFace ? coverage(x, y, SMALL / LARGE) : 0), SMALL, SMALL);
      const person = cutOut(
        cheek(LARGE),
        LARGE,
        LARGE,
        planesOf(cheek(SMALL), SMALL, SMALL),
        mask,
        solid,
      );
      let [mixed, off] = [0, 0];
      for (let y = 0; y < LARGE; y += 1) {
        for (let x = 0; x < LARGE; x += 1) {
          const truth = coverage(x, y);
          if (truth < 0.2 || truth > 0.8) continue;
          const at = (y * LARGE + x) * 4;
          const [red, alpha] = [person[at] as number, person[at + 3] as number];
          mixed += 1;
          off += Math.abs(alpha / 255 - truth);
          // What is seen of it on black: no more than skin in this shade, with an eighth to spare.
          expect((red * alpha) / 255).toBeLessThan(255 * SKIN[0] * 0.5 * 1.125);
        }
      }
      expect(mixed).toBeGreaterThan(200);
      expect(off / mixed).toBeLessThan(0.1);
    }, 30_000);
  }
});

describe('keepSkin', () => {
  const SKIN = [0.64, 0.38, 0.24] as const;
  const isFace = (x: number, y: number): boolean => Math.hypot(x - 32, y - 16) < 10;
  const isShoulder = (x: number, y: number): boolean => y >= 44 && x >= 8 && x < 56;
  /** A face and bare shoulders before a wall; the mask is sure of the face and the neck, and doubts the shoulders at their inner side. */
  const sit = (wall: readonly [number, number, number]): { mask: Plane; solid: Plane } => {
    const picture = [0, 1, 2].map((k) =>
      fill((x, y) => {
        const shade = isFace(x, y) ? 1 + 0.2 * Math.sin(x) : 1;
        return (
          ((isFace(x, y) || isShoulder(x, y) || (Math.abs(x - 32) < 5 && y > 16)
            ? SKIN[k]
            : wall[k]) as number) * shade
        );
      }),
    ) as unknown as Colours;
    const mask = fill((x, y) =>
      isFace(x, y) || (Math.abs(x - 32) < 12 && y > 16)
        ? 1
        : isShoulder(x, y) && Math.abs(x - 32) < 18
          ? 0.3
          : 0,
    );
    const solid = fill((x, y) => (isFace(x, y) ? 1 : 0));
    keepSkin(picture, mask, solid);
    return { mask, solid };
  };
  const at = (p: Plane, x: number, y: number): number => p.data[y * SIZE + x] as number;

  it('gives shoulders back that the mask doubts, and what goes on from them', () => {
    const { mask, solid } = sit([0.69, 0.47, 0.19]);
    expect(at(mask, 16, 52)).toBeGreaterThan(0.95);
    expect(at(mask, 11, 52)).toBeGreaterThan(0.95);
    expect(at(solid, 16, 52)).toBeGreaterThan(0.95);
    for (const [x, y] of [
      [4, 52],
      [16, 38],
      [60, 30],
    ] as const)
      expect(at(mask, x, y)).toBe(0);
  });

  it('leaves the mask alone before a wall of the skin’s colour', () => {
    const { mask } = sit([0.63, 0.375, 0.235]);
    expect(at(mask, 16, 52)).toBeCloseTo(0.3);
    expect(at(mask, 11, 52)).toBe(0);
    expect(at(mask, 16, 38)).toBe(0);
  });

  it('does nothing without a face', () => {
    const mask = fill(() => 0.5);
    keepSkin([fill(() => 0.6), fill(() => 0.4), fill(() => 0.3)], mask, plane(SIZE, SIZE));
    expect(new Set(mask.data)).toEqual(new Set([0.5]));
  });
});

describe('ownersOf', () => {
  it('divides people who touch along the outline between them', () => {
    // Two bodies in other colours that meet at x = 30, off the middle between the faces.
    const red = fill((x) => (x < 30 ? 0.8 : 0.2));
    const blue = fill((x) => (x < 30 ? 0.1 : 0.7));
    const seeds = new Uint8Array(SIZE * SIZE);
    seeds[20 * SIZE + 10] = 1;
    seeds[20 * SIZE + 58] = 2;
    const owners = ownersOf(
      [red, blue, blue],
      fill(() => 1),
      seeds,
      [1, 1, 1],
    );
    for (let y = 0; y < SIZE; y += 1)
      for (let x = 0; x < SIZE; x += 1) expect(owners.owner[y * SIZE + x]).toBe(x < 30 ? 1 : 2);
    const [first, second] = [shareOf(owners, 1), shareOf(owners, 2)];
    first.data.forEach((share, i) => expect(share + (second.data[i] ?? 0)).toBeCloseTo(1, 5));
    expect(first.data[20 * SIZE + 28]).toBe(1);
    expect(first.data[20 * SIZE + 30]).toBeCloseTo(1 / 3, 5);
  });

  it('gives a larger face the farther reach where nothing else tells', () => {
    const seeds = new Uint8Array(SIZE * SIZE);
    seeds[32 * SIZE] = 1;
    seeds[32 * SIZE + 63] = 2;
    const grey = fill(() => 0.5);
    const { owner } = ownersOf(
      [grey, grey, grey],
      fill(() => 0),
      seeds,
      [1, 1, 2],
    );
    expect(owner[32 * SIZE + 20]).toBe(1);
    expect(owner[32 * SIZE + 22]).toBe(2);
  });
});
