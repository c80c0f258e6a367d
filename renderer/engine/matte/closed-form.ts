import type { Colours } from '../raster/guided-filter.ts';
import { clamp } from '../raster/numbers.ts';
import type { Plane } from '../raster/planes.ts';

/** Keeps the colours' covariance from being singular; a variance of colours of 0..1. */
const EPSILON = 1e-4;
/** Residual at which to stop, as a share of the right-hand side. */
const TOLERANCE = 1e-3;
const ROUNDS = 120;
/** Length of a matrix row: a pixel and its neighbours up to two away, 5 x 5. */
const ROW = 25;

/**
 * Closed-form matting: finds alpha at the unknown pixels such that in each 3 x 3 window it is
 * nearly a linear function of the colour. It is tied to the known pixels around and, by `weight`,
 * to a prior.
 *
 * Source: A. Levin, D. Lischinski, Y. Weiss, "A Closed-Form Solution to Natural Image Matting",
 * IEEE TPAMI 2008, equations 12 and 14; solved by conjugate gradients, preconditioned by the
 * diagonal (M. Hestenes, E. Stiefel, 1952), over the unknown pixels alone.
 *
 * @param known 1 person, 0 ground, anything else unknown
 * @param prior an estimate of alpha, 0..1
 * @param weight how much the prior counts at each pixel
 * @returns alpha, 0..1
 */
export function closedForm(colours: Colours, known: Plane, prior: Plane, weight: Plane): Plane {
  const { width: w, height: h } = known;
  const [red, green, blue] = [colours[0].data, colours[1].data, colours[2].data];
  const total = w * h;
  const slot = new Int32Array(total).fill(-1);
  const unknown: number[] = [];
  const near = new Uint8Array(total);
  for (let i = 0; i < total; i += 1) {
    const value = known.data[i];
    if (value === 0 || value === 1) continue;
    slot[i] = unknown.length;
    unknown.push(i);
    const x = i % w;
    for (let v = -w; v <= w; v += w)
      for (let u = -1; u <= 1; u += 1)
        if (x + u >= 0 && x + u < w && i + v + u >= 0 && i + v + u < total) near[i + v + u] = 1;
  }
  const count = unknown.length;
  const offsets: number[] = [];
  const columns: number[] = [];
  const rows: number[] = [];
  for (let y = -1; y <= 1; y += 1)
    for (let x = -1; x <= 1; x += 1) {
      offsets.push(y * w + x);
      columns.push(x);
      rows.push(y);
    }

  // The matting Laplacian's rows for the unknown pixels, summed up window by window.
  const matrix = new Float32Array(count * ROW);
  const X = new Float64Array(27);
  const Y = new Float64Array(27);
  const small = EPSILON / 9;
  for (let y = 1; y < h - 1; y += 1)
    for (let x = 1; x < w - 1; x += 1) {
      const centre = y * w + x;
      if (near[centre] === 0) continue;
      let [mr, mg, mb] = [0, 0, 0];
      for (let k = 0; k < 9; k += 1) {
        const p = centre + offsets[k];
        mr += X[k * 3] = red[p];
        mg += X[k * 3 + 1] = green[p];
        mb += X[k * 3 + 2] = blue[p];
      }
      mr /= 9;
      mg /= 9;
      mb /= 9;
      let [rr, rg, rb, gg, gb, bb] = [0, 0, 0, 0, 0, 0];
      for (let k = 0; k < 27; k += 3) {
        const r = (X[k] = X[k] - mr);
        const g = (X[k + 1] = X[k + 1] - mg);
        const b = (X[k + 2] = X[k + 2] - mb);
        rr += r * r;
        rg += r * g;
        rb += r * b;
        gg += g * g;
        gb += g * b;
        bb += b * b;
      }
      rr = rr / 9 + small;
      gg = gg / 9 + small;
      bb = bb / 9 + small;
      rg /= 9;
      rb /= 9;
      gb /= 9;
      // The inverse of the symmetric covariance, by its cofactors.
      const irr = gg * bb - gb * gb;
      const irg = rb * gb - rg * bb;
      const irb = rg * gb - rb * gg;
      const determinant = rr * irr + rg * irg + rb * irb;
      const igg = rr * bb - rb * rb;
      const igb = rb * rg - rr * gb;
      const ibb = rr * gg - rg * rg;
      for (let k = 0; k < 27; k += 3) {
        const [r, g, b] = [X[k], X[k + 1], X[k + 2]];
        Y[k] = (irr * r + irg * g + irb * b) / determinant;
        Y[k + 1] = (irg * r + igg * g + igb * b) / determinant;
        Y[k + 2] = (irb * r + igb * g + ibb * b) / determinant;
      }
      for (let k = 0; k < 9; k += 1) {
        const row = slot[centre + offsets[k]];
        if (row < 0) continue;
        const [yr, yg, yb] = [Y[k * 3], Y[k * 3 + 1], Y[k * 3 + 2]];
        const base = row * ROW + (2 - rows[k]) * 5 + 2 - columns[k];
        for (let l = 0; l < 9; l += 1) {
          const affinity = (1 + yr * X[l * 3] + yg * X[l * 3 + 1] + yb * X[l * 3 + 2]) / 9;
          const at = base + rows[l] * 5 + columns[l];
          matrix[at] = matrix[at] + (k === l ? 1 : 0) - affinity;
        }
      }
    }

  // Known pixels move to the right-hand side; their `place` points to a spare zero behind `x`.
  const place = new Int32Array(count * ROW).fill(count);
  const x = new Float32Array(count + 1);
  const right = new Float32Array(count);
  const inverse = new Float32Array(count);
  for (let k = 0; k < count; k += 1) {
    const i = unknown[k];
    x[k] = prior.data[i];
    let sum = weight.data[i] * prior.data[i];
    for (let j = 0, v = -2; v <= 2; v += 1)
      for (let u = -2; u <= 2; u += 1, j += 1) {
        const entry = matrix[k * ROW + j];
        if (entry === 0) continue;
        const other = i + v * w + u;
        const name = slot[other];
        if (name >= 0) place[k * ROW + j] = name;
        else {
          sum -= entry * known.data[other];
          matrix[k * ROW + j] = 0;
        }
      }
    const diagonal = matrix[k * ROW + 12] + weight.data[i];
    matrix[k * ROW + 12] = diagonal;
    inverse[k] = 1 / Math.max(1e-8, diagonal);
    right[k] = sum;
  }
  solve(matrix, place, right, inverse, x);
  const data = known.data.slice();
  for (let k = 0; k < count; k += 1) data[unknown[k]] = clamp(x[k]);
  return { width: w, height: h, data };
}

