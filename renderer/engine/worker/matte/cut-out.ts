import { AROUND, modelColours } from './colour-model.ts';
import { estimateColours, unmix } from './foreground.ts';
import { guidedFilter } from './guided-filter.ts';
import { evaluate, type Colours, type LocalLinear } from './linear.ts';
import { bilinear, boxMean, plane, type Plane } from './planes.ts';
import { sharpenRim } from './rim.ts';

// Tuned by eye on hair, at a guide of 384 px; radii in its pixels, epsilon in colour variance.
const WINDOW = 5;
const EPSILON = 4e-4;
const NARROW = 2;
/** The network's matte is hazy: values below and above these are background and person. */
const HAZE: readonly [number, number] = [0.32, 0.88];

const clip = (value: number): number => Math.max(0, Math.min(1, value));

const planesOfLinear = ({ red, green, blue, offset }: LocalLinear): Plane[] => [
  red,
  green,
  blue,
  offset,
];

/** Colours this far beyond the background's own spread are surely not background. */
const FOREIGN = 0.06;
/** What lies at least so far inside the mask isn't its misplaced rim; radius in the guide's pixels. */
const DEEP = 4;

/** What is known of one pixel: values of the small planes, in this order, and its colour. */
const PLANES = {
  mask: 0,
  between: 4,
  trust: 8,
  person: 9,
  ground: 12,
  spread: 15,
  deep: 16,
} as const;

/**
 * Alpha of one pixel: the mask carried by the guide, and the colours' own word as far as it is
 * trusted. A highlight in the hair may lie on the background's side of the line between the two
 * colours; it stays when it is off that line (a mixed edge never is), or, deep inside the mask, when
 * it merely isn't the background's colour.
 *
 * @param at values of the planes at the pixel, as in `PLANES`
 */
function alphaOf(at: Float32Array, r: number, g: number, b: number): number {
  const mask =
    (at[0] as number) * r + (at[1] as number) * g + (at[2] as number) * b + (at[3] as number);
  const level = clip((mask - HAZE[0]) / (HAZE[1] - HAZE[0]));
  const trust = at[PLANES.trust] as number;
  if (trust <= 0) return level;
  const [kr, kg, kb] = [at[4] as number, at[5] as number, at[6] as number];
  const between = (kr * r + kg * g + kb * b + (at[7] as number)) / trust;
  let kept = 0;
  if (level > 0.4 && between < 1) {
    const [dr, dg, db] = [r - (at[12] as number), g - (at[13] as number), b - (at[14] as number)];
    const square = dr * dr + dg * dg + db * db;
    const along = (kr * dr + kg * dg + kb * db) / Math.sqrt(kr * kr + kg * kg + kb * kb + 1e-12);
    const off = Math.sqrt(Math.max(0, square - along * along));
    const spread = at[PLANES.spread] as number;
    const foreign =
      clip((Math.sqrt(square) - spread * 0.6) / (FOREIGN * 0.6)) * (at[PLANES.deep] as number);
    kept = clip((level - 0.4) / 0.5) * Math.max(clip((off - spread) / FOREIGN), foreign);
  }
  return level * (1 - trust) + Math.max(clip(between), kept) * trust;
}

/**
 * The cut-out person at the picture's size: straight RGBA whose alpha follows the picture's edges
 * and whose edge colours are the person's own.
 *
 * @param photo RGBA bytes of the picture, width * height * 4
 * @param guide the same picture, smaller, 0..1
 * @param mask the network's mask at the guide's size, 0..1
 * @param solid 1 where there is a face, at the guide's size
 */
export function cutOut(
  photo: Uint8ClampedArray,
  width: number,
  height: number,
  guide: Colours,
  mask: Plane,
  solid: Plane,
): Uint8ClampedArray<ArrayBuffer> {
  const linear = guidedFilter(guide, mask, WINDOW, EPSILON);
  const { width: w, height: h } = mask;
  const alpha = plane(w, h);
  for (let i = 0; i < alpha.data.length; i += 1)
    alpha.data[i] = clip((evaluate(linear, guide, i) - HAZE[0]) / (HAZE[1] - HAZE[0]));
  const model = modelColours(guide, alpha, solid, AROUND);
  const deep = boxMean(alpha, DEEP, plane(w, h), plane(w, h));
  for (let i = 0; i < deep.data.length; i += 1)
    deep.data[i] = clip(((deep.data[i] as number) - 0.93) / 0.06);

  const known = [
    ...planesOfLinear(linear),
    ...planesOfLinear(model.between),
    model.trust,
    ...model.person,
    ...model.ground,
    model.spread,
    deep,
  ];
  const at = new Float32Array(known.length);
  const judge = (where: { readonly [i: number]: number }): void => {
    for (let i = 0; i < alpha.data.length; i += 1) {
      if (where[i] === 0) continue;
      for (let k = 0; k < at.length; k += 1) at[k] = (known[k] as Plane).data[i] as number;
      alpha.data[i] = alphaOf(
        at,
        guide[0].data[i] as number,
        guide[1].data[i] as number,
        guide[2].data[i] as number,
      );
    }
  };
  judge(model.trust.data);
  judge(sharpenRim(guide, alpha, model));
  const { person, ground } = estimateColours(guide, alpha, model, NARROW);
  known.splice(PLANES.person, 6, ...person, ...ground);
  return compose(photo, width, height, known, settled(alpha));
}

