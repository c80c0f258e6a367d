import { LikenessError } from '../../core/errors.ts';
import type { Progress, Sitting } from '../../ports/engine.ts';
import type { AnalysedFace, Analysis } from './analysis.ts';
import { takeTurn, type Checkpoint } from './checkpoint.ts';
import { detectFaces } from './faces/detect.ts';
import { eyeCentres, FACE_OVAL, meshOfDetection } from './faces/landmarks.ts';
import { mend } from './matte/components.ts';
import { cutOut } from './matte/cut-out.ts';
import { ownersOf, type Owners } from './matte/owners.ts';
import { plane, planesOf, type Plane } from './matte/planes.ts';
import { segmentPerson } from './matte/segment.ts';
import { keepSkin } from './matte/skin.ts';
import type { Models } from './models/runtime.ts';
import { maxSizeOf, notesOf } from './notes.ts';
import { canvasOf, openPicture, type WorkingPicture } from './picture.ts';
import { stopwatch, type Stopwatch } from './stopwatch.ts';

/** Landmark presence below it isn't a human face: cats and dolls reach the detector's score alone. */
const PRESENCE = 0.8;
/** Long side of the picture that guides the matte. */
const GUIDE_EDGE = 384;
/** Face mesh numbering: the lowest point of the chin. */
const CHIN = 152;
/** Smallest share of the guide that a person may fill. */
const PERSON = 0.004;

export interface Analysed {
  readonly analysis: Analysis;
  readonly sitting: Sitting;
}

/**
 * Everything an avatar needs of a photo: faces with landmarks, and the person cut out.
 * @throws LikenessError 'photo-damaged' | 'photo-no-face' | 'photo-no-person' | 'engine-aborted'
 */
export async function analyse(
  models: Models,
  id: string,
  photo: Blob,
  checkpoint: Checkpoint,
  report: (progress: Progress) => void,
): Promise<Analysed> {
  const watch = stopwatch();
  report({ done: 0, stage: 'decode' });
  const picture = await watch.time('decode', () => openPicture(photo));
  await takeTurn(checkpoint);
  report({ done: 0.15, stage: 'face' });
  const faces = await findFaces(models, picture, checkpoint, watch, report);
  if (faces.length === 0)
    throw new LikenessError('photo-no-face', { width: picture.width, height: picture.height });
  await takeTurn(checkpoint);
  report({ done: 0.4, stage: 'matte' });
  const { person, owners } = await cutOutPerson(models, picture, faces, checkpoint, watch);
  const { photoWidth, photoHeight, width, height, pixels } = picture;
  const analysis: Analysis = {
    id,
    photoWidth,
    photoHeight,
    width,
    height,
    photo: pixels,
    person,
    faces,
    owners,
  };
  const notes = watch.time('notes', () => notesOf(analysis, picture.canvas));
  report({ done: 1, stage: 'matte' });
  const [largest] = faces;
  return {
    analysis,
    sitting: {
      id,
      width: photoWidth,
      height: photoHeight,
      faces: faces.map(({ box, score, presence, roll, eyes: [right, left] }) => ({
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
      })),
      notes,
      maxSize: largest ? maxSizeOf(largest) : 1024,
      timings: watch.timings,
    },
  };
}

