import { blurredWithin, gaussian } from '../../raster/blur.ts';
import { distanceTo } from '../../raster/distance.ts';
import { median, quantile } from '../../raster/numbers.ts';
import type { Point, Square } from '../../raster/planes.ts';
import { filled, grown, pointsOf, type Canvas } from '../shared/canvas.ts';
import type { FaceProfile } from '../shared/face-profile.ts';
import { illustrationOf } from '../shared/illustration/index.ts';
import { once } from '../shared/lazy.ts';
import { BROWS, EYES, LIPS } from '../shared/mesh.ts';

export const SKIN = 0;
export const HAIR = 1;
export const CLOTHES = 2;
export const GROUND = 3;
export type Region = typeof SKIN | typeof HAIR | typeof CLOTHES | typeof GROUND;

/** What determines the facets; found once per face, on the portrait's canvas, in its texels. */
export interface Cut {
  readonly n: number;
  readonly regions: Uint8Array;
  /**
   * On clothes the index of their colour, 0 to 3; on skin 0, but 1 in the neck's shadow.
   */
  readonly colours: Uint8Array;
  /** The jaw's shadow on the neck, 0 to 1. */
  readonly neck: Square;
  /** Points of smooth outlines: of the person, hair, clothes, and each further colour in those. */
  readonly outlines: readonly (readonly Point[])[];
  /** 1 on eyes, brows and lips, which are drawn on top of the facets. */
  readonly features: Square;
  /** The skin's colours without its features and small marks: lightness, a and b. */
  readonly skin: readonly [Square, Square, Square];
  /** 1 where hair and skin lie so close to each other that the photo mixes their colours. */
  readonly mixed: Uint8Array;
  /** The person's colours, with hair's own where it is mixed with skin: lightness, a and b. */
  readonly hair: readonly [Square, Square, Square];
  /** Amount of local detail, 0 to 1. */
  readonly detail: Square;
  /** Distance from the person. */
  readonly away: Square;
  /** Median lightness of skin, hair and clothes. */
  readonly light: readonly [number, number, number];
}

/**
 * Points where a plane crosses 0.5 between texels (edge crossings of marching squares; W. Lorensen,
 * H. Cline 1987, in two dimensions).
 */
const crossings = (plane: Square, n: number, covered: Square): Point[] => {
  const points: Point[] = [];
  const at = (x: number, y: number): number => plane[y * n + x];
  for (let y = 0; y + 1 < n; y += 1)
    for (let x = 0; x + 1 < n; x += 1) {
      if (covered[y * n + x] < 0.5) continue;
      const [a, right, below] = [at(x, y), at(x + 1, y), at(x, y + 1)];
      if (a > 0.5 !== right > 0.5) points.push([x + 0.5 + (0.5 - a) / (right - a), y + 0.5]);
      if (a > 0.5 !== below > 0.5) points.push([x + 0.5, y + 0.5 + (0.5 - a) / (below - a)]);
    }
  return points;
};

/** How far on either side of their border hair and skin are mixed, in face widths. */
const MIXED = 0.028;

/** Steps to the texels within a distance. */
const stepsWithin = (reach: number): (readonly [x: number, y: number, far: number])[] => {
  const most = Math.floor(reach);
  const span = Array.from({ length: 2 * most + 1 }, (_, k) => k - most);
  return span
    .flatMap((y) => span.map((x) => [x, y, Math.hypot(x, y)] as const))
    .filter(([, , far]) => far <= reach);
};

/** Where hair and skin are no farther from each other than `reach`. */
export const mixedWithin = (regions: Uint8Array, n: number, reach: number): Uint8Array => {
  const mixed = new Uint8Array(n * n);
  const steps = stepsWithin(reach);
  regions.forEach((region, i) => {
    if (region !== HAIR) return;
    for (const [dx, dy] of steps) {
      const [x, y] = [(i % n) + dx, Math.floor(i / n) + dy];
      if (x < 0 || y < 0 || x >= n || y >= n || regions[y * n + x] !== SKIN) continue;
      mixed[i] = 1;
      mixed[y * n + x] = 1;
    }
  });
  return mixed;
};

/**
 * The photo's colours, but hair that is mixed with skin takes the mean of the hair around it that
 * isn't.
 */
