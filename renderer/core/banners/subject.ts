import type { FaceBox } from '../drafts.ts';
import { mix, ofOklch, oklchOf, type Rgb255 } from './colour.ts';

/** Edge of the grids that a picture is sampled on. */
export const GRID = 64;
const CELLS = GRID * GRID;

/** Where the person is in the avatar's square picture; all numbers are fractions of its edge. */
export interface BannerSubject {
  readonly face: FaceBox;
  /** The highest point of hair or hat. */
  readonly top: number;
  /** How far down the person can be shown before the frame's sides cut off the shoulders. */
  readonly end: number;
  /** The person's sides, down to `end`. */
  readonly left: number;
  readonly right: number;
}

/** Where the engine puts a face if its place isn't known. */
export const USUAL_FACE: FaceBox = { x: 0.31, y: 0.24, width: 0.38, height: 0.46 };

/**
 * @param alpha how much of each cell the person covers, 0 to 255, GRID x GRID row by row
 */
export function bannerSubjectOf(alpha: ArrayLike<number>, face: FaceBox): BannerSubject {
  const solid = (x: number, y: number): boolean => (alpha[y * GRID + x] ?? 0) > 100;
  const row = (y: number): [number, number] | undefined => {
    let first = -1;
    let last = -1;
    for (let x = 0; x < GRID; x++)
      if (solid(x, y)) {
        if (first < 0) first = x;
        last = x;
      }
    return first < 0 ? undefined : [first, last];
  };
  let top = 0;
  while (top < GRID && !row(top)) top++;
  if (top === GRID) return { face, top: 0, end: 1, left: 0, right: 1 };
  // Always show the person to below the chin, even if a shoulder or hair touches a side above it.
  const chin = Math.min(GRID - 1, Math.ceil((face.y + face.height * 1.08) * GRID));
  let end = chin;
  while (end < GRID && !solid(0, end) && !solid(GRID - 1, end)) end++;
  let left = GRID;
  let right = 0;
  for (let y = top; y < end; y++) {
    const span = row(y);
    if (!span) continue;
    left = Math.min(left, span[0]);
    right = Math.max(right, span[1] + 1);
  }
  return { face, top: top / GRID, end: end / GRID, left: left / GRID, right: right / GRID };
}

/** How often the visible ground is smoothed. */
const SMOOTHINGS = 3;

/**
 * Smooths the cells that have a weight, each with its neighbours that have one. A fine pattern, like
 * printed dots, doesn't fit the grid's cells: enlarged, it would show as blurred squares.
 */
function smoothed(colour: Float32Array, weights: Float32Array): Float32Array {
  let from = colour;
  for (let pass = 0; pass < SMOOTHINGS; pass++)
    // Across, then down.
    for (const [dx, dy] of [
      [1, 0],
      [0, 1],
    ] as const) {
      const to = new Float32Array(from.length);
      for (let y = 0; y < GRID; y++)
        for (let x = 0; x < GRID; x++) {
          const cell = y * GRID + x;
          if (!weights[cell]) continue;
          let all = 0;
          for (const [by, share] of [
            [-1, 1],
            [0, 2],
            [1, 1],
          ] as const) {
            const [cx, cy] = [x + by * dx, y + by * dy];
            if (cx < 0 || cy < 0 || cx >= GRID || cy >= GRID) continue;
            const near = cy * GRID + cx;
            const weight = share * (weights[near] ?? 0);
            all += weight;
            for (let part = 0; part < 3; part++)
              to[cell * 3 + part] =
                (to[cell * 3 + part] ?? 0) + weight * (from[near * 3 + part] ?? 0);
          }
          for (let part = 0; part < 3; part++)
            to[cell * 3 + part] = (to[cell * 3 + part] ?? 0) / all;
        }
      from = to;
    }
  return from;
}

/**
 * The ground behind the person, smooth. The area of the person and a little around it is filled in
 * from the visible ground (push-pull: Gortler et al., The Lumigraph, 1996).
 * @param rgba the picture on the grid, over white
 * @param alpha the person on the grid
 * @returns RGBA, GRID x GRID, opaque
 */