const MIXED = 0;
const PERSON = 1;
/** Background near the person: invisible, but filters that scale the cut-out see its colours. */
const MARGIN = 2;
const GROUND = 3;

/** What each cell of the small matte and its neighbours are. Only mixed ones are computed at the picture's size. */
function settled(alpha: Plane): Uint8Array {
  const { width, height } = alpha;
  const scratch = plane(width, height);
  const near = boxMean(alpha, 2, plane(width, height), scratch).data;
  const far = boxMean(alpha, 8, plane(width, height), scratch).data;
  const cells = new Uint8Array(width * height);
  for (let i = 0; i < cells.length; i += 1) {
    const value = near[i] as number;
    if (value > 0.9999) cells[i] = PERSON;
    else if (value > 0.0001) cells[i] = MIXED;
    else cells[i] = (far[i] as number) > 0.0001 ? MARGIN : GROUND;
  }
  return cells;
}

/** Reads the small planes at each pixel of the picture, and writes alpha and the person's colour. */
function compose(
  photo: Uint8ClampedArray,
  width: number,
  height: number,
  planes: readonly Plane[],
  cells: Uint8Array,
): Uint8ClampedArray<ArrayBuffer> {
  const [first] = planes;
  if (!first) throw new Error('no planes');
  const small = first.width;
  const columns = bilinear(small, width);
  const rows = bilinear(first.height, height);
  const result = new Uint8ClampedArray(photo);
  // The small planes' values along one row of the picture, pixel by pixel, then at one pixel.
  const count = planes.length;
  const line = new Float32Array(small * count);
  const at = new Float32Array(count);

  for (let y = 0; y < height; y += 1) {
    const v = (rows.index[y] as number) * small;
    const fy = rows.fraction[y] as number;
    // Only where something is to be computed; every pixel reads its cell and the next.
    let [start, end] = [small, 0];
    for (let u = 0; u < small; u += 1) {
      const cell = cells[v + u];
      if (cell !== MIXED && cell !== MARGIN) continue;
      start = Math.min(start, u);
      end = u + 2;
    }
    for (let k = 0; k < count; k += 1) {
      const { data } = planes[k] as Plane;
      for (let u = start, to = start * count + k; u < Math.min(end, small); u += 1, to += count) {
        line[to] = (data[v + u] as number) * (1 - fy) + (data[v + u + small] as number) * fy;
      }
    }
    for (let x = 0, p = y * width * 4; x < width; x += 1, p += 4) {
      const u = columns.index[x] as number;
      const cell = cells[v + u];
      if (cell === PERSON) continue;
      if (cell === GROUND) {
        result[p + 3] = 0;
        continue;
      }
      const fx = columns.fraction[x] as number;
      for (
        let k = cell === MARGIN ? PLANES.person : 0, from = u * count + k;
        k < count;
        k += 1, from += 1
      ) {
        at[k] = (line[from] as number) * (1 - fx) + (line[from + count] as number) * fx;
      }
      const [fr, fg, fb] = [at[9] as number, at[10] as number, at[11] as number];
      if (cell === MARGIN) {
        result[p] = fr * 255;
        result[p + 1] = fg * 255;
        result[p + 2] = fb * 255;
        result[p + 3] = 0;
        continue;
      }
      const [r, g, b] = [
        (photo[p] as number) / 255,
        (photo[p + 1] as number) / 255,
        (photo[p + 2] as number) / 255,
      ];
      const a = alphaOf(at, r, g, b);
      result[p + 3] = a * 255;
      if (a > 0.995) continue;
      result[p] = unmix(r, a, fr, at[12] as number) * 255;
      result[p + 1] = unmix(g, a, fg, at[13] as number) * 255;
      result[p + 2] = unmix(b, a, fb, at[14] as number) * 255;
    }
  }
  return result;
}
