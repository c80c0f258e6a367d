import type { Gpu } from '../../gl/gpu.ts';
import type { Target } from '../../gl/target.ts';
import { between, rngOf } from '../shared/random.ts';

const LONG = 128;
const ACROSS = 32;
/** Number of different brush marks, drawn one below the other in a single texture. */
export const BRUSHES = 8;

/**
 * Brush marks as left by bristles: coverage in r; the paint's slope across the mark in g and along
 * it in b, around 127.5. RGBA bytes, LONG x (ACROSS * BRUSHES) pixels, always the same.
 */
export const brushPixels = (): Uint8Array<ArrayBuffer> => {
  const out = new Uint8Array(LONG * ACROSS * BRUSHES * 4);
  for (let brush = 0; brush < BRUSHES; brush += 1) {
    const rng = rngOf(brush, 'brush');
    // Each bristle has its own load of paint, start and end.
    const bristles = Array.from({ length: ACROSS }, () => ({
      load: between(rng, 0.25, 1),
      start: between(rng, 0, 0.1),
      end: between(rng, 0.78, 1),
    }));
    const height = new Float32Array(LONG * ACROSS);
    for (let y = 0; y < ACROSS; y += 1) {
      const v = (y + 0.5) / ACROSS;
      const body = Math.min(1, (1 - Math.abs(2 * v - 1)) * 3.2);
      const load = (b: number): number => bristles[Math.min(ACROSS - 1, Math.max(0, b))].load;
      const { start, end } = bristles[y];
      const paint = load(y) * 0.5 + (load(y - 1) + load(y + 1)) * 0.25;
      for (let x = 0; x < LONG; x += 1) {
        const u = (x + 0.5) / LONG;
        const ends =
          Math.min(1, Math.max(0, (u - start - 0.02) * 9)) *
          Math.min(1, Math.max(0, (end - u) * 6));
        // Paint piles up where the brush leaves the canvas, and at the mark's sides.
        const pile =
          0.75 +
          0.5 * Math.exp(-(((u - 0.86) / 0.07) ** 2)) +
          0.3 * Math.exp(-(((Math.abs(2 * v - 1) - 0.72) / 0.16) ** 2));
        height[y * LONG + x] = body * ends * (0.45 + 0.55 * paint) * pile;
      }
    }
    const at = (x: number, y: number): number =>
      x < 0 || y < 0 || x >= LONG || y >= ACROSS ? 0 : height[y * LONG + x];
    for (let y = 0; y < ACROSS; y += 1) {
      for (let x = 0; x < LONG; x += 1) {
        const o = ((brush * ACROSS + y) * LONG + x) * 4;
        const h = at(x, y);
        out[o] = Math.round(255 * Math.min(1, Math.max(0, (h - 0.16) * 2.8)));
        out[o + 1] = Math.round(
          127.5 + 127.5 * Math.max(-1, Math.min(1, (at(x, y - 1) - at(x, y + 1)) * 1.6)),
        );
        out[o + 2] = Math.round(
          127.5 + 127.5 * Math.max(-1, Math.min(1, (at(x - 2, y) - at(x + 2, y)) * 1.2)),
        );
        out[o + 3] = 255;
      }
    }
  }
  return out;
};

const brushes = new WeakMap<Gpu, Target>();
/** The brush marks on the GPU; made once per context. */
export const brushOf = (gpu: Gpu): Target => {
  const { root } = gpu;
  let brush = brushes.get(root);
  if (!brush) {
    brush = root.upload(brushPixels(), LONG, ACROSS * BRUSHES);
    brushes.set(root, brush);
  }
  return brush;
};
