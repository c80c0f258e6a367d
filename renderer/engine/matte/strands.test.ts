import { describe, expect, it } from 'vitest';

import { filling, ovalAt, painting } from '../../../tests/support/painted.ts';
import type { Colours } from '../raster/guided-filter.ts';
import type { Plane } from '../raster/planes.ts';
import { faceMask, type Area } from './area.ts';
import { doubtIntrusions, hairOf, type Hair, type Parts } from './hair.ts';
import { addStrands } from './strands.ts';

/** A face 60 pixels wide under a cap of dark hair, in front of a light wall. */
const SIZE = 160;
const AREA: Area = { left: 0, top: 0, scale: 1, width: SIZE, height: SIZE, face: 60 };
const [X, Y] = [80, 90];
const HAIR = [0.2, 0.12, 0.08] as const;
const SKIN = [0.85, 0.65, 0.52] as const;
const WALL = [0.8, 0.82, 0.85] as const;
const FLAG = [0.7, 0.1, 0.15] as const;
const BLUE = [0.3, 0.42, 0.6] as const;
type Colour = readonly [number, number, number];

const landmarks = ovalAt(X, Y, 26, 34);
const face = { landmarks };
const core = faceMask(face, AREA, 0.96);

const fill = filling(SIZE);
const paint = painting(SIZE);
const inHead = (x: number, y: number): boolean => (x - X) ** 2 + (y - Y) ** 2 <= 42 ** 2;
const inFace = (x: number, y: number): boolean => ((x - X) / 26) ** 2 + ((y - Y) / 34) ** 2 <= 1;
const person = (x: number, y: number): Colour => (inFace(x, y) ? SKIN : inHead(x, y) ? HAIR : WALL);
const mask = (): Plane => fill((x, y) => (inHead(x, y) ? 1 : 0));
const parts: Parts = {
  hair: fill((x, y) => (inHead(x, y) && !inFace(x, y) ? 1 : 0)),
  skin: fill((x, y) => (inFace(x, y) ? 1 : 0)),
  background: fill((x, y) => (inHead(x, y) ? 0 : 1)),
  lens: fill(() => 0),
};
const at = ({ data }: Plane, x: number, y: number): number => data[y * SIZE + x] ?? NaN;

describe('hairOf', () => {
  it('finds hair and its tones, but none on a bald head', () => {
    const hair = hairOf(paint(person), mask(), core, parts, face, AREA);
    expect(at(hair.body, X, Y - 39)).toBe(1);
    expect(at(hair.body, X - 38, Y + 14)).toBe(1);
    expect(at(hair.body, X, Y)).toBe(0);
    expect(at(hair.zone, X - 41, Y + 20)).toBeGreaterThan(0.5);
    for (const tone of hair.tones) tone.forEach((v, k) => expect(v).toBeCloseTo(HAIR[k] ?? 0, 1));

    const bald = hairOf(
      paint((x, y) => (inHead(x, y) ? SKIN : WALL)),
      mask(),
      core,
      { ...parts, hair: fill(() => 0), skin: mask() },
      face,
      AREA,
    );
    expect(bald.tones).toEqual([]);
    expect(bald.body.data.every((value) => value === 0)).toBe(true);
  });
});

describe('addStrands', () => {
  const strandsIn = (of: (x: number, y: number) => Colour): Plane => {
    const colours = paint(of);
    const hair = hairOf(colours, mask(), core, parts, face, AREA);
    const alpha = mask();
    addStrands(alpha, colours, mask(), hair, AREA.face);
    return alpha;
  };
  /** A dark line upwards from the crown that is one pixel wide. */
  const line =
    (length: number, colour: Colour) =>
    (x: number, y: number): Colour =>
      x === X && y < Y - 41 && y >= Y - 42 - length ? colour : person(x, y);

  it('keeps a loose strand that begins at the hair', () => {
    const alpha = strandsIn(line(12, HAIR));
    expect(at(alpha, X, Y - 48)).toBeGreaterThan(0.9);
    expect(at(alpha, X + 3, Y - 48)).toBe(0);
  });

  it('gives half a strand half of the alpha', () => {
    const half = HAIR.map((value, k) => (value + (WALL[k] ?? 0)) / 2) as unknown as Colour;
    expect(at(strandsIn(line(12, half)), X, Y - 48)).toBeCloseTo(0.5, 1);
  });

  it('ignores lines that continue beyond the hair, have another colour, or are separate', () => {
    expect(at(strandsIn(line(40, HAIR)), X, Y - 48)).toBe(0);
    expect(at(strandsIn(line(12, [0.2, 0.5, 0.9])), X, Y - 48)).toBe(0);
    const apart = strandsIn((x, y) => (x === X && y > 30 && y < 43 ? HAIR : person(x, y)));
    expect(at(apart, X, 36)).toBe(0);
  });

  it('ignores a line that leaves the picture above the head', () => {
    const up = 30;
    const shifted = (plane: Plane): Plane =>
      fill((x, y) => (y + up < SIZE ? at(plane, x, y + up) : 0));
    const colours = paint((x, y) => line(20, HAIR)(x, y + up));
    const higher = { landmarks: ovalAt(X, Y - up, 26, 34) };
    const moved = { ...parts, hair: shifted(parts.hair), skin: shifted(parts.skin) };
    const within = faceMask(higher, AREA, 0.96);
    const hair = hairOf(colours, shifted(mask()), within, moved, higher, AREA);
    const alpha = shifted(mask());
    addStrands(alpha, colours, shifted(mask()), hair, AREA.face);
    expect(at(alpha, X, Y - 48 - up)).toBe(0);
  });

  it('looks for none on a shaved head, whose hair is a shadow', () => {
    const shadow = (x: number, y: number): boolean => inHead(x, y) && Math.hypot(x - X, y - Y) > 38;
    const colours = paint(line(12, HAIR));
    const shaved = { ...parts, hair: fill((x, y) => (shadow(x, y) ? 1 : 0)) };
    const hair = hairOf(colours, mask(), core, shaved, face, AREA);
    expect(hair.tones).not.toEqual([]);
    const alpha = mask();
    addStrands(alpha, colours, mask(), hair, AREA.face);
    expect(alpha.data).toEqual(mask().data);
  });

  it('changes nothing where the background has the hair’s colours', () => {
    const colours = paint((x, y) => (inHead(x, y) ? person(x, y) : x % 8 < 2 ? HAIR : WALL));
    const hair = hairOf(colours, mask(), core, parts, face, AREA);
    const alpha = mask();
    addStrands(alpha, colours, mask(), hair, AREA.face);
    expect(alpha.data).toEqual(mask().data);
  });
});

