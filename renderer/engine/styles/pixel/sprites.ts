import { chromaOf, hueOf, lch, type Lab } from '../../../core/colour.ts';
import { apply, compose, invert } from '../../photo/frame.ts';
import type { Point } from '../../raster/planes.ts';
import { pointsOf } from '../shared/canvas.ts';
import { geometryOf } from '../shared/illustration/features.ts';
import { curve, distance } from '../shared/illustration/pen.ts';
import type { Shapes } from '../shared/illustration/shapes.ts';
import type { SkinTones } from '../shared/illustration/tones.ts';
import type { Portrait } from '../shared/portrait.ts';
import type { Scene } from '../shared/scene.ts';
import { cellsOf, traced, type Cells, type Drawing, type Grid } from './cells.ts';
import { drawEyes } from './eyes.ts';
import { drawGlasses } from './glasses.ts';
import { drawMouth } from './mouth.ts';

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