export const hairOf = (
  { n, L, a, b, alpha, width }: Omit<Canvas, 'landmarks'>,
  regions: Uint8Array,
  mixed: Uint8Array,
): [Square, Square, Square] => {
  const made: [Square, Square, Square] = [L.slice(), a.slice(), b.slice()];
  const sigma = 0.03 * width;
  const steps = stepsWithin(2.5 * sigma).map(
    ([x, y, far]) => [x, y, Math.exp(-0.5 * (far / sigma) ** 2)] as const,
  );
  regions.forEach((region, i) => {
    if (region !== HAIR || mixed[i] === 0) return;
    let [sum, light, red, yellow] = [0, 0, 0, 0];
    for (const [dx, dy, near] of steps) {
      const [x, y] = [(i % n) + dx, Math.floor(i / n) + dy];
      const j = y * n + x;
      if (x < 0 || y < 0 || x >= n || y >= n || regions[j] !== HAIR || mixed[j] === 1) continue;
      const weight = near * alpha[j];
      sum += weight;
      light += weight * L[j];
      red += weight * a[j];
      yellow += weight * b[j];
    }
    if (sum < 1e-4) return;
    made[0][i] = light / sum;
    made[1][i] = red / sum;
    made[2][i] = yellow / sum;
  });
  return made;
};

export const cutOf = once((profile: FaceProfile): Cut => {
  const { shapes } = illustrationOf(profile);
  const { canvas, person } = profile.portrait();
  const { n, L, alpha, width } = canvas;
  const { matte, hair, clothes } = shapes;
  const regions = new Uint8Array(n * n);
  for (let i = 0; i < n * n; i += 1)
    regions[i] = matte[i] < 0.5 ? GROUND : hair[i] > 0.5 ? HAIR : clothes[i] > 0.5 ? CLOTHES : SKIN;
  const colours = new Uint8Array(n * n);
  shapes.colours.forEach((plane, k) => {
    for (let i = 0; i < n * n; i += 1)
      if (plane[i] > 0.5 && regions[i] === CLOTHES) colours[i] = k + 1;
  });
  for (let i = 0; i < n * n; i += 1)
    if (regions[i] === SKIN && shapes.neck[i] > 0.2 && person.face[i] < 0.5) colours[i] = 1;
  const slope = new Float32Array(n * n);
  for (let y = 1; y + 1 < n; y += 1)
    for (let x = 1; x + 1 < n; x += 1) {
      const i = y * n + x;
      if (alpha[i] < 0.5) continue;
      slope[i] = Math.hypot(L[i + 1] - L[i - 1], L[i + n] - L[i - n]);
    }
  const soft = gaussian(slope, n, 0.02 * width);
  const most =
    quantile(
      soft.filter((_, i) => regions[i] !== GROUND),
      0.95,
    ) || 1;
  const lightOf = (region: Region): number => {
    const found = L.filter((_, i) => regions[i] === region && alpha[i] > 0.9);
    return found.length > 20 ? median(found) : 0.5;
  };
  const features = grown(
    filled(n, ...[...EYES, ...BROWS, LIPS].map((ring) => pointsOf(canvas, ring))),
    n,
    0.015 * width,
  );
  const bare = features.map((v, i) => (regions[i] === SKIN ? alpha[i] * (1 - v) : 0));
  const evened = (plane: Square): Square => blurredWithin(plane, bare, n, 0.03 * width);
  const mixed = mixedWithin(regions, n, MIXED * width);
  const everywhere = new Float32Array(n * n).fill(1);
  return {
    n,
    regions,
    colours,
    neck: shapes.neck,
    outlines: [
      crossings(matte, n, everywhere),
      crossings(hair, n, matte),
      crossings(clothes, n, matte),
      ...shapes.colours.map((plane) => crossings(plane, n, matte)),
    ],
    features,
    skin: [evened(L), evened(canvas.a), evened(canvas.b)],
    mixed,
    hair: hairOf(canvas, regions, mixed),
    detail: soft.map((v) => Math.min(1, v / most)),
    away: distanceTo(
      matte.map((v) => (v > 0.5 ? 1 : 0)),
      n,
    ),
    light: [lightOf(SKIN), lightOf(HAIR), lightOf(CLOTHES)],
  };
});
