import { boxMean } from '../raster/blur.ts';
import { distanceFrom } from '../raster/distance.ts';
import type { Colours } from '../raster/guided-filter.ts';
import { clamp } from '../raster/numbers.ts';
import { plane, type Plane } from '../raster/planes.ts';

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
    of[i] = (step(red[i]) * COLOUR_STEPS + step(green[i])) * COLOUR_STEPS + step(blue[i]);
  return { of, steps: COLOUR_STEPS, axes: 3, unseen: 0.0015 };
}

/** One axis of chroma: the logarithm of the ratio of two channels. */
export const channelRatio = (from: number, to: number): number =>
  Math.log((from + CHROMA_FLOOR) / (to + CHROMA_FLOOR));

/** By chroma alone, which a fold's light and shade don't change. */
export function chromaBins([{ data: red }, { data: green }, { data: blue }]: Colours): Bins {
  const of = new Uint16Array(red.length);
  const step = (from: number, to: number): number =>
    Math.max(
      0,
      Math.min(
        CHROMA_STEPS - 1,
        Math.floor((channelRatio(from, to) / CHROMA_END + 1) * (CHROMA_STEPS / 2)),
      ),
    );
  for (let i = 0; i < of.length; i += 1)
    of[i] = step(red[i], green[i]) * CHROMA_STEPS + step(green[i], blue[i]);
  return { of, steps: CHROMA_STEPS, axes: 2, unseen: 0.0004 };
}

/** Edge of a histogram's cell, in face widths. */
const CELL = 0.2;
/** Each cell takes in this many cells to every side. */
const CELL_REACH = 2;
/** The mask is sure below the first and above the second: colours don't count there. */
const SURE: readonly [number, number] = [0.02, 0.98];
/** The farthest that colours can move the mask's logit. */
const MOST_MOVED = 3;
/** Least pixels of a side for its colours to be known, in squares of the face's width. */
const KNOWN = 0.01;
/**
 * How many times more often the background has a colour not seen on either side. Most pixels of a
 * person have a high confidence; a false detection, such as a flag, has none of them.
 */
const STRANGE = 4;
/** In face widths, half the width of doubt that this holds for: narrow doubt is an edge's mixed colours. */
const WIDE_DOUBT = 0.1;
/** Radius of the mean that removes grain from the result, in face widths. */
const GRAIN = 0.012;

type Counts = ReturnType<typeof countsOf>;

/** Colour histograms of one side, one for each cell, and each cell's number of pixels. */
function countsOf(
  { of, steps, axes }: Bins,
  { width, height, data }: Plane,
  is: (value: number) => boolean,
  cell: number,
  across: number,
  down: number,
) {
  const size = steps ** axes;
  const [counts, pixels] = [
    new Float32Array(across * down * size),
    new Float32Array(across * down),
  ];
  const columns = Int32Array.from({ length: width }, (_, x) => Math.floor(x / cell));
  for (let y = 0, i = 0; y < height; y += 1) {
    const row = Math.floor(y / cell) * across;
    for (let x = 0; x < width; x += 1, i += 1) {
      if (!is(data[i])) continue;
      const place = row + columns[x];
      const at = place * size + of[i];
      counts[at] = counts[at] + 1;
      pixels[place] = pixels[place] + 1;
    }
  }
  return { of: counts, pixels };
}

/** Adds half of the neighbouring colours to each colour of a histogram, along every axis, in place. */
function spreadColours(histogram: Float32Array, steps: number): void {
  for (let step = 1; step < histogram.length; step *= steps)
    for (let start = 0; start < histogram.length; start += step * steps)
      for (let first = start; first < start + step; first += 1) {
        let before = 0;
        for (let k = 0, at = first; k < steps; k += 1, at += step) {
          const own = histogram[at];
          const after = k + 1 < steps ? histogram[at + step] : 0;
          histogram[at] = own + 0.5 * (before + after);
          before = own;
        }
      }
}

/** The colours of both sides around a cell, and their sums. */
interface Around {
  readonly person: Float32Array;
  readonly people: number;
  readonly ground: Float32Array;
  readonly grounds: number;
}

/**
 * A function for the colours around a cell, neighbouring colours counting half; undefined where
 * either side has too few. Most cells are never asked for, so each is worked out when it is.
 */
