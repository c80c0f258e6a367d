import type { Recipe } from '../../core/avatars.ts';
import { radians } from '../raster/numbers.ts';
import type { Point } from '../raster/planes.ts';
import { boxAround, turned } from '../raster/points.ts';
import { spread } from '../styles/shared/random.ts';
import type { AnalysedFace, Analysis } from './analysis.ts';

/** Maps working-picture pixels to output pixels: x' = a x + c y + e, y' = b x + d y + f. */
export type Frame = Readonly<Record<'a' | 'b' | 'c' | 'd' | 'e' | 'f', number>>;

export const apply = (frame: Frame, x: number, y: number): [number, number] => [
  frame.a * x + frame.c * y + frame.e,
  frame.b * x + frame.d * y + frame.f,
];

/** The inverse mapping: output pixels to working-picture pixels. */
export const invert = ({ a, b, c, d, e, f }: Frame): Frame => {
  const det = a * d - b * c;
  return {
    a: d / det,
    b: -b / det,
    c: -c / det,
    d: a / det,
    e: (c * f - d * e) / det,
    f: (b * e - a * f) / det,
  };
};

/** Applies `inner` first, then `outer`. */
export const compose = (outer: Frame, inner: Frame): Frame => {
  const [e, f] = apply(outer, inner.e, inner.f);
  return {
    a: outer.a * inner.a + outer.c * inner.b,
    b: outer.b * inner.a + outer.d * inner.b,
    c: outer.a * inner.c + outer.c * inner.d,
    d: outer.b * inner.c + outer.d * inner.d,
    e,
    f,
  };
};

/** Output pixels per working pixel. */
export const scaleOf = (frame: Frame): number => Math.hypot(frame.a, frame.b);

/** What placing a person asks of an analysis. */
type Seen = Pick<Analysis, 'person' | 'width' | 'height' | 'faces'>;

/** The recipe's face, or the largest if it names none that is there. */
export const faceOf = (
  { faces }: Pick<Seen, 'faces'>,
  { options }: Pick<Recipe, 'options'>,
): AnalysedFace => faces[options.face ?? 0] ?? faces[0];

/** Where the face goes, as fractions of the frame. */
export type Placing = Readonly<Record<'eyesX' | 'eyesY' | 'faceWidth', number>>;

const USUAL: Placing = { eyesX: 0.5, eyesY: 0.43, faceWidth: 0.395 };
/** The least room above the hair. */
const CROWN_GAP = 0.035;
/** How far the seed enlarges at most. */
const ZOOM_MOST = 1.027;
/**
 * How much larger than usual a face may be, and how far off the usual eye line, in heights of the
 * frame. The quick network's border is sure to about half of that.
 */
const CLOSE = { size: 1.05, line: 0.03 } as const;

/** A person in the frame that their photo allows, before the seed moves it. */
const atRest = (seen: Seen, face: AnalysedFace, roll: number) => {
  const upright = uprightFace(face, roll);
  const head = headTop(seen, upright);
  // The search looks at some points of the border; what it leaves is seen at each.
  const cuts = cutBorders(seen, upright, Math.max(seen.width, seen.height));
  const near = settle(USUAL, upright, cutBorders(seen, upright, 120), head);
  return { placing: closeIn(near, upright, cuts), upright, cuts, head };
};

/** Whether the photo's border, and not high hair, keeps the frame away from the usual one. */
export const isClose = (seen: Seen, face: AnalysedFace): boolean => {
  const { placing, upright, head } = atRest(seen, face, -face.roll);
  const free = settle(USUAL, upright, { bottom: [], sides: [], top: [] }, head);
  const size = placing.faceWidth / free.faceWidth;
  return size > CLOSE.size || Math.abs(placing.eyesY - free.eyesY) > CLOSE.line;
};

/**
 * The frame of an avatar: head and shoulders, eyes level and at a fixed height, the face about 40 %
 * of the width. The seed moves it slightly, and `options.crop` as the user wants.
 *
 * Where the photo's border cuts the person off, the frame is chosen so that this border lies
 * outside it; else a torso would float above the bottom edge. The seed moves it only as far as that
 * stays so: all faces of a photo have one size and eye line, and those of several photos, too, as
 * far as these allow it.
 *
 * @param size edge of the output in pixels
 */
