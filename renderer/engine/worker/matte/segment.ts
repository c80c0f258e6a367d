import type { Model } from '../models/runtime.ts';
import { sampleRegion, sampleStretched, type Drawable, type Region } from '../sampling.ts';
import { bilinear, plane, type Plane } from './planes.ts';

const INPUT = 256;

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** What is known of a face: its box, and its tilt in degrees. */
interface Head {
  readonly box: Box;
  readonly roll: number;
}

/** The network knows upright people; from this tilt on it is shown the picture turned. */
const TURNED = 14;

/** The network's person mask of its input: 256 x 256, 0..1. */
async function maskOf(model: Model, input: Float32Array): Promise<Plane> {
  const mask = (await model.run(input))[0];
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
      const lower =
        (mask.data[at + mask.width] as number) * (1 - fx) +
        (mask.data[at + mask.width + 1] as number) * fx;
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
 * The same for a mask of a turned square, in the target's pixels. Where `blend`, the geometric mean
 * with what is there, feathered: beyond the photo's corners the network sees black, and two views
 * rarely agree on the ghosts that this raises.
 */
function pasteTurned(mask: Plane, region: Region, target: Plane, blend: boolean): void {
  const [cos, sin] = [Math.cos(region.angle), Math.sin(region.angle)];
  const scale = mask.width / region.edge;
  for (let y = 0; y < target.height; y += 1) {
    for (let x = 0; x < target.width; x += 1) {
      const [dx, dy] = [x + 0.5 - region.x, y + 0.5 - region.y];
      const u = (dx * cos + dy * sin) * scale + mask.width / 2 - 0.5;
      const v = (dy * cos - dx * sin) * scale + mask.height / 2 - 0.5;
      const inward = Math.min(u, v, mask.width - 1 - u, mask.height - 1 - v);
      if (inward < 0) continue;
      const weight = blend ? Math.min(1, inward / (mask.width * 0.08)) : 1;
      const [column, row] = [
        Math.min(mask.width - 2, Math.floor(u)),
        Math.min(mask.height - 2, Math.floor(v)),
      ];
      const [fx, fy] = [u - column, v - row];
      const at = row * mask.width + column;
      const upper = (mask.data[at] as number) * (1 - fx) + (mask.data[at + 1] as number) * fx;
      const lower =
        (mask.data[at + mask.width] as number) * (1 - fx) +
        (mask.data[at + mask.width + 1] as number) * fx;
      const i = y * target.width + x;
      const [before, value] = [target.data[i] as number, upper * (1 - fy) + lower * fy];
      target.data[i] = blend ? before * (1 - weight) + Math.sqrt(before * value) * weight : value;
    }
  }
}

/** The square around the whole picture, turned as the head is. */
function turnedWhole(picture: Drawable, roll: number): Region {
  const angle = (roll * Math.PI) / 180;
  const [cos, sin] = [Math.abs(Math.cos(angle)), Math.abs(Math.sin(angle))];
  const { width, height } = picture;
  return {
    x: width / 2,
    y: height / 2,
    edge: Math.max(width * cos + height * sin, width * sin + height * cos),
    angle,
  };
}

/**
 * The network's mask of the whole picture, at `width` x `height`. Around each face that is small in
 * the picture the network looks again from near, which is where an avatar is taken from.
 */
export async function segmentPerson(
  model: Model,
  picture: Drawable,
  faces: readonly Head[],
  width: number,
  height: number,
): Promise<Plane> {
  const target = plane(width, height);
  const scale = width / picture.width;
  const turned = (region: Region): Float32Array => sampleRegion(picture, region, INPUT, [0, 1]);
  const scaled = ({ x, y, edge, angle }: Region): Region => ({
    x: x * scale,
    y: y * scale,
    edge: edge * scale,
    angle,
  });
  const [largest] = faces;
  const tilted = largest !== undefined && Math.abs(largest.roll) > TURNED;
  if (tilted) {
    const region = turnedWhole(picture, largest.roll);
    pasteTurned(await maskOf(model, turned(region)), scaled(region), target, false);
  } else {
    const whole = { x: 0, y: 0, width: picture.width, height: picture.height };
    paste(
      await maskOf(model, sampleStretched(picture, whole, INPUT)),
      { x: 0, y: 0, width, height },
      target,
      false,
    );
  }
  for (const { box: face, roll } of faces.slice(0, 3)) {
    const edge = Math.max(face.width, face.height) * 4.6;
    if (Math.abs(roll) > TURNED) {
      const angle = (roll * Math.PI) / 180;
      const down = face.height * 0.25;
      const near = {
        x: face.x + face.width / 2 - Math.sin(angle) * down,
        y: face.y + face.height / 2 + Math.cos(angle) * down,
        edge: edge * 0.85,
        angle,
      };
      pasteTurned(await maskOf(model, turned(near)), scaled(near), target, true);
      continue;
    }
    if (edge > 0.8 * Math.max(picture.width, picture.height)) continue;
    const x = Math.max(0, Math.round(face.x + face.width / 2 - edge / 2));
    const y = Math.max(0, Math.round(face.y + face.height * 0.75 - edge / 2));
    const box = {
      x,
      y,
      width: Math.min(picture.width - x, Math.round(edge)),
      height: Math.min(picture.height - y, Math.round(edge)),
    };
    const near = await maskOf(model, sampleStretched(picture, box, INPUT));
    paste(
      near,
      { x: box.x * scale, y: box.y * scale, width: box.width * scale, height: box.height * scale },
      target,
      true,
    );
  }
  return target;
}
