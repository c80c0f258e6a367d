/** One channel of floats, row by row; width * height values. */
export interface Plane {
  readonly width: number;
  readonly height: number;
  readonly data: Float32Array<ArrayBuffer>;
}

export const plane = (width: number, height: number): Plane => ({ width, height, data: new Float32Array(width * height) });

/**
 * Mean over the square of `radius` around each pixel, clipped at the borders. Running sums: the
 * cost doesn't depend on the radius. `scratch` is a plane of the same size to work in.
 */
export function boxMean(source: Plane, radius: number, target: Plane, scratch: Plane): Plane {
  const { width, height } = source;
  const from = source.data;
  const rows = scratch.data;
  for (let y = 0; y < height; y += 1) {
    const row = y * width;
    let sum = 0;
    const first = Math.min(radius, width - 1);
    for (let x = 0; x <= first; x += 1) sum += from[row + x] as number;
    for (let x = 0; x < width; x += 1) {
      const left = Math.max(0, x - radius);
      const right = Math.min(width - 1, x + radius);
      rows[row + x] = sum / (right - left + 1);
      if (x + radius + 1 < width) sum += from[row + x + radius + 1] as number;
      if (x - radius >= 0) sum -= from[row + x - radius] as number;
    }
  }
  const to = target.data;
  const sums = new Float32Array(width);
  for (let y = 0; y <= Math.min(radius, height - 1); y += 1) {
    for (let x = 0; x < width; x += 1) sums[x] = (sums[x] as number) + (rows[y * width + x] as number);
  }
  for (let y = 0; y < height; y += 1) {
    const row = y * width;
    const count = Math.min(height - 1, y + radius) - Math.max(0, y - radius) + 1;
    for (let x = 0; x < width; x += 1) to[row + x] = (sums[x] as number) / count;
    const enters = (y + radius + 1) * width;
    const leaves = (y - radius) * width;
    if (y + radius + 1 < height) for (let x = 0; x < width; x += 1) sums[x] = (sums[x] as number) + (rows[enters + x] as number);
    if (y - radius >= 0) for (let x = 0; x < width; x += 1) sums[x] = (sums[x] as number) - (rows[leaves + x] as number);
  }
  return target;
}

/**
 * Bilinear weights for reading a small plane at the pixels of a large one, along one axis: for each
 * of `to` places the lower index and the fraction towards the next.
 */
export function bilinear(from: number, to: number): { readonly index: Int32Array; readonly fraction: Float32Array } {
  const index = new Int32Array(to);
  const fraction = new Float32Array(to);
  for (let i = 0; i < to; i += 1) {
    const at = Math.max(0, Math.min(from - 1.000001, ((i + 0.5) * from) / to - 0.5));
    const low = Math.floor(at);
    index[i] = low;
    fraction[i] = from > 1 ? at - low : 0;
  }
  return { index, fraction };
}

/** Red, green and blue in 0..1 from RGBA bytes. */
export function planesOf(pixels: Uint8ClampedArray, width: number, height: number): [Plane, Plane, Plane] {
  const [r, g, b] = [plane(width, height), plane(width, height), plane(width, height)];
  for (let i = 0, p = 0; i < width * height; i += 1, p += 4) {
    r.data[i] = (pixels[p] as number) / 255;
    g.data[i] = (pixels[p + 1] as number) / 255;
    b.data[i] = (pixels[p + 2] as number) / 255;
  }
  return [r, g, b];
}