export const frameOf = (analysis: Seen, recipe: Recipe, size: number): Frame => {
  const face = faceOf(analysis, recipe);
  const { seed } = recipe;
  const drift = {
    zoom: spread(seed, 'zoom', 0.973, ZOOM_MOST),
    x: spread(seed, 'across', -0.05, 0.05),
    y: spread(seed, 'up', -0.0125, 0.0125),
    roll: spread(seed, 'roll', -1.1, 1.1),
  };
  const crop = recipe.options.crop ?? { zoom: 1, x: 0, y: 0, roll: 0 };
  const rest = atRest(analysis, face, crop.roll - face.roll);
  const { eyesX, eyesY, faceWidth } = rest.placing;
  const crown = Math.min(crownOf(rest.placing, rest.upright, rest.head), CROWN_GAP / 3);
  const { placing, upright } =
    largestShare((share) => {
      const upright = uprightFace(face, crop.roll - face.roll + drift.roll * share);
      const moved = {
        eyesX: eyesX + drift.x * share,
        eyesY: eyesY + drift.y * share,
        faceWidth: faceWidth * drift.zoom ** share,
      };
      const placing = closeIn(moved, upright, rest.cuts);
      const fits =
        placing.faceWidth <= faceWidth * ZOOM_MOST && crownOf(placing, upright, rest.head) >= crown;
      return fits ? { placing, upright } : undefined;
    }) ?? rest;
  if (!recipe.options.crop) return toFrame(placing, upright, size);
  const own = {
    faceWidth: placing.faceWidth * crop.zoom,
    eyesX: placing.eyesX + crop.x,
    eyesY: placing.eyesY + crop.y,
  };
  return toFrame(liftOffFoot(own, upright, rest.cuts), upright, size);
};

/** What `of` gives for all, or else for about the largest share, 0 to 1, that it gives something for. */
function largestShare<T>(of: (share: number) => T | undefined): T | undefined {
  let found = of(1);
  let share = 0;
  for (let step = found ? 0 : 0.5; step > 0.002; step /= 2) {
    const next = of(share + step);
    if (next) [found, share] = [next, share + step];
  }
  return found;
}

/** Where networks and maps expect a level face. */
const FRONTAL: Placing = { eyesX: 0.5, eyesY: 0.415, faceWidth: 0.395 };

/** Frames the face level, in that place or `placing`; ignores seed, crop and photo border. */
export const frontalFrame = (
  face: AnalysedFace,
  size: number,
  placing: Partial<Placing> = {},
): Frame => toFrame({ ...FRONTAL, ...placing }, uprightFace(face, -face.roll), size);

type Upright = ReturnType<typeof uprightFace>;

/** A face's turn, and rotated by it, the point between its eyes, its middle and its width. */
const uprightFace = (face: AnalysedFace, roll: number) => {
  const t = { cos: Math.cos(radians(roll)), sin: Math.sin(radians(roll)) };
  const { x: middle, width, height } = boxAround(face.landmarks, t);
  const [[rx, ry], [lx, ly]] = face.eyes;
  const [eyeX, eyeY] = turned(t, (rx + lx) / 2, (ry + ly) / 2);
  // A face turned sideways looks narrower than it is; its height then gives its size.
  return { ...t, eyeX, eyeY, middle, width: Math.max(width, height * 0.78) };
};

/** A point of the photo's border, and how much of the person is there, 0 to 1. */
type Cut = readonly [x: number, y: number, much: number];
type Cuts = Readonly<Record<'bottom' | 'sides' | 'top', readonly Cut[]>>;

/** Alpha of 255: a cut below the first isn't visible, one from the second on is fully visible. */
const FAINT = 20;
const SOLID = 90;

/**
 * Points where the photo's border cuts the person, by the side it is on once the face is upright.
 * @param steps how many points each side is looked at
 */
