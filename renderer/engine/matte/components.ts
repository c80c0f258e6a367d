import { boxMean } from '../raster/blur.ts';
import { distanceFrom } from '../raster/distance.ts';
import { labelWhere } from '../raster/label.ts';
import { peak, smoothstep } from '../raster/numbers.ts';
import { filled, type Plane } from '../raster/planes.ts';

/** 1 in the connected piece of alpha above `least` that holds most of `core`. */
export function pieceWith(core: Plane, alpha: Plane, least: number): Plane {
  const { labels, sizes } = labelWhere(alpha, (value) => value > least);
  const held = new Float64Array(sizes.length);
  for (let i = 0; i < labels.length; i += 1)
    if (labels[i] !== 0) held[labels[i]] = held[labels[i]] + core.data[i];
  const name = peak(held);
  return filled(alpha, (i) => name > 0 && labels[i] === name);
}

/** Areas with alpha of at most `most`: labels, sizes, and the labels of those off the border. */
export function enclosed(alpha: Plane, most: number) {
  const { width, height } = alpha;
  const { labels, sizes } = labelWhere(alpha, (value) => value <= most);
  const open = new Set<number>();
  for (let x = 0; x < width; x += 1) open.add(labels[x]).add(labels[(height - 1) * width + x]);
  for (let y = 0; y < height; y += 1)
    open.add(labels[y * width]).add(labels[y * width + width - 1]);
  const names = sizes.map((_, name) => name).filter((name) => name > 0 && !open.has(name));
  return { labels, sizes, names };
}

/** A gap below this share of the person is the networks' mistake, not the crook of an arm. */
const HOLE = 0.012;
/** How far from the person, in face widths, faint values of the mask count; farther they are errors. */
const DOUBT = 0.12;

/**
 * Mends the networks' mask in place: marks the face as person, keeps only what is connected to it
 * (no lamp taken for a person, no hand of a passer-by), and closes small gaps.
 *
 * @param core 1 inside the face
 * @param face width of the face in the planes' pixels
 * @returns number of pixels of the person
 */
export function mend(mask: Plane, core: Plane, face: number): number {
  const { data } = mask;
  for (let i = 0; i < data.length; i += 1) data[i] = Math.max(data[i], core.data[i]);
  const piece = pieceWith(core, mask, 0.4);
  const away = distanceFrom(piece, (value) => value === 1, DOUBT * face).data;
  let count = 0;
  for (let i = 0; i < data.length; i += 1) {
    if (piece.data[i] === 1) count += 1;
    // Other pieces go; so does anything faint that is too far away.
    else if (data[i] > 0.4 || away[i] > DOUBT * face) data[i] = 0;
  }
  const { labels, sizes, names } = enclosed(mask, 0.6);
  const small = new Set(names.filter((name) => sizes[name] < count * HOLE));
  for (let i = 0; i < data.length; i += 1) if (small.has(labels[i])) data[i] = 1;
  return count;
}

/** How far loose strands may be from the person, in face widths. */
const APART = 0.03;
/** Gaps smaller than this are closed whatever the mask says; in squares of the face's width. */
export const TRIFLE = 0.0016;
/** Alpha up to this is a rim that nobody sees, not a strand. */
const FAINT = 0.12;
/** How wide, in pixels, the soft rim of a gap may be. */
const GAP_RIM = 2;

/**
 * Removes, in place, what isn't connected to the face, and closes enclosed gaps that the mask takes
 * for person or that are tiny. It is the last step: nothing after it may leave pieces or holes.
 *
 * @param core 1 inside the face
 * @param face width of the face in the planes' pixels
 */
export function keepPerson(alpha: Plane, mask: Plane, core: Plane, face: number): void {
  const { data } = alpha;
  const piece = pieceWith(core, alpha, 0.35);
  const reach = Math.max(1.5, APART * face);
  const away = distanceFrom(piece, (value) => value === 1, reach).data;
  for (let i = 0; i < data.length; i += 1)
    data[i] = data[i] * (1 - smoothstep(0.5 * reach, reach, away[i]));
  const strands = pieceWith(core, alpha, FAINT);
  const rim = boxMean(strands, 1);
  for (let i = 0; i < data.length; i += 1) {
    if (strands.data[i] === 1) continue;
    // A pixel that only touches at a corner would count as a separate piece.
    data[i] = rim.data[i] === 0 ? 0 : Math.min(FAINT, data[i]);
  }

  const { labels, sizes, names } = enclosed(alpha, 0.6);
  const person = new Float64Array(sizes.length);
  for (let i = 0; i < labels.length; i += 1) person[labels[i]] = person[labels[i]] + mask.data[i];
  const isTaken = (name: number): boolean => person[name] > 0.4 * sizes[name];
  const fill = new Set(names.filter((k) => sizes[k] < TRIFLE * face * face || isTaken(k)));
  const closed = filled(alpha, (i) => fill.has(labels[i]));
  // Close the gap's soft rim, too.
  const beside = distanceFrom(closed, (value) => value === 1, GAP_RIM).data;
  for (let i = 0; i < data.length; i += 1)
    if (beside[i] === 0 || (beside[i] <= GAP_RIM && data[i] > 0.6)) data[i] = 1;
}