describe('doubtIntrusions', () => {
  /** The head's hair, seen in a picture. */
  const hairIn = (colours: Colours): Hair => ({
    ...hairOf(paint(person), mask(), core, parts, face, AREA),
    smooth: hairOf(colours, mask(), core, parts, face, AREA).smooth,
  });
  /** Wider than the head by a strip that the networks took for hair. */
  const wide = (): Plane =>
    fill((x, y) => (inHead(x, y) || (x > X && x < X + 46 && y > 60 && y < 90) ? 1 : 0));

  it('doubts background that continues into the mask beside hair, and nothing else', () => {
    const colours = paint((x, y) => (inHead(x, y) ? person(x, y) : x > X ? FLAG : WALL));
    const found = wide();
    const entered = doubtIntrusions(colours, found, core, hairIn(colours), AREA.face);
    expect(at(entered, X + 44, 80)).toBe(1);
    expect(at(found, X + 44, 80)).toBeLessThan(0.3);
    expect(at(found, X + 36, 80)).toBeCloseTo(1);
    expect(at(found, X - 36, 80)).toBe(1);
    expect(at(found, X, Y)).toBe(1);
  });

  it('doubts the wall’s colour among curls above the ears, though the networks are sure', () => {
    const gap = (x: number, y: number): boolean => Math.hypot(x - X, y - (Y - 38)) < 5;
    const blue = (x: number, y: number): Colour =>
      gap(x, y) || !inHead(x, y) ? BLUE : person(x, y);
    const found = mask();
    const entered = doubtIntrusions(paint(blue), found, core, hairIn(paint(blue)), AREA.face);
    expect(at(entered, X, Y - 38)).toBeCloseTo(1);
    expect(at(found, X, Y - 38)).toBeLessThan(0.3);
    expect(at(found, X + 16, Y - 34)).toBe(1);

    // Not if the parser takes it for an earring; and a colour that the wall lacks is a ribbon's.
    const low = mask();
    const hair = hairIn(paint(blue));
    const worn: Hair = { ...hair, other: fill((x, y) => (gap(x, y) ? 1 : 0)) };
    doubtIntrusions(paint(blue), low, core, worn, AREA.face);
    expect(at(low, X, Y - 38)).toBe(1);
    const tied = mask();
    const ribbon = (x: number, y: number): Colour =>
      inHead(x, y) ? (gap(x, y) ? FLAG : person(x, y)) : BLUE;
    doubtIntrusions(paint(ribbon), tied, core, hairIn(paint(ribbon)), AREA.face);
    expect(at(tied, X, Y - 38)).toBe(1);
  });

  it('keeps thin white hair in the warm light of a curtain, whose folds have the same chroma', () => {
    const cool = [0.8, 0.82, 0.84] as const;
    const warm = [0.86, 0.75, 0.63] as const;
    const gold = [0.8, 0.6, 0.2] as const;
    const fold = [0.56, 0.48, 0.4] as const;
    const colours = paint((x, y) => {
      if (!inHead(x, y)) return x % 10 < 5 ? gold : fold;
      return inFace(x, y) ? SKIN : y < Y - 28 ? warm : cool;
    });
    const found = mask();
    const hair = hairOf(colours, found, core, parts, face, AREA);
    doubtIntrusions(colours, found, core, hair, AREA.face);
    for (let x = X - 14; x <= X + 14; x += 2) expect(at(found, x, Y - 37)).toBeGreaterThan(0.9);
  });

  it('keeps what differs from the background beside it: a ribbon, an earring', () => {
    const colours = paint((x, y) =>
      inHead(x, y) ? person(x, y) : x > X && x < X + 46 && y > 60 && y < 90 ? FLAG : WALL,
    );
    const [found, before] = [wide(), wide()];
    const entered = doubtIntrusions(colours, found, core, hairIn(colours), AREA.face);
    expect(at(entered, X + 43, 75)).toBe(0);
    expect(at(found, X + 43, 75)).toBe(1);
    const changed = found.data.filter((value, i) => value < (before.data[i] ?? 0) - 0.2);
    expect(changed.length).toBeLessThan(8);
  });
});
