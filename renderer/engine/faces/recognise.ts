import type { Model } from '../models/runtime.ts';
import { sampleRegion, type Drawable, type Region } from '../photo/sampling.ts';
import { meanOf } from '../raster/numbers.ts';
import { eyeDistance } from './landmarks.ts';

const INPUT_PX = 150;
/**
 * Where dlib's network wants the corners of the eyes and the base of the nose, in a face's own unit, by
 * face mesh index: the mean face of `dlib/image_transforms/interpolation.h`, with its margin of a quarter.
 */
const MEAN_FACE = [
  [33, 0.1206, 0.2137],
  [133, 0.3341, 0.2291],
  [362, 0.6461, 0.229],
  [263, 0.8596, 0.2135],
  [2, 0.4901, 0.6278],
] as const;
const MARGIN = 0.25;

/** The square that brings a face's points nearest to the mean face, by least squares. */
function regionOf(landmarks: Float32Array): Region {
  const pairs = MEAN_FACE.map(([index, u, v]) => ({
    x: landmarks[index * 3],
    y: landmarks[index * 3 + 1],
    u: (u + MARGIN) / (1 + 2 * MARGIN) - 0.5,
    v: (v + MARGIN) / (1 + 2 * MARGIN) - 0.5,
  }));
  const [x, y, u, v] = (['x', 'y', 'u', 'v'] as const).map((axis) =>
    meanOf(pairs.map((pair) => pair[axis])),
  );
  // From the square to the picture: (x, y) = edge * rotation * (u, v) + centre.
  let [cos, sin, size] = [0, 0, 0];
  for (const pair of pairs) {
    const [p, q, a, b] = [pair.u - u, pair.v - v, pair.x - x, pair.y - y];
    cos += p * a + q * b;
    sin += p * b - q * a;
    size += p * p + q * q;
  }
  [cos, sin] = [cos / size, sin / size];
  return {
    x: x - cos * u + sin * v,
    y: y - sin * u - cos * v,
    edge: Math.hypot(cos, sin),
    angle: Math.atan2(sin, cos),
  };
}

/**
 * Describes a face by 128 numbers that are alike for pictures of one person (D. King, dlib's
 * `face_recognition_resnet_model_v1`, 2017): the mean over the face and its mirror image.
 */
export async function embed(
  model: Model,
  picture: Drawable,
  landmarks: Float32Array,
): Promise<Float32Array> {
  const region = regionOf(landmarks);
  const sum = new Float32Array(128);
  for (const mirrored of [false, true]) {
    const pixels = sampleRegion(picture, region, INPUT_PX, [0, 255], mirrored);
    const [numbers] = await model.run(pixels, sum.length);
    for (let i = 0; i < sum.length; i += 1) sum[i] += numbers[i] / 2;
  }
  return sum;
}

/** Euclidean distance of two embeddings; of different people mostly 0.6 and more. */
export const distance = (a: Float32Array, b: Float32Array): number =>
  Math.sqrt(a.reduce((sum, value, i) => sum + (value - b[i]) ** 2, 0));

/** Landmarks over bone, which no expression moves: corners of the eyes, nose, cheekbones, temples, jaw. */
const BONY = [
  33, 133, 362, 263, 168, 6, 197, 195, 5, 4, 1, 2, 48, 278, 129, 358, 234, 454, 93, 323, 132, 361,
  58, 288, 172, 397, 127, 356, 162, 389, 21, 251, 54, 284, 103, 332, 67, 297, 109, 338, 10,
] as const;

/** The bony points around their mean, x, y, z in distances between the eyes. */
function bones(landmarks: Float32Array): Float64Array {
  const points = new Float64Array(BONY.length * 3);
  const unit = eyeDistance(landmarks);
  for (let axis = 0; axis < 3; axis += 1) {
    const mean = BONY.reduce((sum, k) => sum + landmarks[k * 3 + axis], 0) / BONY.length;
    BONY.forEach((k, i) => (points[i * 3 + axis] = (landmarks[k * 3 + axis] - mean) / unit));
  }
  return points;
}

const ROUNDS = 100;

/**
 * Mean distance of the bony landmarks of two faces in distances between the eyes, after the turn that
 * brings them nearest (B. Horn, "Closed-form solution of absolute orientation using unit quaternions",
 * 1987), so that faces in different poses can be compared.
 */
export function shapeDistance(first: Float32Array, second: Float32Array): number {
  const [a, b] = [bones(first), bones(second)];
  const sum = (i: number, j: number): number => {
    let total = 0;
    for (let at = 0; at < a.length; at += 3) total += a[at + i] * b[at + j];
    return total;
  };
  const [xx, xy, xz] = [sum(0, 0), sum(0, 1), sum(0, 2)];
  const [yx, yy, yz] = [sum(1, 0), sum(1, 1), sum(1, 2)];
  const [zx, zy, zz] = [sum(2, 0), sum(2, 1), sum(2, 2)];
  const matrix = [
    [xx + yy + zz, yz - zy, zx - xz, xy - yx],
    [yz - zy, xx - yy - zz, xy + yx, zx + xz],
    [zx - xz, xy + yx, yy - xx - zz, yz + zy],
    [xy - yx, zx + xz, yz + zy, zz - xx - yy],
  ];
  // The largest eigenvalue's vector, by iteration; the shift makes all of them positive.
  const shift = matrix.flat().reduce((most, value) => most + Math.abs(value), 0);
  let turn = [1, 0, 0, 0];
  for (let round = 0; round < ROUNDS; round += 1) {
    const next = matrix.map((row, i) => row.reduce((s, v, j) => s + v * turn[j], shift * turn[i]));
    const length = Math.hypot(...next);
    turn = next.map((value) => value / length);
  }
  const [w, x, y, z] = turn;
  let apart = 0;
  for (let at = 0; at < a.length; at += 3) {
    const [p, q, r] = [a[at], a[at + 1], a[at + 2]];
    apart += Math.hypot(
      (1 - 2 * (y * y + z * z)) * p + 2 * (x * y - w * z) * q + 2 * (x * z + w * y) * r - b[at],
      2 * (x * y + w * z) * p + (1 - 2 * (x * x + z * z)) * q + 2 * (y * z - w * x) * r - b[at + 1],
      2 * (x * z - w * y) * p + 2 * (y * z + w * x) * q + (1 - 2 * (x * x + y * y)) * r - b[at + 2],
    );
  }
  return apart / BONY.length;
}
