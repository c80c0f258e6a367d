import { chromaOf, hueOf, lch, type Lab } from '../../../core/colour.ts';
import { apply, compose, invert } from '../../photo/frame.ts';
import { clamp, median } from '../../raster/numbers.ts';
import type { Point } from '../../raster/planes.ts';
import { distance } from '../../raster/points.ts';
import { pointsOf } from '../shared/canvas.ts';
import { geometryOf, type Geometry } from '../shared/illustration/features.ts';
import { curve } from '../shared/illustration/pen.ts';
import { limited, skinTonesOf, type SkinTones } from '../shared/illustration/tones.ts';
import {
  EARS,
  LIP_FOOT,
  LIP_TOP,
  MOUTH_CORNERS,
  MOUTH_FOOT,
  MOUTH_TOP,
  NOSE_RIDGE,
} from '../shared/mesh.ts';
import { fromClose } from '../shared/portrait.ts';
import type { Scene } from '../shared/scene.ts';
import type { Spectacles } from '../shared/spectacles.ts';
import {
  cellsOf,
  evened,
  extent,
  heightAt,
  paired,
  rightwards,
  traced,
  type Cells,
  type Drawing,
  type Grid,
} from './cells.ts';
import { drawEyes } from './eyes.ts';

/** The outline of a superellipse of `wide` by `high` cells: those beside one that is outside. */
export const rimCells = (wide: number, high: number, exponent: number): Point[] => {
  const inside = (x: number, y: number): boolean =>
    Math.abs((2 * x + 1) / wide - 1) ** exponent + Math.abs((2 * y + 1) / high - 1) ** exponent <=
    1.04;
  const rim: Point[] = [];
  for (let y = 0; y < high; y += 1)
    for (let x = 0; x < wide; x += 1) {
      const around = inside(x - 1, y) && inside(x + 1, y) && inside(x, y - 1) && inside(x, y + 1);
      if (inside(x, y) && !around) rim.push([x, y]);
    }
  return rim;
};

/** Exponent of the superellipse that fills as much of its box as a ring does: 2 round, 5 nearly square. */
const roundness = (xs: readonly number[], ys: readonly number[], box: number): number => {
  const doubled = xs.reduce((sum, x, k) => {
    const next = (k + 1) % xs.length;
    return sum + x * ys[next] - xs[next] * ys[k];
  }, 0);
  // A superellipse fills 0.79 of its box at 2, 0.93 at 4.
  return clamp(2 + (Math.abs(doubled) / 2 / box - 0.79) / 0.07, 2, 5);
};

/** Narrows two rims (first column and width) so that two cells of nose stay free between them. */
export const parted = ([[p, v], [q, w]]: readonly [Point, Point]): [Point, Point] => {
  const by = Math.max(0, Math.ceil((2 - (q - p - v)) / 2));
  return [
    [p, v - by],
    [q + by, w - by],
  ];
};

/** Draws rims and bridge in the glasses' colour, which is at most as light as `lightest`. */
const drawGlasses = (
  { cells, portrait, at }: Drawing,
  glasses: Spectacles,
  lightest: number,
): void => {
  const { frame: own } = glasses;
  const limits = { darkest: 0.16, lightest: Math.max(0.2, lightest), most: 0.12 };
  const frame = limited(own, own[0] * 0.85, chromaOf(own) * 1.2, limits);
  const cellOf = (p: Point): Point => at(fromClose(portrait, p));
  const boxes = glasses.rims.map((rim) => {
    const [xs, ys] = [0, 1].map((axis) => rim.map((p) => cellOf(p)[axis]));
    const [[left, right], [top, foot]] = [extent(xs), extent(ys)];
    const [wide, high] = [right - left, foot - top];
    const exponent = roundness(xs, ys, wide * high);
    return { x: (right + left) / 2, y: (foot + top) / 2, wide: wide + 1, high: high + 1, exponent };
  });
  const wide = paired(boxes.map((box) => box.wide)).map(Math.round);
  const high = paired(boxes.map((box) => box.high)).map(Math.round);
  const middles = paired(boxes.map(({ y }) => y));
  const [left, right] = boxes.map(({ x }, k): Point => [Math.round(x - wide[k] / 2), wide[k]]);
  const spans = parted([left, right]);
  spans.forEach(([x0, w], k) => {
    const h = high[k];
    const y0 = Math.round(middles[k] - h / 2);
    for (const [dx, dy] of rimCells(w, h, boxes[k].exponent)) cells.put(x0 + dx, y0 + dy, frame);
  });
  const [p, q] = glasses.bridge.map(cellOf);
  for (let x = Math.floor(p[0]); x <= Math.floor(q[0]); x += 1)
    cells.put(x, Math.floor((p[1] + q[1]) / 2), frame);
};

