import { distanceTo } from '../../raster/distance.ts';
import type { Point, Square } from '../../raster/planes.ts';
import { distance } from '../../raster/points.ts';
import { fillPolygon } from '../../raster/polygons.ts';
import { EARS } from './mesh.ts';

/** The upright person, white-balanced, as planes of n * n texels. */
export interface PortraitCanvas {
  readonly n: number;
  /** OKLab. */
  readonly L: Square;
  readonly a: Square;
  readonly b: Square;
  readonly alpha: Square;
  /** 468 landmarks in texels: x, y, z in turn. */
  readonly landmarks: Float32Array;
  /** Face width from ear to ear in texels, the unit of lengths here. */
  readonly width: number;
}

/** What has 468 landmarks: x, y, z in turn. */
type Face = Pick<PortraitCanvas, 'landmarks'>;

export const pointOf = ({ landmarks }: Face, i: number): Point => [
  landmarks[3 * i],
  landmarks[3 * i + 1],
];

export const pointsOf = (face: Face, indices: readonly number[]): Point[] =>
  indices.map((i) => pointOf(face, i));

/** Face width from ear to ear, in the landmarks' unit. */
export const faceWidthOf = (face: Face): number =>
  distance(pointOf(face, EARS[0]), pointOf(face, EARS[1]));

/** A plane of what a function gives for each texel; true is 1. */
export const planeOf = (
  n: number,
  value: (i: number, x: number, y: number) => number | boolean,
): Square => {
  const plane = new Float32Array(n * n);
  for (let y = 0, i = 0; y < n; y += 1)
    for (let x = 0; x < n; x += 1, i += 1) plane[i] = Number(value(i, x, y));
  return plane;
};

/** Distance in texels from where a test of a texel's index holds. */
export const awayFrom = (n: number, test: (i: number) => boolean): Square =>
  distanceTo(planeOf(n, test), n);

export const filled = (n: number, ...rings: readonly (readonly Point[])[]): Square => {
  const plane = new Float32Array(n * n);
  for (const ring of rings) fillPolygon(plane, n, ring);
  return plane;
};

/** 1 wherever `mask` is at most `reach` texels away. */
export const grown = (mask: Square, n: number, reach: number): Square =>
  distanceTo(mask, n).map((d) => (d <= reach ? 1 : 0));
