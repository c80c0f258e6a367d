import { boxMean } from '../raster/blur.ts';
import { guidedFilter, type Colours, type LocalLinear } from '../raster/guided-filter.ts';
import { clamp } from '../raster/numbers.ts';
import { bilinear, plane, type Plane } from '../raster/planes.ts';
import type { Area } from './area.ts';
import { unmix, type Sides } from './foreground.ts';

/** For the guided filter that brings alpha to full size: pixels of the planes, colour variance. */
const RADIUS = 2;
const EPSILON = 1e-4;
/** In face widths: how far around, unseen pixels get the person's colours, which scaling filters read. */
const MARGIN = 0.05;

/** The least and the most of the 3 x 3 values around each pixel. */
function around({ width, height, data }: Plane): { readonly least: Plane; readonly most: Plane } {
  const [low, high] = [new Float32Array(data.length), new Float32Array(data.length)];
  const [least, most] = [plane(width, height), plane(width, height)];
  for (let row = 0; row < data.length; row += width) {
    let before = data[row];
    let value = before;
    for (let i = row, last = row + width - 1; i <= last; i += 1) {
      const after = data[i < last ? i + 1 : i];
      low[i] = Math.min(before, value, after);
      high[i] = Math.max(before, value, after);
      before = value;
      value = after;
    }
  }
  const last = data.length - width;
  for (let i = 0; i < data.length; i += 1) {
    const [above, below] = [i < width ? i : i - width, i < last ? i + width : i];
    least.data[i] = Math.min(low[above], low[i], low[below]);
    most.data[i] = Math.max(high[above], high[i], high[below]);
  }
  return { least, most };
}

/** The planes of the area's size that are read for each pixel of the picture. */
interface Fields extends Sides, LocalLinear {
  /** Bounds of alpha. */
  readonly least: Plane;
  readonly most: Plane;
}

/** Kinds of cells (four neighbouring pixels of the planes), known from their corners. */
const NOTHING = 0;
const PERSON = 1;
const NEAR = 2;
const MIXED = 3;

/** Each cell's kind, at its upper left corner: far from the person, all person, near, or mixed. */
function kindsOf({ least, most }: Fields, near: Plane): Uint8Array {
  const { width, height } = near;
  const kinds = new Uint8Array(width * height);
  const corners = ({ data }: Plane, at: number, pick: (a: number, b: number) => number): number =>
    pick(pick(data[at], data[at + 1]), pick(data[at + width], data[at + width + 1]));
  for (let y = 0; y < height - 1; y += 1)
    for (let x = 0, at = y * width; x < width - 1; x += 1, at += 1) {
      if (corners(least, at, Math.min) >= 0.998) kinds[at] = PERSON;
      else if (corners(most, at, Math.max) > 0.002) kinds[at] = MIXED;
      else if (corners(near, at, Math.max) > 1e-4) kinds[at] = NEAR;
    }
  return kinds;
}

/**
 * The cut-out person at the picture's size: straight RGBA. Alpha follows the picture's edges by a
 * local linear model of the small alpha, bounded by the range of the neighbours there; without this
 * bound, the grain of short hair would become salt and pepper. Mixed pixels get the person's own
 * colour.
 *
 * @param photo RGBA bytes, width * height * 4
 * @param alpha of the area's size, 0..1
 * @returns RGBA bytes, width * height * 4; 0 outside the area
 */
export function atFullSize(
  photo: Uint8ClampedArray,
  width: number,
  height: number,
  area: Area,
  colours: Colours,
  alpha: Plane,
  sides: Sides,
): Uint8ClampedArray<ArrayBuffer> {
  const result = new Uint8ClampedArray(width * height * 4);
  const near = boxMean(alpha, Math.max(2, Math.round(MARGIN * area.face)));
  // At scale 1, alpha needs no filter: these fields give alpha itself.
  const none = plane(alpha.width, alpha.height);
  const fields: Fields =
    area.scale === 1
      ? { red: none, green: none, blue: none, offset: alpha, least: alpha, most: alpha, ...sides }
      : { ...guidedFilter(colours, alpha, RADIUS, EPSILON), ...around(alpha), ...sides };
  const { person, ground } = fields;
  // Where the planes' size was rounded down, their last pixels stand for what follows them, too.
  const reach = (size: number): number => Math.floor((size + 0.5) / area.scale);
  const shown = {
    width: Math.min(width - area.left, reach(area.width)),
    height: Math.min(height - area.top, reach(area.height)),
  };
  const columns = bilinear(area.width, shown.width, area.scale);
  const rows = bilinear(area.height, shown.height, area.scale);
  const w = area.width;
  const kinds = kindsOf(fields, near);
  // Copy four bytes at once: most pixels are wholly person or not at all.
  const [whole, from] = [result, photo].map(
    ({ buffer, byteOffset, length }) => new Uint32Array(buffer, byteOffset, length / 4),
  );
  for (let y = 0; y < shown.height; y += 1) {
    const row = rows.index[y] * w;
    const fy = rows.fraction[y];
    let pixel = (area.top + y) * width + area.left;
    for (let x = 0; x < shown.width; x += 1, pixel += 1) {
      const at = row + columns.index[x];
      const kind = kinds[at];
      if (kind === NOTHING) continue;
      if (kind === PERSON) {
        whole[pixel] = from[pixel];
        continue;
      }
      const p = pixel * 4;
      const fx = columns.fraction[x];
      const a00 = (1 - fx) * (1 - fy);
      const a10 = fx * (1 - fy);
      const a01 = (1 - fx) * fy;
      const a11 = fx * fy;
      if (kind === NEAR) {
        for (let k = 0; k < 3; k += 1)
          result[p + k] = read(person[k], at, a00, a10, a01, a11) * 255;
        continue;
      }
      const least = read(fields.least, at, a00, a10, a01, a11);
      const most = read(fields.most, at, a00, a10, a01, a11);
      const linear =
        (read(fields.red, at, a00, a10, a01, a11) * photo[p] +
          read(fields.green, at, a00, a10, a01, a11) * photo[p + 1] +
          read(fields.blue, at, a00, a10, a01, a11) * photo[p + 2]) /
          255 +
        read(fields.offset, at, a00, a10, a01, a11);
      const a = least >= 0.998 ? 1 : clamp(Math.min(most, Math.max(least, linear)));
      if (a > 0.995) {
        whole[pixel] = from[pixel];
        result[p + 3] = a * 255;
        continue;
      }
      result[p + 3] = a * 255;
      for (let k = 0; k < 3; k += 1)
        result[p + k] =
          unmix(
            photo[p + k] / 255,
            a,
            read(person[k], at, a00, a10, a01, a11),
            read(ground[k], at, a00, a10, a01, a11),
          ) * 255;
    }
  }
  return result;
}

/** Interpolates between the four corners of a cell, by their weights. */
const read = (
  { width, data }: Plane,
  at: number,
  a00: number,
  a10: number,
  a01: number,
  a11: number,
): number =>
  data[at] * a00 + data[at + 1] * a10 + data[at + width] * a01 + data[at + width + 1] * a11;
