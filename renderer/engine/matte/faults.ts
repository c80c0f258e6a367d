import type { CutOutFault } from '../../core/cut-out-faults.ts';
import type { FaceBox } from '../../core/drafts.ts';
import { squareWithin } from '../../core/square.ts';
import type { AnalysedFace } from '../photo/analysis.ts';
import { boxMean } from '../raster/blur.ts';
import { distanceFrom } from '../raster/distance.ts';
import { labelWhere } from '../raster/label.ts';
import { peak } from '../raster/numbers.ts';
import { filled, type Plane } from '../raster/planes.ts';
import { faceMask, pointIn, type Area, type Size } from './area.ts';
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

/** How much wider the square around a fault is than the fault. */
const MARGIN = 1.5;

/** A possible fault: its size in multiples of the least that counts, and whether a pixel is in it. */
interface Finding {
  readonly fault: CutOutFault;
  readonly size: number;
  readonly isAt: (i: number) => boolean;
}

type Labels = ReturnType<typeof labelWhere>;

function largest(fault: CutOutFault, { labels, sizes }: Labels, least: number): Finding {
  const name = peak(sizes);
  return { fault, size: sizes[name] / least, isAt: (i) => labels[i] === name };
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
 * Skin where an ear would be that was cut away. A strip narrower than an ear isn't one: there the
 * parser takes some of the background for skin.
 */
function lostEars(
  alpha: Plane,
  skin: Plane,
  face: Pick<AnalysedFace, 'landmarks'>,
  area: Area,
): Finding[] {
  const inner = faceMask(face, area, 1.02);
  return EARS.map(({ upper, lower }) => {
    const [from, to] = [pointIn(area, face, upper), pointIn(area, face, lower)];
    const reach = EAR_WIDTH * area.face;
    const lost = filled(area, (i, x, y) => {
      if (y < Math.floor(from[1]) || y >= to[1]) return false;
      const middle = from[0] + ((y - from[1]) / Math.max(1, to[1] - from[1])) * (to[0] - from[0]);
      if (x < Math.floor(middle - reach) || x > middle + reach) return false;
      return inner.data[i] === 0 && skin.data[i] > 0.6 && alpha.data[i] < 0.4;
    });
    const deep = distanceFrom(lost, (value) => value === 0, reach).data;
    const size = deep[peak(deep)] / (EAR_DEEP * area.face);
    return { fault: 'lost-ear', size, isAt: (i) => deep[i] > 0 };
  });
}

/** The square of the picture around the pixels where `isAt` holds. */
function squareAround(isAt: Finding['isAt'], area: Area, picture: Size): FaceBox {
  const { left, top, scale, width, height, face } = area;
  let [x0, y0, x1, y1] = [width, height, 0, 0];
  for (let i = 0; i < width * height; i += 1) {
    if (!isAt(i)) continue;
    const [x, y] = [i % width, Math.floor(i / width)];
    [x0, y0, x1, y1] = [Math.min(x0, x), Math.min(y0, y), Math.max(x1, x + 1), Math.max(y1, y + 1)];
  }
  const { width: w, height: h } = picture;
  // A quarter of the picture shows where it is; beside a small face, the face's width does.
  const least = Math.min(w / 4, h / 4, face / scale);
  const wanted = Math.max(least, (MARGIN * Math.max(x1 - x0, y1 - y0)) / scale);
  const middle = [left + (x0 + x1) / 2 / scale, top + (y0 + y1) / 2 / scale] as const;
  const { x, y, side } = squareWithin(picture, middle, wanted);
  return { x: x / w, y: y / h, width: side / w, height: side / h };
}

/**
 * What is wrong with a cut-out, as far as its alpha and the parser show, and where.
 * It doesn't depend on how the cut-out was made, so any one can be judged.
 *
 * @param alpha the person's alpha over the area, 0..1
 * @returns the kinds of fault, the worst first, and the square around that
 */
export function faultsOf(
  alpha: Plane,
  { hair, skin, background, lens }: Parts,
  face: Pick<AnalysedFace, 'landmarks'>,
  area: Area,
  picture: Size,
): { faults: CutOutFault[]; faultBox?: FaceBox } {
  const { data } = alpha;
  const unit = area.face ** 2;
  const core = faceMask(face, area, 0.94);

  const whole = pieceWith(core, alpha, 0.12).data;
  const apart = filled(area, (i) => data[i] > 0.12 && whole[i] === 0);

  // Between curls, within an earring and through glasses the background is seen rightly.
  const { labels, sizes, names } = enclosed(alpha, 0.5);
  const covered = sizes.map(() => 0);
  const inner = new Set(names);
  const glasses = distanceFrom(lens, (value) => value > 0.5, LENS_REACH * area.face).data;
  labels.forEach((name, i) => {
    if (inner.has(name) && glasses[i] > LENS_REACH * area.face)
      covered[name] += 1 - hair.data[i] - background.data[i];
  });

  // Transparency deep inside the person or within the face.
  const outer = distanceFrom(alpha, (value) => value < 0.5, DEEP * area.face).data;
  const isInside = (i: number): boolean => outer[i] > DEEP * area.face || core.data[i] === 1;
  const faded = filled(area, (i) => data[i] < 0.9 && isInside(i));

  const loose = distanceFrom(hair, (value) => value > 0.5, HAIR * area.face).data;
  const smooth = filled(area, (i) => data[i] > 0.5);
  const radius = Math.max(1, Math.round(SMOOTH * area.face));
  boxMean(smooth, radius, smooth);
  boxMean(smooth, radius, smooth);
  const reach = LOOSE_REACH * area.face;
  const beside = distanceFrom(smooth, (value) => value > 0.5, reach).data;
  const bare = filled(area, (i) => loose[i] > HAIR * area.face && beside[i] <= reach);
  const plain = outline(smooth, bare);
  const rough = plain > area.face * 0.5 ? outline(alpha, bare) / (RAGGED * plain) : 0;
  const isOff = (i: number): boolean =>
    bare.data[i] === 1 && data[i] > 0.5 !== smooth.data[i] > 0.5;
  const roughest = rough > 1 ? peak(boxMean(filled(area, isOff), radius).data) : 0;

  const is = (value: number): boolean => value === 1;
  const found = [
    largest('stray-piece', labelWhere(apart, is), STRAY * unit),
    largest('hole', { labels, sizes: covered }, HOLE * unit),
    largest('see-through', labelWhere(faded, is), FADED * unit),
    ...lostEars(alpha, skin, face, area),
    { fault: 'ragged' as const, size: rough, isAt: (i: number) => i === roughest },
  ].filter(({ size }) => size > 1);
  found.sort((a, b) => b.size - a.size);
  return {
    faults: [...new Set(found.map(({ fault }) => fault))],
    ...(found.length > 0 && { faultBox: squareAround(found[0].isAt, area, picture) }),
  };
}
