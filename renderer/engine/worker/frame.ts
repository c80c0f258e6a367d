import type { Recipe } from '../../core/avatars.ts';
import { LikenessError } from '../../core/errors.ts';
import { spread } from '../styles/shared/random.ts';
import type { AnalysedFace, Analysis } from './analysis.ts';

/** Working-picture pixels to output pixels: x' = a x + c y + e, y' = b x + d y + f. */
export interface Frame {
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
  readonly e: number;
  readonly f: number;
}

export const apply = (frame: Frame, x: number, y: number): [number, number] => [
  frame.a * x + frame.c * y + frame.e,
  frame.b * x + frame.d * y + frame.f,
];

/** Output pixels to working-picture pixels. */
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

/** First `inner`, then `outer`. */
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

/** The recipe's face; the largest when it names none. @throws LikenessError 'photo-no-face' */
export const faceOf = (analysis: Analysis, recipe: Recipe): AnalysedFace => {
  const face = analysis.faces[recipe.options.face ?? 0] ?? analysis.faces[0];
  if (!face) throw new LikenessError('photo-no-face');
  return face;
};

/** Where the face goes, as fractions of the frame. */
interface Placing {
  readonly eyesX: number;
  readonly eyesY: number;
  readonly faceWidth: number;
}

const EYES_Y = 0.415;
/** Room above the hair. */
const CROWN_GAP = 0.035;
const FACE_WIDTH = 0.395;
/** Professional steps back a little: head and shoulders. */
const STEP_BACK: Partial<Record<Recipe['style'], number>> = { professional: 0.93 };

/**
 * The frame of an avatar: eyes level and at a fixed height, head and shoulders, the face about
 * 40 % of the width; the seed moves it slightly, `options.crop` as the person wants.
 *
 * Where the photo's own border cuts the person, the frame is chosen so that this border lies
 * outside of it, else a torso would float above the picture's foot. `size` in pixels.
 */
export const frameOf = (analysis: Analysis, recipe: Recipe, size: number): Frame => {
  const face = faceOf(analysis, recipe);
  const { seed } = recipe;
  const drift = {
    zoom: spread(seed, 'zoom', 0.94, 1.08),
    x: spread(seed, 'across', -0.03, 0.03),
    y: spread(seed, 'up', -0.014, 0.014),
    roll: spread(seed, 'roll', -1.1, 1.1),
  };
  const crop = recipe.options.crop ?? { zoom: 1, x: 0, y: 0, roll: 0 };
  const roll = drift.roll + crop.roll - face.roll;
  const upright = uprightFace(face, roll);
  const cuts = cutBorders(analysis, upright);
  const head = headTop(analysis, upright);

  const wanted: Placing = {
    eyesX: 0.5 + drift.x,
    eyesY: EYES_Y + drift.y,
    faceWidth: FACE_WIDTH * drift.zoom * (STEP_BACK[recipe.style] ?? 1),
  };
  const placed = settle(wanted, upright, cuts, head);
  const own = {
    ...placed,
    faceWidth: placed.faceWidth * crop.zoom,
    eyesX: placed.eyesX + crop.x,
    eyesY: placed.eyesY + crop.y,
  };
  return toFrame(recipe.options.crop ? liftOffFoot(own, upright, cuts) : own, upright, size);
};

/** The face level and in its usual place or in `placing`, whatever a seed, a crop or the photo's border ask for. */
export const frontalFrame = (
  face: AnalysedFace,
  size: number,
  placing: Partial<Placing> = {},
): Frame =>
  toFrame(
    { eyesX: 0.5, eyesY: EYES_Y, faceWidth: FACE_WIDTH, ...placing },
    uprightFace(face, -face.roll),
    size,
  );

interface Upright {
  readonly cos: number;
  readonly sin: number;
  /** Rotated coordinates: the point between the eyes, and the face's middle and width. */
  readonly eyeX: number;
  readonly eyeY: number;
  readonly middle: number;
  readonly width: number;
}

const turn = (u: Pick<Upright, 'cos' | 'sin'>, x: number, y: number): [number, number] => [
  u.cos * x - u.sin * y,
  u.sin * x + u.cos * y,
];

