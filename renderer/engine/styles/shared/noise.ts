import type { Gpu } from '../../gl/gpu.ts';
import type { Target } from '../../gl/target.ts';
import { rngOf } from './random.ts';

const N = 256;

/**
 * RGBA bytes of a tileable, fixed noise texture, 256 x 256: white noise in r, two different
 * softened white noises in g and b, and in a a cloud of value noise in five octaves. Recipes vary
 * it by an offset.
 */
export const noisePixels = (): Uint8Array<ArrayBuffer> => {
  const out = new Uint8Array(N * N * 4);
  const rng = rngOf(1, 'noise');
  const white = Float32Array.from({ length: N * N }, rng);
  const other = Float32Array.from({ length: N * N }, rng);
  const cloud = new Float32Array(N * N);
  let total = 0;
  for (const period of [4, 8, 16, 32, 64]) {
    const weight = period ** -0.8;
    total += weight;
    addOctave(cloud, Float32Array.from({ length: period * period }, rng), period, weight);
  }
  const at = (plane: Float32Array, x: number, y: number): number =>
    plane[((y + N) % N) * N + ((x + N) % N)];
  const softened = (plane: Float32Array, x: number, y: number): number => {
    let sum = 0;
    for (let j = -1; j <= 1; j += 1)
      for (let i = -1; i <= 1; i += 1) sum += at(plane, x + i, y + j);
    return 0.5 + (sum / 9 - 0.5) * 2.2;
  };
  for (let y = 0; y < N; y += 1) {
    for (let x = 0; x < N; x += 1) {
      const value = [
        at(white, x, y),
        softened(white, x, y),
        softened(other, x, y),
        0.5 + (cloud[y * N + x] / total - 0.5) * 1.6,
      ];
      value.forEach((v, c) => {
        out[(y * N + x) * 4 + c] = Math.round(255 * Math.min(1, Math.max(0, v)));
      });
    }
  }
  return out;
};

const addOctave = (
  plane: Float32Array,
  lattice: Float32Array,
  period: number,
  weight: number,
): void => {
  const cell = N / period;
  const ease = (t: number): number => t * t * (3 - 2 * t);
  for (let y = 0; y < N; y += 1) {
    for (let x = 0; x < N; x += 1) {
      const [i, j] = [Math.floor(x / cell), Math.floor(y / cell)];
      const [u, v] = [ease(x / cell - i), ease(y / cell - j)];
      const at = (p: number, q: number): number =>
        lattice[((j + q) % period) * period + ((i + p) % period)];
      const top = at(0, 0) * (1 - u) + at(1, 0) * u;
      const low = at(0, 1) * (1 - u) + at(1, 1) * u;
      plane[y * N + x] = plane[y * N + x] + (top * (1 - v) + low * v) * weight;
    }
  }
};

export interface Noise {
  /**
   * Without mipmaps, which makes fetches much cheaper; for pictures with texels of a pixel or more.
   */
  readonly fine: Target;
  /** With mipmaps, for smaller pictures. */
  readonly coarse: Target;
}

export const uploadNoise = (gpu: Gpu): Noise => {
  const pixels = noisePixels();
  const make = (mips: boolean): Target => {
    const noise = gpu.upload(pixels, N, N, mips);
    gpu.wrap(noise, gpu.gl.REPEAT);
    return noise;
  };
  return { fine: make(false), coarse: make(true) };
};
