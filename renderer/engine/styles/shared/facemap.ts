import Delaunator from 'delaunator';

import type { AnalysedFace } from '../../photo/analysis.ts';
import { apply, scaleOf, type Frame } from '../../photo/frame.ts';
import { softened } from '../../raster/blur.ts';
import { clamp } from '../../raster/numbers.ts';
import { packed, type Point, type Square } from '../../raster/planes.ts';
import { filledTriangles } from '../../raster/polygons.ts';
import { faceWidthOf, filled, pointsOf } from './canvas.ts';
import { BROWS, EYES, LIPS, MOUTH, OVAL } from './mesh.ts';

/** Edge of the face maps in texels: the maps are soft, so this is enough at every size. */
export const MAP_SIZE = 160;

/** Landmarks in output pixels: x, y, z of each in turn, z in the same unit. */
export const framedLandmarks = (face: AnalysedFace, frame: Frame): Float32Array<ArrayBuffer> => {
  const out = new Float32Array(face.landmarks.length);
  const s = scaleOf(frame);
  for (let i = 0; i + 2 < out.length; i += 3) {
    const [x, y, z] = face.landmarks.subarray(i, i + 3);
    out.set([...apply(frame, x, y), z * s], i);
  }
  return out;
};

/** Landmarks as x and y in turn, scaled and then shifted, and the triangles between them. */
export const triangulated = (landmarks: Float32Array, scale: number, shift = 0) => {
  const xy = Float64Array.from(
    { length: (landmarks.length / 3) * 2 },
    (_, i) => landmarks[3 * (i >> 1) + (i & 1)] * scale + shift,
  );
  return { xy, triangles: new Delaunator(xy).triangles };
};

/** A plane of the map's size, blurred by the given part of the face's width. */
const blurred = (plane: Square, landmarks: Float32Array, size: number, part: number): Square => {
  const radius = Math.round((faceWidthOf({ landmarks }) * part * MAP_SIZE) / size);
  return softened(plane, MAP_SIZE, Math.max(1, radius));
};

export type FaceMaps = ReturnType<typeof faceMaps>;

/**
 * Two RGBA maps, 8 bit; `landmarks` are in pixels of a picture of `size`.
 * `features`: face oval, eyes, lips and brows as soft masks, 0..255.
 * `normals`: the surface's normals from the landmarks: x (right) and y (down) in r and g around
 * 127.5, z in b, and in a how far they are known (inside the face).
 */
export const faceMaps = (landmarks: Float32Array, size: number) => {
  const n = MAP_SIZE;
  const k = n / size;
  const soft = (part: number, ...rings: readonly (readonly number[])[]): Square => {
    const scaled = rings.map((ring) =>
      pointsOf({ landmarks }, ring).map(([x, y]): Point => [x * k, y * k]),
    );
    return blurred(filled(n, ...scaled), landmarks, size, part);
  };
  const maps = [
    soft(0.05, OVAL),
    soft(0.018, ...EYES),
    soft(0.014, LIPS, MOUTH),
    soft(0.018, ...BROWS),
  ];
  return { features: packed(maps, n), normals: faceNormals(landmarks, size) };
};

export const faceNormals = (landmarks: Float32Array, size: number): Uint8Array<ArrayBuffer> => {
  const n = MAP_SIZE;
  const { xy, triangles } = triangulated(landmarks, n / size);
  const normals = vertexNormals(landmarks, triangles);
  // Normals fade out with the cover; dividing them after blurring keeps the rim's direction.
  const [nx, ny, nz, covered] = filledTriangles(n, xy, normals, 3, triangles).map((plane) =>
    blurred(plane, landmarks, size, 0.02),
  );
  const out = new Uint8Array(n * n * 4);
  for (let i = 0; i < n * n; i += 1) {
    const sure = Math.max(1e-3, covered[i]);
    out[4 * i] = Math.round(127.5 + 127.5 * clamp(nx[i] / sure, -1));
    out[4 * i + 1] = Math.round(127.5 + 127.5 * clamp(ny[i] / sure, -1));
    out[4 * i + 2] = Math.round(255 * clamp(nz[i] / sure));
    out[4 * i + 3] = Math.round(255 * Math.min(1, covered[i]));
  }
  return out;
};

/** Vertex normals, weighted by area; z points to the viewer, unlike in the mesh. */
const vertexNormals = (landmarks: Float32Array, triangles: Uint32Array): Float32Array => {
  const sum = new Float32Array(landmarks.length);
  for (let t = 0; t + 2 < triangles.length; t += 3) {
    const [i, j, k] = [triangles[t], triangles[t + 1], triangles[t + 2]];
    const at = (v: number, c: number): number => landmarks[3 * v + c];
    const [ux, uy, uz] = [at(j, 0) - at(i, 0), at(j, 1) - at(i, 1), at(i, 2) - at(j, 2)];
    const [vx, vy, vz] = [at(k, 0) - at(i, 0), at(k, 1) - at(i, 1), at(i, 2) - at(k, 2)];
    let [nx, ny, nz] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
    if (nz < 0) [nx, ny, nz] = [-nx, -ny, -nz];
    for (const v of [i, j, k]) [nx, ny, nz].forEach((one, c) => (sum[3 * v + c] += one));
  }
  for (let i = 0; i + 2 < sum.length; i += 3) {
    const length = Math.hypot(sum[i], sum[i + 1], sum[i + 2]) || 1;
    for (let c = 0; c < 3; c += 1) sum[i + c] /= length;
  }
  return sum;
};
