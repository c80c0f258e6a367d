import { LikenessError } from '../../core/errors.ts';
import type { Stroke } from '../../core/strokes.ts';
import { labelFace } from '../faces/parser.ts';
import type { Model, Models } from '../models/runtime.ts';
import type { AnalysedFace } from '../photo/analysis.ts';
import type { FaceLabels } from '../photo/labels.ts';
import type { WorkingPicture } from '../photo/picture.ts';
import type { Colours } from '../raster/guided-filter.ts';
import type { Plane } from '../raster/planes.ts';
import { takeTurn, type Checkpoint } from '../shared/checkpoint.ts';
import type { Stopwatch } from '../shared/stopwatch.ts';
import { areaAround, coloursOf, faceMask, FINE, QUICK, type Area } from './area.ts';
import { mend } from './components.ts';
import { estimateColours } from './foreground.ts';
import { atFullSize } from './full-size.ts';
import { fuse } from './fuse.ts';
import { matte } from './matting.ts';
import { shareIn, type Owners } from './owners.ts';
import {
  mergedMask,
  salienceIn,
  segmentPerson,
  segmentSalience,
  type PersonMask,
  type PersonMasks,
} from './segment.ts';
import { clearSpill, spillOf } from './spill.ts';
import { mendingOf } from './strokes.ts';

/** Least area of a person, face included, in squares of the face's width. */
const PERSON = 0.2;

/** What the networks saw of a person; kept, so that the fine cut-out can build on the quick one. */
export interface Segmentation {
  readonly selfie: PersonMasks;
  readonly labels: FaceLabels;
  /** Missing in a quick cut-out. */
  readonly salience?: PersonMask;
  /** The mended mask that a quick cut-out starts from, if the analysis has made it already. */
  readonly mask?: Plane;
}

/** The quick segmentation: runs the selfie network and the parser. */
export async function segmentQuickly(
  { person, parser }: Pick<Models, 'person' | 'parser'>,
  picture: Pick<WorkingPicture, 'canvas'>,
  face: AnalysedFace,
  watch: Stopwatch,
): Promise<Segmentation> {
  return {
    selfie: await watch.time('person', () => segmentPerson(person, picture.canvas, face)),
    labels: await watch.time('labels', () => labelFace(parser, picture.canvas, face)),
  };
}

/** The fine segmentation: adds the salience network’s mask, which takes about a second more. */
export async function segmentFinely(
  model: Model,
  picture: Pick<WorkingPicture, 'canvas'>,
  face: AnalysedFace,
  segmentation: Segmentation,
  watch: Stopwatch,
): Promise<Segmentation> {
  const salience = await watch.time('salience', () => segmentSalience(model, picture.canvas, face));
  const { selfie, labels } = segmentation;
  return { selfie, labels, salience };
}

export interface CutOut {
  /** Straight RGBA bytes, of the picture's size; colours are free of the background. */
  readonly person: Uint8ClampedArray<ArrayBuffer>;
  /** The person's alpha over `area`, 0..1. */
  readonly alpha: Plane;
  readonly area: Area;
  readonly colours: Colours;
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
  { selfie, salience }: Segmentation,
  own: Own | undefined,
  area: Area,
): Plane {
  const fused = fuse(
    mergedMask(selfie, area, picture),
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
 * @throws LikenessError 'photo-no-person' | 'engine-aborted'
 */
export async function cutOut(
  picture: Pick<WorkingPicture, 'canvas' | 'width' | 'height' | 'pixels'>,
  face: AnalysedFace,
  segmentation: Segmentation,
  own: Own | undefined,
  strokes: readonly Stroke[],
  checkpoint: Checkpoint,
  watch: Stopwatch,
): Promise<CutOut> {
  const { width, height, pixels } = picture;
  const area = areaAround(face, picture, segmentation.salience === undefined ? QUICK : FINE);
  // Matting changes the mask in place, and the next brush stroke needs the same one.
  const mask = watch.time('mask', () =>
    segmentation.mask
      ? { ...segmentation.mask, data: segmentation.mask.data.slice() }
      : maskOf(picture, face, segmentation, own, area),
  );
  await takeTurn(checkpoint);
  const colours = watch.time('matte', () => coloursOf(picture.canvas, area));
  const { alpha, hair, core } = watch.time('matte', () =>
    matte(colours, mask, face, area, mendingOf(strokes, area, picture)),
  );
  await takeTurn(checkpoint);
  const sides = watch.time('colours', () => estimateColours(colours, alpha, area.face));
  const person = watch.time('full-size', () =>
    atFullSize(pixels, width, height, area, colours, alpha, sides),
  );
  watch.time('colours', () => {
    const spill = spillOf(alpha, hair, core, area.face);
    if (spill) clearSpill(person, width, height, area, spill);
  });
  return { person, alpha, area, colours };
}
