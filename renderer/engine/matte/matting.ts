import type { AnalysedFace } from '../photo/analysis.ts';
import { boxMean } from '../raster/blur.ts';
import { distanceFrom } from '../raster/distance.ts';
import type { Colours } from '../raster/guided-filter.ts';
import { labelWhere } from '../raster/label.ts';
import { clamp, smoothstep } from '../raster/numbers.ts';
import { filled, plane, type Plane } from '../raster/planes.ts';
import { faceMask, type Area } from './area.ts';
import { closedForm } from './closed-form.ts';
import { keepPerson, TRIFLE } from './components.ts';
import { colourBins, logRatioOf, weighDoubt } from './doubt.ts';
import { doubtIntrusions, hairOf, type Parts } from './hair.ts';
import { addStrands } from './strands.ts';
import { mendWith, type Mending } from './strokes.ts';

/** Reach of the unknown band, in face widths: into and out of hair, and into and out of anything else. */
const INTO_HAIR = 0.04;
const OUT_OF_HAIR = 0.05;
const INTO = 0.025;
const OUT_OF = 0.014;
/** Least reach, in pixels: an edge is mixed over two. */
const LEAST_REACH = 1.5;

/** Outside hair, the mask is ground up to the first and person from the second on. */
const DECIDED = [0.35, 0.65] as const;

type Trimap = ReturnType<typeof trimapOf>;

/**
 * Splits the area into what is surely person, what is surely ground, and a band between for the
 * colours to decide. The band is wide where hair may be, and a few pixels elsewhere, where skin and
 * cloth have clean edges; there doubt in the mask is decided, as no cloth is half transparent.
 *
 * @param mask the networks' mask, 0..1; doubt outside hair is decided in place
 * @returns `known`: 1 person, 0 ground, 0.5 unknown; the hair; `core`: 1 well inside the face's
 * outline; `entered`: 1 where the mask was put in doubt, falling to 0 around
 */
function trimapOf(
  colours: Colours,
  mask: Plane,
  parts: Parts,
  face: Pick<AnalysedFace, 'landmarks'>,
  area: Area,
) {
  const core = faceMask(face, area, 0.96);
  const hair = hairOf(colours, mask, core, parts, face, area);
  for (let i = 0; i < mask.data.length; i += 1) {
    const value = mask.data[i];
    const decided = smoothstep(DECIDED[0], DECIDED[1], value);
    mask.data[i] = decided + (value - decided) * smoothstep(0, 0.2, hair.zone.data[i]);
  }
  const entered = doubtIntrusions(colours, mask, core, hair, area.face);
  const reach = (faces: number): number => Math.max(LEAST_REACH, faces * area.face);
  const [into, outOf] = [reach(INTO), reach(OUT_OF)];
  const [deep, far] = [reach(INTO_HAIR), reach(OUT_OF_HAIR)];
  const inward = distanceFrom(mask, (value) => value <= 0.9, deep).data;
  const outward = distanceFrom(mask, (value) => value >= 0.1, far).data;
  const known = plane(area.width, area.height);
  for (let i = 0; i < known.data.length; i += 1) {
    const much = smoothstep(0.2, 0.75, hair.zone.data[i]);
    if (core.data[i] > 0.5 || inward[i] > into + (deep - into) * much) known.data[i] = 1;
    else if (entered.data[i] > 0 || outward[i] <= outOf + (far - outOf) * much) known.data[i] = 0.5;
  }
  return { known, hair, core, entered };
}

/** Weight of the networks' mask against the colours. */
const PRIOR = 0.01;
/** Added to that weight, as a multiple of it, where person and ground have the same colours. */
const CAUTION = 3;
/** Alpha below the first becomes 0 and above the second 1, which removes the last haze. */
const LEVELS: readonly [number, number] = [0.08, 0.92];

/**
 * Share of the pixels known to be `is` (person or ground), their mean colours and their variance,
 * summed over the channels, within `radius` cells of `cell` pixels.
 */
function sideOf(colours: Colours, known: Plane, is: number, radius: number, cell: number) {
  const { width, height } = known;
  const [across, down] = [Math.ceil(width / cell), Math.ceil(height / cell)];
  const share = plane(across, down);
  const square = plane(across, down);
  const mean: Colours = [plane(across, down), plane(across, down), plane(across, down)];
  const columns = Int32Array.from({ length: width }, (_, x) => Math.floor(x / cell));
  const [red, green, blue] = [colours[0].data, colours[1].data, colours[2].data];
  const [reds, greens, blues] = [mean[0].data, mean[1].data, mean[2].data];
  const squares = square.data;
  for (let y = 0, i = 0; y < height; y += 1) {
    const row = Math.floor(y / cell) * across;
    for (let x = 0; x < width; x += 1, i += 1) {
      if (known.data[i] !== is) continue;
      const at = row + columns[x];
      const [r, g, b] = [red[i], green[i], blue[i]];
      share.data[at] = share.data[at] + 1;
      reds[at] = reds[at] + r;
      greens[at] = greens[at] + g;
      blues[at] = blues[at] + b;
      squares[at] = squares[at] + r * r;
      squares[at] += g * g;
      squares[at] += b * b;
    }
  }
  for (const one of [share, square, ...mean]) boxMean(one, radius, one);
  for (let i = 0; i < share.data.length; i += 1) {
    const count = Math.max(1e-3, share.data[i]);
    let variance = square.data[i] / count;
    for (const { data } of mean) {
      const value = data[i] / count;
      data[i] = value;
      variance -= value * value;
    }
    square.data[i] = Math.max(0, variance);
    share.data[i] = share.data[i] / cell ** 2;
  }
  /** The cell of a pixel. */
  const cellOf = (i: number): number =>
    Math.floor(Math.floor(i / width) / cell) * across + Math.floor((i % width) / cell);
  return { share, mean, variance: square, cellOf };
}

