import { LikenessError } from '../../core/errors.ts';
import type { Stroke } from '../../core/strokes.ts';
import { takeTurn, type Checkpoint } from '../checkpoint.ts';
import { lensesOn } from '../faces/lenses.ts';
import { labelFace } from '../faces/parser.ts';
import type { Model, Models } from '../models/runtime.ts';
import type { AnalysedFace } from '../photo/analysis.ts';
import type { FaceLabels } from '../photo/labels.ts';
import type { WorkingPicture } from '../photo/picture.ts';
import { boxMean } from '../raster/blur.ts';
import { distanceFrom } from '../raster/distance.ts';
import { clamp, smoothstep } from '../raster/numbers.ts';
import { plane, type Plane, type Square } from '../raster/planes.ts';
import { areaAround, coloursOf, faceMask, FINE, QUICK, type Area } from './area.ts';
import { mend } from './components.ts';
import { estimateColours } from './foreground.ts';
import { atFullSize } from './full-size.ts';
import { partsIn } from './hair.ts';
import { matte } from './matting.ts';
import { shareIn, type Owners } from './owners.ts';
import {
  labelledPerson,
  mergedMask,
  salienceIn,
  segmentPerson,
  segmentSalience,
  type PersonMask,
  type PersonMasks,
  type Salience,
} from './segment.ts';
import { clearSpill, spillOf } from './spill.ts';
import { mendingOf } from './strokes.ts';

/** Radii in face widths: comparing the networks, finding doubt, and softening the trust. */
const AGREEMENT = 0.2;
const DOUBT = 0.08;
const TRUST_BLUR = 0.06;
/** In face widths: this deep inside what the selfie network is sure of, nothing is removed. */
const DEEP = 0.1;
/** In face widths: this far outside what it considers possible, nothing is added. */
const OUTSIDE = 0.16;

/**
 * How far the salience network is trusted, 0..1: where, within a fifth of a face, it hardly
 * contradicts what the selfie network is sure of, and where it isn't undecided itself.
 */
function trustIn(selfie: Plane, { mask, seen }: Salience, face: number): Plane {
  const { width, height } = selfie;
  const [apart, undecided] = [plane(width, height), plane(width, height)];
  for (let i = 0; i < apart.data.length; i += 1) {
    const s = selfie.data[i];
    const u = mask.data[i];
    apart.data[i] = Math.abs(s - u) * smoothstep(0.6, 0.95, Math.abs(2 * s - 1));
    undecided.data[i] = 4 * u * (1 - u);
  }
  boxMean(apart, Math.max(1, Math.round(AGREEMENT * face)), apart);
  boxMean(undecided, Math.max(1, Math.round(DOUBT * face)), undecided);
  for (let i = 0; i < apart.data.length; i += 1)
    apart.data[i] =
      (1 - smoothstep(0.09, 0.2, apart.data[i])) *
      (1 - smoothstep(0.25, 0.55, undecided.data[i])) *
      seen.data[i];
  return boxMean(apart, Math.max(1, Math.round(TRUST_BLUR * face)), apart);
}

/**
 * Combines two masks: the salience network's, which is finer, where both roughly agree; the one of
 * the selfie network and the parser elsewhere, and wherever that is sure.
 *
 * @param face width of the face in the planes' pixels
 * @returns the mask, 0..1
 */
export function fuse(selfie: Plane, salience: Salience | undefined, face: number): Plane {
  const { width, height } = selfie;
  const fused = plane(width, height);
  const trust = salience && trustIn(selfie, salience, face).data;
  const limit = (OUTSIDE + 0.04) * face;
  const within = distanceFrom(selfie, (value) => value <= 0.9, DEEP * face).data;
  const beyond = distanceFrom(selfie, (value) => value > 0.08, limit).data;
  for (let i = 0; i < fused.data.length; i += 1) {
    const s = selfie.data[i];
    const u = salience ? salience.mask.data[i] : s;
    const t = trust?.[i] ?? 0;
    let value = u * t + s * (1 - t);
    if (within[i] > DEEP * face) value = Math.max(value, s);
    const far = smoothstep(OUTSIDE * face, limit, beyond[i]);
    if (far > 0) value = Math.min(value, Math.max(1 - far, u > 0.97 ? t : 0));
    // The lowest and highest few hundredths of the networks' values are noise.
    fused.data[i] = clamp((value - 0.04) / 0.92);
  }
  return fused;
}

