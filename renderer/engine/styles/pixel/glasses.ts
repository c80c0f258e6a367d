import { chromaOf, hueOf, lch, type Lab } from '../../../core/colour.ts';
import { clamp } from '../../raster/numbers.ts';
import type { Point } from '../../raster/planes.ts';
import { medianLab } from '../shared/canvas.ts';
import { distance } from '../shared/illustration/pen.ts';
import { fromClose } from '../shared/portrait.ts';
import { rimOf, type Spectacles } from '../shared/spectacles.ts';
import { paired, type Drawing } from './cells.ts';

/**
 * The outline of a superellipse `wide` by `high` cells: those cells inside that have one outside
 * beside them. It has no gap and both its halves are alike.
 */
export const rimCells = (wide: number, high: number, exponent: number): Point[] => {
  const inside = (x: number, y: number): boolean =>
    Math.abs((2 * x + 1) / wide - 1) ** exponent + Math.abs((2 * y + 1) / high - 1) ** exponent <=
    1.04;
  const rim: Point[] = [];
  for (let y = 0; y < high; y += 1)
    for (let x = 0; x < wide; x += 1)
      if (
        inside(x, y) &&
        !(inside(x - 1, y) && inside(x + 1, y) && inside(x, y - 1) && inside(x, y + 1))
      )
        rim.push([x, y]);
  return rim;
};

/**
 * Narrows two rims, each given by its first column and width, so that two cells of nose stay free
 * between them; rims that touch would look like a block.
 */
export const parted = ([[p, v], [q, w]]: readonly [Point, Point]): [Point, Point] => {
  const by = Math.max(0, Math.ceil((2 - (q - p - v)) / 2));
  return [
    [p, v - by],
    [q + by, w - by],
  ];
};

/** Draws rims and bridge in the glasses' colour, which is at most as light as `lightest`. */
export const drawGlasses = (
  { cells, portrait, at }: Drawing,
  glasses: Spectacles,
  lightest: number,
): void => {
  const { close } = portrait;
  const rims = ([-1, 1] as const).map((side) => rimOf(glasses, side));
  const seen = rims.flat().map(([x, y]): Lab => {
    const i = Math.round(clamp(y, 0, close.n - 1)) * close.n + Math.round(clamp(x, 0, close.n - 1));
    return [close.L[i], close.a[i], close.b[i]];
  });
  seen.sort((p, q) => p[0] - q[0]);
  const own = medianLab(seen.slice(0, seen.length >> 1));
  const frame = lch(
    clamp(own[0] * 0.85, 0.16, Math.max(0.2, lightest)),
    Math.min(chromaOf(own) * 1.2, 0.12),
    hueOf(own),
  );
  const boxes = glasses.shapes.map(([dx, dy, a, b], k) => {
    const side = k === 0 ? -1 : 1;
    const [x, y] = at(
      fromClose(
        portrait,
        glasses.middle[0] + glasses.across[0] * side * dx + glasses.down[0] * dy,
        glasses.middle[1] + glasses.across[1] * side * dx + glasses.down[1] * dy,
      ),
    );
    const texel = distance(at(fromClose(portrait, 0, 0)), at(fromClose(portrait, 1, 0)));
    return { x, y, wide: 2 * a * texel + 1, high: 2 * b * texel + 1 };
  });
  const wide = paired(boxes.map((box) => box.wide)).map(Math.round);
  const high = paired(boxes.map((box) => box.high)).map(Math.round);
  const middles = paired(boxes.map(({ y }) => y));
  const spans = parted(
    boxes.map(({ x }, k): Point => {
      const w = wide[k];
      return [Math.round(x - w / 2), w];
    }) as [Point, Point],
  );
  spans.forEach(([x0, w], k) => {
    const h = high[k];
    const y0 = Math.round(middles[k] - h / 2);
    for (const [dx, dy] of rimCells(w, h, (glasses.shapes[k] as readonly number[])[4]))
      cells.put(x0 + dx, y0 + dy, frame);
  });
  const { middle, across, down, bridge, shapes } = glasses;
  const [left, right] = shapes.map(([dx, , a]) => dx - a) as [number, number];
  const [p, q] = [-left, right].map((x) =>
    at(
      fromClose(
        portrait,
        middle[0] + across[0] * x + down[0] * bridge,
        middle[1] + across[1] * x + down[1] * bridge,
      ),
    ),
  ) as [Point, Point];
  for (let x = Math.floor(p[0]); x <= Math.floor(q[0]); x += 1)
    cells.put(x, Math.floor((p[1] + q[1]) / 2), frame);
};
