import { LikenessError } from '../../core/errors.ts';
import { strokesOf, type Stroke } from '../../core/strokes.ts';
import type { PhotoAnalysis, Progress } from '../../ports/engine.ts';
import { takeTurn, type Checkpoint } from '../checkpoint.ts';
import { detectFaces } from '../faces/detect.ts';
import { eyeCentres, meshOfDetection } from '../faces/landmarks.ts';
import { areaAround, coloursOf, faceMask, QUICK, type Area } from '../matte/area.ts';
import {
  cutOut,
  maskOf,
  segmentFinely,
  segmentQuickly,
  type Segmentation,
} from '../matte/cut-out.ts';
import { faultsOf } from '../matte/faults.ts';
import { ownersOf, type Owners } from '../matte/owners.ts';
import { mergedMask, segmentPerson } from '../matte/segment.ts';
import type { Model, Models } from '../models/runtime.ts';
import type { AnalysedFace, Analysis } from '../photo/analysis.ts';
import { maxSizeOf, notesOf } from '../photo/notes.ts';
import { openPicture, type WorkingPicture } from '../photo/picture.ts';
import type { Whose } from '../protocol.ts';
import type { Colours } from '../raster/guided-filter.ts';
import { radians } from '../raster/numbers.ts';
import { plane, type Plane } from '../raster/planes.ts';
import { pointOf } from '../styles/shared/canvas.ts';
import { CHIN } from '../styles/shared/mesh.ts';

/** Least landmark presence of a human face: cats and dolls pass the detector, but not this. */
const PRESENCE = 0.8;
/** Long side, in pixels, of the picture on which several people are told apart. */
const GUIDE_EDGE = 384;

/** An analysed photo: its faces and people, before anybody is cut out. */
export interface Photo {
  readonly id: string;
  readonly picture: WorkingPicture;
  /** One at least, the largest first. */
  readonly faces: readonly AnalysedFace[];
  readonly owners: Owners | undefined;
}

export interface Analysed {
  readonly photo: Photo;
  /** What the quick network saw of the person with the largest face. */
  readonly first: Segmentation;
  readonly analysis: PhotoAnalysis;
}

/**
 * Finds out what a first avatar needs to know about a photo: its faces with their landmarks, and
 * that there is a person to cut out around the largest one.
 * @throws LikenessError 'photo-damaged' | 'photo-no-face' | 'photo-no-person' | 'engine-aborted'
 */
export async function analyse(
  models: Models,
  id: string,
  file: Blob,
  checkpoint: Checkpoint,
  report: (progress: Progress) => void,
): Promise<Analysed> {
  report({ done: 0, stage: 'decode' });
  const picture = await openPicture(file);
  await takeTurn(checkpoint);
  report({ done: 0.15, stage: 'face' });
  const faces = await findFaces(models, picture, checkpoint, report);
  const largest = faces.at(0);
  if (!largest)
    throw new LikenessError('photo-no-face', { width: picture.width, height: picture.height });
  await takeTurn(checkpoint);
  report({ done: 0.4, stage: 'matte' });
  const owners = await ownersAmong(models, picture, faces);
  const photo: Photo = { id, picture, faces, owners };
  await takeTurn(checkpoint);
  const seen = await segmentQuickly(models, picture, largest);
  const area = areaAround(largest, picture, QUICK);
  const mask = maskOf(picture, largest, seen, ownOf(photo, 0), area);
  const first = { ...seen, mask };
  // Only the first person's frame is judged: the network would take its time for each.
  const notes = faces.map((face) =>
    notesOf(face, faces, picture, face === largest ? { mask, area } : undefined),
  );
  report({ done: 1, stage: 'matte' });
  const { photoWidth, photoHeight, width, height } = picture;
  return {
    photo,
    first,
    analysis: {
      id,
      width: photoWidth,
      height: photoHeight,
      faces: faces.map(({ box, score, presence, roll, eyes: [right, left], landmarks }, k) => ({
        box: {
          x: box.x / width,
          y: box.y / height,
          width: box.width / width,
          height: box.height / height,
        },
        score,
        presence,
        roll,
        eyes: [
          [right[0] / width, right[1] / height],
          [left[0] / width, left[1] / height],
        ],
        maxSize: maxSizeOf({ landmarks }),
        notes: notes[k],
      })),
      notes: notes[0],
    },
  };
}

