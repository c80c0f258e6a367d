import type { Analysis } from '../../photo/analysis.ts';
import { apply, invert, type Frame } from '../../photo/frame.ts';

export type Thumb = ReturnType<typeof thumbOf>;

/**
 * A small framed picture of the person for statistics: n * n * 4 straight, gamma-encoded floats,
 * 0..1. It averages 2 x 2 points per texel, weighted by alpha.
 * @param size of the frame's output, in pixels
 */
export const thumbOf = (analysis: Analysis, frame: Frame, size: number, n: number) => {
  const back = invert(frame);
  const rgba = new Float32Array(n * n * 4);
  const { person, width, height } = analysis;
  const step = size / n;
  const places = [0.25, 0.75].map((v) => v * step) as [number, number];
  for (let y = 0; y < n; y += 1) {
    for (let x = 0; x < n; x += 1) {
      let [r, g, b, a] = [0, 0, 0, 0];
      for (let s = 0; s < 4; s += 1) {
        const at = apply(back, x * step + places[s & 1], y * step + places[s >> 1]);
        const [fx, fy] = at.map(Math.floor);
        // Below and beside the photo the body is continued, mirrored, as in a scene.
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
      if (a > 0) rgba.set([r / a / 255, g / a / 255, b / a / 255, a / 1020], (y * n + x) * 4);
    }
  }
  return { n, rgba };
};
