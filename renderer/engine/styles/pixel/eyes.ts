import { chromaOf, lch, type Lab } from '../../../core/colour.ts';
import { clamp, meanOf } from '../../raster/numbers.ts';
import { pointsOf } from '../shared/canvas.ts';
import type { Geometry } from '../shared/illustration/features.ts';
import { limited, type SkinTones } from '../shared/illustration/tones.ts';
import { BROWS, EYES } from '../shared/mesh.ts';
import { extent, heightAt, paired, rightwards, type Drawing } from './cells.ts';

/** Rows of an eye that is `high` cells high and `wide` cells wide: two at least, so that it looks awake. */
export const eyeRows = (high: number, wide: number): number =>
  high < SHUT * wide ? 1 : clamp(Math.round(high + 0.5), 2, Math.ceil(wide / 2));

/** An eye that is lower than this part of its width is shut. */
const SHUT = 0.1;

export type EyePart = 'lash' | 'white' | 'shade' | 'iris' | 'pupil' | 'light';

/**
 * The cells of an eye from its top left, `wide` by `rows`; the lashes lie above, at -1. The lid
 * arches over it: the first row is narrower by the lashes at its ends, the last of three as well.
 * `first` is the iris' first column. The catch light lies within the iris, as beside it the white
 * would swallow it, and the person would look aside.
 */
export const eyeCells = (
  wide: number,
  rows: number,
  first: number,
  light: -1 | 1,
): { x: number; y: number; part: EyePart }[] => {
  const made: { x: number; y: number; part: EyePart }[] = [];
  const across = irisWidth(wide);
  const middle = across === 3 ? 1 : light > 0 ? 0 : 1;
  for (let x = 0; x < wide; x += 1) {
    const end = x === 0 || x === wide - 1;
    made.push({ x, y: end ? 0 : -1, part: 'lash' });
    for (let y = end ? 1 : 0; y < rows; y += 1) {
      if (end && y > 1 && y === rows - 1) continue;
      const k = x - first;
      const lit = rows > 1 && y === 0 && k === middle;
      const dark = k === middle || (rows > 1 && y === 0);
      const inIris = lit ? 'light' : dark ? 'pupil' : 'iris';
      const beside = y === 0 ? 'shade' : 'white';
      made.push({ x, y, part: k < 0 || k >= across ? beside : inIris });
    }
  }
  return made;
};

const irisWidth = (wide: number): number => (wide >= 6 ? 3 : 2);

/**
 * Rows of a brow per cell, from its inner end outwards, 0 for the highest: a level line whose ends
 * come down by one cell where the person's do. Only an arch comes down at the inner end; else the
 * person would seem to frown. `heights` is the brow's line in cells, downwards.
 */
export const browSteps = (heights: readonly number[]): number[] => {
  const count = heights.length;
  const peak = Math.min(...heights);
  const [inner, outer] = [heights[0], heights[count - 1]];
  const falls = outer - peak > 0.4 ? Math.max(1, Math.round(count / 4)) : 0;
  const rises = falls > 0 && inner - peak > 0.6 ? Math.max(1, Math.round(count / 5)) : 0;
  return heights.map((_, k) => (k < rises || k >= count - falls ? 1 : 0));
};

/** Where a brow's height is measured, as parts of its length. */
const PARTS = [0.06, 0.25, 0.5, 0.75, 0.94] as const;

/** The limits of an iris' lightness and chroma. */
const IRIS = { darkest: 0.38, lightest: 0.6, least: 0.04, most: 0.11 } as const;

