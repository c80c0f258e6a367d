import { boxed, gaussian } from '../raster/blur.ts';
import { meanOf, radians, smoothstep } from '../raster/numbers.ts';
import { sampled, type Point, type Square } from '../raster/planes.ts';
import { centreOf, distance } from '../raster/points.ts';
import { filledTriangles } from '../raster/polygons.ts';
import { faceWidthOf, filled, planeOf, pointOf, pointsOf } from '../styles/shared/canvas.ts';
import { triangulated } from '../styles/shared/facemap.ts';
import {
  CHIN,
  CROWN,
  EARS,
  EYE_CORNERS,
  INNER_LIPS,
  MOUTH_CORNERS,
  NOSE_FRONT,
  OVAL,
} from '../styles/shared/mesh.ts';

/** Cells of a field along each side. */
export const GRID = 128;

/** The person's pose at a moment; all zero is the still picture. Angles are in degrees. */
export interface Pose {
  readonly yaw: number;
  readonly pitch: number;
  readonly roll: number;
  /** To the side, in face widths. */
  readonly sway: number;
  /** From 0, none, to 1, the beginning of a smile. */
  readonly smile: number;
  /** How far the chest has risen, in face widths. */
  readonly breath: number;
}

/** A backward displacement field: what is seen at a place comes from that place minus (x, y). */
export interface Field {
  /** GRID * GRID displacements in pixels, row by row. */
  readonly x: Square;
  readonly y: Square;
}

export type Body = Readonly<ReturnType<typeof bodyOf>>;

/** Moves a plane at rest by a field: each cell gets the value that has moved there. */
export const seenUnder = (plane: Square, { x, y }: Field, size: number): Square => {
  const k = GRID / size;
  return planeOf(GRID, (i, gx, gy) => sampled(plane, GRID, gx - x[i] * k, gy - y[i] * k));
};

type Measures = Readonly<ReturnType<typeof measuresOf>>;

/** Measures of the face that its motion is based on, in pixels. */
const measuresOf = (landmarks: Float32Array) => {
  const all = (indices: readonly number[]): Point[] => pointsOf({ landmarks }, indices);
  const [right, left] = EYE_CORNERS.map((corners) => centreOf(all(corners)));
  const [crown, chin, upper, lower] = all([CROWN, CHIN, ...INNER_LIPS]);
  const [nose, start, end] = all([NOSE_FRONT, ...EARS]).map(([x]) => x);
  const [before, after] = [nose - start, end - nose];
  const eyeDistance = distance(left, right);
  return {
    /** From ear to ear, but at least 0.78 of the distance from forehead to chin. */
    faceWidth: Math.max(faceWidthOf({ landmarks }), 0.78 * distance(crown, chin)),
    eyeDistance,
    /** Midpoint between the eyes. */
    middle: centreOf([right, left]),
    chin,
    /** How far the head is turned, -1..1: the position of the nose between the cheeks. */
    turned: (before - after) / (before + after),
    /** Distance between the inner lips, in eye distances. */
    lipsApart: distance(upper, lower) / eyeDistance,
  };
};

/** Most rounds of the iteration that inverts a field. */
const ROUNDS = 4;
/** Change in cells at which that iteration stops early. */
const FOUND = 0.004;

/**
 * Works out a person's depth and how they move, in pixels of a square picture of `size`. Depth comes
 * from the mesh inside the face and continues harmonically to the silhouette; the pivot is behind
 * the ears, so that the silhouette hardly moves.
 * @param landmarks 468 points x, y, z in pixels of the picture
 * @param matte GRID * GRID values, 0..1
 */
