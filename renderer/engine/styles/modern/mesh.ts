import Delaunator from 'delaunator';

import { BROWS, EYES, LIPS, MOUTH, NOSE, OVAL } from '../shared/mesh.ts';
import type { Rng } from '../shared/random.ts';
import { soften, type Plane } from '../shared/raster.ts';
import type { Scene } from '../shared/scene.ts';
import { thumbOf } from '../shared/thumb.ts';
import { Spread, type Point } from './poisson.ts';

/** Lengths here are pixels of a 1024 px picture, whatever is rendered. */
const SIDE = 1024;

export interface Facets {
  /** Corner coordinates, 0 to 1: x, y in turn. */
  readonly xy: Float32Array<ArrayBuffer>;
  /** Three corners a facet. */
  readonly triangles: Uint32Array;
  /** 1 where the facet's middle is the person's. */
  readonly inside: Uint8Array<ArrayBuffer>;
}

export interface Grain {
  /** Factor on every distance but the features'. */
  readonly size: number;
  /** Distance of points on the ground. */
  readonly ground: number;
}

/**
 * Delaunay triangles (B. Delaunay 1934; by delaunator's sweep-hull, D. Sinclair 2010) over Poisson-disc
 * points weighted by features (after M. Gai, G. Wang, "Artistic low poly rendering for images", 2016):
 * dense where the picture says something, on the eyes' and lips' own landmarks, along the person's
 * outline, along edges; sparse elsewhere.
 */
export const facetsOf = (scene: Scene, rng: Rng, grain: Grain): Facets => {
  const { n, rgba } = thumbOf(scene.analysis, scene.frame, scene.size, 128);
  const matte = softMatte(rgba, n);
  const alpha = (x: number, y: number): number => {
    const i = Math.min(n - 1, Math.max(0, Math.floor((x / SIDE) * n)));
    const j = Math.min(n - 1, Math.max(0, Math.floor((y / SIDE) * n)));
    return matte[j * n + i] as number;
  };
  const spread = new Spread(SIDE, 20);
  spread.hem(grain.ground);
  for (const [x, y] of features(scene)) spread.add(x, y, 6.5);
  for (const [x, y] of ringPoints(scene, OVAL)) spread.add(x, y, 18);
  for (const [x, y] of outline(matte, n)) spread.add(x, y, 13 * grain.size);
  const edges = edgeMap(rgba, n);
  for (const [x, y] of ridges(edges, rgba, n)) spread.add(x, y, 20 * grain.size);
  const face = faceDistance(scene);
  const distanceAt = (x: number, y: number): number => {
    if (alpha(x, y) < 0.5) return grain.ground;
    const i = Math.min(n - 1, Math.floor((x / SIDE) * n));
    const j = Math.min(n - 1, Math.floor((y / SIDE) * n));
    const edge = edges[j * n + i] as number;
    return Math.max(13, Math.min(face(x, y), 58 * grain.size) * (1 - 0.55 * edge));
  };
  spread.scatter(rng, 6500, distanceAt);

  const xy = new Float32Array(spread.points.length * 2);
  spread.points.forEach(([x, y], i) => {
    xy[2 * i] = x / SIDE;
    xy[2 * i + 1] = y / SIDE;
  });
  const { triangles } = new Delaunator(xy);
  const inside = new Uint8Array(triangles.length / 3);
  for (let t = 0; t < inside.length; t += 1) {
    const [a, b, c] = [0, 1, 2].map(
      (k) => spread.points[triangles[3 * t + k] as number] as Point,
    ) as [Point, Point, Point];
    const [x, y] = [(a[0] + b[0] + c[0]) / 3, (a[1] + b[1] + c[1]) / 3];
    // By most of its area: a middle alone may lie in a gap of the hair.
    const cover =
      alpha(x, y) * 2 + [a, b, c].reduce((sum, [u, v]) => sum + alpha((x + u) / 2, (y + v) / 2), 0);
    inside[t] = cover > 2.5 ? 1 : 0;
  }
  return { xy, triangles, inside };
};

const ringPoints = (scene: Scene, indices: readonly number[]): Point[] =>
  indices.map((i) => [
    ((scene.landmarks[3 * i] as number) / scene.size) * SIDE,
    ((scene.landmarks[3 * i + 1] as number) / scene.size) * SIDE,
  ]);

/** The landmarks that carry likeness, and for each eye a ring at the iris and its middle. */
const features = (scene: Scene): Point[] => {
  const points: Point[] = [];
  for (const eye of EYES) {
    const ring = ringPoints(scene, eye);
    const [cx, cy] = centre(ring);
    const width = Math.hypot(
      (ring[0] as Point)[0] - (ring[8] as Point)[0],
      (ring[0] as Point)[1] - (ring[8] as Point)[1],
    );
    points.push([cx, cy]);
    for (let k = 0; k < 8; k += 1) {
      const a = (k * Math.PI) / 4;
      points.push([cx + Math.cos(a) * width * 0.21, cy + Math.sin(a) * width * 0.19]);
    }
    points.push(...ring);
  }
  for (const indices of [LIPS, MOUTH, ...BROWS, NOSE]) points.push(...ringPoints(scene, indices));
  return points;
};

