/** Places behind people, out of focus: painted small, spread by a lens's disc, enlarged. */
import { clamp, fbm, hash3, lerp, mix3, mul, noise, seeded, smooth, type V3 } from './math.ts';

export type Scene = (u: number, v: number) => V3;
const SMALL = 256;

/** Spreads every point of light over a disc; bright ones become the round spots of a fast lens. */
export function outOfFocus(scene: Scene, radius: number): (size: number) => Float32Array {
  return (size) => {
    const r = Math.ceil(radius);
    const pad = r + 2;
    const w = SMALL + 2 * pad;
    const sharp = new Float32Array(w * w * 3);
    for (let y = 0; y < w; y++)
      for (let x = 0; x < w; x++)
        sharp.set(scene((x - pad) / SMALL, (y - pad) / SMALL), (y * w + x) * 3);
    // Rows of the disc by running sums.
    const sums = new Float64Array((w + 1) * w * 3);
    for (let y = 0; y < w; y++)
      for (let x = 0; x < w; x++)
        for (let c = 0; c < 3; c++)
          sums[(y * (w + 1) + x + 1) * 3 + c] =
            (sums[(y * (w + 1) + x) * 3 + c] ?? 0) + (sharp[(y * w + x) * 3 + c] ?? 0);
    const soft = new Float32Array(SMALL * SMALL * 3);
    for (let y = 0; y < SMALL; y++)
      for (let x = 0; x < SMALL; x++) {
        let area = 0;
        const sum: V3 = [0, 0, 0];
        for (let dy = -r; dy <= r; dy++) {
          const half = Math.floor(Math.sqrt(Math.max(0, radius * radius - dy * dy)));
          const row = (y + pad + dy) * (w + 1);
          const a = row + x + pad - half;
          const b = row + x + pad + half + 1;
          area += 2 * half + 1;
          for (let c = 0; c < 3; c++)
            sum[c] = (sum[c] ?? 0) + (sums[b * 3 + c] ?? 0) - (sums[a * 3 + c] ?? 0);
        }
        soft.set(mul(sum, 1 / area), (y * SMALL + x) * 3);
      }
    const out = new Float32Array(size * size * 3);
    for (let y = 0; y < size; y++)
      for (let x = 0; x < size; x++) {
        const fx = clamp(((x + 0.5) / size) * SMALL - 0.5, 0, SMALL - 1.001);
        const fy = clamp(((y + 0.5) / size) * SMALL - 0.5, 0, SMALL - 1.001);
        const [i, j] = [Math.floor(fx), Math.floor(fy)];
        const [u, v] = [fx - i, fy - j];
        for (let c = 0; c < 3; c++) {
          const q = (a: number, b: number): number => soft[((j + b) * SMALL + i + a) * 3 + c] ?? 0;
          out[(y * size + x) * 3 + c] = lerp(
            lerp(q(0, 0), q(1, 0), u),
            lerp(q(0, 1), q(1, 1), u),
            v,
          );
        }
      }
    return out;
  };
}
const box = (
  u: number,
  v: number,
  x0: number,
  y0: number,
  x1: number,
  y1: number,
  soft = 0.004,
): number =>
  smooth(x0 - soft, x0 + soft, u) *
  smooth(x1 + soft, x1 - soft, u) *
  smooth(y0 - soft, y0 + soft, v) *
  smooth(y1 + soft, y1 - soft, v);

/** Leaves and spots of sky between them. */
export const garden =
  (leaf: V3, light: V3, sky: V3, seed: number): Scene =>
  (u, v) => {
    const big = fbm(u * 3 + seed, v * 3, 1, 4);
    const fine = noise(u * 26 + seed, v * 26, 2);
    const t = clamp(0.45 + 0.7 * big + 0.25 * fine - 0.35 * (v - 0.3));
    const base = mul(mix3(leaf, light, t), 0.55 + 0.5 * t);
    const gap = smooth(
      0.74,
      0.84,
      noise(u * 24, v * 24 + seed, 5) * 0.5 + 0.45 + 0.5 * big - 0.45 * v + 0.12,
    );
    return mix3(base, sky, gap);
  };
