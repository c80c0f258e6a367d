import type { Analysis } from '../../worker/analysis.ts';
import { apply, invert, type Frame } from '../../worker/frame.ts';

/** The framed person at a small size, for statistics: n * n * 4 floats, straight, gamma-encoded 0..1. */
export interface Thumb {
  readonly n: number;
  readonly rgba: Float32Array<ArrayBuffer>;
}

/** `size` is the frame's output size in pixels. Averages up to 2 x 2 points per texel, by coverage. */
export const thumbOf = (analysis: Analysis, frame: Frame, size: number, n: number): Thumb => {
  const back = invert(frame);
  const rgba = new Float32Array(n * n * 4);
  const { person, width, height } = analysis;
  for (let y = 0; y < n; y += 1) {
    for (let x = 0; x < n; x += 1) {
      let [r, g, b, a] = [0, 0, 0, 0];
      for (let s = 0; s < 4; s += 1) {
        const [px, py] = apply(
          back,
          ((x + 0.25 + (s & 1) * 0.5) * size) / n,
          ((y + 0.25 + (s >> 1) * 0.5) * size) / n,
        );
        // Below and beside the photo the body goes on, mirrored, as in a scene.
        const [fx, fy] = [Math.floor(px), Math.floor(py)];
        const ix = fx < 0 ? -1 - fx : fx >= width ? 2 * width - 1 - fx : fx;
        const iy = fy >= height ? 2 * height - 1 - fy : fy;
        if (ix < 0 || iy < 0 || ix >= width || fy < 0) continue;
        const i = (iy * width + ix) * 4;
        const alpha = person[i + 3] as number;
        r += (person[i] as number) * alpha;
        g += (person[i + 1] as number) * alpha;
        b += (person[i + 2] as number) * alpha;
        a += alpha;
      }
      const o = (y * n + x) * 4;
      if (a > 0) rgba.set([r / a / 255, g / a / 255, b / a / 255, a / 1020], o);
    }
  }
  return { n, rgba };
};
