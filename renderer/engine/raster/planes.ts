import { clamp } from './numbers.ts';

/** One channel of floats, row by row; width * height values. */
export interface Plane {
  readonly width: number;
  readonly height: number;
  readonly data: Float32Array<ArrayBuffer>;
}

export const plane = (width: number, height: number): Plane => ({
  width,
  height,
  data: new Float32Array(width * height),
});

/** A plane of that size with the value at each pixel; true is 1. */
export function filled(
  { width, height }: Omit<Plane, 'data'>,
  value: (i: number, x: number, y: number) => number | boolean,
): Plane {
  const values = plane(width, height);
  for (let y = 0, i = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1, i += 1) values.data[i] = Number(value(i, x, y));
  return values;
}

/** A square channel of n * n floats, row by row. */
export type Square = Float32Array<ArrayBuffer>;

/** Up to four planes as RGBA bytes, 0 to 1 as 0 to 255. */
export const packed = (planes: readonly Square[], n: number): Uint8Array<ArrayBuffer> => {
  const out = new Uint8Array(n * n * 4);
  planes.forEach((plane, c) => {
    for (let i = 0; i < n * n; i += 1) out[4 * i + c] = Math.round(255 * clamp(plane[i]));
  });
  return out;
};

export type Point = readonly [x: number, y: number];

/** Bilinear sample of a plane at texel coordinates, clamped to its edges. */
export const sampledIn = ({ width, height, data }: Plane, x: number, y: number): number => {
  const fx = clamp(x, 0, width - 1.001);
  const fy = clamp(y, 0, height - 1.001);
  const [i, j] = [Math.floor(fx), Math.floor(fy)];
  const [u, v] = [fx - i, fy - j];
  const o = j * width + i;
  return (
    (data[o] * (1 - u) + data[o + 1] * u) * (1 - v) +
    (data[o + width] * (1 - u) + data[o + width + 1] * u) * v
  );
};

export const sampled = (plane: Square, n: number, x: number, y: number): number =>
  sampledIn({ width: n, height: n, data: plane }, x, y);

/**
 * Bilinear weights along one axis for reading `from` samples at `to` places, of which each is
 * `scale` samples wide: for each place, the lower index and the fraction towards the next.
 */
export function bilinear(from: number, to: number, scale: number) {
  const index = new Int32Array(to);
  const fraction = new Float32Array(to);
  for (let i = 0; i < to; i += 1) {
    const at = Math.max(0, Math.min(from - 1.000001, (i + 0.5) * scale - 0.5));
    const low = Math.floor(at);
    index[i] = low;
    fraction[i] = from > 1 ? at - low : 0;
  }
  return { index, fraction };
}

/** Red, green and blue planes in 0..1 from RGBA bytes. */
export function planesOf(
  pixels: Uint8ClampedArray,
  width: number,
  height: number,
): [Plane, Plane, Plane] {
  const [r, g, b] = [plane(width, height), plane(width, height), plane(width, height)];
  for (let i = 0, p = 0; i < width * height; i += 1, p += 4) {
    r.data[i] = pixels[p] / 255;
    g.data[i] = pixels[p + 1] / 255;
    b.data[i] = pixels[p + 2] / 255;
  }
  return [r, g, b];
}