export function bodyOf(landmarks: Float32Array, matte: Square, size: number) {
  const k = GRID / size;
  const measures = measuresOf(landmarks);
  const depth = depthOf(landmarks, matte, k, measures.faceWidth);
  const smile = smileOf(landmarks, measures, k);
  const at = (pose: Pose): Field =>
    backward(displacementOf(pose, measures, depth, smile, size), size);
  /** Moves points at rest by a field; of x, y, z in turn, z is kept. */
  const under = (points: Float32Array, { x, y }: Field): Float32Array => {
    const moved = new Float32Array(points);
    for (let i = 0; i + 2 < points.length; i += 3) {
      const [atX, atY] = [points[i], points[i + 1]];
      let [toX, toY] = [atX, atY];
      for (let round = 0; round < 6; round += 1) {
        const [u, v] = [toX * k - 0.5, toY * k - 0.5];
        [toX, toY] = [atX + sampled(x, GRID, u, v), atY + sampled(y, GRID, u, v)];
      }
      moved.set([toX, toY], i);
    }
    return moved;
  };
  return {
    ...measures,
    size,
    /** GRID * GRID depths relative to the pivot, in pixels; positive is behind it. */
    depth,
    at,
    under,
  };
}

/** Displacement of each cell at rest in a pose. */
const displacementOf = (
  { yaw, pitch, roll, sway, smile, breath }: Pose,
  { faceWidth, middle, chin }: Measures,
  depth: Square,
  smiling: Field,
  size: number,
): Field => {
  const k = GRID / size;
  const pivotY = middle[1] * 0.4 + chin[1] * 0.6;
  const neck = [(chin[0] + middle[0]) / 2, chin[1] + 0.45 * faceWidth] as const;
  const shoulder = chin[1] + 0.55 * faceWidth;
  const turn = (degrees: number): readonly [cos: number, sin: number] => [
    Math.cos(radians(degrees)) - 1,
    Math.sin(radians(degrees)),
  ];
  const [cosA, sinA] = turn(yaw);
  const [cosB, sinB] = turn(pitch);
  const [cosR, sinR] = turn(roll);
  const x = new Float32Array(GRID * GRID);
  const y = new Float32Array(GRID * GRID);
  for (let gy = 0; gy < GRID; gy += 1) {
    const atY = (gy + 0.5) / k;
    // The head moves as a whole down to the chin, then less and less below it.
    const W = 1 - smoothstep(chin[1] - 0.02 * faceWidth, chin[1] + 0.62 * faceWidth, atY);
    const up = smoothstep(size * 1.02, shoulder, atY);
    const head = smoothstep(shoulder, chin[1], atY);
    const fromChest = (atY - (shoulder + 0.35 * faceWidth)) / (0.45 * faceWidth);
    const wide = (breath * 0.35 * Math.exp(-fromChest * fromChest)) / 0.9;
    const lift = breath * faceWidth * (up * (1 - head) + 0.55 * head);
    const ny = atY - neck[1];
    for (let gx = 0; gx < GRID; gx += 1) {
      const i = gy * GRID + gx;
      const atX = (gx + 0.5) / k;
      const Z = depth[i];
      const nx = atX - neck[0];
      x[i] =
        W * ((atX - middle[0]) * cosA - Z * sinA + nx * cosR - ny * sinR + sway * faceWidth) +
        wide * (atX - chin[0]) +
        smile * smiling.x[i];
      y[i] =
        W * ((atY - pivotY) * cosB - Z * sinB + nx * sinR + ny * cosR) -
        lift +
        smile * smiling.y[i];
    }
  }
  return { x, y };
};

/** Inverts displacements to a backward field: the fixed point of s = d - D(s). */
const backward = (displacement: Field, size: number): Field => {
  const k = GRID / size;
  const x = new Float32Array(GRID * GRID);
  const y = new Float32Array(GRID * GRID);
  for (let gy = 0, i = 0; gy < GRID; gy += 1)
    for (let gx = 0; gx < GRID; gx += 1, i += 1) {
      let dx = displacement.x[i];
      let dy = displacement.y[i];
      for (let round = 1; round < ROUNDS; round += 1) {
        const u = gx - dx * k;
        const v = gy - dy * k;
        const nextX = sampled(displacement.x, GRID, u, v);
        const nextY = sampled(displacement.y, GRID, u, v);
        const change = Math.abs(nextX - dx) + Math.abs(nextY - dy);
        dx = nextX;
        dy = nextY;
        if (change * k < FOUND) break;
      }
      x[i] = dx;
      y[i] = dy;
    }
  return { x, y };
};

