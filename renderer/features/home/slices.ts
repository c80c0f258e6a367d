/** Relative widths of the hero's slices: at rest, and of the active one. */
const REST_SHARE = 16;
const ACTIVE_SHARE = 24;
/** The minimum width of a slice, as a fraction of the picture. */
export const MIN_WIDTH = 0.04;

const sum = (values: readonly number[]): number =>
  values.reduce((total, value) => total + value, 0);
const scaledTo = (total: number, values: readonly number[]): number[] => {
  const scale = total / sum(values);
  return values.map((value) => value * scale);
};

/** The slices at rest: the active one is half as wide again as the others. */
export function restingWidths(count: number, active: number): number[] {
  return scaledTo(
    1,
    Array.from({ length: count }, (_, index) => (index === active ? ACTIVE_SHARE : REST_SHARE)),
  );
}

/**
 * The edge that the handle moves, as the number of slices left of it: the active slice's right
 * edge, or the left edge if it is the last slice.
 */
export const edgeOf = (count: number, active: number): number => Math.min(active + 1, count - 1);

/** The handle's position at rest. */
export const restingPosition = (count: number, active: number): number =>
  sum(restingWidths(count, active).slice(0, edgeOf(count, active)));

/** Keeps the moved edge where every slice on either side still has MIN_WIDTH. */
export const clampPosition = (count: number, active: number, position: number): number => {
  const edge = edgeOf(count, active);
  return Math.min(1 - (count - edge) * MIN_WIDTH, Math.max(edge * MIN_WIDTH, position));
};

/** Fits slices into `room`: the others shrink only once the active one is at its minimum. */
function fit(room: number, widths: readonly number[], active: number): number[] {
  if (active < 0 || active >= widths.length) return scaledTo(room, widths);
  const others = widths.filter((_, index) => index !== active);
  const wanted = sum(others);
  const forOthers = Math.min(wanted, room - MIN_WIDTH);
  const shrunk = wanted === 0 ? others : scaledTo(Math.max(forOthers, 0), others);
  const grown = room - sum(shrunk);
  return [...shrunk.slice(0, active), grown, ...shrunk.slice(active)];
}

/** The slices with the active one's edge at `position`; the widths add up to 1. */
export function pulledWidths(count: number, active: number, position: number): number[] {
  const resting = restingWidths(count, active);
  const edge = edgeOf(count, active);
  const at = clampPosition(count, active, position);
  return [
    ...fit(at, resting.slice(0, edge), active),
    ...fit(1 - at, resting.slice(edge), active - edge),
  ];
}
