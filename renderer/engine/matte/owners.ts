import { boxMean } from '../raster/blur.ts';
import type { Colours } from '../raster/guided-filter.ts';
import { filled, sampledIn, type Plane } from '../raster/planes.ts';
import { over, type Area, type Size } from './area.ts';

/** Costs of a step between neighbours: of itself, of a change of colour, of a lack of person. */
const STEP = 2;
const CHANGE = 220;
const GROUND = 40;
/** The most that a step costs; so this many buckets, and one, are enough. */
const DEAREST = 255;

/** Each pixel's owner: the number, from 1 on, of the person whose seeds reach it most cheaply. */
export type Owners = Readonly<ReturnType<typeof ownersOf>>;

/**
 * Separates people who are close together: each pixel goes to the person whose seeds reach it at
 * the lowest cost. Paths along one colour are cheap; crossing an outline or background is
 * expensive.
 *
 * Source: X. Bai, G. Sapiro, "A Geodesic Framework for Fast Interactive Image and Video
 * Segmentation and Matting", ICCV 2007. Distances use Dial's bucket queue (1969), as costs are
 * small integers.
 *
 * @param seeds 0, or the number of a person who is surely there (from 1 on); width * height
 * @param reach scale of each person, by number: a larger person's pixels lie farther from the face
 */
export function ownersOf(guide: Colours, mask: Plane, seeds: Uint8Array, reach: readonly number[]) {
  const { width, height } = mask;
  const count = width * height;
  const [r, g, b] = [guide[0].data, guide[1].data, guide[2].data];
  const owner = new Uint8Array(count);
  const best = new Int32Array(count).fill(0x7fffffff);
  const buckets: number[][] = Array.from({ length: DEAREST + 1 }, () => []);
  const offer = (at: number, cost: number, name: number): void => {
    if (cost >= best[at]) return;
    best[at] = cost;
    owner[at] = name;
    buckets[cost % buckets.length]?.push(at);
  };
  let waiting = 0;
  for (let i = 0; i < count; i += 1) {
    const name = seeds[i];
    if (name === 0) continue;
    offer(i, 0, name);
    waiting += 1;
  }
  const visit = (from: number, to: number, cost: number): void => {
    const change =
      Math.abs(r[from] - r[to]) + Math.abs(g[from] - g[to]) + Math.abs(b[from] - b[to]);
    const name = owner[from];
    const step = (STEP + CHANGE * change + GROUND * (1 - mask.data[to])) / (reach[name] ?? 1);
    const next = cost + Math.max(1, Math.min(DEAREST, Math.round(step)));
    if (next >= best[to]) return;
    offer(to, next, name);
    waiting += 1;
  };
  for (let cost = 0; waiting > 0; cost += 1) {
    const bucket = buckets[cost % buckets.length];
    for (let at = bucket.pop(); at !== undefined; at = bucket.pop()) {
      waiting -= 1;
      if (best[at] !== cost) continue; // a cheaper path was found meanwhile
      const x = at % width;
      if (x > 0) visit(at, at - 1, cost);
      if (x < width - 1) visit(at, at + 1, cost);
      if (at >= width) visit(at, at - width, cost);
      if (at < count - width) visit(at, at + width, cost);
    }
  }
  return { width, height, owner };
}

/** Share of each pixel that is person `name`'s, 0..1; soft over two pixels where people touch. */
export function shareOf(owners: Owners, name: number): Plane {
  const share = filled(owners, (i) => owners.owner[i] === name);
  return boxMean(share, 1, share);
}

/** `shareOf`, read over an area of the picture. */
export function shareIn(
  owners: Owners,
  name: number,
  area: Area,
  picture: Pick<Size, 'width'>,
): Plane {
  const share = shareOf(owners, name);
  const scale = owners.width / picture.width;
  return over(area, (x, y) => sampledIn(share, x * scale - 0.5, y * scale - 0.5));
}