const ownOf = ({ owners }: Photo, index: number): { all: Owners; name: number } | undefined =>
  owners && { all: owners, name: index + 1 };

/**
 * Cuts out one person of the photo, using what the networks saw, and gives all that rendering
 * needs.
 * @param mended the brush's strokes, if any, and a name for the resulting cut-out
 * @throws LikenessError 'photo-no-person' | 'engine-aborted'
 */
export async function analysisOf(
  photo: Photo,
  index: number,
  segmentation: Segmentation,
  checkpoint: Checkpoint,
  mended?: { readonly strokes: readonly Stroke[]; readonly name: string },
): Promise<Analysis> {
  const { id, picture, faces } = photo;
  const face = faces[index];
  const { person, alpha, area, parts } = await cutOut(
    picture,
    face,
    segmentation,
    ownOf(photo, index),
    mended?.strokes ?? [],
    checkpoint,
  );
  const { width, height, pixels } = picture;
  const fineness = segmentation.salience === undefined ? 'quick' : 'fine';
  return {
    id: [id, index, fineness, mended?.name ?? ''].join('/'),
    width,
    height,
    photo: pixels,
    person,
    labels: segmentation.labels,
    lenses: segmentation.lenses,
    faces,
    ...(segmentation.salience && faultsOf(alpha, parts, face, area, picture)),
  };
}

/** The detected faces whose landmarks fit, the largest first. */
export async function findFaces(
  models: Pick<Models, 'faceDetector' | 'faceLandmarks'>,
  picture: Pick<WorkingPicture, 'canvas'>,
  checkpoint: Checkpoint,
  report: (progress: Progress) => void,
): Promise<AnalysedFace[]> {
  const detections = await detectFaces(models.faceDetector, picture.canvas, checkpoint);
  report({ done: 0.3, stage: 'landmarks' });
  const faces: AnalysedFace[] = [];
  for (const detection of detections) {
    await takeTurn(checkpoint);
    const mesh = await meshOfDetection(models.faceLandmarks, picture.canvas, detection);
    if (mesh.presence < PRESENCE) continue;
    const eyes = eyeCentres(mesh.landmarks);
    const [[rx, ry], [lx, ly]] = eyes;
    const roll = (Math.atan2(ly - ry, lx - rx) * 180) / Math.PI;
    const { x, y, width, height, score } = detection;
    faces.push({
      box: { x, y, width, height },
      score,
      presence: mesh.presence,
      landmarks: mesh.landmarks,
      eyes,
      roll,
    });
  }
  return faces.sort((a, b) => b.box.width * b.box.height - a.box.width * a.box.height);
}

/**
 * With several people in the photo, finds whose each pixel is, from what the quick network takes
 * for a person around each face. Undefined for a single face.
 */
async function ownersAmong(
  models: Models,
  picture: WorkingPicture,
  faces: readonly AnalysedFace[],
): Promise<Owners | undefined> {
  if (faces.length < 2) return undefined;
  const { canvas, width, height } = picture;
  const scale = Math.min(1, GUIDE_EDGE / Math.max(width, height));
  const area = {
    left: 0,
    top: 0,
    scale,
    width: Math.round(width * scale),
    height: Math.round(height * scale),
    face: faces[0].box.width * scale,
  };
  const mask = plane(area.width, area.height);
  for (const face of faces.slice(0, 3)) {
    const masks = await segmentPerson(models.person, canvas, face);
    const seen = mergedMask(masks, area, picture);
    seen.data.forEach((v, i) => (mask.data[i] = Math.max(mask.data[i], v)));
  }
  return divide(faces, coloursOf(canvas, area), mask, area);
}

