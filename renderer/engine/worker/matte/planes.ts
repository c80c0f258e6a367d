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

/** For each of `length` places, the reciprocal of the number of places within `radius`. */
function shares(length: number, radius: number): Float32Array {
  return Float32Array.from(
    { length },
    (_, i) => 1 / (Math.min(length - 1, i + radius) - Math.max(0, i - radius) + 1),
  );
}

export const clip = (value: number): number => Math.max(0, Math.min(1, value));

/** 0 up to `from`, 1 from `to` on, with a smooth cubic between. */
export const smoothstep = (from: number, to: number, value: number): number => {
  const t = clip((value - from) / (to - from));
  return t * t * (3 - 2 * t);
};

/** The rows' means, to work in; kept, as fresh memory costs as much as the sums. */
let rows = new Float32Array(0);

/**
 * Mean over the square of `radius` around each pixel, clipped at the borders. Uses running sums, so
 * the cost doesn't depend on the radius. `target` may be `source`.
 */
export function boxMean(source: Plane, radius: number, target: Plane): Plane {
  const { width, height } = source;
  if (rows.length < width * height) rows = new Float32Array(width * height);
  alongRows(source.data, rows, width, height, Math.min(radius, width - 1));
  downColumns(rows, target.data, width, height, Math.min(radius, height - 1));
  return target;
}

function alongRows(
  from: Float32Array,
  to: Float32Array,
  width: number,
  height: number,
  radius: number,
): void {
  const share = shares(width, radius);
  for (let row = 0; row < width * height; row += width) {
    let sum = 0;
    for (let x = 0; x < radius; x += 1) sum += from[row + x];
    for (let x = 0; x < width; x += 1) {
      if (x + radius < width) sum += from[row + x + radius];
      if (x > radius) sum -= from[row + x - radius - 1];
      to[row + x] = sum * share[x];
    }
  }
}

function downColumns(
  from: Float32Array,
  to: Float32Array,
  width: number,
  height: number,
  radius: number,
): void {
  const share = shares(height, radius);
  const sums = new Float32Array(width);
  for (let at = 0; at < radius * width; at += width) {
    for (let x = 0; x < width; x += 1) sums[x] = sums[x] + from[at + x];
  }
  for (let y = 0; y < height; y += 1) {
    const enters = (y + radius) * width;
    const leaves = (y - radius - 1) * width;
    if (y + radius < height)
      for (let x = 0; x < width; x += 1) sums[x] = sums[x] + from[enters + x];
    if (y > radius) for (let x = 0; x < width; x += 1) sums[x] = sums[x] - from[leaves + x];
    const part = share[y];
    for (let x = 0, at = y * width; x < width; x += 1, at += 1) to[at] = sums[x] * part;
  }
}

/**
 * Bilinear weights along one axis for reading `from` samples at `to` places: for each place, the
 * lower index and the fraction towards the next.
 */
export function bilinear(
  from: number,
  to: number,
): { readonly index: Int32Array; readonly fraction: Float32Array } {
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
