import { FACE_OVAL } from '../faces/landmarks.ts';
import type { AnalysedFace } from '../photo/analysis.ts';
import { canvasOf } from '../photo/picture.ts';
import type { Drawable } from '../photo/sampling.ts';
import type { Colours } from '../raster/guided-filter.ts';
import { filled, plane, planesOf, type Plane } from '../raster/planes.ts';
import { scaled } from '../raster/points.ts';
import { fillPolygon } from '../raster/polygons.ts';

/** How far an avatar's frame can reach around the face, at the least zoom, in face widths. */
const FRAME_REACH = 3.4;
/** A face's width and an area's pixels, at most, in the cut-out for saved avatars. */
export const FINE = { face: 220, pixels: 800_000 };
/** For previews: quick, as time grows with the pixels. The fine one follows within seconds. */
export const QUICK = { face: 58, pixels: 60_000 };

/**
 * The part of a picture around one face that the cut-out is worked out on, and its scale. Pixel
 * (u, v) of its planes lies at left + (u + 0.5) / scale, top + (v + 0.5) / scale in the picture.
 */
export interface Area extends Size {
  readonly left: number;
  readonly top: number;
  /** Pixels of the planes per pixel of the picture, at most 1. */
  readonly scale: number;
  /** Width of the face in pixels of the planes; the unit of all lengths given "in face widths". */
  readonly face: number;
}

export type Size = Readonly<Record<'width' | 'height', number>>;

/** The values at the places of an area's pixels in the picture. */
export function over(area: Area, valueAt: (x: number, y: number) => number): Plane {
  const { left, top, scale } = area;
  return filled(area, (_, x, y) => valueAt(left + (x + 0.5) / scale, top + (y + 0.5) / scale));
}

export function areaAround({ box }: Pick<AnalysedFace, 'box'>, picture: Size, fine = FINE): Area {
  const reach = box.width * FRAME_REACH;
  const [x, y] = [box.x + box.width / 2, box.y + box.height * 0.9];
  const left = Math.max(0, Math.floor(x - reach));
  const top = Math.max(0, Math.floor(y - reach));
  const width = Math.min(picture.width, Math.ceil(x + reach)) - left;
  const height = Math.min(picture.height, Math.ceil(y + reach)) - top;
  const scale = Math.min(1, fine.face / box.width, Math.sqrt(fine.pixels / (width * height)));
  return {
    left,
    top,
    scale,
    width: Math.max(8, Math.round(width * scale)),
    height: Math.max(8, Math.round(height * scale)),
    face: box.width * scale,
  };
}

/** The picture's colours over the area, scaled to its planes; 0..1. */
export function coloursOf(picture: Drawable, area: Area): Colours {
  const { left, top, width, height, scale } = area;
  const { context } = canvasOf(width, height);
  context.drawImage(picture, left, top, width / scale, height / scale, 0, 0, width, height);
  return planesOf(context.getImageData(0, 0, width, height).data, width, height);
}

/** Position of the landmark `index` in the area's planes. */
export const pointIn = (
  { left, top, scale }: Pick<Area, 'left' | 'top' | 'scale'>,
  { landmarks }: Pick<AnalysedFace, 'landmarks'>,
  index: number,
): readonly [x: number, y: number] => [
  (landmarks[index * 3] - left) * scale,
  (landmarks[index * 3 + 1] - top) * scale,
];

/** 1 inside the face's outline, which is scaled around its middle by `size`; 0 elsewhere. */
export function faceMask(
  face: Pick<AnalysedFace, 'landmarks'>,
  area: Pick<Area, 'left' | 'top' | 'scale' | 'width' | 'height'>,
  size = 1,
): Plane {
  const { width, height } = area;
  const outline = FACE_OVAL.map((index) => pointIn(area, face, index));
  const mask = plane(width, height);
  fillPolygon(mask.data, width, scaled(outline, size));
  return mask;
}
