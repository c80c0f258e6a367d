import type { AnalysedFace } from '../photo/analysis.ts';
import { sampleView, type Drawable, type View } from '../photo/sampling.ts';
import { sampledIn, type Plane } from '../raster/planes.ts';
import type { Area, Size } from './area.ts';

export type Head = Pick<AnalysedFace, 'box' | 'roll'>;

/** The networks know upright people: beyond this tilt, in degrees, views are turned upright. */
const TURNED = 14;
/** Share of a view's longer side over which its weight fades towards its border. */
const FEATHER = 0.12;

const angleOf = ({ roll }: Head): number => (Math.abs(roll) > TURNED ? (roll * Math.PI) / 180 : 0);

/** The whole picture; for a tilted head a square around it, turned with the head. */
export function wholeView(head: Head, { width, height }: Size): View {
  const angle = angleOf(head);
  const [x, y] = [width / 2, height / 2];
  if (angle === 0) return { x, y, width, height, angle };
  const [cos, sin] = [Math.abs(Math.cos(angle)), Math.abs(Math.sin(angle))];
  const edge = Math.max(width * cos + height * sin, width * sin + height * cos);
  return { x, y, width: edge, height: edge, angle };
}

/**
 * A square around the head, `wide` faces wide, its middle `down` faces below the face's. An upright
 * one is clipped to the picture, since with black borders the networks find people who aren't
 * there.
 */
export function headView(head: Head, picture: Size, wide: number, down: number): View {
  const { box } = head;
  const angle = angleOf(head);
  const edge = box.width * wide;
  const x = box.x + box.width / 2 - Math.sin(angle) * box.height * down;
  const y = box.y + box.height / 2 + Math.cos(angle) * box.height * down;
  if (angle !== 0) return { x, y, width: edge, height: edge, angle };
  const left = Math.max(0, Math.round(x - edge / 2));
  const top = Math.max(0, Math.round(y - edge / 2));
  const right = Math.min(picture.width, Math.round(x + edge / 2));
  const bottom = Math.min(picture.height, Math.round(y + edge / 2));
  return {
    x: (left + right) / 2,
    y: (top + bottom) / 2,
    width: right - left,
    height: bottom - top,
    angle,
  };
}

export const sameView = (a: View, b: View): boolean =>
  a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height && a.angle === b.angle;

/** Runs a network on a view and on its mirror image, and returns the mean of the two masks. */
export async function segmentMirrored(
  picture: Drawable,
  view: View,
  edge: number,
  look: (input: Float32Array) => Promise<Float32Array>,
): Promise<Plane> {
  const mask = Float32Array.from(await look(sampleView(picture, view, edge)));
  const mirrored = await look(sampleView(picture, view, edge, true));
  for (let row = 0; row < mask.length; row += edge)
    for (let x = 0; x < edge; x += 1)
      mask[row + x] = (mask[row + x] + mirrored[row + edge - 1 - x]) / 2;
  return { width: edge, height: edge, data: mask };
}

/**
 * Reads a mask of `view` at each pixel of the area within the view. `weight` falls to 0 towards the
 * view's border, except along the picture's own border.
 */
export function readView(
  mask: Plane,
  view: View,
  area: Area,
  picture: Size,
  each: (i: number, value: number, weight: number) => void,
): void {
  const [cos, sin] = [Math.cos(view.angle), Math.sin(view.angle)];
  const upright = view.angle === 0;
  const feather = FEATHER * Math.max(view.width, view.height);
  const open = (inside: boolean): number => (upright && !inside ? Infinity : 0);
  const [left, right, top, bottom] = [
    open(view.x - view.width / 2 > 0),
    open(view.x + view.width / 2 < picture.width),
    open(view.y - view.height / 2 > 0),
    open(view.y + view.height / 2 < picture.height),
  ];
  for (let y = 0, i = 0; y < area.height; y += 1) {
    const dy = area.top + (y + 0.5) / area.scale - view.y;
    for (let x = 0; x < area.width; x += 1, i += 1) {
      const dx = area.left + (x + 0.5) / area.scale - view.x;
      const u = dx * cos + dy * sin + view.width / 2;
      const v = dy * cos - dx * sin + view.height / 2;
      const beyond = view.width - u;
      const below = view.height - v;
      if (u < 0 || v < 0 || beyond < 0 || below < 0) continue;
      const inward = Math.min(u + left, v + top, beyond + right, below + bottom);
      const column = (u / view.width) * mask.width - 0.5;
      const row = (v / view.height) * mask.height - 0.5;
      each(i, sampledIn(mask, column, row), Math.min(1, inward / feather));
    }
  }
}
