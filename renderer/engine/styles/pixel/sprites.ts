import { chromaOf, hueOf, lch, type Lab } from '../../../core/colour.ts';
import { apply, compose, invert } from '../../photo/frame.ts';
import { clamp, quantile } from '../../raster/numbers.ts';
import type { Point } from '../../raster/planes.ts';
import { pointsOf } from '../shared/canvas.ts';
import { geometryOf, type Geometry } from '../shared/illustration/features.ts';
import {
  curve,
  distance,
  LIP_FOOT,
  LIP_TOP,
  MOUTH_FOOT,
  MOUTH_TOP,
} from '../shared/illustration/pen.ts';
import type { Shapes } from '../shared/illustration/shapes.ts';
import type { SkinTones } from '../shared/illustration/tones.ts';
import type { Portrait } from '../shared/portrait.ts';
import type { Scene } from '../shared/scene.ts';
import {
  cellsOf,
  evened,
  heightAt,
  rightwards,
  traced,
  type Cells,
  type Drawing,
  type Grid,
} from './cells.ts';
import { drawEyes } from './eyes.ts';
import { drawGlasses } from './glasses.ts';

/** Landmarks at the mouth's corners. */
const CORNERS = [61, 291] as const;

/** Draws the mouth column by column, between the lines of the lips. */
const drawMouth = (
  { cells, portrait, at, paint }: Drawing,
  skin: SkinTones,
  { lips: own, open, teeth, gap }: Geometry,
): void => {
  const all = (ids: readonly number[]): Point[] => pointsOf(portrait.canvas, ids).map(at);
  const lip = paint(
    lch(
      clamp(own[0] - 0.03, skin.base[0] - 0.24, skin.base[0] - 0.09),
      clamp(chromaOf(own) * 1.15, chromaOf(skin.base) * 1.05, 0.16),
      hueOf(own),
    ),
  );
  const shut = lch(Math.max(0.2, lip[0] - 0.2), chromaOf(lip), hueOf(lip));
  const [lipTop, lipFoot, mouthTop, mouthFoot] = [LIP_TOP, LIP_FOOT, MOUTH_TOP, MOUTH_FOOT].map(
    (ids) => rightwards(curve(all(ids))),
  ) as [Point[], Point[], Point[], Point[]];
  const [start, end] = all(CORNERS).map(([x]) => Math.round(x)) as [number, number];
  const white = lch(clamp(0.84 + 0.16 * (skin.base[0] - 0.4), 0.84, 0.95), 0.012, 85);
  const within = (x: number): boolean => {
    const part = (x - start) / Math.max(1, end - start - 1);
    return 0.16 < part && part < 0.84;
  };
  const columns = Array.from({ length: Math.max(0, end - start) }, (_, k) => start + k);
  // The upper lip is level in so few cells.
  const tops = columns.filter(within).map((x) => Math.round(heightAt(mouthTop, x + 0.5)));
  const first = quantile(tops, 0.5);
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
 * Draws eyes, brows, nose, mouth and glasses cell by cell, guided by the landmarks; reduced from a
 * larger picture, they would be a smear (after T. Gerstner et al., "Pixelated image abstraction",
 * 2012, where an artist sets important cells by hand). `paint` applies the avatar's tint to skin
 * colours.
 */
export const drawSprites = (
  scene: Scene,
  portrait: Portrait,
  shapes: Shapes,
  grid: Grid,
  paint: (lab: Lab) => Lab,
): Cells => {
  const cells = cellsOf(grid.edge);
  const toPicture = compose(scene.frame, invert(portrait.frame));
  const at = ([x, y]: Point): Point => {
    const [u, v] = apply(toPicture, x, y);
    return [(u / scene.unit - grid.offset) / grid.cell, (v / scene.unit - grid.offset) / grid.cell];
  };
  const drawing: Drawing = { cells, portrait, at, paint };
  const { skin } = shapes;
  const geometry = geometryOf(portrait, skin);
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
  const [foot, left, right] = all([2, 98, 327]) as [Point, Point, Point];
  const wide = distance(...(all([234, 454]) as [Point, Point]));
  const noseY = Math.floor(foot[1]);
  for (let x = Math.round(left[0]); x < Math.round(right[0]); x += 1)
    cells.put(x, noseY, paint(skin.deep));
  for (const x of [Math.round(left[0]), Math.round(right[0]) - 1])
    cells.put(x, noseY, paint(lch(skin.deep[0] - 0.09, chromaOf(skin.deep), hueOf(skin.deep))));
  const bridge = curve(all([197, 195, 5]));
  const aside = portrait.side > 0 ? -1 : 1;
  for (const [x, y] of traced(bridge))
    cells.put(x + aside * Math.max(1, Math.round(wide / 22)), y, paint(skin.shadow));
};