/** Cells per reach. Coarse ones will do, since means over many pixels change slowly. */
const CELLS = 6;

/**
 * Weight of the mask at each pixel: higher where it is sure, outside hair, and where colours don't
 * tell the sides apart.
 */
function weightsOf(colours: Colours, mask: Plane, { known, hair }: Trimap, face: number): Plane {
  const reach = 0.12 * face;
  const cell = Math.max(1, Math.floor(reach / CELLS));
  const radius = Math.max(1, Math.round(reach / cell));
  const [person, ground] = [
    sideOf(colours, known, 1, radius, cell),
    sideOf(colours, known, 0, radius, cell),
  ];
  const weights = plane(mask.width, mask.height);
  for (let i = 0; i < weights.data.length; i += 1) {
    if (known.data[i] !== 0.5) continue;
    const at = person.cellOf(i);
    const sure = (2 * mask.data[i] - 1) ** 2;
    const trust = hair.zone.data[i] > 0.33 ? 0.02 + 0.3 * sure : 0.1 + 0.4 * sure;
    let contrast = 1;
    if (person.share.data[at] > 0.01 && ground.share.data[at] > 0.01) {
      let apart = 0;
      for (let k = 0; k < 3; k += 1)
        apart += (person.mean[k].data[at] - ground.mean[k].data[at]) ** 2;
      contrast =
        Math.sqrt(apart) /
        (Math.sqrt(ground.variance.data[at]) + 0.5 * Math.sqrt(person.variance.data[at]) + 0.03);
    }
    weights.data[i] = PRIOR * trust * (1 + CAUTION * (1 - smoothstep(0.7, 2, contrast)));
  }
  return weights;
}

/** Clears haze in hair, in place: flat, half transparent alpha isn't strands; the mask decides. */
function clearHaze(alpha: Plane, mask: Plane, hair: Plane, face: number): void {
  const { data } = alpha;
  const radius = Math.max(1, Math.round(0.012 * face));
  const mean = boxMean(alpha, radius);
  const square = filled(alpha, (i) => data[i] ** 2);
  boxMean(square, radius, square);
  for (let i = 0; i < data.length; i += 1) {
    const deviation = Math.sqrt(Math.max(0, square.data[i] - mean.data[i] ** 2));
    square.data[i] = (1 - smoothstep(0.03, 0.1, deviation)) * (1 - smoothstep(0.75, 0.95, data[i]));
  }
  boxMean(square, radius, square);
  for (let i = 0; i < data.length; i += 1) {
    if (hair.data[i] <= 0.02) continue;
    const settled = smoothstep(0.3, 0.7, mask.data[i]);
    data[i] = data[i] + (settled - data[i]) * square.data[i];
  }
}

/**
 * Least width of a face, in pixels of the photo, for loose strands: in smaller ones they are thinner
 * than a pixel and look like the folds of a flag.
 */
const STRANDS = 180;
/** The same in pixels of the planes: a quick cut-out has no room for them. */
const DRAWN = 100;
/** Greatest width of a strand, in face widths. */
const STRAND = 0.02;

/**
 * Clears lumps, in place. Strands are thin, so anything thick outside the mask is a piece of the
 * background that looks like the person (a star on a flag beside an ear); there the mask decides.
 */
function clearLumps(alpha: Plane, mask: Plane, face: number): void {
  const { data } = alpha;
  const radius = Math.max(1, Math.round((STRAND / 2) * face));
  const thick = filled(alpha, (i) => data[i] > 0.25 && mask.data[i] < 0.5);
  boxMean(thick, radius, thick);
  // A morphological opening: windows that are mostly lump, grown by the reach of the window.
  const far = distanceFrom(thick, (value) => value > 0.8, 2 * radius).data;
  for (let i = 0; i < data.length; i += 1) {
    if (far[i] > 2 * radius || mask.data[i] >= 0.5) continue;
    const settled = smoothstep(0.2, 0.6, mask.data[i]);
    data[i] = Math.min(data[i], settled);
  }
}

