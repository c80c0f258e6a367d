import { gaussian } from '../../raster/blur.ts';
import { meanOf, quantile } from '../../raster/numbers.ts';
import { sampled, type Point, type Square } from '../../raster/planes.ts';
import { centreOf, distance } from '../../raster/points.ts';
import { filled, grown, pointsOf, type Canvas } from './canvas.ts';
import { EYES } from './mesh.ts';

/** A rim's offset from the middle, half its width and height, and its superellipse's exponent. */
type Shape = readonly [dx: number, dy: number, a: number, b: number, exponent: number];

/** Glasses: two rims beside the middle between the eyes. Lengths are in texels of the canvas. */
export interface Spectacles {
  readonly middle: Point;
  /** Unit vectors: along the line between the eyes, and perpendicular to it, downwards. */
  readonly across: Point;
  readonly down: Point;
  /** The rims left and right in the picture; they differ as the head is turned. */
  readonly shapes: readonly [Shape, Shape];
  /** Position of the bridge, downwards from the line between the eyes. */
  readonly bridge: number;
  /**
   * How much darker the rim's upper and lower halves are than their surroundings, in OKLab
   * lightness.
   */
  readonly upper: number;
  readonly lower: number;
}

/**
 * Largest (`sign` 1) or smallest (-1) value within `r` texels each way. Uses windows that double in
 * size, each the better of its two halves.
 */
const extreme = (source: Square, n: number, r: number, sign: 1 | -1): Square => {
  const out = source.map((v) => v * sign);
  const line = new Float32Array(n + 2 * r);
  const along = (start: number, by: number): void => {
    for (let i = 0; i < n; i += 1) line[r + i] = out[start + i * by];
    line.fill(line[r], 0, r);
    line.fill(line[r + n - 1], r + n);
    let reach = 1;
    const widen = (shift: number): void => {
      for (let i = 0; i + shift < line.length; i += 1) {
        const other = line[i + shift];
        if (other > line[i]) line[i] = other;
      }
    };
    for (; 2 * reach <= 2 * r + 1; reach *= 2) widen(reach);
    widen(2 * r + 1 - reach);
    for (let i = 0; i < n; i += 1) out[start + i * by] = line[i];
  };
  for (let y = 0; y < n; y += 1) along(y * n, 1);
  for (let x = 0; x < n; x += 1) along(x, n);
  for (let i = 0; i < out.length; i += 1) out[i] = out[i] * sign;
  return out;
};

const TURNS = 72;
const COS = Array.from({ length: TURNS }, (_, k) => Math.cos((2 * Math.PI * k) / TURNS));
const SIN = Array.from({ length: TURNS }, (_, k) => Math.sin((2 * Math.PI * k) / TURNS));
const bent = (v: number, exponent: number): number => Math.sign(v) * Math.abs(v) ** (2 / exponent);

/** The point `x` along the line between the eyes from the middle, and `y` down. */
export const placeOn = (
  { middle, across, down }: Pick<Spectacles, 'middle' | 'across' | 'down'>,
  x: number,
  y: number,
): Point => [middle[0] + across[0] * x + down[0] * y, middle[1] + across[1] * x + down[1] * y];

/** Outline of a rim, clockwise from its right; `side` -1 is left in the picture. */
export const rimOf = (
  glasses: Pick<Spectacles, 'middle' | 'across' | 'down' | 'shapes'>,
  side: -1 | 1,
  grow = 1,
): Point[] => {
  const [dx, dy, a, b, exponent] = glasses.shapes[side < 0 ? 0 : 1];
  return COS.map((c, k) => {
    const x = side * dx + bent(c, exponent) * a * grow;
    const y = dy + bent(SIN[k], exponent) * b * grow;
    return placeOn(glasses, x, y);
  });
};

/** Least response of a bridge: bare faces stayed below it, faces with glasses above. */
const BRIDGE = 0.065;

/**
 * Finds glasses, if any are worn. The sign is a dark line across the nose between the eyes (the
 * greatest black top-hat there; J. Serra 1982), since rims alone look like lids and cheeks. The
 * shape is the pair of superellipses (G. Lamé 1818) with the most of that response along the
 * outline, or, for thin frames, of the second derivative across it. `canvas` is a close-up of the
 * eyes.
 */