function aroundCells(
  { steps, axes }: Bins,
  sides: readonly [person: Counts, ground: Counts],
  across: number,
  down: number,
  least: number,
): (at: number) => Around | undefined {
  const size = steps ** axes;
  const known: (Around | undefined)[] = [];
  const total = (values: Float32Array): number => {
    let sum = 0;
    for (const value of values) sum += value;
    return sum;
  };
  const around = (at: number): Around | undefined => {
    const [x, y] = [at % across, Math.floor(at / across)];
    const near: number[] = [];
    for (let v = Math.max(0, y - CELL_REACH); v <= Math.min(down - 1, y + CELL_REACH); v += 1)
      for (let u = Math.max(0, x - CELL_REACH); u <= Math.min(across - 1, x + CELL_REACH); u += 1)
        near.push(v * across + u);
    // Each pixel counts at most twice for each axis, as neighbouring colours get half of it.
    const isFew = ({ pixels }: Counts): boolean =>
      near.reduce((sum, other) => sum + pixels[other], 0) * 2 ** axes < least;
    if (isFew(sides[0]) || isFew(sides[1])) return undefined;
    const colours = ({ of, pixels }: Counts): Float32Array => {
      const sum = new Float32Array(size);
      for (const other of near) {
        if (pixels[other] === 0) continue;
        for (let i = 0, from = other * size; i < size; i += 1, from += 1)
          sum[i] = sum[i] + of[from];
      }
      spreadColours(sum, steps);
      return sum;
    };
    const [person, ground] = [colours(sides[0]), colours(sides[1])];
    const [people, grounds] = [total(person), total(ground)];
    return people < least || grounds < least ? undefined : { person, people, ground, grounds };
  };
  return (at) => {
    if (!(at in known)) known[at] = around(at);
    return known[at];
  };
}

/**
 * How much more common each pixel's colour is among the person's pixels nearby than among the
 * ground's: the logarithm of the two shares' ratio. 0 where either side isn't known, or where
 * `asked` doesn't hold.
 *
 * @param sides the person where it is above 0.98, the ground where it is below 0.02
 * @param face width of the face in the planes' pixels
 * @param strange how many times more often the ground has a colour that neither side was seen with,
 *   at a pixel
 */
export function logRatioOf(
  bins: Bins,
  sides: Plane,
  face: number,
  asked: (i: number) => boolean,
  strange: (i: number) => number = () => 1,
): Plane {
  const { width, height } = sides;
  const count = width * height;
  const cell = Math.max(2, Math.round(CELL * face));
  const [across, down] = [Math.ceil(width / cell), Math.ceil(height / cell)];
  const counts = [
    countsOf(bins, sides, (value) => value > SURE[1], cell, across, down),
    countsOf(bins, sides, (value) => value < SURE[0], cell, across, down),
  ] as const;
  const least = KNOWN * face * face * 2 ** bins.axes;
  const aroundCell = aroundCells(bins, counts, across, down, least);

  const logRatio = plane(width, height);
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
      const found = aroundCell(at);
      if (!found) continue;
      const { person, people, ground, grounds } = found;
      const near = (1 - Math.abs(u - x)) * (1 - Math.abs(v - y));
      const bin = bins.of[i];
      sum +=
        near *
        Math.log(
          (person[bin] / people + bins.unseen) / (ground[bin] / grounds + bins.unseen * strange(i)),
        );
    }
    logRatio.data[i] = sum;
  }
  return logRatio;
}

/**
 * Decides doubtful parts of the mask by colour, in place: compares how common a pixel's colour is
 * among the person's pixels nearby and among the ground's; one that neither has is more likely the
 * ground's. Where the mask is sure, where the colour is as common on both sides, or where either
 * side isn't known, nothing changes.
 *
 * @param face width of the face in the planes' pixels
 */
export function weighDoubt(colours: Colours, mask: Plane, face: number): void {
  const { data } = mask;
  const doubtful = (i: number): boolean => {
    const value = data[i];
    return value >= SURE[0] && value <= SURE[1];
  };
  const reach = WIDE_DOUBT * face;
  const inner = distanceFrom(mask, (value) => value < SURE[0] || value > SURE[1], reach);
  const wide = distanceFrom(inner, (value) => value > reach, reach);
  const strange = (i: number): number => (wide.data[i] <= reach ? STRANGE : 1);
  const logRatio = logRatioOf(colourBins(colours), mask, face, doubtful, strange);
  boxMean(logRatio, Math.max(1, Math.round(GRAIN * face)), logRatio);
  for (let i = 0; i < data.length; i += 1) {
    if (!doubtful(i)) continue;
    const value = data[i];
    const moved = Math.max(-MOST_MOVED, Math.min(MOST_MOVED, logRatio.data[i]));
    data[i] = clamp(1 / (1 + ((1 - value) / value) * Math.exp(-moved)));
  }
}
