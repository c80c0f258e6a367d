import type { Gpu } from '../../gl/gpu.ts';
import type { Target } from '../../gl/target.ts';
import { smoothstep } from '../../raster/numbers.ts';
import type { Square } from '../../raster/planes.ts';
import { planeOf } from './canvas.ts';
import { rngOf } from './random.ts';

const N = 256;

/**
 * RGBA bytes of a tileable, fixed texture: white noise in r, two different softened ones in g and
 * b, and in a a cloud of value noise in five octaves. Recipes vary it by an offset.
 */
const noisePixels = (): Uint8ClampedArray<ArrayBuffer> => {
  const rng = rngOf(1, 'noise');
  const white = Float32Array.from({ length: N * N }, rng);
  const other = Float32Array.from({ length: N * N }, rng);
  let [cloud, total] = [new Float32Array(N * N), 0];
  for (const period of [4, 8, 16, 32, 64]) {
    const weight = period ** -0.8;
    total += weight;
    const value = octave(Float32Array.from({ length: period * period }, rng), period);
    cloud = planeOf(N, (i, x, y) => cloud[i] + value(i, x, y) * weight);
  }
  const softened = (plane: Float32Array, x: number, y: number): number => {
    let sum = 0;
    for (let j = -1; j <= 1; j += 1)
      for (let i = -1; i <= 1; i += 1) sum += plane[((y + j + N) % N) * N + ((x + i + N) % N)];
    return 0.5 + (sum / 9 - 0.5) * 2.2;
  };
  const out = new Uint8ClampedArray(N * N * 4);
  for (let i = 0; i < N * N; i += 1) {
    const [x, y] = [i % N, Math.floor(i / N)];
    const clouded = 0.5 + (cloud[i] / total - 0.5) * 1.6;
    const values = [white[i], softened(white, x, y), softened(other, x, y), clouded];
    values.forEach((v, c) => (out[4 * i + c] = 255 * v));
  }
  return out;
};

/** Value noise: random values at a lattice's corners, smoothly interpolated between those. */
const octave = (lattice: Square, period: number): ((i: number, x: number, y: number) => number) => {
  const cell = N / period;
  return (_, x, y) => {
    const [i, j] = [Math.floor(x / cell), Math.floor(y / cell)];
    const [u, v] = [smoothstep(0, 1, x / cell - i), smoothstep(0, 1, y / cell - j)];
    const at = (p: number, q: number): number =>
      lattice[((j + q) % period) * period + ((i + p) % period)];
    const top = at(0, 0) * (1 - u) + at(1, 0) * u;
    const low = at(0, 1) * (1 - u) + at(1, 1) * u;
    return top * (1 - v) + low * v;
  };
};

export type Noise = ReturnType<typeof uploadNoise>;

export const uploadNoise = (gpu: Gpu) => {
  const pixels = noisePixels();
  const make = (mips: boolean): Target => {
    const noise = gpu.upload(pixels, N, N, mips);
    gpu.wrap(noise, gpu.gl.REPEAT);
    return noise;
  };
  return {
    /** Without mipmaps, so cheaper to fetch; for pictures with texels of a pixel or more. */
    fine: make(false),
    /** With mipmaps, for smaller pictures. */
    coarse: make(true),
  };
};
