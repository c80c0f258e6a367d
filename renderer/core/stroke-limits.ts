/** What a stroke of the brush does to the cut-out under it. */
export const STROKE_MODES = ['keep', 'remove', 'soft'] as const;
/** The brush's smallest and largest size. */
export const STROKE_SIZES = { least: 0.004, most: 0.25 } as const;
/** The most strokes per photo: a recipe is stored with each of its avatars. */
export const MOST_STROKES = 200;
const MOST_STROKE_POINTS = 2_000;

type Points = readonly { readonly points: readonly number[] }[];

const pointsOf = (strokes: Points): number =>
  strokes.reduce((sum, { points }) => sum + points.length / 2, 0);

/** Whether strokes are within the bounds of what is stored. */
export const fitStrokes = (strokes: Points): boolean =>
  strokes.length <= MOST_STROKES &&
  pointsOf(strokes) <= MOST_STROKE_POINTS &&
  strokes.every(({ points }) => points.length >= 2 && points.length % 2 === 0);
