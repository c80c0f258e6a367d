import type { Colours } from './linear.ts';
import { boxMean, clip, plane, type Plane } from './planes.ts';

/** A histogram's bin for each pixel: `axes` axes of `steps` steps. */
interface Bins {
  readonly of: Uint16Array;
  readonly steps: number;
  readonly axes: number;
  /** Share of a side's pixels assumed for a bin that isn't seen there. */
  readonly unseen: number;
}

/** Steps of red, green and blue in a histogram. */
const COLOUR_STEPS = 8;
/** Steps of the two chroma axes, and the logarithm of a ratio of channels that each axis ends at. */
const CHROMA_STEPS = 24;
const CHROMA_END = 1.8;
/** Added to each channel before the logarithm: dark pixels have no certain chroma. */
const CHROMA_FLOOR = 0.05;

/** By red, green and blue. */
export function colourBins([{ data: red }, { data: green }, { data: blue }]: Colours): Bins {
  const of = new Uint16Array(red.length);
  const step = (value: number): number =>
    Math.min(COLOUR_STEPS - 1, Math.floor(value * COLOUR_STEPS));
  for (let i = 0; i < of.length; i += 1)
    of[i] =
      (step(red[i] as number) * COLOUR_STEPS + step(green[i] as number)) * COLOUR_STEPS +
      step(blue[i] as number);
  return { of, steps: COLOUR_STEPS, axes: 3, unseen: 0.0015 };
}

/** By chroma alone, which a fold's light and shade don't change. */
export function chromaBins([{ data: red }, { data: green }, { data: blue }]: Colours): Bins {
  const of = new Uint16Array(red.length);
  const step = (from: number, to: number): number =>
    Math.max(
      0,
      Math.min(
        CHROMA_STEPS - 1,
        Math.floor(
          (Math.log((from + CHROMA_FLOOR) / (to + CHROMA_FLOOR)) / CHROMA_END + 1) *
            (CHROMA_STEPS / 2),
        ),
      ),
    );
  for (let i = 0; i < of.length; i += 1)
    of[i] =
      step(red[i] as number, green[i] as number) * CHROMA_STEPS +
      step(green[i] as number, blue[i] as number);
  return { of, steps: CHROMA_STEPS, axes: 2, unseen: 0.0004 };
}

/** Edge of a histogram's cell, in faces. */
const CELL = 0.2;
/** Each cell takes in this many cells to every side. */
const AROUND = 2;
/** The mask is sure below the first and above the second: colours don't count there. */
const SURE: readonly [number, number] = [0.02, 0.98];
/** The farthest that colours can move the mask's logit. */
const MOST = 3;
/** Least pixels of a side for its colours to be known, in squares of the face's width. */
const KNOWN = 0.01;
/** Radius of the mean that removes grain from the result, in faces. */
const GRAIN = 0.012;

/** Colour histograms of one side around each cell, row by row. */
function countsOf(
  { of, steps, axes }: Bins,
  mask: Plane,
  is: (value: number) => boolean,
  cell: number,
  across: number,
  down: number,
): Float32Array {
  const { width, height, data } = mask;
  const size = steps ** axes;
  let counts: Float32Array<ArrayBuffer> = new Float32Array(across * down * size);
  for (let y = 0, i = 0; y < height; y += 1) {
    const row = Math.floor(y / cell) * across;
    for (let x = 0; x < width; x += 1, i += 1) {
      if (!is(data[i] as number)) continue;
      const at = (row + Math.floor(x / cell)) * size + (of[i] as number);
      counts[at] = (counts[at] as number) + 1;
    }
  }
  const spread = (share: number, step: number, length: number, reach: number): void => {
    const sums = new Float32Array(counts.length);
    for (let at = 0; at < counts.length; at += 1) {
      const value = counts[at] as number;
      if (value === 0) continue;
      const place = Math.floor(at / step) % length;
      const from = Math.max(-reach, -place);
      const to = Math.min(reach, length - 1 - place);
      for (let k = from; k <= to; k += 1) {
        const other = at + k * step;
        sums[other] = (sums[other] as number) + value * (k === 0 ? 1 : share);
      }
    }
    counts = sums;
  };
  // Neighbouring colours count half, neighbouring cells as much as the cell itself.
  for (let axis = 0; axis < axes; axis += 1) spread(0.5, steps ** axis, steps, 1);
  spread(1, size, across, AROUND);
  spread(1, size * across, down, AROUND);
  return counts;
}