/**
 * Conjugate gradients, starting from and updating `x`, whose extra last value stays 0: `place`
 * points to it for entries that don't count.
 */
function solve(
  matrix: Float32Array,
  place: Int32Array,
  right: Float32Array,
  inverse: Float32Array,
  x: Float32Array,
): void {
  const count = right.length;
  const multiply = (vector: Float32Array, to: Float32Array): void => {
    for (let k = 0, p = 0; k < count; k += 1) {
      let sum = 0;
      for (const end = p + ROW; p < end; p += 1) sum += matrix[p] * vector[place[p]];
      to[k] = sum;
    }
  };
  const residual = new Float32Array(count);
  const direction = new Float32Array(count + 1);
  const image = new Float32Array(count);
  multiply(x, image);
  let [energy, goal] = [0, 0];
  for (let k = 0; k < count; k += 1) {
    const r = (residual[k] = right[k] - image[k]);
    direction[k] = r * inverse[k];
    energy += r * direction[k];
    goal += right[k] ** 2;
  }
  goal *= TOLERANCE ** 2;
  for (let round = 0; round < ROUNDS && energy > 0; round += 1) {
    multiply(direction, image);
    let curve = 0;
    for (let k = 0; k < count; k += 1) curve += direction[k] * image[k];
    if (curve <= 0) return;
    const step = energy / curve;
    let [left, next] = [0, 0];
    for (let k = 0; k < count; k += 1) {
      x[k] = x[k] + step * direction[k];
      const r = (residual[k] = residual[k] - step * image[k]);
      left += r * r;
      next += r * r * inverse[k];
    }
    if (left < goal) return;
    const turn = next / energy;
    energy = next;
    for (let k = 0; k < count; k += 1)
      direction[k] = residual[k] * inverse[k] + turn * direction[k];
  }
}
