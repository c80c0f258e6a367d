import type { Model } from '../models/runtime.ts';
import { type Drawable, sampleStretched } from '../sampling.ts';
import { bilinear, type Plane, plane } from './planes.ts';

const INPUT = 256;

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The network's person mask of a rectangle of the picture: 256 x 256, 0..1. */
async function maskOf(model: Model, picture: Drawable, box: Box): Promise<Plane> {
  const mask = (await model.run(sampleStretched(picture, box, INPUT)))[0];
  if (mask?.length !== INPUT * INPUT) throw new Error('unexpected output of the person model');
  return { width: INPUT, height: INPUT, data: mask as Float32Array<ArrayBuffer> };
}

/** Writes `mask`, which covers `box`, into `target`; feathered towards the box's border when `blend`. */
function paste(mask: Plane, box: Box, target: Plane, blend: boolean): void {
  const left = Math.max(0, Math.floor(box.x));
  const top = Math.max(0, Math.floor(box.y));
  const right = Math.min(target.width, Math.ceil(box.x + box.width));
  const bottom = Math.min(target.height, Math.ceil(box.y + box.height));
  const columns = bilinear(mask.width, right - left);
  const rows = bilinear(mask.height, bottom - top);
  const feather = Math.max(1, (right - left) * 0.08);
  for (let y = top; y < bottom; y += 1) {
    const [v, fy] = [rows.index[y - top] as number, rows.fraction[y - top] as number];
    for (let x = left; x < right; x += 1) {
      const [u, fx] = [columns.index[x - left] as number, columns.fraction[x - left] as number];
      const at = v * mask.width + u;
      const upper = (mask.data[at] as number) * (1 - fx) + (mask.data[at + 1] as number) * fx;
      const lower = (mask.data[at + mask.width] as number) * (1 - fx) + (mask.data[at + mask.width + 1] as number) * fx;
      const value = upper * (1 - fy) + lower * fy;
      const i = y * target.width + x;
      if (!blend) {
        target.data[i] = value;
        continue;
      }
      // The picture's own border isn't the crop's: no feather there.
      const inward = Math.min(
        left > 0 ? x - left : feather,
        top > 0 ? y - top : feather,
        right < target.width ? right - 1 - x : feather,
        bottom < target.height ? bottom - 1 - y : feather,
      );
      const weight = Math.min(1, inward / feather);
      target.data[i] = (target.data[i] as number) * (1 - weight) + value * weight;
    }
  }
}

/**
 * The network's mask of the whole picture, at `width` x `height`. Around each face that is small in
 * the picture the network looks again from near, which is where an avatar is taken from.
 */
export async function segmentPerson(
  model: Model,
  picture: Drawable,
  faces: readonly Box[],
  width: number,
  height: number,
): Promise<Plane> {
  const target = plane(width, height);
  paste(await maskOf(model, picture, { x: 0, y: 0, width: picture.width, height: picture.height }), { x: 0, y: 0, width, height }, target, false);
  const scale = width / picture.width;
  for (const face of faces.slice(0, 3)) {
    const edge = Math.max(face.width, face.height) * 4.6;
    if (edge > 0.8 * Math.max(picture.width, picture.height)) continue;
    const x = Math.max(0, Math.round(face.x + face.width / 2 - edge / 2));
    const y = Math.max(0, Math.round(face.y + face.height * 0.75 - edge / 2));
    const box = { x, y, width: Math.min(picture.width - x, Math.round(edge)), height: Math.min(picture.height - y, Math.round(edge)) };
    const near = await maskOf(model, picture, box);
    paste(near, { x: box.x * scale, y: box.y * scale, width: box.width * scale, height: box.height * scale }, target, true);
  }
  return target;
}