/** A wall with a window at one side, a shelf and a plant. */
export const livingRoom =
  (wall: V3, pane: V3, right: boolean, accent: V3, seed: number): Scene =>
  (u0, v) => {
    const u = right ? 1 - u0 : u0;
    let c = mul(wall, 1.25 - 0.75 * u + 0.06 * noise(u * 4, v * 4, seed));
    const frame = box(u, v, -0.3, -0.2, 0.2, 0.62);
    c = mix3(c, mul(wall, 1.6), frame);
    const glass = box(u, v, -0.3, -0.2, 0.085, 0.58) + box(u, v, 0.1, -0.2, 0.185, 0.58);
    c = mix3(c, mul(pane, 1 + 0.3 * noise(u * 8, v * 6, seed)), clamp(glass));
    c = mix3(c, mul(wall, 0.55), box(u, v, 0.72, 0.3, 1.3, 0.325));
    for (let k = 0; k < 9; k++) {
      const x = 0.745 + k * 0.034;
      const h = 0.1 + 0.07 * hash3(k, seed, 3);
      const book: V3 = [
        accent[0] * (0.4 + hash3(k, seed, 1)),
        accent[1] * (0.4 + hash3(k, seed, 2)),
        accent[2] * (0.4 + hash3(k, seed, 4)),
      ];
      c = mix3(c, book, box(u, v, x, 0.3 - h, x + 0.027, 0.3));
    }
    return mix3(c, mul(wall, 0.4), smooth(0.8, 1.05, v) * 0.6);
  };
/** Bricks in daylight. */
export const bricks =
  (brick: V3, mortar: V3, seed: number): Scene =>
  (u, v) => {
    const row = Math.floor(v * 17);
    const x = u * 7 + (row & 1) * 0.5;
    const fx = x - Math.floor(x);
    const fy = v * 17 - row;
    const joint = Math.max(smooth(0.06, 0.02, fx), smooth(0.14, 0.05, fy));
    const t = 0.75 + 0.5 * hash3(Math.floor(x), row, seed);
    const light = 1.25 - 0.7 * u + 0.15 * noise(u * 2, v * 2, seed);
    return mul(mix3(mul(brick, t), mortar, joint), light);
  };
/** A street at dusk: fronts, a bright sky, and lamps. */
export const street = (night: V3, sky: V3, lamp: V3, seed: number): Scene => {
  const random = seeded(seed);
  const lamps = Array.from({ length: 26 }, () => ({
    x: random(),
    y: 0.1 + 0.6 * random(),
    r: 0.006 + 0.006 * random(),
    c: mix3(lamp, random() < 0.3 ? [0.3, 0.7, 0.9] : [1, 0.4, 0.2], 0.5 * random()),
    k: 5 + 14 * random(),
  }));
  return (u, v) => {
    const depth = Math.abs(u - 0.42) * 1.6;
    const fronts = smooth(-0.02, 0.05, v - 0.33 + depth * 0.75);
    const window =
      smooth(0.25, 0.5, noise(Math.floor(u * 22), Math.floor(v * 16), seed)) * fronts * 0.5;
    let c = mix3(
      mul(sky, 1.1 - 0.4 * v),
      mul(night, 0.7 + 0.5 * noise(u * 6, v * 3, seed)),
      fronts,
    );
    c = mix3(c, mul(lamp, 0.7), window);
    for (const l of lamps) {
      const d = Math.hypot(u - l.x, v - l.y);
      if (d < l.r) c = [c[0] + l.c[0] * l.k, c[1] + l.c[1] * l.k, c[2] + l.c[2] * l.k];
    }
    return c;
  };
};
/** A plain wall with the light of a window across it. */
export const plaster =
  (wall: V3, warm: V3, seed: number): Scene =>
  (u, v) => {
    const c = mul(
      wall,
      1.2 - 0.5 * Math.hypot(u - 0.25, v - 0.3) + 0.08 * fbm(u * 3, v * 3, seed, 3),
    );
    const x = u + v * 0.32;
    const beam =
      (smooth(0.16, 0.19, x) * smooth(0.38, 0.35, x) +
        smooth(0.42, 0.45, x) * smooth(0.62, 0.59, x)) *
      smooth(0.02, 0.1, v) *
      smooth(0.8, 0.6, v);
    return mix3(c, warm, 0.45 * beam);
  };