const uprightFace = (face: AnalysedFace, roll: number): Upright => {
  const angle = (roll * Math.PI) / 180;
  const t = { cos: Math.cos(angle), sin: Math.sin(angle) };
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (let i = 0; i + 2 < face.landmarks.length; i += 3) {
    const [x, y] = turn(t, face.landmarks[i] as number, face.landmarks[i + 1] as number);
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  const [[rx, ry], [lx, ly]] = face.eyes;
  const [eyeX, eyeY] = turn(t, (rx + lx) / 2, (ry + ly) / 2);
  // A turned face is narrower than it is large: its height then says how large.
  return {
    ...t,
    eyeX,
    eyeY,
    middle: (left + right) / 2,
    width: Math.max(right - left, (bottom - top) * 0.78),
  };
};

type Point = readonly [x: number, y: number];
/** A place at the photo's border, and how much of the person is there, 0 to 1. */
type Cut = readonly [x: number, y: number, much: number];
interface Cuts {
  readonly bottom: readonly Cut[];
  readonly sides: readonly Cut[];
  readonly top: readonly Cut[];
}

/** Of 255: below the first a cut is not seen, from the second on it is seen in full. */
const FAINT = 20;
const SOLID = 90;

/** Points of the photo's border where the person goes on beyond it, by where that border lies once the face is upright. */
const cutBorders = ({ person, width, height }: Analysis, upright: Upright): Cuts => {
  const cuts = { bottom: [] as Cut[], sides: [] as Cut[], top: [] as Cut[] };
  const note = (list: Cut[], at: Point, x: number, y: number): void => {
    const alpha = person[(y * width + x) * 4 + 3] ?? 0;
    if (alpha > FAINT) list.push([...at, Math.min(1, (alpha - FAINT) / (SOLID - FAINT))]);
  };
  const listOf = (outwardX: number, outwardY: number): Cut[] => {
    const [x, y] = turn(upright, outwardX, outwardY);
    if (Math.abs(x) > Math.abs(y)) return cuts.sides;
    return y > 0 ? cuts.bottom : cuts.top;
  };
  const [below, above, left, right] = [listOf(0, 1), listOf(0, -1), listOf(-1, 0), listOf(1, 0)];
  const steps = 48;
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

/** Rotated y of the hair's top above the face; the eyes' own y where nothing is found. */
const headTop = ({ person, width, height }: Analysis, upright: Upright): number => {
  let highest = upright.eyeY;
  const step = Math.max(1, Math.round(upright.width / 240));
  for (let dy = 0; dy < upright.width * 1.6; dy += step) {
    let hits = 0;
    for (let k = -5; k <= 5; k += 1) {
      // Back from rotated to picture coordinates.
      const rx = upright.middle + k * 0.05 * upright.width;
      const ry = upright.eyeY - dy;
      const x = Math.round(upright.cos * rx + upright.sin * ry);
      const y = Math.round(-upright.sin * rx + upright.cos * ry);
      if (
        x >= 0 &&
        y >= 0 &&
        x < width &&
        y < height &&
        (person[(y * width + x) * 4 + 3] ?? 0) > 100
      )
        hits += 1;
    }
    if (hits > 1) highest = upright.eyeY - dy;
  }
  return highest;
};

const place = (p: Placing, u: Upright, [x, y]: Point | Cut): [number, number] => {
  const s = p.faceWidth / u.width;
  const [rx, ry] = turn(u, x, y);
  return [p.eyesX + (rx - u.middle) * s, p.eyesY + (ry - u.eyeY) * s];
};

/**
 * How far the person's cut shows inside the frame, in fractions of the frame; 0 is what we want.
 * Without a step anywhere: a cut that comes into the frame counts by how far it has come.
 */
const showing = (p: Placing, u: Upright, cuts: Cuts): number => {
  let foot = 0;
  let side = 0;
  let crown = 0;
  for (const cut of cuts.bottom) {
    const [x, y] = place(p, u, cut);
    foot = Math.max(foot, cut[2] * Math.min(1 - y, STEEP * x, STEEP * (1 - x)));
  }
  for (const cut of cuts.sides) {
    const [x, y] = place(p, u, cut);
    side = Math.max(side, cut[2] * Math.min(x, 1 - x, STEEP * y, STEEP * (1 - y)));
  }
  for (const cut of cuts.top) {
    const [x, y] = place(p, u, cut);
    crown = Math.max(crown, cut[2] * Math.min(y, STEEP * x, STEEP * (1 - x)));
  }
  return foot * 3 + side + crown * 2;
};
const STEEP = 4;

/** The search's first grid, as factor on the zoom and shifts of the frame, and how often it is refined. */
const GRID = {
  zoom: { from: 0.82, step: 0.06, count: 15 },
  down: { from: -0.08, step: 0.03, count: 8 },
  across: { from: -0.08, step: 0.04, count: 5 },
} as const;
const REFINED = 9;

/**
 * The placing nearest to the wanted one that hides the cuts and keeps the hair in the picture.
 *
 * The cost has no steps and grows with the square of every move, so that one placing is best and
 * lies where it lies whatever grid it is looked for on: a hair's breadth of the matte moves the
 * frame by no more.
 */
const settle = (wanted: Placing, u: Upright, cuts: Cuts, head: number): Placing => {
  const crownOf = (p: Placing): number => p.eyesY + ((head - u.eyeY) * p.faceWidth) / u.width;
  if (showing(wanted, u, cuts) === 0 && crownOf(wanted) > CROWN_GAP) return wanted;
  const moved = (zoom: number, down: number, across: number): Placing => ({
    eyesX: wanted.eyesX + across,
    eyesY: wanted.eyesY + down,
    faceWidth: wanted.faceWidth * zoom,
  });
  const cost = (zoom: number, down: number, across: number): number => {
    const p = moved(zoom, down, across);
    return (
      showing(p, u, cuts) * 40 +
      Math.max(0, CROWN_GAP - crownOf(p)) * 9 +
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
  for (let i = 0; i < zoom.count; i += 1) {
    for (let j = 0; j < down.count; j += 1) {
      for (let k = 0; k < across.count; k += 1)
        look(zoom.from + i * zoom.step, down.from + j * down.step, across.from + k * across.step);
    }
  }
  let [dz, dy, dx] = [zoom.step, down.step, across.step].map((step) => step / 2) as [
    number,
    number,
    number,
  ];
  for (let round = 0; round < REFINED; round += 1) {
    const [z0, y0, x0] = best;
    for (let i = -2; i <= 2; i += 1) {
      for (let j = -2; j <= 2; j += 1) {
        for (let k = -2; k <= 2; k += 1) look(z0 + i * dz, y0 + j * dy, x0 + k * dx);
      }
    }
    [dz, dy, dx] = [dz / 2, dy / 2, dx / 2];
  }
  return moved(...best);
};

/** A crop chosen by hand may do all but show the cut at the foot: it is moved down as far as needed. */
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