const cutBorders = ({ person, width, height }: Seen, upright: Upright, steps: number): Cuts => {
  const cuts = { bottom: [] as Cut[], sides: [] as Cut[], top: [] as Cut[] };
  const note = (list: Cut[], at: Point, x: number, y: number): void => {
    const alpha = person[(y * width + x) * 4 + 3];
    if (alpha > FAINT) list.push([...at, Math.min(1, (alpha - FAINT) / (SOLID - FAINT))]);
  };
  const listOf = (outwardX: number, outwardY: number): Cut[] => {
    const [x, y] = turned(upright, outwardX, outwardY);
    if (Math.abs(x) > Math.abs(y)) return cuts.sides;
    return y > 0 ? cuts.bottom : cuts.top;
  };
  const [below, above, left, right] = [listOf(0, 1), listOf(0, -1), listOf(-1, 0), listOf(1, 0)];
  for (let i = 0; i <= steps; i += 1) {
    const x = Math.round((i / steps) * (width - 1));
    const y = Math.round((i / steps) * (height - 1));
    note(below, [x, height], x, height - 1);
    note(above, [x, 0], x, 0);
    note(left, [0, y], 0, y);
    note(right, [width, y], width - 1, y);
  }
  return cuts;
};

/** Rotated y of the top of the hair above the face; that of the eyes if nothing is found. */
const headTop = ({ person, width, height }: Seen, upright: Upright): number => {
  let highest = upright.eyeY;
  const back = { cos: upright.cos, sin: -upright.sin };
  const step = Math.max(1, Math.round(upright.width / 240));
  for (let dy = 0; dy < upright.width * 1.6; dy += step) {
    let hits = 0;
    for (let k = -5; k <= 5; k += 1) {
      const across = upright.middle + k * 0.05 * upright.width;
      const [x, y] = turned(back, across, upright.eyeY - dy).map(Math.round);
      if (x >= 0 && y >= 0 && x < width && y < height && person[(y * width + x) * 4 + 3] > 100)
        hits += 1;
    }
    if (hits > 1) highest = upright.eyeY - dy;
  }
  return highest;
};

const place = (p: Placing, u: Upright, [x, y]: Point | Cut): [number, number] => {
  const s = p.faceWidth / u.width;
  const [rx, ry] = turned(u, x, y);
  return [p.eyesX + (rx - u.middle) * s, p.eyesY + (ry - u.eyeY) * s];
};

/** How far down in the frame the hair begins. */
const crownOf = ({ eyesY, faceWidth }: Placing, u: Upright, head: number): number =>
  eyesY + ((head - u.eyeY) * faceWidth) / u.width;

/**
 * How far cut borders of the person show inside the frame, as a weighted sum of fractions of the
 * frame; 0 is ideal. It is continuous: a cut that enters the frame counts by how far it is inside.
 */
const showing = (p: Placing, u: Upright, { bottom, sides, top }: Cuts): number => {
  const most = (cuts: readonly Cut[], inside: (x: number, y: number) => number): number =>
    cuts.reduce((far, cut) => Math.max(far, cut[2] * inside(...place(p, u, cut))), 0);
  const foot = most(bottom, (x, y) => Math.min(1 - y, STEEP * x, STEEP * (1 - x)));
  const side = most(sides, (x, y) => Math.min(x, 1 - x, STEEP * y, STEEP * (1 - y)));
  const crown = most(top, (x, y) => Math.min(y, STEEP * x, STEEP * (1 - x)));
  return foot * 3 + side + crown * 2;
};
const STEEP = 4;

/** The first grid of the search: factors on the zoom, and shifts in fractions of the frame. */
const GRID = {
  zoom: { from: 0.82, step: 0.06, count: 15 },
  down: { from: -0.08, step: 0.03, count: 8 },
  across: { from: -0.08, step: 0.04, count: 5 },
} as const;
/** How many times the grid is refined. */
const REFINED = 9;

/**
 * Finds the placing nearest to the wanted one that hides the cuts and keeps the hair in the
 * picture.
 *
 * The cost is continuous and grows with the square of every move. So there is one best placing,
 * which doesn't depend on the search grid, and a tiny change of the matte moves the frame only a
 * tiny bit.
 */