/** Faces whose landmarks fit, the largest first. */
async function findFaces(
  models: Models,
  picture: WorkingPicture,
  checkpoint: Checkpoint,
  watch: Stopwatch,
  report: (progress: Progress) => void,
): Promise<AnalysedFace[]> {
  const detections = await watch.time('face', () =>
    detectFaces(models.faceDetector, picture.canvas, checkpoint),
  );
  report({ done: 0.3, stage: 'landmarks' });
  const faces: AnalysedFace[] = [];
  for (const { x, y, width, height, score, points } of detections) {
    await takeTurn(checkpoint);
    const mesh = await watch.time('landmarks', () =>
      meshOfDetection(models.faceLandmarks, picture.canvas, { x, y, width, height, score, points }),
    );
    if (mesh.presence < PRESENCE) continue;
    const eyes = eyeCentres(mesh.landmarks);
    const [[rx, ry], [lx, ly]] = eyes;
    const roll = (Math.atan2(ly - ry, lx - rx) * 180) / Math.PI;
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

async function cutOutPerson(
  models: Models,
  picture: WorkingPicture,
  faces: readonly AnalysedFace[],
  checkpoint: Checkpoint,
  watch: Stopwatch,
): Promise<Pick<Analysis, 'person' | 'owners'>> {
  const { width, height, canvas, pixels } = picture;
  const scale = Math.min(1, GUIDE_EDGE / Math.max(width, height));
  const small = canvasOf(Math.round(width * scale), Math.round(height * scale));
  small.context.drawImage(canvas, 0, 0, small.canvas.width, small.canvas.height);
  const { width: w, height: h } = small.canvas;
  const guide = planesOf(small.context.getImageData(0, 0, w, h).data, w, h);
  const mask = await watch.time('person', () => segmentPerson(models.person, canvas, faces, w, h));
  await takeTurn(checkpoint);
  const count = mend(
    mask,
    faces.map(
      ({ landmarks }) => [(landmarks[3] ?? 0) * scale, (landmarks[4] ?? 0) * scale] as const,
    ),
  );
  if (count < w * h * PERSON)
    throw new LikenessError('photo-no-person', { share: count / (w * h) });
  const solid = faceMask(faces, w, h, scale);
  keepSkin(guide, mask, solid);
  for (let i = 0; i < mask.data.length; i += 1)
    mask.data[i] = Math.max(mask.data[i] as number, solid.data[i] as number);
  const person = watch.time('matte', () => cutOut(pixels, width, height, guide, mask, solid));
  const owners =
    faces.length < 2 ? undefined : watch.time('owners', () => divide(faces, guide, mask, scale));
  return { person, owners };
}

/** Whose each pixel is. Sure are the face and the neck below it, half a face long. */
function divide(
  faces: readonly AnalysedFace[],
  guide: readonly [Plane, Plane, Plane],
  mask: Plane,
  scale: number,
): Owners {
  const { width, height } = mask;
  const seeds = new Uint8Array(width * height);
  const mean = faces.reduce((sum, { box }) => sum + box.width, 0) / faces.length;
  // The smaller first: where faces overlap, the nearer, larger one hides the other.
  faces.forEach((_, k) => {
    const index = faces.length - 1 - k;
    const face = faces[index];
    if (!face) return;
    const own = faceMask([face], width, height, scale).data;
    const angle = (face.roll * Math.PI) / 180;
    const [x, y] = [
      (face.landmarks[CHIN * 3] ?? 0) * scale,
      (face.landmarks[CHIN * 3 + 1] ?? 0) * scale,
    ];
    for (let i = 0; i < seeds.length; i += 1) if ((own[i] as number) > 0.5) seeds[i] = index + 1;
    for (let down = 0; down < (face.box.height * scale) / 2; down += 0.5) {
      const [u, v] = [
        Math.round(x - Math.sin(angle) * down),
        Math.round(y + Math.cos(angle) * down),
      ];
      const at = v * width + u;
      if (u >= 0 && v >= 0 && u < width && v < height && seeds[at] === 0) seeds[at] = index + 1;
    }
  });
  return ownersOf(guide, mask, seeds, [1, ...faces.map(({ box }) => box.width / mean)]);
}

/** 1 inside the faces' outlines, at `scale` of the picture: whatever the colours, a face has no holes. */
function faceMask(
  faces: readonly AnalysedFace[],
  width: number,
  height: number,
  scale: number,
): Plane {
  const { context } = canvasOf(width, height);
  context.fillStyle = '#fff';
  for (const { landmarks } of faces) {
    context.beginPath();
    for (const point of FACE_OVAL)
      context.lineTo((landmarks[point * 3] ?? 0) * scale, (landmarks[point * 3 + 1] ?? 0) * scale);
    context.fill();
  }
  const pixels = context.getImageData(0, 0, width, height).data;
  const mask = plane(width, height);
  for (let i = 0; i < mask.data.length; i += 1) mask.data[i] = (pixels[i * 4 + 3] as number) / 255;
  return mask;
}
