import { describe, expect, it } from 'vitest';

import { filling, ovalAt } from '../../../tests/support/painted.ts';
import { boxMean } from '../raster/blur.ts';
import { distanceFrom } from '../raster/distance.ts';
import { guidedFilter, type Colours, type LocalLinear } from '../raster/guided-filter.ts';
import { label } from '../raster/label.ts';
import { plane, planesOf, type Plane } from '../raster/planes.ts';
import { areaAround, faceMask, type Area } from './area.ts';
import { closedForm } from './closed-form.ts';
import { keepPerson, mend } from './components.ts';
import { fuse } from './cut-out.ts';
import { faultsOf } from './faults.ts';
import { estimateColours, unmix } from './foreground.ts';
import { atFullSize } from './full-size.ts';
import { ownersOf, shareOf } from './owners.ts';

const SIZE = 64;
const fill = filling(SIZE);
const even = (value: number): Plane => fill(() => value);

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
    const found = boxMean(source, radius);
    found.data.forEach((value, i) => expect(value).toBeCloseTo(expected.data[i] ?? NaN, 5));
    const inPlace = boxMean(source, radius, source);
    expect(inPlace.data).toEqual(found.data);
  });

  it('takes a window larger than the plane', () => {
    const steps = fill((x) => x, 4, 3);
    boxMean(steps, 50).data.forEach((value) => expect(value).toBeCloseTo(1.5, 5));
  });
});