/** In face widths: how far a lens may reach beyond what the lens network sees. */
export const LENS_REACH = 0.14;
/** In face widths: how far inwards of what the parser calls ground a lens may show ground. */
const INWARDS = 0.1;
/** Colours e to this power times as common in the ground nearby as in the person are the ground's. */
const FOREIGN = 0.7;
/** In face widths: radius of the mean of the ground's colours. */
const BEHIND = 0.3;

/**
 * Clears the ground that glasses show beyond the face, in place, as on the far side of a turned head.
 * It lies beside what the lens network sees, where the parser sees ground and, since lenses bend the
 * head's outline, from there inwards in the ground's colours. What stays is the least alpha that
 * explains a colour: rims stay dark, and reflections light.
 */
function clearLenses(
  alpha: Plane,
  colours: Colours,
  { lens, background }: Parts,
  core: Plane,
  face: number,
): void {
  const { data } = alpha;
  if (!lens.data.some((value) => value > 0.5)) return;
  const away = distanceFrom(lens, (value) => value > 0.5, LENS_REACH * face).data;
  const near = distanceFrom(background, (value) => value > 0.5, INWARDS * face).data;
  const within = (i: number): boolean =>
    away[i] <= LENS_REACH * face && near[i] <= INWARDS * face && core.data[i] === 0 && data[i] > 0;
  const isSeen = (i: number): boolean => background.data[i] > 0.9 && data[i] > 0.5 && within(i);
  if (!data.some((_, i) => isSeen(i))) return;
  const sides = filled(alpha, (i) => (within(i) ? 0.5 : data[i]));
  const logRatio = logRatioOf(colourBins(colours), sides, face, within);
  const isThrough = (i: number): boolean => background.data[i] > 0.5 || logRatio.data[i] < -FOREIGN;
  const shown = filled(alpha, (i) => within(i) && isThrough(i));
  const { labels, sizes } = labelWhere(shown, (value) => value === 1);
  const seen = sizes.map(() => 0);
  for (let i = 0; i < data.length; i += 1) if (isSeen(i)) seen[labels[i]] = seen[labels[i]] + 1;

  const cell = Math.max(1, Math.floor((BEHIND * face) / CELLS));
  const { share, mean, cellOf } = sideOf(colours, sides, 0, CELLS, cell);
  for (let i = 0; i < data.length; i += 1) {
    if (shown.data[i] === 0 || seen[labels[i]] < TRIFLE * face ** 2) continue;
    const at = cellOf(i);
    if (share.data[at] < 0.01) continue;
    let least = 0;
    mean.forEach((ground, k) => {
      const behind = ground.data[at];
      const change = colours[k].data[i] - behind;
      least = Math.max(least, change / (change > 0 ? 1 - behind : -behind));
    });
    data[i] = Math.min(data[i], least);
  }
}

/** Treats places where the brush asks for a soft edge like hair, in place: the colours decide. */
function openEdges({ known, hair }: Trimap, { soft }: Mending): void {
  for (let i = 0; i < known.data.length; i += 1) {
    if (soft.data[i] <= 0.5) continue;
    known.data[i] = 0.5;
    hair.zone.data[i] = 1;
  }
}

/**
 * The person's alpha over the area: the networks' mask where it is sure, closed-form matting in the
 * band between, cleared of haze and of anything not connected to the face, with loose strands.
 *
 * @param mask the networks' mask, 0..1; changed in place: outside hair, doubt is decided either way
 * @param mending the brush strokes, which have the last word
 * @returns alpha, 0..1, and what was found on the way: the hair, and `core`, 1 well inside the face
 */
export function matte(
  colours: Colours,
  mask: Plane,
  parts: Parts,
  face: Pick<AnalysedFace, 'landmarks'>,
  area: Area,
  mending?: Mending,
) {
  if (mending) mendWith(mending, mask);
  // Gaps are closed by the unchanged mask: the ground's colours can be seen through glasses.
  const seen: Plane = { ...mask, data: mask.data.slice() };
  weighDoubt(colours, mask, area.face);
  const trimap = trimapOf(colours, mask, parts, face, area);
  seen.data.forEach((value, i) => (seen.data[i] = value * (1 - trimap.entered.data[i])));
  if (mending) openEdges(trimap, mending);
  const weights = weightsOf(colours, mask, trimap, area.face);
  const alpha = closedForm(colours, trimap.known, mask, weights);
  clearHaze(alpha, mask, trimap.hair.zone, area.face);
  clearLumps(alpha, mask, area.face);
  const [low, high] = LEVELS;
  for (let i = 0; i < alpha.data.length; i += 1)
    alpha.data[i] = clamp((alpha.data[i] - low) / (high - low));
  if (area.face / area.scale >= STRANDS && area.face >= DRAWN)
    addStrands(alpha, colours, seen, trimap.hair, area.face);
  keepPerson(alpha, seen, trimap.core, area.face);
  clearLenses(alpha, colours, parts, trimap.core, area.face);
  if (mending) mendWith(mending, alpha);
  return { alpha, hair: trimap.hair, core: trimap.core };
}
