import type { CutOutFault } from './cut-out-faults.ts';
import type { RecipeOptions, Stroke } from './rows/rows.ts';
import { fitStrokes, STROKE_SIZES } from './stroke-limits.ts';

export type { Stroke };
export type StrokeMode = Stroke['mode'];

/** Fractions are kept to four digits: a tenth of a pixel in 1024. */
const DIGITS = 10_000;
const rounded = (value: number): number =>
  Math.round(Math.max(0, Math.min(1, value)) * DIGITS) / DIGITS;

/** Squared distance of a point from the line between two others. */
function offLine(
  [px, py]: readonly [number, number],
  [ax, ay]: readonly [number, number],
  [bx, by]: readonly [number, number],
): number {
  const [dx, dy] = [bx - ax, by - ay];
  const length = dx * dx + dy * dy;
  const t = length === 0 ? 0 : Math.max(0, Math.min(1, ((px - ax) * dx + (py - ay) * dy) / length));
  return (px - ax - t * dx) ** 2 + (py - ay - t * dy) ** 2;
}

/**
 * Reduces a line to the fewest points that stay within `tolerance` of it.
 *
 * Source: D. Douglas, T. Peucker, "Algorithms for the Reduction of the Number of Points", 1973.
 */
function simplified(
  line: readonly (readonly [number, number])[],
  tolerance: number,
): readonly (readonly [number, number])[] {
  const kept = new Uint8Array(line.length);
  kept[0] = kept[line.length - 1] = 1;
  const spans: [number, number][] = [[0, line.length - 1]];
  for (let span = spans.pop(); span; span = spans.pop()) {
    const [from, to] = span;
    const [start, end] = [line[from], line[to]];
    if (!start || !end) continue;
    let [farthest, at] = [tolerance ** 2, -1];
    for (let k = from + 1; k < to; k += 1) {
      const point = line[k];
      const off = point ? offLine(point, start, end) : 0;
      if (off > farthest) [farthest, at] = [off, k];
    }
    if (at < 0) continue;
    kept[at] = 1;
    spans.push([from, at], [at, to]);
  }
  return line.filter((_, k) => kept[k] === 1);
}

/** Adds a stroke, thinned out to what its width shows; undefined if the photo can hold no more. */
export function withStroke(
  strokes: readonly Stroke[],
  { mode, size, points, face }: Stroke,
): readonly Stroke[] | undefined {
  const line: [number, number][] = [];
  for (let k = 0; k + 1 < points.length; k += 2)
    line.push([rounded(points[k] ?? 0), rounded(points[k + 1] ?? 0)]);
  const bounded = Math.max(STROKE_SIZES.least, Math.min(STROKE_SIZES.most, size));
  const stroke: Stroke = {
    mode,
    size: Math.round(bounded * DIGITS) / DIGITS,
    points: simplified(line, bounded * 0.05).flat(),
    ...(face !== undefined && face > 0 && { face }),
  };
  const all = [...strokes, stroke];
  return fitStrokes(all) ? all : undefined;
}

/** The strokes that correct one face's cut-out. */
export const strokesOf = (
  strokes: readonly Stroke[] | undefined,
  face: number | undefined,
): readonly Stroke[] => (strokes ?? []).filter((stroke) => (stroke.face ?? 0) === (face ?? 0));

/**
 * The faults to report for a draft; none once the user has used the brush, and so has checked the
 * cut-out.
 */
export const shownFaults = ({
  faults = [],
  options,
}: {
  readonly faults?: readonly CutOutFault[];
  readonly options: Pick<RecipeOptions, 'face' | 'strokes'>;
}): readonly CutOutFault[] => (strokesOf(options.strokes, options.face).length > 0 ? [] : faults);
