import { blurWithin, gaussian } from '../../raster/blur.ts';
import { distanceTo } from '../../raster/distance.ts';
import { median, quantile } from '../../raster/numbers.ts';
import type { Point, Square } from '../../raster/planes.ts';
import { filled, grown, planeOf, pointsOf, type PortraitCanvas } from '../shared/canvas.ts';
import type { FaceProfile } from '../shared/face-profile.ts';
import { illustrationOf } from '../shared/illustration/index.ts';
import { once } from '../shared/lazy.ts';
import { FEATURES } from '../shared/mesh.ts';

export const SKIN = 0;
export const HAIR = 1;
export const CLOTHES = 2;
export const GROUND = 3;
export type Region = typeof SKIN | typeof HAIR | typeof CLOTHES | typeof GROUND;

/** Points where a plane crosses 0.5 between texels (marching squares: W. Lorensen 1987). */
const crossings = (plane: Square, n: number, covered?: Square): Point[] => {
  const points: Point[] = [];
  const at = (x: number, y: number): number => plane[y * n + x];
  for (let y = 0; y + 1 < n; y += 1)
    for (let x = 0; x + 1 < n; x += 1) {
      if (covered && covered[y * n + x] < 0.5) continue;
      const [a, right, below] = [at(x, y), at(x + 1, y), at(x, y + 1)];
      if (a > 0.5 !== right > 0.5) points.push([x + 0.5 + (0.5 - a) / (right - a), y + 0.5]);
      if (a > 0.5 !== below > 0.5) points.push([x + 0.5, y + 0.5 + (0.5 - a) / (below - a)]);
    }
  return points;
};

/** How far on either side of their border hair and skin are mixed, in face widths. */
const MIXED = 0.028;

/** For a texel's index, the texels within a distance and how far they are. */
const around = (n: number, reach: number): ((i: number) => [index: number, far: number][]) => {
  const most = Math.floor(reach);
  const span = Array.from({ length: 2 * most + 1 }, (_, k) => k - most);
  const steps = span
    .flatMap((dy) => span.map((dx) => [dx, dy, Math.hypot(dx, dy)] as const))
    .filter(([, , far]) => far <= reach);
  return (i) =>
    steps.flatMap(([dx, dy, far]): [number, number][] => {
      const [x, y] = [(i % n) + dx, Math.floor(i / n) + dy];
      return x < 0 || y < 0 || x >= n || y >= n ? [] : [[y * n + x, far]];
    });
};

/** Where hair and skin are no farther from each other than `reach`. */
export const mixedWithin = (regions: Uint8Array, n: number, reach: number): Uint8Array => {
  const mixed = new Uint8Array(n * n);
  const near = around(n, reach);
  regions.forEach((region, i) => {
    if (region !== HAIR) return;
    for (const [j] of near(i)) if (regions[j] === SKIN) [mixed[i], mixed[j]] = [1, 1];
  });
  return mixed;
};

/** The photo's colours, but hair that is mixed with skin takes the mean of that around it. */
export const hairOf = (
  { n, L, a, b, alpha, width }: Omit<PortraitCanvas, 'landmarks'>,
  regions: Uint8Array,
  mixed: Uint8Array,
): [Square, Square, Square] => {
  const planes = [L, a, b];
  const made = planes.map((plane) => plane.slice()) as [Square, Square, Square];
  const sigma = 0.03 * width;
  const near = around(n, 2.5 * sigma);
  regions.forEach((region, i) => {
    if (region !== HAIR || mixed[i] === 0) return;
    const own = near(i)
      .filter(([j]) => regions[j] === HAIR && mixed[j] === 0)
      .map(([j, far]) => [j, Math.exp(-0.5 * (far / sigma) ** 2) * alpha[j]] as const);
    const sum = own.reduce((all, [, weight]) => all + weight, 0);
    if (sum < 1e-4) return;
    planes.forEach((plane, c) => {
      made[c][i] = own.reduce((all, [j, weight]) => all + weight * plane[j], 0) / sum;
    });
  });
  return made;
};

export type Cut = ReturnType<typeof cutOf>;

/** What determines the facets; found once per face, on the portrait's canvas, in its texels. */
export const cutOf = once((profile: FaceProfile) => {
  const { shapes } = illustrationOf(profile);
  const { canvas, person } = profile.portrait();
  const { n, L, alpha, width } = canvas;
  const { matte, hair, clothes } = shapes;
  const regions = Uint8Array.from(matte, (v, i): Region =>
    v < 0.5 ? GROUND : hair[i] > 0.5 ? HAIR : clothes[i] > 0.5 ? CLOTHES : SKIN,
  );
  const slope = planeOf(n, (i, x, y) =>
    x === 0 || y === 0 || x + 1 === n || y + 1 === n || alpha[i] < 0.5
      ? 0
      : Math.hypot(L[i + 1] - L[i - 1], L[i + n] - L[i - n]),
  );
  const soft = gaussian(slope, n, 0.02 * width);
  const onPerson = soft.filter((_, i) => regions[i] !== GROUND);
  const most = quantile(onPerson, 0.95) || 1;
  const lightOf = (region: Region): number => {
    const found = L.filter((_, i) => regions[i] === region && alpha[i] > 0.9);
    return found.length > 20 ? median(found) : 0.5;
  };
  const rings = FEATURES.map((ring) => pointsOf(canvas, ring));
  const features = grown(filled(n, ...rings), n, 0.015 * width);
  const bare = features.map((v, i) => (regions[i] === SKIN ? alpha[i] * (1 - v) : 0));
  const evened = blurWithin(bare, n, 0.03 * width);
  const mixed = mixedWithin(regions, n, MIXED * width);
  return {
    n,
    regions,
    /** On clothes the index of their colour, 0 to 3; on skin 0, but 1 in the neck's shadow. */
    colours: regions.map((region, i) =>
      region === CLOTHES
        ? shapes.colours.findLastIndex((plane) => plane[i] > 0.5) + 1
        : Number(region === SKIN && shapes.neck[i] > 0.2 && person.face[i] < 0.5),
    ),
    /** The jaw's shadow on the neck, 0 to 1. */
    neck: shapes.neck,
    /** Points of smooth outlines: of the person, hair, clothes, and each further colour in those. */
    outlines: [
      crossings(matte, n),
      ...[hair, clothes, ...shapes.colours].map((plane) => crossings(plane, n, matte)),
    ],
    /** 1 on eyes, brows and lips, which are drawn on top of the facets. */
    features,
    /** The skin's colours without its features and small marks: lightness, a and b. */
    skin: [L, canvas.a, canvas.b].map(evened),
    /** 1 where hair and skin lie so close to each other that the photo mixes their colours. */
    mixed,
    /** The person's colours, with hair's own where it is mixed with skin: lightness, a and b. */
    hair: hairOf(canvas, regions, mixed),
    /** Amount of local detail, 0 to 1. */
    detail: soft.map((v) => Math.min(1, v / most)),
    /** Distance from the person. */
    away: distanceTo(matte, n),
    /** Median lightness of skin, hair and clothes. */
    light: [lightOf(SKIN), lightOf(HAIR), lightOf(CLOTHES)] as const,
  };
});
