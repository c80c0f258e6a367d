import { filled, grown, pointsOf, type Canvas } from '../canvas.ts';
import { LIPS } from '../mesh.ts';
import { blurredWithin, cleaned, gaussian, quantile, smoothed } from '../planes.ts';
import type { Plane } from '../raster.ts';
import { sampled } from '../spectacles.ts';
import { valuesIn } from './fields.ts';

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

/**
 * Finds a beard: places on both sides of the mouth, above and below it, that are darker and greyer
 * than the cheeks. `plane` is its soft shape (empty if none is worn), `density` how much darker it
 * is.
 */
export const beardOf = (canvas: Canvas): { plane: Plane; worn: boolean; density: number } => {
  const { n, width, L, a, b, alpha } = canvas;
  const lips = grown(filled(n, pointsOf(canvas, LIPS)), n, 0.01 * width);
  const free = lips.map((v, i) => (1 - v) * (alpha[i] as number));
  const light = blurredWithin(L, free, n, 0.012 * width);
  const colourful = gaussian(
    L.map((v, i) => Math.hypot(a[i] as number, b[i] as number) / (v + 0.05)),
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
  const zone = filled(n, pointsOf(canvas, BEARD_ZONE));
  const darker = light.map((v) => (reference - v) / reference);
  const greyer = colourful.map((v) => 1 - v / tint);
  const places = BEARD.map((ring) => both01(filled(n, pointsOf(canvas, ring)), lips));
  const dark = places.map((mask) => quantile(valuesIn(darker, mask), 0.5));
  const grey = places.map((mask) => quantile(valuesIn(greyer, mask), 0.5));
  const worn =
    Math.min(dark[0] ?? 0, dark[1] ?? 0, dark[2] ?? 0) > 0.1 &&
    Math.min(grey[0] ?? 0, grey[1] ?? 0) > 0.15 &&
    (grey[2] ?? 0) > 0.25;
  const density = dark.reduce((sum, v) => sum + v, 0) / 4;
  if (!worn) return { plane: new Float32Array(n * n), worn, density };
  const core = gaussian(filled(n, pointsOf(canvas, BEARD_CORE)), n, 0.03 * width);
  const raw = darker.map((v, i) =>
    v * (zone[i] as number) > 0.1 &&
    (greyer[i] as number) > 0.1 &&
    (core[i] as number) > 0.02 &&
    (lips[i] as number) < 0.5
      ? 1
      : 0,
  );
  return {
    plane: smoothed(
      cleaned(raw, n, 0.02 * width * width, 0.03 * width * width),
      n,
      0.016 * width,
      4,
    ),
    worn,
    density,
  };
};

const both01 = (mask: Plane, without: Plane): Plane =>
  mask.map((v, i) => (v > 0.5 && (without[i] as number) < 0.5 ? 1 : 0));