describe('guidedFilter', () => {
  /** The model's value at a pixel of a picture of the planes' size. */
  const evaluate = ({ red, green, blue, offset }: LocalLinear, of: Colours, i: number): number =>
    [red, green, blue].reduce(
      (sum, { data }, k) => sum + (data[i] as number) * (of[k]?.data[i] as number),
      offset.data[i] as number,
    );
  const guide: Colours = [
    fill((x) => (x < 32 ? 0.2 : 0.8)),
    even(0.5),
    fill((x) => (x < 32 ? 0.7 : 0.1)),
  ];

  it('keeps a constant mask', () => {
    const linear = guidedFilter(guide, even(0.7), 4, 1e-3);
    for (let i = 0; i < SIZE * SIZE; i += 97)
      expect(evaluate(linear, guide, i)).toBeCloseTo(0.7, 4);
  });

  it('gives a mask back that is linear in the guide’s colours', () => {
    const red = fill((x, y) => ((x * 7 + y * 13) % 29) / 29);
    const colours: Colours = [red, fill((x, y) => ((x * 11 + y * 5) % 23) / 23), even(0.5)];
    const mask = fill((x, y) => 0.2 + 0.6 * (red.data[y * SIZE + x] ?? 0));
    const linear = guidedFilter(colours, mask, 4, 1e-5);
    for (let i = 0; i < SIZE * SIZE; i += 97)
      expect(evaluate(linear, colours, i)).toBeCloseTo(mask.data[i] ?? 0, 2);
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

describe('distanceFrom', () => {
  it('is the Euclidean distance from the nearest marked pixel', () => {
    const [width, height] = [23, 17];
    const source = fill((x, y) => ((x * 7 + y * 13) % 41 === 0 ? 1 : 0), width, height);
    const found = distanceFrom(source, (value) => value === 1);
    for (let y = 0; y < height; y += 1)
      for (let x = 0; x < width; x += 1) {
        let least = Infinity;
        source.data.forEach((value, i) => {
          if (value === 1)
            least = Math.min(least, Math.hypot((i % width) - x, Math.floor(i / width) - y));
        });
        expect(found.data[y * width + x]).toBeCloseTo(least, 4);
      }
  });

  it('is far everywhere when nothing is marked', () => {
    const found = distanceFrom(plane(5, 4), (value) => value === 1);
    expect(Math.min(...found.data)).toBeGreaterThan(1000);
  });
});

/** Width of the face in pixels. */
const FACE = 30;
/** The whole of the planes. */
const AREA: Area = { left: 0, top: 0, scale: 1, width: SIZE, height: SIZE, face: FACE };
const core = fill((x, y) => (Math.hypot(x - 30, y - 20) < 6 ? 1 : 0));

describe('mend', () => {
  it('labels areas that touch by an edge, not by a corner', () => {
    const { sizes } = label(Uint8Array.from([1, 1, 0, 0, 0, 1, 1, 0, 0]), 3, 3);
    expect(sizes).toEqual([0, 2, 1, 1]);
  });

  it('drops what has no face, closes small holes, leaves the crook of an arm', () => {
    const mask = fill((x, y) => {
      if (x > 57 && y < 6) return 1; // something in the corner
      if (x < 10 || x > 50 || y < 10) return 0;
      if (x >= 15 && x < 18 && y >= 30 && y < 33) return 0.1; // a mistake
      if (x >= 32 && x < 44 && y >= 34 && y < 48) return 0; // between arm and body
      return 1;
    });
    const count = mend(mask, core, FACE);
    expect(mask.data[4 * SIZE + 60]).toBe(0);
    expect(mask.data[31 * SIZE + 16]).toBe(1);
    expect(mask.data[40 * SIZE + 38]).toBe(0);
    expect(count).toBeGreaterThan(1800);
  });
});

describe('keepPerson', () => {
  it('takes away pieces apart, closes gaps that the mask takes for person, leaves those it looks through', () => {
    const person = (x: number, y: number): boolean => x >= 8 && x < 52 && y >= 8;
    const gap = (x: number, y: number): boolean => Math.hypot(x - 20, y - 44) < 4;
    const crook = (x: number, y: number): boolean => Math.hypot(x - 40, y - 44) < 4;
    const mask = fill((x, y) => (person(x, y) && !crook(x, y) ? 0.9 : 0));
    const alpha = fill((x, y) => {
      if (x > 58 && y > 20 && y < 26) return 0.9;
      return person(x, y) && !crook(x, y) && !gap(x, y) ? 1 : 0;
    });
    keepPerson(alpha, mask, core, FACE);
    expect(alpha.data[23 * SIZE + 60]).toBe(0);
    expect(alpha.data[44 * SIZE + 20]).toBe(1);
    expect(alpha.data[44 * SIZE + 40]).toBe(0);
    expect(alpha.data[44 * SIZE + 30]).toBe(1);
  });
});

describe('fuse', () => {
  const selfie = fill((x) => Math.max(0.01, Math.min(0.99, (32 - x) / 16 + 0.5)));
  const seen = even(1);
  it('takes the finer edge where both agree in the large', () => {
    const mask = fill((x) => (x < 34 ? 1 : 0));
    const fused = fuse(selfie, { mask, seen }, FACE);
    expect(fused.data[30 * SIZE + 33]).toBeGreaterThan(0.9);
    expect(fused.data[30 * SIZE + 35]).toBeLessThan(0.1);
  });

  it('follows the selfie network where the other contradicts what it is sure of', () => {
    const mask = fill((x) => (x < 8 ? 1 : 0));
    const fused = fuse(selfie, { mask, seen }, FACE);
    const alone = fuse(selfie, undefined, FACE);
    for (const x of [2, 12, 16, 20])
      expect(fused.data[30 * SIZE + x]).toBeCloseTo(alone.data[30 * SIZE + x] as number, 1);
    expect(fused.data[30 * SIZE + 12]).toBeGreaterThan(0.95);
  });

  it('adds nothing far from what the selfie network thinks possible', () => {
    const mask = fill((x) => (x > 56 ? 0.9 : x < 32 ? 1 : 0));
    const fused = fuse(selfie, { mask, seen }, 12);
    expect(fused.data[30 * SIZE + 62]).toBe(0);
  });
});

describe('closedForm', () => {
  it('finds the alpha of a mixed edge from the colours, whatever the prior says there', () => {
    const truth = (x: number): number => Math.max(0, Math.min(1, (x - 24) / 16));
    const colours: Colours = [
      fill((x) => 0.1 + 0.7 * truth(x)),
      fill((x) => 0.6 - 0.3 * truth(x)),
      fill((x, y) => 0.2 + 0.5 * truth(x) + 0.01 * Math.sin(y)),
    ];
    const known = fill((x) => (x <= 20 ? 0 : x >= 44 ? 1 : 0.5));
    const prior = fill((x) => (x < 36 ? 0 : 1));
    const alpha = closedForm(colours, known, prior, even(1e-4));
    for (let x = 0; x < SIZE; x += 1)
      expect(Math.abs((alpha.data[30 * SIZE + x] as number) - truth(x))).toBeLessThan(0.06);
  });

  it('follows the prior where the colours don’t differ', () => {
    const grey: Colours = [even(0.5), even(0.5), even(0.5)];
    const known = fill((x) => (x <= 20 ? 0 : x >= 44 ? 1 : 0.5));
    const prior = fill((x) => (x < 30 ? 0 : 1));
    const alpha = closedForm(grey, known, prior, even(10));
    expect(alpha.data[30 * SIZE + 26]).toBeLessThan(0.05);
    expect(alpha.data[30 * SIZE + 34]).toBeGreaterThan(0.95);
  });
});

describe('faultsOf', () => {
  it('takes a gap in clothes for a fault, not one between curls or through glasses', () => {
    const gap = (x: number, y: number): boolean => Math.abs(x - 32) < 3 && Math.abs(y - 48) < 3;
    const alpha = fill((x, y) => (Math.hypot(x - 32, y - 32) < 26 && !gap(x, y) ? 1 : 0));
    const none = plane(SIZE, SIZE);
    const faultsWith = (hair: Plane, lens = none): readonly string[] =>
      faultsOf(
        alpha,
        { hair, skin: none, background: none, lens },
        { landmarks: ovalAt(32, 22, 8, 10) },
        AREA,
        AREA,
      ).faults;
    expect(faultsWith(none)).toContain('hole');
    const inGap = fill((x, y) => (gap(x, y) ? 1 : 0));
    expect(faultsWith(inGap)).not.toContain('hole');
    expect(faultsWith(none, inGap)).not.toContain('hole');
  });

  describe('on a face of 100 by 130 pixels', () => {
    const size = 160;
    const [width, height] = [100, 130];
    const inFace = (x: number, y: number): boolean =>
      ((x - 80) / (width / 2)) ** 2 + ((y - 80) / (height / 2)) ** 2 < 1;
    /** In a photo of 440 by 400 pixels, twice as fine, of which the area is a part. */
    const judged = (
      kept: (x: number, y: number) => boolean,
      skin: (x: number, y: number) => boolean,
    ) => {
      const marked = (test: (x: number, y: number) => boolean): Plane =>
        fill((x, y) => Number(test(x, y)), size, size);
      const none = plane(size, size);
      return faultsOf(
        marked(kept),
        { hair: none, skin: marked(skin), background: none, lens: none },
        { landmarks: ovalAt(260, 180, width, height) },
        { left: 100, top: 20, scale: 0.5, width: size, height: size, face: width },
        { width: 440, height: 400 },
      );
    };
    const faultsOn = (...asked: Parameters<typeof judged>): readonly string[] =>
      judged(...asked).faults;

    it('misses an ear that was cut away, not a strip beside it that is taken for skin', () => {
      const faultsWith = (wide: number): readonly string[] =>
        faultsOn(inFace, (x, y) => inFace(x, y) || inFace(x - wide, y));
      expect(faultsWith(9)).toContain('lost-ear');
      expect(faultsWith(5)).not.toContain('lost-ear');
    });

    it('calls a jagged outline ragged, not one with an earring beside it', () => {
      const hoop = (x: number, y: number): boolean =>
        Math.abs(Math.hypot(x - 138, y - 90) - 12) < 1;
      const jagged = (x: number, y: number): boolean => inFace(x + 3 * (Math.floor(y / 3) % 2), y);
      expect(faultsOn((x, y) => inFace(x, y) || hoop(x, y), inFace)).not.toContain('ragged');
      expect(faultsOn(jagged, inFace)).toContain('ragged');
    });

    it('gives the square of the photo around the worst fault', () => {
      /** Left, top, width and height in the photo's pixels. */
      const squareOn = (...asked: Parameters<typeof judged>): number[] | undefined => {
        const { faultBox: box } = judged(...asked);
        return box && [box.x * 440, box.y * 400, box.width * 440, box.height * 400].map(Math.round);
      };
      const within = (x0: number, y0: number, side: number) => (x: number, y: number) =>
        x >= x0 && x < x0 + side && y >= y0 && y < y0 + side;
      expect(squareOn(inFace, inFace)).toBeUndefined();
      // The fault's middle is its middle, at (100 + 2 * 140, 20 + 2 * 20), with a quarter around it.
      const small = within(136, 16, 8);
      const piece = (x: number, y: number): boolean => inFace(x, y) || small(x, y);
      expect(squareOn(piece, inFace)).toEqual([330, 10, 100, 100]);
      // The larger of two counts, with a margin.
      const large = within(0, 124, 36);
      expect(squareOn((x, y) => piece(x, y) || large(x, y), inFace)).toEqual([82, 250, 108, 108]);
      const gap = within(70, 60, 20);
      expect(squareOn((x, y) => piece(x, y) && !gap(x, y), inFace)).toEqual([210, 110, 100, 100]);
      // It stays in the photo.
      const corner = within(150, 150, 10);
      const atCorner = (x: number, y: number): boolean => inFace(x, y) || corner(x, y);
      expect(squareOn(atCorner, inFace)).toEqual([340, 280, 100, 100]);
      const ear = (x: number, y: number): boolean => inFace(x, y) || inFace(x - 9, y);
      const [x = 0, , wide = 0] = squareOn(inFace, ear) ?? [];
      expect([x < 360, x + wide > 378]).toEqual([true, true]);
      const notched = (x: number, y: number): boolean =>
        inFace(x, y) && (x < 80 || inFace(x + 8 * (Math.floor(y / 4) % 2), y));
      const [left = 0, , across = 0] = squareOn(notched, inFace) ?? [];
      expect([left > 260, left + across > 340]).toEqual([true, true]);
    });
  });
});

describe('atFullSize', () => {
  it('follows the larger picture’s edge, with the person’s own colour and no grain inside', () => {
    const [large, small] = [256, 128];
    const coverage = (x: number, y: number, size: number): number =>
      Math.max(
        0,
        Math.min(1, size * 0.3 - Math.hypot(x + 0.5 - size / 2, y + 0.5 - size / 2) + 0.5),
      );
    const pixels = (size: number): Uint8ClampedArray<ArrayBuffer> => {
      const photo = new Uint8ClampedArray(size * size * 4);
      for (let y = 0; y < size; y += 1)
        for (let x = 0; x < size; x += 1) {
          const a = coverage(x, y, size);
          // Grain of hair, here and there in the background's tones.
          const grain = size === large && (x * 7 + y * 5) % 23 === 0 ? 90 : 0;
          photo.set(
            [40, 30, 20].map((c, k) => c * a + grain * a + ([220, 200, 90][k] as number) * (1 - a)),
            (y * size + x) * 4,
          );
          photo[(y * size + x) * 4 + 3] = 255;
        }
      return photo;
    };
    const area: Area = { left: 0, top: 0, scale: 0.5, width: small, height: small, face: 60 };
    const colours = planesOf(pixels(small), small, small);
    const alpha = fill((x, y) => coverage(x, y, small), small, small);
    const person = atFullSize(
      pixels(large),
      large,
      large,
      area,
      colours,
      alpha,
      estimateColours(colours, alpha, area.face),
    );
    const at = (x: number, y: number): number[] => [
      ...person.slice((y * large + x) * 4, (y * large + x) * 4 + 4),
    ];
    expect(at(8, 8)[3]).toBe(0);
    let [off, mixed] = [0, 0];
    for (let y = 0; y < large; y += 1)
      for (let x = 0; x < large; x += 1) {
        const [red = 0, , , a = 0] = at(x, y);
        const truth = coverage(x, y, large);
        if (Math.hypot(x - 128, y - 128) < large * 0.3 - 7) expect(a).toBe(255);
        if (truth <= 0.1 || truth >= 0.9) continue;
        mixed += 1;
        off += Math.abs(a / 255 - truth);
        // The rim mixes 40 and 220; what shows must be the person's colour, grain or not.
        if (a > 25) expect((red * a) / 255).toBeLessThan(140);
      }
    expect(off / mixed).toBeLessThan(0.2);
  });

  it.each([1280, 1333, 1536])('reaches the last row and column of %i', (edge) => {
    const size = { width: edge, height: edge };
    const box = { x: edge * 0.35, y: edge * 0.35, width: edge * 0.3, height: edge * 0.3 };
    const area = areaAround({ box }, size);
    const whole = fill(() => 1, area.width, area.height);
    const colours: Colours = [whole, whole, whole];
    const sides = { person: colours, ground: colours };
    const photo = new Uint8ClampedArray(edge * edge * 4).fill(255);
    const person = atFullSize(photo, edge, edge, area, colours, whole, sides);
    expect(person.indexOf(0)).toBe(-1);
  });
});

describe('faceMask', () => {
  it('is the outline of the landmarks, filled, and can be shrunk', () => {
    const landmarks = ovalAt(30, 30, 12, 12);
    const sum = (size: number): number =>
      faceMask({ landmarks }, AREA, size).data.reduce((a, b) => a + b, 0);
    expect(sum(1) / (Math.PI * 144)).toBeCloseTo(1, 1);
    expect(sum(0.5) / (Math.PI * 36)).toBeCloseTo(1, 1);
  });
});

describe('unmix', () => {
  it('returns the person’s colour where the estimates explain the pixel', () => {
    expect(unmix(0.5 * 0.2 + 0.5 * 0.9, 0.5, 0.2, 0.9)).toBeCloseTo(0.2);
    expect(unmix(0.3, 1, 0.2, 0.9)).toBeCloseTo(0.3);
  });
});

describe('ownersOf', () => {
  it('divides people who touch along the outline between them', () => {
    // Two bodies of different colours that meet at x = 30, not midway between the faces.
    const red = fill((x) => (x < 30 ? 0.8 : 0.2));
    const blue = fill((x) => (x < 30 ? 0.1 : 0.7));
    const seeds = new Uint8Array(SIZE * SIZE);
    seeds[20 * SIZE + 10] = 1;
    seeds[20 * SIZE + 58] = 2;
    const owners = ownersOf([red, blue, blue], even(1), seeds, [1, 1, 1]);
    for (let y = 0; y < SIZE; y += 1)
      for (let x = 0; x < SIZE; x += 1) expect(owners.owner[y * SIZE + x]).toBe(x < 30 ? 1 : 2);
    const [first, second] = [shareOf(owners, 1), shareOf(owners, 2)];
    first.data.forEach((share, i) => expect(share + (second.data[i] ?? 0)).toBeCloseTo(1, 5));
    expect(first.data[20 * SIZE + 28]).toBe(1);
    expect(first.data[20 * SIZE + 30]).toBeCloseTo(1 / 3, 5);
  });

  it('gives a larger face more of the space between, if nothing else decides', () => {
    const seeds = new Uint8Array(SIZE * SIZE);
    seeds[32 * SIZE] = 1;
    seeds[32 * SIZE + 63] = 2;
    const grey = even(0.5);
    const { owner } = ownersOf([grey, grey, grey], even(0), seeds, [1, 1, 2]);
    expect(owner[32 * SIZE + 20]).toBe(1);
    expect(owner[32 * SIZE + 22]).toBe(2);
  });
});
