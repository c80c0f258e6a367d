/** From light to picture: the scenery behind, a film's curve, vignette and grain, and a file. */
import { clamp, gauss, lerp, noise, seeded, smooth } from './math.ts';
import type { Picture } from './render.ts';

/** ACES by Narkowicz, 2015, eased. */
const film = (x: number): number => {
  const v = Math.max(0, x) * 0.8;
  return clamp((v * (2.51 * v + 0.03)) / (v * (2.43 * v + 0.59) + 0.14));
};
const encode = (x: number): number =>
  x <= 0.0031308 ? 12.92 * x : 1.055 * Math.pow(x, 1 / 2.4) - 0.055;

/** 8-bit RGB at half the size of the rendered picture. */
export function expose(
  picture: Picture,
  scene: Float32Array,
  seed: number,
  exposure = 1,
): Uint8Array {
  const W = picture.size;
  const w = W / 2;
  const random = seeded(seed);
  const out = new Uint8Array(w * w * 3);
  const linear = new Float32Array(w * w * 3);
  for (let y = 0; y < w; y++)
    for (let x = 0; x < w; x++)
      for (let c = 0; c < 3; c++) {
        let sum = 0;
        let cover = 0;
        for (const at of [
          2 * y * W + 2 * x,
          2 * y * W + 2 * x + 1,
          (2 * y + 1) * W + 2 * x,
          (2 * y + 1) * W + 2 * x + 1,
        ]) {
          sum += Math.min(picture.colour[at * 3 + c] ?? 0, 4);
          cover += picture.cover[at] ?? 0;
        }
        linear[(y * w + x) * 3 + c] = sum / 4 + (scene[(y * w + x) * 3 + c] ?? 0) * (1 - cover / 4);
      }
  const grainSize = 1024 / w;
  for (let y = 0; y < w; y++)
    for (let x = 0; x < w; x++) {
      const dx = (x / w - 0.5) * 2;
      const dy = (y / w - 0.48) * 2;
      const vignette = 1 - 0.22 * smooth(0.35, 1.9, dx * dx + dy * dy);
      const g =
        0.011 * gauss(random) + 0.006 * noise((x * grainSize) / 1.7, (y * grainSize) / 1.7, seed);
      for (let c = 0; c < 3; c++) {
        const v = encode(film((linear[(y * w + x) * 3 + c] ?? 0) * vignette * exposure));
        const n = g + 0.004 * gauss(random);
        out[(y * w + x) * 3 + c] = Math.round(clamp(v + n * lerp(1.2, 0.5, v)) * 255);
      }
    }
  return out;
}