const settle = (wanted: Placing, u: Upright, cuts: Cuts, head: number): Placing => {
  if (showing(wanted, u, cuts) === 0 && crownOf(wanted, u, head) > CROWN_GAP) return wanted;
  const moved = (zoom: number, down: number, across: number): Placing => ({
    eyesX: wanted.eyesX + across,
    eyesY: wanted.eyesY + down,
    faceWidth: wanted.faceWidth * zoom,
  });
  const cost = (zoom: number, down: number, across: number): number => {
    const p = moved(zoom, down, across);
    return (
      showing(p, u, cuts) * 40 +
      Math.max(0, CROWN_GAP - crownOf(p, u, head)) * 5 +
      6 * Math.log(zoom) ** 2 +
      30 * down ** 2 +
      30 * across ** 2
    );
  };
  let best: readonly [zoom: number, down: number, across: number] = [1, 0, 0];
  let least = cost(...best);
  const look = (zoom: number, down: number, across: number): void => {
    const here = cost(zoom, down, across);
    if (here < least) [least, best] = [here, [zoom, down, across]];
  };
  const { zoom, down, across } = GRID;
  for (let i = 0; i < zoom.count; i += 1)
    for (let j = 0; j < down.count; j += 1)
      for (let k = 0; k < across.count; k += 1)
        look(zoom.from + i * zoom.step, down.from + j * down.step, across.from + k * across.step);
  let [dz, dy, dx] = [zoom.step / 2, down.step / 2, across.step / 2];
  for (let round = 0; round < REFINED; round += 1) {
    const [z0, y0, x0] = best;
    for (let i = -2; i <= 2; i += 1)
      for (let j = -2; j <= 2; j += 1)
        for (let k = -2; k <= 2; k += 1) look(z0 + i * dz, y0 + j * dy, x0 + k * dx);
    [dz, dy, dx] = [dz / 2, dy / 2, dx / 2];
  }
  return moved(...best);
};

/** How far a frame closes in at most. */
const CLOSEST = 1.6;

/**
 * Zooms in as far as needed, around the eyes, for no border that cuts the person to be in the frame.
 * Only what `settle` leaves: a few thousandths, or a body that is cut on all sides.
 */
const closeIn = (p: Placing, u: Upright, cuts: Cuts): Placing => {
  let zoom = 1;
  for (const cut of [...cuts.bottom, ...cuts.sides, ...cuts.top]) {
    const [x, y] = place(p, u, cut);
    if (cut[2] < 0.4 || x <= 0 || y <= 0 || x >= 1 || y >= 1) continue;
    // The least zoom that takes the point out of the frame through any of its sides.
    const [dx, dy] = [x - p.eyesX, y - p.eyesY];
    const out = [
      dx < 0 ? -p.eyesX / dx : (1 - p.eyesX) / Math.max(1e-6, dx),
      dy < 0 ? -p.eyesY / dy : (1 - p.eyesY) / Math.max(1e-6, dy),
    ];
    zoom = Math.max(zoom, Math.min(...out));
  }
  return { ...p, faceWidth: p.faceWidth * Math.min(CLOSEST, zoom) };
};

/** Moves a manual crop down as far as hides the cut at the bottom; it may show any other. */
const liftOffFoot = (p: Placing, u: Upright, cuts: Cuts): Placing => {
  let gap = 0;
  for (const point of cuts.bottom) {
    const [x, y] = place(p, u, point);
    if (x > 0 && x < 1) gap = Math.max(gap, 1 - y);
  }
  return { ...p, eyesY: p.eyesY + gap };
};

const toFrame = (p: Placing, u: Upright, size: number): Frame => {
  const s = (p.faceWidth * size) / u.width;
  return {
    a: u.cos * s,
    b: u.sin * s,
    c: -u.sin * s,
    d: u.cos * s,
    e: p.eyesX * size - u.middle * s,
    f: p.eyesY * size - u.eyeY * s,
  };
};