/**
 * How much more common each pixel's colour is among the person's pixels nearby than among the
 * ground's: the logarithm of the two shares' ratio. 0 where either side isn't known, or where
 * `asked` doesn't hold.
 *
 * @param sides the person where it is above 0.98, the ground where it is below 0.02
 * @param face width of the face in the planes' pixels
 */
export function leanOf(
  bins: Bins,
  sides: Plane,
  face: number,
  asked: (i: number) => boolean,
): Plane {
  const { width, height } = sides;
  const count = width * height;
  const size = bins.steps ** bins.axes;
  const cell = Math.max(2, Math.round(CELL * face));
  const [across, down] = [Math.ceil(width / cell), Math.ceil(height / cell)];
  const [person, ground] = [
    countsOf(bins, sides, (value) => value > SURE[1], cell, across, down),
    countsOf(bins, sides, (value) => value < SURE[0], cell, across, down),
  ];
  const totals = (counts: Float32Array): Float32Array => {
    const sums = new Float32Array(across * down);
    for (let i = 0; i < counts.length; i += 1) {
      const at = Math.floor(i / size);
      sums[at] = (sums[at] as number) + (counts[i] as number);
    }
    return sums;
  };
  const [people, grounds] = [totals(person), totals(ground)];
  // Each pixel counts twice for each axis, as neighbouring colours get half of it either way.
  const least = KNOWN * face * face * 2 ** bins.axes;

  const lean = plane(width, height);
  for (let i = 0; i < count; i += 1) {
    if (!asked(i)) continue;
    const u = (i % width) / cell - 0.5;
    const v = Math.floor(i / width) / cell - 0.5;
    const left = Math.floor(u);
    const top = Math.floor(v);
    let sum = 0;
    for (let k = 0; k < 4; k += 1) {
      const x = left + (k & 1);
      const y = top + (k >> 1);
      const at = Math.max(0, Math.min(down - 1, y)) * across + Math.max(0, Math.min(across - 1, x));
      const p = people[at] as number;
      const g = grounds[at] as number;
      if (p < least || g < least) continue;
      const near = (1 - Math.abs(u - x)) * (1 - Math.abs(v - y));
      const bin = at * size + (bins.of[i] as number);
      sum +=
        near *
        Math.log(
          ((person[bin] as number) / p + bins.unseen) / ((ground[bin] as number) / g + bins.unseen),
        );
    }
    lean.data[i] = sum;
  }
  return lean;
}

/**
 * Decides doubtful parts of the mask by colour, in place: compares how common a pixel's colour is
 * among the person's pixels nearby and among the ground's. Where the mask is sure, where the colour
 * is as common on both sides, or where either side isn't known, nothing changes.
 *
 * @param face width of the face in the planes' pixels
 */
export function weighDoubt(colours: Colours, mask: Plane, face: number): void {
  const { data } = mask;
  const doubtful = (i: number): boolean => {
    const value = data[i] as number;
    return value >= SURE[0] && value <= SURE[1];
  };
  const lean = leanOf(colourBins(colours), mask, face, doubtful);
  boxMean(lean, Math.max(1, Math.round(GRAIN * face)), lean);
  for (let i = 0; i < data.length; i += 1) {
    if (!doubtful(i)) continue;
    const value = data[i] as number;
    const moved = Math.max(-MOST, Math.min(MOST, lean.data[i] as number));
    data[i] = clip(1 / (1 + ((1 - value) / value) * Math.exp(-moved)));
  }
}