/** Assigns each pixel to a person, from the face and half a face's height of neck below. */
function divide(faces: readonly AnalysedFace[], guide: Colours, mask: Plane, area: Area): Owners {
  const { width, height, scale } = area;
  const seeds = new Uint8Array(width * height);
  const mean = faces.reduce((sum, { box }) => sum + box.width, 0) / faces.length;
  // Smaller faces first: where two overlap, the larger one is nearer and hides the other.
  for (const [index, face] of [...faces.entries()].toReversed()) {
    const own = faceMask(face, area).data;
    const angle = radians(face.roll);
    const [x, y] = pointOf(face, CHIN).map((v) => v * scale);
    for (let i = 0; i < seeds.length; i += 1) if (own[i] > 0.5) seeds[i] = index + 1;
    for (let down = 0; down < (face.box.height * scale) / 2; down += 0.5) {
      const u = Math.round(x - Math.sin(angle) * down);
      const v = Math.round(y + Math.cos(angle) * down);
      const at = v * width + u;
      if (u >= 0 && v >= 0 && u < width && v < height && seeds[at] === 0) seeds[at] = index + 1;
    }
  }
  return ownersOf(guide, mask, seeds, [1, ...faces.map(({ box }) => box.width / mean)]);
}

export type CutOuts = ReturnType<typeof createCutOuts>;

interface CutOutPerson {
  readonly face: number;
  segmentation: Segmentation | undefined;
  analysis: Analysis | undefined;
  /** The brush strokes applied in `analysis`. */
  strokes: readonly Stroke[];
}

/**
 * Cuts out the people of one photo, one at a time, and applies each one's brush strokes.
 * Keeps the last person asked for, with what the networks saw. So an aborted fine cut-out can
 * resume, and a new brush stroke doesn't run the networks again.
 * @param forget frees what the renderer keeps for an analysis id
 */
export function createCutOuts(
  { photo, first }: Pick<Analysed, 'photo' | 'first'>,
  models: () => Promise<Models>,
  salience: () => Promise<Model>,
  forget: (analysisId: string) => void,
) {
  let person: CutOutPerson = { face: 0, segmentation: first, analysis: undefined, strokes: [] };
  let mendings = 0;
  const { faces, picture } = photo;
  const kept = new Set<string>();

  const personOf = ({ face: wanted, strokes }: Whose): CutOutPerson => {
    const face = wanted !== undefined && wanted in faces ? wanted : 0;
    if (person.face !== face)
      person = { face, segmentation: undefined, analysis: undefined, strokes: [] };
    const own = strokesOf(strokes, face);
    if (JSON.stringify(own) !== JSON.stringify(person.strokes)) {
      if (person.analysis) drop(person.analysis);
      person.analysis = undefined;
      person.strokes = own;
    }
    return person;
  };
  const seenOf = async (one: CutOutPerson): Promise<Segmentation> =>
    (one.segmentation ??= await segmentQuickly(await models(), picture, faces[one.face]));
  const drop = ({ id }: Analysis): void => {
    forget(id);
    kept.delete(id);
  };
  const cut = async (
    { face, strokes }: CutOutPerson,
    segmentation: Segmentation,
    checkpoint: Checkpoint,
  ): Promise<Analysis> => {
    const mended =
      strokes.length > 0 ? { strokes, name: `mended-${String(++mendings)}` } : undefined;
    const analysis = await analysisOf(photo, face, segmentation, checkpoint, mended);
    kept.add(analysis.id);
    return analysis;
  };

  return {
    photo,
    /** A quick cut-out, or the fine one if that exists already. */
    async draft(whose: Whose, checkpoint: Checkpoint): Promise<Analysis> {
      const chosen = personOf(whose);
      if (chosen.analysis) return chosen.analysis;
      const seen = await seenOf(chosen);
      checkpoint();
      return (chosen.analysis = await cut(chosen, seen, checkpoint));
    },
    /** The cut-out used for saved avatars; the first one of a person takes a second or two. */
    async fine(
      whose: Whose,
      checkpoint: Checkpoint,
      report: (progress: Progress) => void,
    ): Promise<Analysis> {
      const chosen = personOf(whose);
      if (chosen.analysis?.faults) return chosen.analysis;
      report({ done: 0, stage: 'matte' });
      let seen = await seenOf(chosen);
      if (seen.salience === undefined)
        seen = await segmentFinely(await salience(), picture, faces[chosen.face], seen);
      chosen.segmentation = seen;
      const analysis = await cut(chosen, seen, checkpoint);
      if (chosen.analysis) drop(chosen.analysis);
      chosen.analysis = analysis;
      return analysis;
    },
    clear(): void {
      for (const id of kept) forget(id);
    },
  };
}
