import { FACE_OVAL } from '../../renderer/engine/faces/landmarks.ts';
import type { Colours } from '../../renderer/engine/raster/guided-filter.ts';
import { plane, type Plane } from '../../renderer/engine/raster/planes.ts';

/** Makes planes of this size whose values follow from their places. */
export const filling =
  (width: number, height = width) =>
  (of: (x: number, y: number) => number, w = width, h = height): Plane => {
    const result = plane(w, h);
    for (let i = 0; i < result.data.length; i += 1) result.data[i] = of(i % w, Math.floor(i / w));
    return result;
  };

type Colour = readonly [number, number, number];
/** Makes square pictures of this size whose colours follow from their places. */
export const painting =
  (size: number) =>
  (of: (x: number, y: number) => Colour): Colours => {
    const fill = filling(size);
    return [fill((x, y) => of(x, y)[0]), fill((x, y) => of(x, y)[1]), fill((x, y) => of(x, y)[2])];
  };

/** 468 landmarks, of which only the face's oval is set: an ellipse with these half axes. */
export function ovalAt(
  x: number,
  y: number,
  across: number,
  down: number,
): Float32Array<ArrayBuffer> {
  const landmarks = new Float32Array(468 * 3);
  FACE_OVAL.forEach((index, k) => {
    const angle = (k / FACE_OVAL.length) * 2 * Math.PI - Math.PI / 2;
    landmarks[index * 3] = x + across * Math.cos(angle);
    landmarks[index * 3 + 1] = y + down * Math.sin(angle);
  });
  return landmarks;
}
