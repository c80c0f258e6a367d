import type { CutOutFault } from '../../core/cut-out-faults.ts';
import type { AnalysedFace } from '../photo/analysis.ts';
import { boxMean } from '../raster/blur.ts';
import { distanceFrom } from '../raster/distance.ts';
import { label, marked } from '../raster/label.ts';
import { plane, type Plane } from '../raster/planes.ts';
import { faceMask, pointIn, type Area } from './area.ts';
import { enclosed, pieceWith } from './components.ts';
import type { Parts } from './hair.ts';
import { LENS_REACH } from './matting.ts';

/** Areas in squares of the face's width; smaller ones can't be seen at an avatar's size. */
const STRAY = 0.0012;
const HOLE = 0.0012;
const FADED = 0.002;
/** How much longer than its smoothed self an outline may be where there is no hair. */
const RAGGED = 1.22;
/** In face widths: the smoothing radius, and how far inside the person alpha must be full. */
const SMOOTH = 0.03;
const DEEP = 0.06;
/** In face widths from hair: how far outlines are the hair's. */
const HAIR = 0.12;
/** In face widths from the smoothed person: farther away, an outline is an earring's or a strap's. */
const LOOSE_REACH = 0.04;

/** Face mesh indices of the outline beside each eye and the mouth, the person's right first. */
const EARS = [
  { upper: 127, lower: 132 },
  { upper: 356, lower: 361 },
] as const;
/** In face widths: how far an ear reaches beyond the face's outline, and half its least width. */
const EAR_WIDTH = 0.11;
const EAR_DEEP = 0.035;

/** Pixels of the largest connected area. */
function largest(marks: Uint8Array, width: number, height: number): number {
  return label(marks, width, height).sizes.reduce((a, b) => Math.max(a, b), 0);
}

/** The outline's length where `where` isn't 0: pairs of neighbours on either side of it. */
function outline(person: Plane, where: Plane): number {
  const { width, height, data } = person;
  let length = 0;
  for (let y = 0, i = 0; y + 1 < height; y += 1, i += 1)
    for (let x = 0; x + 1 < width; x += 1, i += 1) {
      if (where.data[i] === 0) continue;
      const here = data[i] > 0.5;
      if (here !== data[i + 1] > 0.5) length += 1;
      if (here !== data[i + width] > 0.5) length += 1;
    }
  return length;
}

/**
 * Whether skin where an ear would be was cut away. A strip narrower than an ear isn't one: there the
 * parser takes some of the background for skin.
 */
function losesEar(
  alpha: Plane,
  skin: Plane,
  face: Pick<AnalysedFace, 'landmarks'>,
  area: Area,
): boolean {
  const { width, height } = area;
  const inner = faceMask(face, area, 1.02);
  return EARS.some(({ upper, lower }) => {
    const [from, to] = [pointIn(area, face, upper), pointIn(area, face, lower)];
    const lost = plane(width, height);
    const reach = EAR_WIDTH * area.face;
    for (let y = Math.max(0, Math.floor(from[1])); y < Math.min(height, to[1]); y += 1) {
      const middle = from[0] + ((y - from[1]) / Math.max(1, to[1] - from[1])) * (to[0] - from[0]);
      const [left, right] = [Math.max(0, middle - reach), Math.min(width - 1, middle + reach)];
      for (let x = Math.floor(left); x <= right; x += 1) {
        const i = y * width + x;
        if (inner.data[i] === 0 && skin.data[i] > 0.6 && alpha.data[i] < 0.4) lost.data[i] = 1;
      }
    }
    const deep = distanceFrom(lost, (value) => value === 0, reach).data;
    return deep.some((far) => far > EAR_DEEP * area.face);
  });
}

/**
 * What is wrong with a cut-out, as far as its alpha and the parser show. It doesn't depend on how the
 * cut-out was made, so any one can be judged.
 *
 * @param alpha the person's alpha over the area, 0..1
 */
export function faultsOf(
  alpha: Plane,
  { hair, skin, background, lens }: Parts,
  face: Pick<AnalysedFace, 'landmarks'>,
  area: Area,
): CutOutFault[] {
  const { width, height } = area;
  const unit = area.face ** 2;
  const faults: CutOutFault[] = [];
  const core = faceMask(face, area, 0.94);

  const whole = pieceWith(core, alpha, 0.12);
  const apart = marked(alpha.data, (value) => value > 0.12);
  for (let i = 0; i < apart.length; i += 1) if (whole.data[i] === 1) apart[i] = 0;
  if (largest(apart, width, height) > STRAY * unit) faults.push('stray-piece');

  // Between curls, within an earring and through glasses the background is seen rightly.
  const gaps = enclosed(alpha, 0.5);
  const covered = gaps.sizes.map(() => 0);
  const glasses = distanceFrom(lens, (value) => value > 0.5, LENS_REACH * area.face).data;
  gaps.labels.forEach((name, i) => {
    if (glasses[i] > LENS_REACH * area.face) covered[name] += 1 - hair.data[i] - background.data[i];
  });
  const isHole = (name: number): boolean => covered[name] > HOLE * unit;
  if (gaps.names.some(isHole)) faults.push('hole');

  // Transparency deep inside the person or within the face.
  const outer = distanceFrom(alpha, (value) => value < 0.5, DEEP * area.face).data;
  const faded = new Uint8Array(width * height);
  for (let i = 0; i < faded.length; i += 1) {
    const value = alpha.data[i];
    if (value < 0.9 && (outer[i] > DEEP * area.face || core.data[i] === 1)) faded[i] = 1;
  }
  if (largest(faded, width, height) > FADED * unit) faults.push('see-through');

  if (losesEar(alpha, skin, face, area)) faults.push('lost-ear');

  const loose = distanceFrom(hair, (value) => value > 0.5, HAIR * area.face).data;
  const smooth = plane(width, height);
  for (let i = 0; i < smooth.data.length; i += 1) smooth.data[i] = alpha.data[i] > 0.5 ? 1 : 0;
  const radius = Math.max(1, Math.round(SMOOTH * area.face));
  boxMean(smooth, radius, smooth);
  boxMean(smooth, radius, smooth);
  const bare = plane(width, height);
  const beside = distanceFrom(smooth, (value) => value > 0.5, LOOSE_REACH * area.face).data;
  for (let i = 0; i < bare.data.length; i += 1)
    bare.data[i] = loose[i] > HAIR * area.face && beside[i] <= LOOSE_REACH * area.face ? 1 : 0;
  const plain = outline(smooth, bare);
  if (plain > area.face * 0.5 && outline(alpha, bare) > RAGGED * plain) faults.push('ragged');
  return faults;
}