/** Least area of a person, face included, in squares of the face's width. */
const PERSON = 0.2;

/** What the networks saw of a person; kept, so that the fine cut-out can build on the quick one. */
export interface Segmentation {
  readonly selfie: PersonMasks;
  readonly labels: FaceLabels;
  readonly lenses: Square;
  /** Missing in a quick cut-out. */
  readonly salience?: PersonMask;
  /** The mended mask that a quick cut-out starts from, if the analysis has made it already. */
  readonly mask?: Plane;
}

/** The quick segmentation: runs the selfie network, the parser and the lens network. */
export async function segmentQuickly(
  { person, parser, lenses }: Pick<Models, 'person' | 'parser' | 'lenses'>,
  picture: Pick<WorkingPicture, 'canvas'>,
  face: AnalysedFace,
): Promise<Segmentation> {
  return {
    selfie: await segmentPerson(person, picture.canvas, face),
    labels: await labelFace(parser, picture.canvas, face),
    lenses: await lensesOn(lenses, picture.canvas, face),
  };
}

/** The fine segmentation: adds the salience network’s mask, which takes about a second more. */
export async function segmentFinely(
  model: Model,
  picture: Pick<WorkingPicture, 'canvas'>,
  face: AnalysedFace,
  { selfie, labels, lenses }: Segmentation,
): Promise<Segmentation> {
  return { selfie, labels, lenses, salience: await segmentSalience(model, picture.canvas, face) };
}

/** With several people: whose each pixel is, and the number of the one meant. */
interface Own {
  readonly all: Owners;
  readonly name: number;
}

/**
 * The networks' mask of one face's person over an area, mended.
 * @throws LikenessError 'photo-no-person' if less than `PERSON` is found
 */
export function maskOf(
  picture: Pick<WorkingPicture, 'width' | 'height'>,
  face: AnalysedFace,
  { selfie, labels, salience }: Segmentation,
  own: Own | undefined,
  area: Area,
): Plane {
  const fused = fuse(
    mergedMask(selfie, area, picture, labelledPerson(labels, face)),
    salience ? salienceIn(salience, area, picture) : undefined,
    area.face,
  );
  if (own) {
    const share = shareIn(own.all, own.name, area, picture);
    for (let i = 0; i < share.data.length; i += 1) fused.data[i] = fused.data[i] * share.data[i];
  }
  const count = mend(fused, faceMask(face, area), area.face);
  if (count < PERSON * area.face ** 2)
    throw new LikenessError('photo-no-person', { faces: count / area.face ** 2 });
  return fused;
}

/**
 * Cuts out the person around one face: finely if the salience network has looked at them, else
 * quickly. Brush strokes are applied.
 * @returns the person as straight RGBA bytes of the picture's size, free of the background's
 * colours; their alpha over the area, 0..1; and what the parser says of the area
 * @throws LikenessError 'photo-no-person' | 'engine-aborted'
 */
export async function cutOut(
  picture: Pick<WorkingPicture, 'canvas' | 'width' | 'height' | 'pixels'>,
  face: AnalysedFace,
  segmentation: Segmentation,
  own: Own | undefined,
  strokes: readonly Stroke[],
  checkpoint: Checkpoint,
) {
  const { width, height, pixels } = picture;
  const area = areaAround(face, picture, segmentation.salience === undefined ? QUICK : FINE);
  // Matting changes the mask in place, and the next brush stroke needs the same one.
  const mask = segmentation.mask
    ? { ...segmentation.mask, data: segmentation.mask.data.slice() }
    : maskOf(picture, face, segmentation, own, area);
  await takeTurn(checkpoint);
  const colours = coloursOf(picture.canvas, area);
  const parts = partsIn(segmentation, face, area);
  const mending = mendingOf(strokes, area, picture);
  const { alpha, hair, core } = matte(colours, mask, parts, face, area, mending);
  await takeTurn(checkpoint);
  const sides = estimateColours(colours, alpha, area.face);
  const person = atFullSize(pixels, width, height, area, colours, alpha, sides);
  const spill = spillOf(alpha, hair, core, area.face);
  if (spill) clearSpill(person, width, height, area, spill);
  return { person, alpha, area, parts };
}
