import type { Colours } from './linear.ts';
import { boxMean, plane, type Plane } from './planes.ts';

/** Colour free of its light: logarithms of red over green and of green over blue. */
type Chroma = readonly [redness: number, yellowness: number];

interface Skin {
  readonly middle: Chroma;
  readonly spread: Chroma;
  /** Brightness (mean of the channels) of the face's middle. */
  readonly light: number;
}

/** Lifts black off the logarithm. */
const FLOOR = 0.04;
/** Limits of a face's own spread: a beard or a bright cheek mustn't make everything skin. */
const NARROWEST = 0.05;
const WIDEST = 0.12;
/** Fewer pixels of a face say nothing. */
const ENOUGH = 60;
/** Window of the ground's colour around a pixel, in pixels of the planes. */
const AROUND = 24;
/** What the mask says: up to the first no person, from the second on perhaps, from the third on surely. */
const DENIED = 0.05;
const DOUBTED = 0.14;
const SURE = 0.95;
/** How far skin is followed beyond what the mask doubts, in pixels of the planes. */
const REACH = 18;

const clip = (value: number): number => Math.max(0, Math.min(1, value));
const chromaAt = (r: number, g: number, b: number): Chroma => [
  Math.log((r + FLOOR) / (g + FLOOR)),
  Math.log((g + FLOOR) / (b + FLOOR)),
];

const median = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1] ?? 0;

/** Median and spread (median absolute deviation) of the colours where there is a face: eyes, lips and glasses don't move them. */
function skinOf([r, g, b]: Colours, face: Plane): Skin | undefined {
  const [red, yellow, light]: [number[], number[], number[]] = [[], [], []];
  for (let i = 0; i < face.data.length; i += 1) {
    if ((face.data[i] as number) < 1) continue;
    const [x, y, z] = [r.data[i] as number, g.data[i] as number, b.data[i] as number];
    const [u, v] = chromaAt(x, y, z);
    red.push(u);
    yellow.push(v);
    light.push((x + y + z) / 3);
  }
  if (red.length < ENOUGH) return undefined;
  const [u, v] = [median(red), median(yellow)];
  const spread = (values: number[], middle: number): number =>
    Math.min(
      WIDEST,
      Math.max(NARROWEST, 1.48 * median(values.map((value) => Math.abs(value - middle)))),
    );
  return { middle: [u, v], spread: [spread(red, u), spread(yellow, v)], light: median(light) };
}

/** 1 for the face's own skin in any shade of light, towards 0 for other colours. */
function likeness({ middle, spread, light }: Skin, r: number, g: number, b: number): number {
  const [u, v] = chromaAt(r, g, b);
  const far = ((u - middle[0]) / spread[0]) ** 2 + ((v - middle[1]) / spread[1]) ** 2;
  const lit = (r + g + b) / 3 / (light + 1e-3);
  return Math.exp(-far / 2) * clip((lit - 0.25) * 6) * clip((1.9 - lit) * 4);
}

/** Mean over the ground around each pixel of how much it is like skin, 0..1. */
function groundLike(skin: Plane, mask: Plane): Plane {
  const { width, height } = mask;
  const scratch = plane(width, height);
  const [sum, count] = [plane(width, height), plane(width, height)];
  for (let i = 0; i < mask.data.length; i += 1) {
    if ((mask.data[i] as number) > DENIED) continue;
    sum.data[i] = skin.data[i] as number;
    count.data[i] = 1;
  }
  boxMean(sum, AROUND, sum, scratch);
  boxMean(count, AROUND, count, scratch);
  for (let i = 0; i < sum.data.length; i += 1)
    sum.data[i] = (sum.data[i] as number) / Math.max(1e-3, count.data[i] as number);
  return sum;
}

/** One round of `keepSkin`: raises what is in doubt, or next to it, and more like skin than the ground around. */
function follow(skin: Plane, mask: Plane, solid: Plane): void {
  const { width, height } = mask;
  const ground = groundLike(skin, mask);
  const scratch = plane(width, height);
  const around = boxMean(skin, 2, plane(width, height), scratch).data;
  const own = plane(width, height);
  for (let i = 0; i < own.data.length; i += 1) {
    // A mixed rim may pass through the skin's colour; a line of it, few pixels thin, is no skin.
    const here = Math.min(skin.data[i] as number, 1.25 * (around[i] as number));
    own.data[i] = clip((here - (ground.data[i] as number)) * 3.5) * clip((here - 0.3) * 3);
  }
  const inside = boxMean(own, 1, plane(width, height), scratch).data;

  // In doubt, and skin: from there the colour is followed, a pixel a round.
  const reached = new Uint8Array(width * height);
  let rim: number[] = [];
  for (let i = 0; i < reached.length; i += 1) {
    const sure = mask.data[i] as number;
    if (sure >= SURE) {
      reached[i] = 1;
      // Amid skin; at its rim the colours on both sides tell better.
      solid.data[i] = Math.max(solid.data[i] as number, clip(((inside[i] as number) - 0.75) * 4));
    } else if (sure > DOUBTED && (own.data[i] as number) > 0.5) rim.push(i);
  }
  for (let round = 0; round < REACH && rim.length > 0; round += 1) {
    const next: number[] = [];
    for (const i of rim) {
      if (reached[i] === 1) continue;
      reached[i] = 1;
      const much = clip(((own.data[i] as number) - 0.3) * 4);
      mask.data[i] = Math.max(mask.data[i] as number, much);
      solid.data[i] = Math.max(solid.data[i] as number, much);
      const x = i % width;
      for (const [k, within] of [
        [i - 1, x > 0],
        [i + 1, x < width - 1],
        [i - width, i >= width],
        [i + width, i < reached.length - width],
      ] as const) {
        if (within && reached[k] === 0 && (own.data[k] as number) > 0.5) next.push(k);
      }
    }
    rim = next;
  }
}

/**
 * Where the network's mask is in doubt, skin of the face's own colour is the person, and so is what
 * goes on from it with that colour, up to `REACH`: a bare shoulder before a wall of about its
 * brightness is else given away. Raises the mask and `solid` in place; where the ground nearby has
 * the skin's colour too, they stay as they are.
 *
 * @param mask the network's mask, 0..1
 * @param solid 1 where the person is known to be: on entry, inside the outlines of faces
 */
export function keepSkin(picture: Colours, mask: Plane, solid: Plane): void {
  const known = skinOf(picture, solid);
  if (!known) return;
  const { width, height } = mask;
  const skin = plane(width, height);
  for (let i = 0; i < skin.data.length; i += 1) {
    skin.data[i] = likeness(
      known,
      picture[0].data[i] as number,
      picture[1].data[i] as number,
      picture[2].data[i] as number,
    );
  }
  // What was given away counted as ground until it was taken back: the second round sees it as it is.
  follow(skin, mask, solid);
  follow(skin, mask, solid);
}