const centre = (points: readonly Point[]): Point => [
  points.reduce((sum, [x]) => sum + x, 0) / points.length,
  points.reduce((sum, [, y]) => sum + y, 0) / points.length,
];

/** Distance wanted between points of the face: 18 at the eyes and the mouth, growing outwards. */
const faceDistance = (scene: Scene): ((x: number, y: number) => number) => {
  const marks = [
    ...EYES.map((eye) => centre(ringPoints(scene, eye))),
    centre(ringPoints(scene, LIPS)),
    centre(ringPoints(scene, NOSE)),
  ];
  const [left, right] = [
    ringPoints(scene, [234])[0] as Point,
    ringPoints(scene, [454])[0] as Point,
  ];
  const width = Math.hypot(right[0] - left[0], right[1] - left[1]);
  return (x, y) => {
    const near = Math.min(...marks.map(([mx, my]) => Math.hypot(mx - x, my - y))) / width;
    return 18 + Math.max(0, near - 0.15) * 125;
  };
};

/** The matte, blurred over five by five texels: facets can't follow single hairs, and break at them. */
const softMatte = (rgba: Float32Array, n: number): Plane => {
  const matte = new Float32Array(n * n);
  for (let i = 0; i < matte.length; i += 1) matte[i] = rgba[i * 4 + 3] as number;
  return soften(matte, n, 1);
};

/** Where the matte crosses one half, cell by cell (marching squares' edge crossings; W. Lorensen, H. Cline 1987 in the plane). */
const outline = (matte: Plane, n: number): Point[] => {
  const points: Point[] = [];
  const at = (x: number, y: number): number => matte[y * n + x] as number;
  const scale = SIDE / n;
  for (let y = 0; y + 1 < n; y += 1) {
    for (let x = 0; x + 1 < n; x += 1) {
      const [a, right, below] = [at(x, y), at(x + 1, y), at(x, y + 1)];
      if (a > 0.5 !== right > 0.5)
        points.push([(x + 0.5 + (0.5 - a) / (right - a)) * scale, (y + 0.5) * scale]);
      if (a > 0.5 !== below > 0.5)
        points.push([(x + 0.5) * scale, (y + 0.5 + (0.5 - a) / (below - a)) * scale]);
    }
  }
  return points;
};

/** Texels where the gradient peaks, the strongest first: facets' sides then run along the edges. */
const ridges = (edges: Float32Array, rgba: Float32Array, n: number): Point[] => {
  const at = (x: number, y: number): number => edges[y * n + x] as number;
  const found: { point: Point; strength: number }[] = [];
  for (let y = 1; y + 1 < n; y += 1) {
    for (let x = 1; x + 1 < n; x += 1) {
      const strength = at(x, y);
      if (strength < 0.22 || (rgba[(y * n + x) * 4 + 3] as number) < 0.9) continue;
      const across = strength >= at(x - 1, y) && strength >= at(x + 1, y);
      const down = strength >= at(x, y - 1) && strength >= at(x, y + 1);
      if (across || down)
        found.push({ point: [((x + 0.5) * SIDE) / n, ((y + 0.5) * SIDE) / n], strength });
    }
  }
  return found.sort((p, q) => q.strength - p.strength).map(({ point }) => point);
};

/** Sobel's gradient of luma within the person, 0 to 1. */
const edgeMap = (rgba: Float32Array, n: number): Float32Array => {
  const luma = (x: number, y: number): number => {
    const o = (Math.min(n - 1, Math.max(0, y)) * n + Math.min(n - 1, Math.max(0, x))) * 4;
    return (
      0.3 * (rgba[o] as number) + 0.55 * (rgba[o + 1] as number) + 0.15 * (rgba[o + 2] as number)
    );
  };
  const out = new Float32Array(n * n);
  for (let y = 0; y < n; y += 1) {
    for (let x = 0; x < n; x += 1) {
      const u =
        luma(x + 1, y - 1) +
        2 * luma(x + 1, y) +
        luma(x + 1, y + 1) -
        luma(x - 1, y - 1) -
        2 * luma(x - 1, y) -
        luma(x - 1, y + 1);
      const v =
        luma(x - 1, y + 1) +
        2 * luma(x, y + 1) +
        luma(x + 1, y + 1) -
        luma(x - 1, y - 1) -
        2 * luma(x, y - 1) -
        luma(x + 1, y - 1);
      out[y * n + x] = Math.min(1, Math.hypot(u, v) * 1.3);
    }
  }
  return out;
};
