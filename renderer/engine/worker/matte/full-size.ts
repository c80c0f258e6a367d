import type { Area } from './area.ts';
import { unmix, type Sides } from './foreground.ts';
import { guidedFilter } from './guided-filter.ts';
import type { Colours } from './linear.ts';
import { bilinear, boxMean, clip, plane, type Plane } from './planes.ts';

/** Of the guided filter that carries alpha to the picture's size: pixels of the planes, colour variance. */
const RADIUS = 2;
const EPSILON = 1e-4;
/** How far around the person, in faces, invisible pixels get the person's colours: filters that scale the cut-out see them. */
const MARGIN = 0.05;

/** The least (`pick` Math.min) or most of the 3 x 3 around each pixel. */
function around(source: Plane, pick: (a: number, b: number) => number): Plane {
  const { width, height, data } = source;
  const [rows, result] = [new Float32Array(data.length), plane(width, height)];
  for (let i = 0; i < data.length; i += 1) {
    const x = i % width;
    let value = data[i] as number;
    if (x > 0) value = pick(value, data[i - 1] as number);
    if (x < width - 1) value = pick(value, data[i + 1] as number);
    rows[i] = value;
  }
  for (let i = 0; i < data.length; i += 1) {
    let value = rows[i] as number;
    if (i >= width) value = pick(value, rows[i - width] as number);
    if (i < data.length - width) value = pick(value, rows[i + width] as number);
    result.data[i] = value;
  }
  return result;
}

/** All that is read at a pixel of the picture, from planes of the area's size. */
interface Fields extends Sides {
  readonly red: Plane;
  readonly green: Plane;
  readonly blue: Plane;
  readonly offset: Plane;
  /** Bounds of alpha. */
  readonly least: Plane;
  readonly most: Plane;
}

/**
 * The cut-out person at the picture's size: straight RGBA. Alpha follows the picture's own edges by
 * the local linear model of the smaller one, but never leaves the range of that one's neighbours:
 * without this bound the grain of short hair turns into salt and pepper. Colours of mixed pixels are
 * the person's own.
 *
 * @param photo RGBA bytes, width * height * 4
 * @param alpha over the area
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
  const scratch = plane(area.width, area.height);
  const near = boxMean(
    alpha,
    Math.max(2, Math.round(MARGIN * area.face)),
    plane(area.width, area.height),
    scratch,
  );
  const fields: Fields = {
    ...guidedFilter(colours, alpha, RADIUS, EPSILON),
    // At its own size it is what it is.
    least: area.scale === 1 ? alpha : around(alpha, Math.min),
    most: area.scale === 1 ? alpha : around(alpha, Math.max),
    ...sides,
  };
  const { person, ground } = fields;
  const shown = {
    width: Math.min(width - area.left, Math.round(area.width / area.scale)),
    height: Math.min(height - area.top, Math.round(area.height / area.scale)),
  };
  const columns = bilinear(area.width, shown.width);
  const rows = bilinear(area.height, shown.height);
  const w = area.width;
  for (let y = 0; y < shown.height; y += 1) {
    const row = (rows.index[y] as number) * w;
    const fy = rows.fraction[y] as number;
    let p = ((area.top + y) * width + area.left) * 4;
    for (let x = 0; x < shown.width; x += 1, p += 4) {
      const at = row + (columns.index[x] as number);
      const fx = columns.fraction[x] as number;
      const [a00, a10] = [(1 - fx) * (1 - fy), fx * (1 - fy)];
      const [a01, a11] = [(1 - fx) * fy, fx * fy];
      const read = ({ data }: Plane): number =>
        (data[at] as number) * a00 +
        (data[at + 1] as number) * a10 +
        (data[at + w] as number) * a01 +
        (data[at + w + 1] as number) * a11;
      const most = read(fields.most);
      if (most <= 0.002) {
        if (read(near) <= 1e-4) continue;
        for (let k = 0; k < 3; k += 1) result[p + k] = read(person[k] as Plane) * 255;
        continue;
      }
      const [r, g, b] = [photo[p] as number, photo[p + 1] as number, photo[p + 2] as number];
      const least = read(fields.least);
      let a = 1;
      if (least < 0.998) {
        const linear =
          (read(fields.red) * r + read(fields.green) * g + read(fields.blue) * b) / 255 +
          read(fields.offset);
        a = clip(Math.min(most, Math.max(least, linear)));
      }
      result[p + 3] = a * 255;
      if (a > 0.995) {
        result[p] = r;
        result[p + 1] = g;
        result[p + 2] = b;
        continue;
      }
      for (let k = 0; k < 3; k += 1)
        result[p + k] =
          unmix(
            (photo[p + k] as number) / 255,
            a,
            read(person[k] as Plane),
            read(ground[k] as Plane),
          ) * 255;
    }
  }
  return result;
}