export function groundOf(
  rgba: ArrayLike<number>,
  alpha: ArrayLike<number>,
): Uint8ClampedArray<ArrayBuffer> {
  const weights = new Float32Array(CELLS);
  for (let y = 0; y < GRID; y++)
    for (let x = 0; x < GRID; x++) {
      let near = 0;
      for (let dy = -1; dy <= 1; dy++)
        for (let dx = -1; dx <= 1; dx++) {
          const [cx, cy] = [
            Math.min(GRID - 1, Math.max(0, x + dx)),
            Math.min(GRID - 1, Math.max(0, y + dy)),
          ];
          near = Math.max(near, alpha[cy * GRID + cx] ?? 0);
        }
      weights[y * GRID + x] = near < 8 ? 1 : 0;
    }
  let level = {
    edge: GRID,
    weight: weights,
    colour: smoothed(
      Float32Array.from({ length: CELLS * 3 }, (_, at) => {
        const cell = Math.floor(at / 3);
        return (rgba[cell * 4 + (at % 3)] ?? 0) * (weights[cell] ?? 0);
      }),
      weights,
    ),
  };
  const levels = [level];
  while (level.edge > 1) {
    const edge = level.edge / 2;
    const weight = new Float32Array(edge * edge);
    const colour = new Float32Array(edge * edge * 3);
    for (let y = 0; y < level.edge; y++)
      for (let x = 0; x < level.edge; x++) {
        const from = y * level.edge + x;
        const to = (y >> 1) * edge + (x >> 1);
        weight[to] = (weight[to] ?? 0) + (level.weight[from] ?? 0);
        for (let part = 0; part < 3; part++)
          colour[to * 3 + part] =
            (colour[to * 3 + part] ?? 0) + (level.colour[from * 3 + part] ?? 0);
      }
    for (let cell = 0; cell < weight.length; cell++) {
      const sum = weight[cell] ?? 0;
      if (sum <= 1) continue;
      weight[cell] = 1;
      for (let part = 0; part < 3; part++)
        colour[cell * 3 + part] = (colour[cell * 3 + part] ?? 0) / sum;
    }
    level = { edge, weight, colour };
    levels.push(level);
  }
  // None of the ground is visible, so any grey will do.
  let filled: Float32Array =
    (level.weight[0] ?? 0) > 0 ? level.colour : new Float32Array(3).fill(128);
  let edge = 1;
  for (const { edge: size, weight, colour } of levels.slice(0, -1).reverse()) {
    const next = new Float32Array(size * size * 3);
    for (let y = 0; y < size; y++)
      for (let x = 0; x < size; x++) {
        const seen = Math.min(1, weight[y * size + x] ?? 0);
        // Bilinear from the level above.
        const [px, py] = [x / 2 - 0.25, y / 2 - 0.25];
        const [x0, y0] = [Math.floor(px), Math.floor(py)];
        for (let part = 0; part < 3; part++) {
          let below = 0;
          for (const [cx, cy, share] of [
            [x0, y0, (1 - px + x0) * (1 - py + y0)],
            [x0 + 1, y0, (px - x0) * (1 - py + y0)],
            [x0, y0 + 1, (1 - px + x0) * (py - y0)],
            [x0 + 1, y0 + 1, (px - x0) * (py - y0)],
          ] as const) {
            const sx = Math.min(edge - 1, Math.max(0, cx));
            const sy = Math.min(edge - 1, Math.max(0, cy));
            below += (filled[(sy * edge + sx) * 3 + part] ?? 0) * share;
          }
          const at = (y * size + x) * 3 + part;
          next[at] = (colour[at] ?? 0) + below * (1 - seen);
        }
      }
    filled = next;
    edge = size;
  }
  const ground = new Uint8ClampedArray(CELLS * 4).fill(255);
  for (let cell = 0; cell < CELLS; cell++)
    for (let part = 0; part < 3; part++) ground[cell * 4 + part] = filled[cell * 3 + part] ?? 0;
  return ground;
}

