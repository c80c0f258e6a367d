import { type Colours, estimateColours } from './foreground.ts';
import { applyLinear, guidedFilter } from './guided-filter.ts';
import { bilinear, type Plane, plane } from './planes.ts';

/** Tuned by eye on hair, at a guide of 512 px: windows in its pixels, epsilon in colour variance. */
const WINDOW = 6;
const EPSILON = 4e-4;
/** The network's matte is hazy: values below and above these are background and person. */
const HAZE: readonly [number, number] = [0.1, 0.9];
const WIDE = 24;
const NARROW = 3;

const level = (value: number): number => Math.max(0, Math.min(1, (value - HAZE[0]) / (HAZE[1] - HAZE[0])));

/**
 * The cut-out person at the picture's size: straight RGBA whose alpha follows the picture's edges
 * and whose edge colours are the person's own.
 *
 * @param photo RGBA bytes of the picture, width * height * 4
 * @param guide the same picture, smaller, 0..1
 * @param mask the network's mask at the guide's size, 0..1
 */
export function cutOut(
  photo: Uint8ClampedArray,
  width: number,
  height: number,
  guide: Colours,
  mask: Plane,
): Uint8ClampedArray<ArrayBuffer> {
  const linear = guidedFilter(guide, mask, WINDOW, EPSILON);
  const small = applyLinear(guide, linear);
  small.data.forEach((value, i) => {
    small.data[i] = level(value);
  });
  const { person, ground } = estimateColours(guide, small, WIDE, NARROW);

  const columns = bilinear(mask.width, width);
  const rows = bilinear(mask.height, height);
  const w = mask.width;
  const planes = [linear.red, linear.green, linear.blue, linear.offset, ...person, ...ground].map((p) => p.data);
  const row = planes.map(() => new Float32Array(w));
  const result = new Uint8ClampedArray(width * height * 4);
  const settled = settledCells(small);

  for (let y = 0; y < height; y += 1) {
    const [v, fy] = [rows.index[y] as number, rows.fraction[y] as number];
    planes.forEach((data, k) => {
      const line = row[k] as Float32Array;
      for (let u = 0, at = v * w; u < w; u += 1, at += 1) line[u] = (data[at] as number) * (1 - fy) + (data[at + w] as number) * fy;
    });
    for (let x = 0; x < width; x += 1) {
      const p = (y * width + x) * 4;
      const [u, fx] = [columns.index[x] as number, columns.fraction[x] as number];
      const read = (k: number): number => {
        const line = row[k] as Float32Array;
        return (line[u] as number) * (1 - fx) + (line[u + 1] as number) * fx;
      };
      const cell = settled[v * w + u];
      if (cell === 2) {
        result[p] = photo[p] as number;
        result[p + 1] = photo[p + 1] as number;
        result[p + 2] = photo[p + 2] as number;
        result[p + 3] = 255;
        continue;
      }
      if (cell === 1) {
        // Invisible, yet scaling filters look at it: the person's colours, carried outward.
        result[p] = read(4) * 255;
        result[p + 1] = read(5) * 255;
        result[p + 2] = read(6) * 255;
        continue;
      }
      const [r, g, b] = [(photo[p] as number) / 255, (photo[p + 1] as number) / 255, (photo[p + 2] as number) / 255];
      const a = level(read(0) * r + read(1) * g + read(2) * b + read(3));
      result[p] = mix(r, a, read(4), read(7)) * 255;
      result[p + 1] = mix(g, a, read(5), read(8)) * 255;
      result[p + 2] = mix(b, a, read(6), read(9)) * 255;
      result[p + 3] = a * 255;
    }
  }
  return result;
}

/** The person's colour of a mixed pixel, as in `estimateColours`. */
const mix = (colour: number, a: number, f: number, b: number): number =>
  a > 0.995 ? colour : Math.max(0, Math.min(1, f + a * (colour - a * f - (1 - a) * b)));

/** For each cell of the small matte: 2 when it and its neighbours are all person, 1 all background, else 0. */
function settledCells(small: Plane): Uint8Array {
  const { width, height } = small;
  const [low, high] = [plane(width, height), plane(width, height)];
  const reach = 2;
  const spread = (source: Plane, target: Plane, pick: (a: number, b: number) => number): void => {
    const between = plane(width, height);
    for (let y = 0; y < height; y += 1) {
      for (let x = 0; x < width; x += 1) {
        let value = source.data[y * width + x] as number;
        for (let k = -reach; k <= reach; k += 1) value = pick(value, source.data[y * width + Math.max(0, Math.min(width - 1, x + k))] as number);
        between.data[y * width + x] = value;
      }
    }
    for (let y = 0; y < height; y += 1) {
      for (let x = 0; x < width; x += 1) {
        let value = between.data[y * width + x] as number;
        for (let k = -reach; k <= reach; k += 1) value = pick(value, between.data[Math.max(0, Math.min(height - 1, y + k)) * width + x] as number);
        target.data[y * width + x] = value;
      }
    }
  };
  spread(small, low, Math.min);
  spread(small, high, Math.max);
  return Uint8Array.from(low.data, (value, i) => (value >= 1 ? 2 : (high.data[i] as number) <= 0 ? 1 : 0));
}