/** Draws the mouth column by column, between the lines of the lips. */
const drawMouth = (
  { cells, portrait, at, paint }: Drawing,
  skin: SkinTones,
  { lips: own, open, teeth, gap }: Geometry,
): void => {
  const all = (ids: readonly number[]): Point[] => pointsOf(portrait.canvas, ids).map(at);
  const light = clamp(own[0] - 0.03, skin.base[0] - 0.24, skin.base[0] - 0.09);
  const chroma = clamp(chromaOf(own) * 1.15, chromaOf(skin.base) * 1.05, 0.16);
  const lip = paint(lch(light, chroma, hueOf(own)));
  const shut = lch(Math.max(0.2, lip[0] - 0.2), chromaOf(lip), hueOf(lip));
  const [lipTop, lipFoot, mouthTop, mouthFoot] = [LIP_TOP, LIP_FOOT, MOUTH_TOP, MOUTH_FOOT].map(
    (ids) => rightwards(curve(all(ids))),
  );
  const [start, end] = all(MOUTH_CORNERS).map(([x]) => Math.round(x));
  const white = lch(clamp(0.84 + 0.16 * (skin.base[0] - 0.4), 0.84, 0.95), 0.012, 85);
  const within = (x: number): boolean => {
    const part = (x - start) / Math.max(1, end - start - 1);
    return 0.16 < part && part < 0.84;
  };
  const columns = Array.from({ length: Math.max(0, end - start) }, (_, k) => start + k);
  // The upper lip is level in so few cells.
  const tops = columns.filter(within).map((x) => Math.round(heightAt(mouthTop, x + 0.5)));
  const first = median(tops);
  // No single tooth stands out.
  const heights = evened(
    columns.map((x) => (within(x) ? Math.round(heightAt(mouthFoot, x + 0.5)) - first : 0)),
    4,
  ).map((height) => Math.max(1, height));
  const tallest = Math.max(...heights);
  const teethRows = teeth ? (gap && tallest > 1 ? tallest - 1 : tallest) : 0;
  columns.forEach((x, k) => {
    const mid = x + 0.5;
    const line = Math.floor((heightAt(mouthTop, mid) + heightAt(mouthFoot, mid)) / 2);
    const inner = within(x);
    if (open && inner) {
      const bottom = first + heights[k];
      for (let y = first; y < bottom; y += 1)
        cells.put(x, y, y - first < teethRows ? white : gap ? shut : lip);
      if (heightAt(mouthTop, mid) - heightAt(lipTop, mid) > 0.5) cells.put(x, first - 1, lip);
      if (heightAt(lipFoot, mid) - heightAt(mouthFoot, mid) > 0.45) cells.put(x, bottom, lip);
    } else {
      cells.put(x, line, shut);
      if (inner && heightAt(lipFoot, mid) - line > 1.2) cells.put(x, line + 1, lip);
      if (inner && line - heightAt(lipTop, mid) > 0.8) cells.put(x, line - 1, lip);
    }
  });
};

/**
 * Draws eyes, brows, nose, mouth and glasses cell by cell; reduced from a larger picture, they
 * would be a smear (T. Gerstner et al. 2012). `paint` applies the avatar's tint to skin colours.
 */
export const drawSprites = (scene: Scene, grid: Grid, paint: (lab: Lab) => Lab): Cells => {
  const portrait = scene.faceProfile.portrait();
  const cells = cellsOf(grid.edge);
  const toPicture = compose(scene.frame, invert(portrait.frame));
  const at = ([x, y]: Point): Point => {
    const [u, v] = apply(toPicture, x, y);
    return [(u / scene.unit - grid.offset) / grid.cell, (v / scene.unit - grid.offset) / grid.cell];
  };
  const drawing: Drawing = { cells, portrait, at, paint };
  const skin = skinTonesOf(portrait);
  const geometry = geometryOf(portrait);
  drawNose(drawing, skin);
  drawMouth(drawing, skin, geometry);
  drawEyes(drawing, skin, geometry);
  const { spectacles } = portrait;
  if (spectacles) drawGlasses(drawing, spectacles, skin.base[0] - 0.22);
  return cells;
};

/** Draws the nose's base, and a shadow beside the bridge on the side away from the light. */
const drawNose = ({ cells, portrait, at, paint }: Drawing, skin: SkinTones): void => {
  const all = (ids: readonly number[]): Point[] => pointsOf(portrait.canvas, ids).map(at);
  const [foot, left, right] = all([2, 98, 327]);
  const wide = distance(...(all(EARS) as [Point, Point]));
  const noseY = Math.floor(foot[1]);
  for (let x = Math.round(left[0]); x < Math.round(right[0]); x += 1)
    cells.put(x, noseY, paint(skin.deep));
  for (const x of [Math.round(left[0]), Math.round(right[0]) - 1])
    cells.put(x, noseY, paint(lch(skin.deep[0] - 0.09, chromaOf(skin.deep), hueOf(skin.deep))));
  const bridge = curve(all(NOSE_RIDGE.slice(2, 5)));
  const aside = portrait.side > 0 ? -1 : 1;
  for (const [x, y] of traced(bridge))
    cells.put(x + aside * Math.max(1, Math.round(wide / 22)), y, paint(skin.shadow));
};
