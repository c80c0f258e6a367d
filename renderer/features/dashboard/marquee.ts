/** A rectangle that is dragged over the sheet, in the document's pixels. */
export interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Where the sheet's cells are. All columns have the same width; `rowAt` knows the rows. */
export interface Cells extends Box {
  readonly columns: number;
  readonly count: number;
  /** The first column is at the right. */
  readonly leftwards: boolean;
  /** The row at a height of the document; the nearest one beyond either end. */
  readonly rowAt: (y: number) => number;
}

/** The rectangle between two points. */
export const boxOf = (
  a: { readonly x: number; readonly y: number },
  b: { readonly x: number; readonly y: number },
): Box => ({
  left: Math.min(a.x, b.x),
  right: Math.max(a.x, b.x),
  top: Math.min(a.y, b.y),
  bottom: Math.max(a.y, b.y),
});

/** The indices of the cells that a rectangle touches, in the sheet's order. */
export function coveredBy(box: Box, cells: Cells): readonly number[] {
  const { left, right, top, bottom, columns, count, leftwards, rowAt } = cells;
  if (box.right <= left || box.left >= right || box.bottom <= top || box.top >= bottom) return [];
  const columnAt = (x: number): number =>
    Math.min(columns - 1, Math.max(0, Math.floor(((x - left) / (right - left)) * columns)));
  const [first, last] = leftwards
    ? [columns - 1 - columnAt(box.right), columns - 1 - columnAt(box.left)]
    : [columnAt(box.left), columnAt(box.right)];
  const found: number[] = [];
  for (let row = rowAt(box.top); row <= rowAt(box.bottom); row++)
    for (let at = row * columns + first; at <= row * columns + last && at < count; at++)
      found.push(at);
  return found;
}

/** The sheet's greatest scrolling speed, in pixels a second: about four rows. */
const FASTEST = 2_400;

/**
 * Pixels a second by which the sheet scrolls while the pointer is beyond an edge of the view, which
 * is the window between the sticky bars: faster the further away it is. 0 until the pointer has moved
 * towards that edge, so that a drag may begin there.
 */
export function scrollSpeed(
  y: number,
  pressedAt: number,
  view: Pick<Box, 'top' | 'bottom'>,
): number {
  const beyond = y < view.top ? y - view.top : Math.max(0, y - view.bottom);
  if (Math.sign(beyond) !== Math.sign(y - pressedAt)) return 0;
  return Math.sign(beyond) * Math.min(FASTEST, 60 + beyond ** 2 / 4);
}
