import type { Lab } from '../../../core/colour.ts';
import { distanceTo } from '../../raster/distance.ts';
import { guidedBy } from '../../raster/guided-filter.ts';
import { median } from '../../raster/numbers.ts';
import type { Square } from '../../raster/planes.ts';
import { filled, grown, pointOf, pointsOf, type Canvas } from './canvas.ts';
import { BROWS, EYES, LIPS, OVAL } from './mesh.ts';
import { likelihood, type Component } from './mixture.ts';

/** What each texel of a canvas looks like, and where it lies relative to the face. */
export interface Survey {
  readonly canvas: Canvas;
  /** The picture's colours in OKLab, smoothed along its edges. */
  readonly L: Square;
  readonly a: Square;
  readonly b: Square;
  /** The face's oval, and 1 on eyes, brows and lips. */
  readonly face: Square;
  readonly features: Square;
  /** Depth inside the face's oval, negative outside. Lengths are in face widths. */
  readonly depth: Square;
  /** Place of each texel: to the right of the face's middle, and below the eyes. */
  readonly us: Square;
  readonly vs: Square;
  /** How far the chin and the nose's foot are below the eyes. */
  readonly chin: number;
  readonly noseFoot: number;
  /** The person's texels, soft ones included. */
  readonly mine: readonly number[];
}

export const surveyOf = (canvas: Canvas): Survey => {
  const { n, alpha, width } = canvas;
  const oval = pointsOf(canvas, OVAL);
  const face = filled(n, oval);
  const inward = distanceTo(
    face.map((v) => 1 - v),
    n,
  );
  const outward = distanceTo(face, n);
  const middle = oval.reduce((sum, [x]) => sum + x, 0) / oval.length;
  const eyes = EYES.flatMap((ring) => pointsOf(canvas, ring));
  const eyeLine = eyes.reduce((sum, [, y]) => sum + y, 0) / eyes.length;
  const smooth = guidedBy(canvas.L, n, Math.max(1, Math.round(0.015 * width)), 4e-4);
  const us = new Float32Array(n * n);
  const vs = new Float32Array(n * n);
  const mine: number[] = [];
  for (let i = 0; i < n * n; i += 1) {
    us[i] = ((i % n) - middle) / width;
    vs[i] = (Math.floor(i / n) - eyeLine) / width;
    if (alpha[i] > 0.02) mine.push(i);
  }
  return {
    canvas,
    L: smooth(canvas.L),
    a: smooth(canvas.a),
    b: smooth(canvas.b),
    face,
    features: grown(
      filled(n, ...[...EYES, ...BROWS, LIPS].map((ring) => pointsOf(canvas, ring))),
      n,
      0.03 * width,
    ),
    depth: inward.map((v, i) => (v - outward[i]) / width),
    us,
    vs,
    chin: (pointOf(canvas, 152)[1] - eyeLine) / width,
    noseFoot: (pointOf(canvas, 2)[1] - eyeLine) / width,
    mine,
  };
};

/** The person's opaque texels that pass a test of their index, place and depth. */
export const opaqueWhere = (
  { canvas: { alpha }, us, vs, depth, mine }: Survey,
  test: (i: number, u: number, v: number, d: number) => boolean,
): number[] => mine.filter((i) => alpha[i] > 0.85 && test(i, us[i], vs[i], depth[i]));

export const labAt = ({ L, a, b }: Survey, i: number): Lab => [L[i], a[i], b[i]];

export const likeAt = ({ L, a, b }: Survey, mixture: readonly Component[], i: number): number =>
  likelihood(mixture, L[i], a[i], b[i]);

export const medianOf = ({ L, a, b }: Survey, list: readonly number[]): Lab => [
  median(list.map((i) => L[i])),
  median(list.map((i) => a[i])),
  median(list.map((i) => b[i])),
];

/**
 * How a colour compares with the skin: cosine between the hues, and ratio of chroma for its
 * lightness.
 */
export const tintAt = (
  { L, a, b }: Survey,
  skin: Lab,
  i: number,
): { alike: number; part: number } => {
  const [x, y] = [a[i], b[i]];
  const [own, chroma] = [Math.hypot(skin[1], skin[2]), Math.hypot(x, y)];
  return {
    alike: (x * skin[1] + y * skin[2]) / Math.max(1e-6, own * chroma),
    part: chroma / Math.max(0.01, (own * L[i]) / skin[0]),
  };
};