export interface Palette {
  /** The middle of the ground. */
  readonly ground: Rgb255;
  /** The ground's hue, at the depth and lightness of ink and paper. */
  readonly dark: Rgb255;
  readonly paper: Rgb255;
  /** The most colourful hue of the person, or else the ground's opposite. */
  readonly accent: Rgb255;
}

/** The dark ink and the paper that go with a ground. */
export function inksOf(ground: Rgb255): Pick<Palette, 'dark' | 'paper'> {
  const { chroma, hue } = oklchOf(ground);
  return {
    dark: ofOklch({ lightness: 0.22, chroma: Math.min(0.05, chroma * 0.6), hue }),
    paper: ofOklch({ lightness: 0.965, chroma: Math.min(0.018, chroma * 0.25), hue }),
  };
}

const average = (rgba: ArrayLike<number>, weight: (cell: number) => number): Rgb255 | undefined => {
  const sum = [0, 0, 0];
  let all = 0;
  for (let cell = 0; cell < CELLS; cell++) {
    const share = weight(cell);
    all += share;
    for (let part = 0; part < 3; part++)
      sum[part] = (sum[part] ?? 0) + (rgba[cell * 4 + part] ?? 0) * share;
  }
  return all === 0 ? undefined : [(sum[0] ?? 0) / all, (sum[1] ?? 0) / all, (sum[2] ?? 0) / all];
};

/**
 * @param rgba the picture on the grid
 * @param alpha the person on the grid
 * @param ground the result of `groundOf`
 */
export function paletteOf(
  rgba: ArrayLike<number>,
  alpha: ArrayLike<number>,
  ground: ArrayLike<number>,
): Palette {
  const middle = average(ground, () => 1) ?? [128, 128, 128];
  const { hue } = oklchOf(middle);
  const colourful = average(rgba, (cell) => {
    const own = oklchOf([rgba[cell * 4] ?? 0, rgba[cell * 4 + 1] ?? 0, rgba[cell * 4 + 2] ?? 0]);
    return (alpha[cell] ?? 0) > 200 ? own.chroma ** 4 : 0;
  });
  const found = colourful && oklchOf(colourful);
  return {
    ground: middle,
    ...inksOf(middle),
    accent:
      found && found.chroma > 0.03
        ? ofOklch({
            lightness: Math.min(0.72, Math.max(0.52, found.lightness)),
            chroma: Math.max(0.1, found.chroma),
            hue: found.hue,
          })
        : ofOklch({ lightness: 0.6, chroma: 0.12, hue: hue + 0.5 }),
  };
}

/** A flat colour with a slight gradient of light, for use as a ground. */
export function flatGround(colour: Rgb255): Uint8ClampedArray<ArrayBuffer> {
  const ground = new Uint8ClampedArray(CELLS * 4).fill(255);
  const { lightness, chroma, hue } = oklchOf(colour);
  for (let cell = 0; cell < CELLS; cell++) {
    const [x, y] = [(cell % GRID) / GRID, Math.floor(cell / GRID) / GRID];
    const light = 0.05 * (0.5 - Math.hypot(x - 0.7, y - 0.35));
    const [red, green, blue] = ofOklch({
      lightness: Math.min(1, Math.max(0, lightness + light)),
      chroma,
      hue,
    });
    ground.set([red, green, blue], cell * 4);
  }
  return ground;
}

/** The ground moved towards a colour, keeping a little of its own light and shade. */
export function tonedGround(
  ground: ArrayLike<number>,
  towards: Rgb255,
  amount: number,
): Uint8ClampedArray<ArrayBuffer> {
  const toned = new Uint8ClampedArray(CELLS * 4).fill(255);
  for (let cell = 0; cell < CELLS; cell++)
    toned.set(
      mix(
        [ground[cell * 4] ?? 0, ground[cell * 4 + 1] ?? 0, ground[cell * 4 + 2] ?? 0],
        towards,
        amount,
      ),
      cell * 4,
    );
  return toned;
}
