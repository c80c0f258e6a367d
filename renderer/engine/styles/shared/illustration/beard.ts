import type { Lab } from '../../../../core/colour.ts';
import { blurredWithin, gaussian, smoothed } from '../../../raster/blur.ts';
import { cleaned } from '../../../raster/label.ts';
import { quantile } from '../../../raster/numbers.ts';
import { sampled, type Point, type Square } from '../../../raster/planes.ts';
import { filled, grown, pointsOf, type Canvas } from '../canvas.ts';
import { LIPS } from '../mesh.ts';
import { valuesIn } from './fields.ts';
import { labsWhere, medianLab } from './tones.ts';

const CHEEKS = [50, 101, 118, 117, 205, 280, 330, 347, 346, 425] as const;

const BEARD = [
  [57, 61, 146, 91, 182, 194, 204, 211, 212],
  [287, 291, 375, 321, 406, 418, 424, 431, 432],
  [57, 165, 97, 2, 326, 391, 287, 270, 0, 40],
  [83, 313, 421, 428, 199, 208, 201],
] as const;

const BEARD_ZONE = [
  234, 93, 132, 58, 172, 136, 150, 149, 176, 148, 152, 377, 400, 378, 379, 365, 397, 288, 361, 323,
  454, 280, 425, 358, 326, 2, 97, 129, 205, 50,
] as const;

const BEARD_CORE = [
  57, 92, 97, 2, 326, 322, 287, 364, 394, 395, 369, 396, 175, 171, 140, 170, 169, 135,
] as const;

export interface Beard {
  /** Its soft shape; empty if none is worn. */
  readonly plane: Square;
  readonly worn: boolean;
  /** How much darker than the cheeks it is, as a fraction of their lightness. */
  readonly density: number;
  /** A white or grey beard's own colour. */
  readonly colour?: Lab;
}

/** How much greyer than the cheeks a white beard is at least. */
const WHITE = 0.5;

/** How far below the chin a beard is looked for, in face widths. */
const LONG = 0.5;

/**
 * Finds a beard: places on both sides of the mouth, above and below it, that are darker and greyer
 * than the cheeks, or so much greyer that they can't be skin.
 */
export const beardOf = (canvas: Canvas): Beard => {
  const { n, width, L, a, b, alpha } = canvas;
  const lips = grown(filled(n, pointsOf(canvas, LIPS)), n, 0.01 * width);
  const free = lips.map((v, i) => (1 - v) * alpha[i]);
  const light = blurredWithin(L, free, n, 0.012 * width);
  const colourful = gaussian(
    L.map((v, i) => Math.hypot(a[i], b[i]) / (v + 0.05)),
    n,
    0.012 * width,
  );
  const cheeks = pointsOf(canvas, CHEEKS);
  const reference = quantile(
    cheeks.map(([x, y]) => sampled(light, n, x, y)),
    0.5,
  );
  const tint = quantile(
    cheeks.map(([x, y]) => sampled(colourful, n, x, y)),
    0.5,
  );
  const darker = light.map((v) => (reference - v) / reference);
  const greyer = colourful.map((v) => 1 - v / tint);
  const places = BEARD.map((ring) => both01(filled(n, pointsOf(canvas, ring)), lips));
  const dark = places.map((mask) => quantile(valuesIn(darker, mask), 0.5));
  const grey = places.map((mask) => quantile(valuesIn(greyer, mask), 0.5));
  const worn =
    Math.min(dark[0], dark[1], dark[2]) > 0.1 &&
    Math.min(grey[0], grey[1]) > 0.15 &&
    grey[2] > 0.25;
  const density = dark.reduce((sum, v) => sum + v, 0) / 4;
  const jaw = pointsOf(canvas, BEARD_ZONE);
  const shaped = (raw: Square): Square =>
    smoothed(cleaned(raw, n, 0.02 * width * width, 0.03 * width * width), n, 0.016 * width, 4);
  if (Math.min(...grey) > WHITE) {
    const below = [0, 0.25, 0.5, 0.75, 1].map((part) =>
      jaw.map(([x, y]): Point => [x, y + part * LONG * width]),
    );
    const zone = filled(n, ...below);
    const raw = greyer.map((v, i) => (v * zone[i] > 0.8 * WHITE && lips[i] < 0.5 ? 1 : 0));
    const own = labsWhere(canvas, (i) => raw[i] > 0.5);
    const [, x, y] = medianLab(own);
    // As white as where light falls on it.
    const lit = quantile(
      own.map(([l]) => l),
      0.8,
    );
    return { plane: shaped(raw), worn: true, density, colour: [lit, x, y] };
  }
  if (!worn) return { plane: new Float32Array(n * n), worn, density };
  const zone = filled(n, jaw);
  const core = gaussian(filled(n, pointsOf(canvas, BEARD_CORE)), n, 0.03 * width);
  const raw = darker.map((v, i) =>
    v * zone[i] > 0.1 && greyer[i] > 0.1 && core[i] > 0.02 && lips[i] < 0.5 ? 1 : 0,
  );
  return { plane: shaped(raw), worn, density };
};

const both01 = (mask: Square, without: Square): Square =>
  mask.map((v, i) => (v > 0.5 && without[i] < 0.5 ? 1 : 0));
