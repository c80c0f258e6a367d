import { clamp } from '../raster/numbers.ts';
import type { Point } from '../raster/planes.ts';
import { pointsOf } from '../styles/shared/canvas.ts';
import { EYE_CORNERS, EYES, LOWER, UPPER } from '../styles/shared/mesh.ts';

/** Where shut lids meet, as a fraction of the way from the upper to the lower lid. */
const CLOSE_AT = 0.8;
/** Number of samples of a lid from corner to corner. */
export const LID_SAMPLES = 129;

export type Eye = Readonly<ReturnType<typeof eyeOf>>;

/** Monotone cubic through points sorted by x (F. Fritsch, R. Carlson 1980); level beyond them. */
export function monotone(points: readonly Point[]): (x: number) => number {
  const at = (i: number): Point => points[clamp(i, 0, points.length - 1)];
  const slope = (i: number): number => {
    const [[x0, y0], [x1, y1]] = [at(i), at(i + 1)];
    return x1 === x0 ? 0 : (y1 - y0) / (x1 - x0);
  };
  const tangent = (i: number): number => {
    if (i === 0) return slope(0);
    if (i === points.length - 1) return slope(i - 1);
    const [before, after] = [slope(i - 1), slope(i)];
    return before * after <= 0 ? 0 : (2 * before * after) / (before + after);
  };
  return (x) => {
    let i = 0;
    while (i < points.length - 2 && x > at(i + 1)[0]) i += 1;
    const [[x0, y0], [x1, y1]] = [at(i), at(i + 1)];
    const h = x1 - x0;
    if (h === 0) return y0;
    const t = clamp((x - x0) / h);
    const [m0, m1] = [tangent(i) * h, tangent(i + 1) * h];
    const [t2, t3] = [t * t, t * t * t];
    return (
      (2 * t3 - 3 * t2 + 1) * y0 + (t3 - 2 * t2 + t) * m0 + (3 * t2 - 2 * t3) * y1 + (t3 - t2) * m1
    );
  };
}

/** Smooths a line by a Gaussian of `sigma` samples; the ends are repeated. */
export function smoothLine(line: Float32Array, sigma: number): Float32Array {
  const reach = Math.ceil(sigma * 3);
  return line.map((_, i) => {
    let [sum, weight] = [0, 0];
    for (let k = -reach; k <= reach; k += 1) {
      const w = Math.exp((-0.5 * k * k) / (sigma * sigma));
      sum += w * line[clamp(i + k, 0, line.length - 1)];
      weight += w;
    }
    return sum / weight;
  });
}

/** Both eyes, the person's right one first. @param landmarks 468 points x, y, z in pixels */
export const eyesOf = (landmarks: Float32Array): readonly [Eye, Eye] => [
  eyeOf(landmarks, 0),
  eyeOf(landmarks, 1),
];

/** An eye's lids in the eye's frame, in eye widths: u from -0.5 (outer corner) to 0.5, v down. */
function eyeOf(landmarks: Float32Array, which: 0 | 1) {
  const [[ox, oy], [ix, iy]] = pointsOf({ landmarks }, EYE_CORNERS[which]);
  const width = Math.max(1, Math.hypot(ix - ox, iy - oy));
  const centre: Point = [(ox + ix) / 2, (oy + iy) / 2];
  const u = [(ix - ox) / width, (iy - oy) / width] as const;
  const sign = u[0] < 0 ? -1 : 1;
  const v = [-u[1] * sign, u[0] * sign] as const;
  const curve = (lid: readonly number[]): Float32Array => {
    const knots = pointsOf({ landmarks }, lid)
      .map(([x, y]): Point => {
        const [dx, dy] = [x - centre[0], y - centre[1]];
        return [(dx * u[0] + dy * u[1]) / width, (dx * v[0] + dy * v[1]) / width];
      })
      .sort(([a], [b]) => a - b)
      .filter(([x], i, all) => i === 0 || x - all[i - 1][0] > 1e-3);
    const at = monotone(knots);
    const line = Float32Array.from({ length: LID_SAMPLES }, (_, i) =>
      at(i / (LID_SAMPLES - 1) - 0.5),
    );
    return smoothLine(line, LID_SAMPLES / 40);
  };
  const [one, other] = [curve(UPPER[which]), curve(LOWER[which])];
  const upper = one.map((y, i) => Math.min(y, other[i]));
  const lower = other.map((y, i) => Math.max(y, one[i]));
  const shut = upper.map((y, i) => y + CLOSE_AT * (lower[i] - y));
  const opening = upper.reduce((most, y, i) => Math.max(most, lower[i] - y), 0);
  return {
    /** Midpoint between the corners, in pixels. */
    centre,
    /** Unit vectors along the eye and down the face. */
    u,
    v,
    /** Distance between the corners, in pixels. */
    width,
    /** v of the upper lid, of the lower lid, and of both when shut; LID_SAMPLES values along u. */
    upper,
    lower,
    shut,
    /** The widest opening, in eye widths. */
    opening,
  };
}

/** A lid's v at u; constant beyond the corners. */
export const lidAt = (line: Float32Array, u: number): number => {
  const x = clamp(u + 0.5) * (LID_SAMPLES - 1);
  const i = Math.min(LID_SAMPLES - 2, Math.floor(x));
  return line[i] * (1 - (x - i)) + line[i + 1] * (x - i);
};

/** Landmarks with some of each eye moved, by places along and across it, from its middle. */
const withEyes = (
  landmarks: Float32Array,
  idsOf: (e: number) => readonly number[],
  move: (eye: Eye, along: number, down: number) => readonly [along: number, down: number],
): Float32Array => {
  const moved = new Float32Array(landmarks);
  for (const [e, eye] of eyesOf(landmarks).entries())
    for (const i of idsOf(e)) {
      const { centre, u, v } = eye;
      const [dx, dy] = [landmarks[3 * i] - centre[0], landmarks[3 * i + 1] - centre[1]];
      const [x, y] = move(eye, dx * u[0] + dy * u[1], dx * v[0] + dy * v[1]);
      moved[3 * i] = centre[0] + x * u[0] + y * v[0];
      moved[3 * i + 1] = centre[1] + x * u[1] + y * v[1];
    }
  return moved;
};

/** Landmarks whose lids meet on the shut line. @param landmarks 468 points x, y, z in pixels */
export const shutLandmarks = (landmarks: Float32Array): Float32Array =>
  withEyes(
    landmarks,
    (e) => [UPPER, LOWER].flatMap((lids) => lids[e].slice(1, -1)),
    ({ shut, width }, along) => [along, lidAt(shut, along / width) * width],
  );

/** Landmarks with both eyes enlarged about their middle, by factors along and across the eye. */
export const widened = (landmarks: Float32Array, wide: number, high: number): Float32Array =>
  withEyes(
    landmarks,
    (e) => EYES[e],
    (_, along, down) => [wide * along, high * down],
  );
