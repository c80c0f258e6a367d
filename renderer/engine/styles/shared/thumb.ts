import type { Analysis } from '../../photo/analysis.ts';
import { invert, type Frame } from '../../photo/frame.ts';

/**
 * A small framed picture of the person for statistics: n * n * 4 straight, gamma-encoded floats,
 * 0..1.
 */
export interface Thumb {
  readonly n: number;
  readonly rgba: Float32Array<ArrayBuffer>;
}

/**
 * Averages 2 x 2 points per texel, weighted by alpha. `size` is the frame's output size in pixels.
 */
export const thumbOf = (analysis: Analysis, frame: Frame, size: number, n: number): Thumb => {
  const back = invert(frame);
  const rgba = new Float32Array(n * n * 4);
  const { person, width, height } = analysis;
  const step = size / n;
  const places = [0.25, 0.75].map((v) => v * step) as [number, number];
  for (let y = 0; y < n; y += 1) {
    for (let x = 0; x < n; x += 1) {
      let r = 0;
      let g = 0;
      let b = 0;
      let a = 0;
      for (let s = 0; s < 4; s += 1) {
        const u = x * step + places[s & 1];
        const v = y * step + places[s >> 1];
        const px = back.a * u + back.c * v + back.e;
        const py = back.b * u + back.d * v + back.f;
        // Below and beside the photo the body is continued, mirrored, as in a scene.
        const fx = Math.floor(px);
        const fy = Math.floor(py);
        const ix = fx < 0 ? -1 - fx : fx >= width ? 2 * width - 1 - fx : fx;
        const iy = fy >= height ? 2 * height - 1 - fy : fy;
        if (ix < 0 || iy < 0 || ix >= width || fy < 0) continue;
        const i = (iy * width + ix) * 4;
        const beside = fx < 0 || fx >= width;
        const cut = beside ? person[(iy * width + (fx < 0 ? 0 : width - 1)) * 4 + 3] : 255;
        const alpha = (person[i + 3] * cut) / 255;
        r += person[i] * alpha;
        g += person[i + 1] * alpha;
        b += person[i + 2] * alpha;
        a += alpha;
      }
      const o = (y * n + x) * 4;
      if (a === 0) continue;
      rgba[o] = r / a / 255;
      rgba[o + 1] = g / a / 255;
      rgba[o + 2] = b / a / 255;
      rgba[o + 3] = a / 1020;
    }
  }
  return { n, rgba };
};
