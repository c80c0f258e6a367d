import type { Colours } from './linear.ts';
import { boxMean, clip, plane, type Plane } from './planes.ts';

/** Number of steps per channel in the colour histograms. */
const STEPS = 8;
const BINS = STEPS ** 3;
/** Edge of a histogram's cell, in faces. */
const CELL = 0.2;
/** Each cell takes in this many cells to every side. */
const AROUND = 2;
/** The mask is sure below the first and above the second: colours don't count there. */
const SURE: readonly [number, number] = [0.02, 0.98];
/** The farthest that colours can move the mask's logit. */
const MOST = 3;
/** Share of a side's pixels assumed for a colour that isn't seen there. */
const UNSEEN = 0.0015;
/** Least pixels of a side for its colours to be known, in squares of the face's width. */
const KNOWN = 0.01;
/** Radius of the mean that removes grain from the result, in faces. */
const GRAIN = 0.012;

/** Colour histograms of one side around each cell: BINS values per cell, row by row. */
function countsOf(
  bins: Uint16Array,
  mask: Plane,
  is: (value: number) => boolean,
  cell: number,
  across: number,
  down: number,
): Float32Array {
  const { width, height, data } = mask;
  let counts: Float32Array<ArrayBuffer> = new Float32Array(across * down * BINS);
  for (let y = 0, i = 0; y < height; y += 1) {
    const row = Math.floor(y / cell) * across;
    for (let x = 0; x < width; x += 1, i += 1) {
      if (!is(data[i] as number)) continue;
      const at = (row + Math.floor(x / cell)) * BINS + (bins[i] as number);
      counts[at] = (counts[at] as number) + 1;
    }
  }
  const spread = (steps: number, step: number, length: number, reach: number): void => {
    const sums = new Float32Array(counts.length);
    for (let at = 0; at < counts.length; at += 1) {
      const value = counts[at] as number;
      if (value === 0) continue;
      const place = Math.floor(at / step) % length;
      const from = Math.max(-reach, -place);
      const to = Math.min(reach, length - 1 - place);
      for (let k = from; k <= to; k += 1) {
        const other = at + k * step;
        sums[other] = (sums[other] as number) + value * (k === 0 ? 1 : steps);
      }
    }
    counts = sums;
  };
  // Neighbouring colours count half, neighbouring cells as much as the cell itself.
  for (const step of [1, STEPS, STEPS ** 2]) spread(0.5, step, STEPS, 1);
  spread(1, BINS, across, AROUND);
  spread(1, BINS * across, down, AROUND);
  return counts;
}

/**
 * Decides doubtful parts of the mask by colour, in place: compares how common a pixel's colour is
 * among the person's pixels nearby and among the ground's. Where the mask is sure, where the colour
 * is as common on both sides, or where either side isn't known, nothing changes.
 *
 * @param face width of the face in the planes' pixels
 */
export function weighDoubt(colours: Colours, mask: Plane, face: number): void {
  const { width, height, data } = mask;
  const [red, green, blue] = [colours[0].data, colours[1].data, colours[2].data];
  const bins = new Uint16Array(data.length);
  const step = (value: number): number => Math.min(STEPS - 1, Math.floor(value * STEPS));
  for (let i = 0; i < data.length; i += 1)
    bins[i] =
      (step(red[i] as number) * STEPS + step(green[i] as number)) * STEPS + step(blue[i] as number);
  const cell = Math.max(2, Math.round(CELL * face));
  const [across, down] = [Math.ceil(width / cell), Math.ceil(height / cell)];
  const [person, ground] = [
    countsOf(bins, mask, (value) => value > SURE[1], cell, across, down),
    countsOf(bins, mask, (value) => value < SURE[0], cell, across, down),
  ];
  const totals = (counts: Float32Array): Float32Array => {
    const sums = new Float32Array(across * down);
    for (let i = 0; i < counts.length; i += 1) {
      const at = Math.floor(i / BINS);
      sums[at] = (sums[at] as number) + (counts[i] as number);
    }
    return sums;
  };
  const [people, grounds] = [totals(person), totals(ground)];
  // Each pixel counts eight times (2 x 2 x 2), as neighbouring colours get half of it each way.
  const least = KNOWN * face * face * 8;

  const lean = plane(width, height);
  for (let i = 0; i < data.length; i += 1) {
    const value = data[i] as number;
    if (value < SURE[0] || value > SURE[1]) continue;
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
      const bin = at * BINS + (bins[i] as number);
      sum +=
        near *
        Math.log(((person[bin] as number) / p + UNSEEN) / ((ground[bin] as number) / g + UNSEEN));
    }
    lean.data[i] = sum;
  }
  boxMean(lean, Math.max(1, Math.round(GRAIN * face)), lean);
  for (let i = 0; i < data.length; i += 1) {
    const value = data[i] as number;
    if (value < SURE[0] || value > SURE[1]) continue;
    const moved = Math.max(-MOST, Math.min(MOST, lean.data[i] as number));
    data[i] = clip(1 / (1 + ((1 - value) / value) * Math.exp(-moved)));
  }
}