/** Draws brows and eyes, both in one manner: cells set by chance would make a face squint. */
export const drawEyes = (
  { cells, portrait, at, paint }: Drawing,
  skin: SkinTones,
  { eyes, brows, iris: seen }: Geometry,
): void => {
  const light = portrait.side;
  const white = lch(clamp(0.86 + 0.16 * (skin.base[0] - 0.4), 0.86, 0.96), 0.012, 85);
  const colours: Record<EyePart, Lab> = {
    lash: skin.line,
    white,
    shade: lch(white[0] - 0.12, 0.015, 70),
    iris: limited(seen, seen[0] + 0.1, chromaOf(seen) * 1.8, IRIS),
    pupil: lch(0.16, 0.02, 40),
    light: [0.98, 0, 0],
  };
  const found = eyes.map(({ upper, lower }, e) => {
    const [from, to] = extent(pointsOf(portrait.canvas, EYES[e]).map((p) => at(p)[0]));
    const [top] = extent(upper.map((p) => at(p)[1]));
    const [, foot] = extent(lower.map((p) => at(p)[1]));
    return { from, to, top, foot };
  });
  const wides = paired(found.map(({ from, to }) => to - from + 0.8)).map((v) =>
    Math.round(clamp(v, 4, 8)),
  );
  const highs = paired(found.map(({ top, foot }) => foot - top));
  const middles = paired(found.map(({ top, foot }) => (top + foot) / 2));
  const rowsOf = found.map(({ from, to }, e) => eyeRows(highs[e], to - from));
  const tops = rowsOf.map((rows, e) => Math.round(middles[e] - rows / 2 + 0.1));

  // Each brow's line from the inner end outwards, at the same parts of its length.
  const lines = brows.map(({ outline }, e) => {
    const edge = outline.map(at);
    const half = edge.length >> 1;
    const [over, under] = [edge.slice(0, half), edge.slice(half)].map(rightwards);
    const [from, to] = extent(pointsOf(portrait.canvas, BROWS[e]).map((p) => at(p)[0]));
    const parts = PARTS.map((t) => {
      const x = e === 0 ? to + (from - to) * t : from + (to - from) * t;
      const [high, low] = [heightAt(over, x), heightAt(under, x)];
      return { middle: (high + low) / 2, thick: low - high };
    });
    return { from, to, parts };
  });
  const counts = paired(lines.map(({ from, to }) => to - from)).map(Math.round);
  const profile = PARTS.map((_, k) => meanOf(lines.map(({ parts }) => parts[k].middle)));
  const thick = meanOf(lines.map(({ parts }) => parts[2].thick)) > 1.7;
  // Both brows are as high above their eyes as they are on average.
  const gap = (middles[0] + middles[1]) / 2 - Math.min(...profile);
  lines.forEach(({ from, to }, e) => {
    const count = counts[e];
    const x0 = Math.round((from + to - count) / 2);
    const heights = Array.from({ length: count }, (_, k) => {
      const t = (k / Math.max(1, count - 1)) * 4;
      const i = Math.min(3, Math.floor(t));
      return profile[i] + (t - i) * (profile[i + 1] - profile[i]);
    });
    const steps = browSteps(heights);
    const down = Math.max(...steps) + (thick ? 1 : 0);
    // A row of skin stays free between brow and lashes.
    const y0 = Math.min(Math.floor(middles[e] - gap), tops[e] - 3 - down);
    const hair = paint(brows[e].colour);
    steps.forEach((step, k) => {
      const x = e === 0 ? x0 + count - 1 - k : x0 + k;
      cells.put(x, y0 + step, hair);
      if (thick && k < 0.65 * count) cells.put(x, y0 + step + 1, hair);
    });
  });

  found.forEach(({ from, to }, e) => {
    const wide = wides[e];
    const x0 = Math.round((from + to - wide) / 2);
    const across = irisWidth(wide);
    const aside = wide > 4 ? 1 : 0;
    const left = Math.round(at(eyes[e].iris)[0] - across / 2) - x0;
    const first = clamp(left, aside, wide - across - aside);
    for (const { x, y, part } of eyeCells(wide, rowsOf[e], first, light))
      cells.put(x0 + x, tops[e] + y, colours[part]);
  });
};