export const spectaclesOf = (canvas: Canvas): Spectacles | undefined => {
  const { n, L, width } = canvas;
  const [right, left] = EYES.map((ring) => centreOf(pointsOf(canvas, ring)));
  const apart = distance(left, right);
  const across: Point = [(left[0] - right[0]) / apart, (left[1] - right[1]) / apart];
  const down: Point = [-across[1], across[0]];
  const middle = centreOf([left, right]);

  const soft = gaussian(L, n, 0.006 * width);
  const r = Math.max(2, Math.round(0.022 * width));
  const closed = extreme(extreme(soft, n, r, 1), n, r, -1);
  const lids = gaussian(
    grown(filled(n, ...EYES.map((ring) => pointsOf(canvas, ring))), n, 0.014 * width),
    n,
    0.01 * width,
  );
  const dark = gaussian(
    closed.map((v, i) => Math.min(0.25, v - soft[i]) * (1 - lids[i])),
    n,
    0.008 * width,
  );
  const place = { middle, across, down };
  let [bridge, most] = [0, 0];
  for (let k = 0; k < 60; k += 1) {
    const y = (-0.1 + (0.22 * k) / 59) * width;
    let sum = 0;
    for (let j = -4; j <= 4; j += 1)
      sum += sampled(dark, n, ...placeOn(place, j * 0.01 * width, y));
    if (sum / 9 > most) [bridge, most] = [y, sum / 9];
  }
  if (most < BRIDGE) return undefined;

  type Sides = readonly (-1 | 1)[];
  const both: Sides = [-1, 1];
  const outlines = (shape: Shape, sides: Sides): Point[] =>
    sides.flatMap((side) => rimOf({ ...place, shapes: [shape, shape] }, side));
  const thick = (shape: Shape, sides: Sides): number => {
    const values = outlines(shape, sides).map(([x, y]) => sampled(dark, n, x, y));
    return 0.6 * meanOf(values) + 0.4 * quantile(values, 0.35);
  };
  const narrow = gaussian(L, n, 0.009 * width);
  const reach = 0.012 * width;
  const thin = (shape: Shape, sides: Sides): number => {
    const points = outlines(shape, sides);
    const values = points.map(([x, y], k) => {
      const ring = k < TURNS ? 0 : TURNS;
      const [px, py] = points[ring + ((k - ring + 1) % TURNS)];
      const [qx, qy] = points[ring + ((k - ring + TURNS - 1) % TURNS)];
      const length = Math.hypot(px - qx, py - qy) + 1e-6;
      const [nx, ny] = [(-(py - qy) / length) * reach, ((px - qx) / length) * reach];
      const bend =
        sampled(narrow, n, x + nx, y + ny) +
        sampled(narrow, n, x - nx, y - ny) -
        2 * sampled(narrow, n, x, y);
      const line = Math.min(0.07, Math.max(bend, -0.6 * bend)) * (1 - sampled(lids, n, x, y));
      return line / 0.022 + (0.5 * Math.min(0.15, sampled(dark, n, x, y))) / 0.045;
    });
    return 0.7 * meanOf(values) + 0.3 * quantile(values, 0.35) - 0.05 * (shape[4] - 2);
  };
  const half = apart / 2;
  /** Looks for the best shape: first on a grid, unless a shape to start from is given. */
  const search = (value: (shape: Shape) => number, start?: Shape): [number, Shape] => {
    let shape: Shape = start ?? [half, 0.04 * width, 0.2 * width, 0.14 * width, 2];
    let best = start ? value(start) : -Infinity;
    const look = (trial: Shape): void => {
      if (trial[0] - trial[2] < 0.015 * width || trial[4] < 1.9 || trial[4] > 5) return;
      const found = value(trial);
      if (found > best) [best, shape] = [found, trial];
    };
    for (const dx of start ? [] : [0.85, 0.94, 1.03, 1.12, 1.2])
      for (const dy of [-0.02, 0.015, 0.05, 0.085, 0.12])
        for (const a of [0.16, 0.178, 0.196, 0.214, 0.232, 0.25])
          for (const b of [0.09, 0.115, 0.14, 0.165, 0.19, 0.22])
            for (const exponent of [2, 3])
              look([dx * half, dy * width, a * width, b * width, exponent]);
    const steps = [0.06 * half, 0.02 * width, 0.012 * width, 0.012 * width, 0.5];
    for (let round = 0; round < 5; round += 1) {
      for (let k = 0; k < 5; k += 1)
        for (const d of [-1, -0.5, 0.5, 1]) {
          const trial: [number, number, number, number, number] = [...shape];
          trial[k] = trial[k] + (d * steps[k]) / 1.4 ** round;
          look(trial);
        }
    }
    return [best, shape];
  };
  let value = thick;
  let [score, shape] = search((trial) => value(trial, both));
  if (score < 0.08) {
    value = thin;
    [score, shape] = search((trial) => value(trial, both));
  }
  // Each rim by itself, held near the other's mirror image: on a turned head one looks wider.
  const ownOf = (side: -1 | 1): Shape =>
    search((trial) => {
      const off = trial.slice(0, 4).reduce((sum, v, k) => sum + Math.abs(v - shape[k]), 0);
      return value(trial, [side]) * (1 - off / width);
    }, shape)[1];
  const shapes = [ownOf(-1), ownOf(1)] as const;
  const seen = both
    .flatMap((side) => rimOf({ ...place, shapes }, side))
    .map(([x, y]) => sampled(dark, n, x, y));
  const mean = (test: (k: number) => boolean): number =>
    meanOf(seen.filter((_, k) => test(k % TURNS)));
  return {
    ...place,
    shapes,
    bridge,
    upper: mean((k) => k > TURNS / 2),
    lower: mean((k) => k > 1 && k < TURNS / 2 - 1),
  };
};