const depthOf = (landmarks: Float32Array, matte: Square, k: number, faceWidth: number): Square => {
  const { xy, triangles } = triangulated(landmarks, k, -0.5);
  const depths = landmarks.filter((_, i) => i % 3 === 2);
  const [depth, cover] = filledTriangles(GRID, xy, depths, 1, triangles);
  const ring = OVAL.map((i): Point => [xy[2 * i], xy[2 * i + 1]]);
  // Leave out the mesh's outermost cells, as hair may cover them.
  const inner = boxed(filled(GRID, ring), GRID, 1);
  const rear = OVAL.map((i) => landmarks[3 * i + 2]).sort((a, b) => a - b);
  const ears = meanOf(rear.slice(-10));
  const back = ears + 0.02 * faceWidth;
  const core = inner.map((value, i) => (value > 0.999 && cover[i] > 0 ? 1 : 0));
  let Z: Square = depth.map((z, i) => (core[i] === 1 ? z : back));
  for (let round = 0; round < 260; round += 1) {
    const next = boxed(Z, GRID, 1);
    for (let i = 0; i < GRID * GRID; i += 1) if (core[i] === 1 || matte[i] < 0.16) next[i] = Z[i];
    Z = next;
  }
  Z = gaussian(Z, GRID, Math.max(0.8, 0.022 * faceWidth * k));
  const pivot = ears + 0.12 * faceWidth;
  return Z.map((z) => z - pivot);
};

/**
 * Displacement of each cell at rest by a full smile, which moves the corners of the mouth outwards
 * and up, then cheeks and lower lids. It doesn't part the inner lips: there are no teeth to show.
 */
const smileOf = (
  landmarks: Float32Array,
  { eyeDistance, faceWidth }: Measures,
  k: number,
): Field => {
  const at = (i: number): Point => pointOf({ landmarks }, i);
  const [right, left] = MOUTH_CORNERS.map(at);
  const nose = at(NOSE_FRONT);
  const length = distance(left, right) || 1;
  const [ex, ey] = [(left[0] - right[0]) / length, (left[1] - right[1]) / length];
  const x = new Float32Array(GRID * GRID);
  const y = new Float32Array(GRID * GRID);
  const push = (landmark: number, out: number, up: number, reach: number): void => {
    const [px, py] = at(landmark);
    const side = Math.sign((px - nose[0]) * ex + (py - nose[1]) * ey);
    const byX = (ex * side * out + ey * up) * eyeDistance;
    const byY = (ey * side * out - ex * up) * eyeDistance;
    const sigma = reach * faceWidth;
    for (let i = 0; i < GRID * GRID; i += 1) {
      const [dx, dy] = [((i % GRID) + 0.5) / k - px, (Math.floor(i / GRID) + 0.5) / k - py];
      const w = Math.exp(-(dx ** 2 + dy ** 2) / (2 * sigma * sigma));
      x[i] += w * byX;
      y[i] += w * byY;
    }
  };
  for (const corner of [61, 291]) push(corner, 0.04, 0.055, 0.085);
  for (const cheek of [205, 425]) push(cheek, 0.012, 0.03, 0.11);
  for (const lid of [145, 374]) push(lid, 0, 0.012, 0.05);
  push(0, 0, 0.004, 0.06);
  push(17, 0, 0.01, 0.06);
  return { x, y };
};

/** The least determinant of a field's mapping; at 0 the picture would fold. */
export function leastDeterminant({ x, y }: Field, size: number): number {
  const k = GRID / size;
  let least = Infinity;
  for (let gy = 1; gy < GRID - 1; gy += 1)
    for (let gx = 1; gx < GRID - 1; gx += 1) {
      const i = gy * GRID + gx;
      const slope = (plane: Square, by: number): number =>
        ((plane[i + by] - plane[i - by]) * k) / 2;
      const own = (1 - slope(x, 1)) * (1 - slope(y, GRID)) - slope(x, GRID) * slope(y, 1);
      least = Math.min(least, own);
    }
  return least;
}
