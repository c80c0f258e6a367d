import type { Compared } from '../../core/engines/verdict.ts';
import type { ComparedPicture } from '../../ports/engine.ts';
import type { Checkpoint } from '../checkpoint.ts';
import { distance, embed, shapeDistance } from '../faces/recognise.ts';
import type { Model, Models } from '../models/runtime.ts';
import type { AnalysedFace } from '../photo/analysis.ts';
import { faceOf } from '../photo/frame.ts';
import { readPicture } from '../photo/importing/import-photo.ts';
import { canvasOf } from '../photo/picture.ts';
import type { Drawable } from '../photo/sampling.ts';
import type { Ask } from '../protocol.ts';
import { clamp } from '../raster/numbers.ts';
import { findFaces, type Photo } from './analyse.ts';
import { encode, thumbnailOf } from './encode.ts';

/** Longest edge of what is sent to an engine, in pixels. */
const MOST_SENT = 1_536;
/** Of the square that is sent: the share that the face's box is wide, and how far down the eyes are. */
const PLACING = { faceWidth: 0.3, eyesY: 0.4 } as const;

/** A square of `edge` pixels, as near to `left` and `top` as it fits in the picture, at `size` pixels. */
function squareOf(
  picture: OffscreenCanvas,
  left: number,
  top: number,
  edge: number,
  size: number,
): OffscreenCanvas {
  const [x, y] = [clamp(left, 0, picture.width - edge), clamp(top, 0, picture.height - edge)];
  const { canvas, context } = canvasOf(size, size);
  context.drawImage(picture, x, y, edge, edge, 0, 0, size, size);
  return canvas;
}

/** A face's head and shoulders: a square inside the photo, at most 1,536 px. */
function headAndShoulders(photo: Photo, { box, eyes }: AnalysedFace): OffscreenCanvas {
  const { canvas, width, height } = photo.picture;
  const edge = Math.min(box.width / PLACING.faceWidth, width, height);
  const left = box.x + box.width / 2 - edge / 2;
  const top = (eyes[0][1] + eyes[1][1]) / 2 - PLACING.eyesY * edge;
  return squareOf(canvas, left, top, edge, Math.min(MOST_SENT, Math.round(edge)));
}

/** What an engine of the user's own gets of a photo: a JPEG made from pixels, without metadata. */
export const portraitOf = (photo: Photo, options: Ask<'portrait'>): Promise<Blob> =>
  encode(headAndShoulders(photo, faceOf(photo, { options })), 'jpeg');

/** RGB of a picture that is squeezed to 32 x 32 pixels, less their mean. */
function squeezed(picture: Drawable): Float32Array {
  const { context } = canvasOf(32, 32);
  context.drawImage(picture, 0, 0, 32, 32);
  const values = Float32Array.from(context.getImageData(0, 0, 32, 32).data).filter(
    (_, i) => i % 4 < 3,
  );
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return values.map((value) => value - mean);
}

/** 1 - correlation of two pictures' values: 0 for the same one, however bright or compressed. */
function changeBetween(first: Drawable, second: Drawable): number {
  const [a, b] = [squeezed(first), squeezed(second)];
  const dot = (p: Float32Array, q: Float32Array): number =>
    p.reduce((sum, value, i) => sum + value * q[i], 0);
  return 1 - dot(a, b) / (Math.sqrt(dot(a, a) * dot(b, b)) || 1);
}

/** A copy at half the size, lit from one side. */
function relit(picture: OffscreenCanvas): OffscreenCanvas {
  const { canvas, context } = canvasOf(picture.width / 2, picture.height / 2);
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  const light = context.createLinearGradient(0, 0, canvas.width, 0);
  light.addColorStop(0, '#fff');
  light.addColorStop(1, '#667');
  context.globalCompositeOperation = 'multiply';
  context.fillStyle = light;
  context.fillRect(0, 0, canvas.width, canvas.height);
  return canvas;
}

/** A face's own embedding, and how far from it a poorer copy of the same face is. */
async function described(model: Model, photo: Photo, { landmarks }: AnalysedFace) {
  const own = await embed(model, photo.picture.canvas, landmarks);
  const copy = await embed(
    model,
    relit(photo.picture.canvas),
    landmarks.map((value) => value / 2),
  );
  return { own, baseline: distance(own, copy) };
}

/** By face; they are forgotten with its photo. */
const known = new WeakMap<AnalysedFace, ReturnType<typeof described>>();

/** The largest square of a picture with its face in the middle, as far as it goes, at `size` pixels. */
function squareAround(
  picture: OffscreenCanvas,
  face: AnalysedFace | undefined,
  size: number,
): OffscreenCanvas {
  const edge = Math.min(picture.width, picture.height);
  const whole = { x: 0, y: 0, width: picture.width, height: picture.height };
  const { x, y, width, height } = face?.box ?? whole;
  return squareOf(picture, x + (width - edge) / 2, y + (height - edge) / 2, edge, size);
}

/**
 * Reads a picture that an engine made, and compares its face with the asked one of the photo.
 * @param thumb edge of the small copy in pixels
 * @param square edge in pixels if the picture is to be made a square
 * @throws LikenessError 'photo-*' if it isn't a picture that can be read
 */
export async function compare(
  models: Models,
  recognition: Model,
  photo: Photo,
  ask: Ask<'compare'>,
  checkpoint: Checkpoint,
): Promise<ComparedPicture> {
  const { picture: file, thumb, square } = ask;
  const asked = faceOf(photo, { options: ask });
  const { canvas } = await readPicture(file, checkpoint);
  const faces = await findFaces(models, { canvas }, checkpoint, () => undefined);
  const face = faces.at(0);
  let seen: Pick<Compared, 'distance' | 'baseline'> = {};
  if (face) {
    const reading = known.get(asked) ?? described(recognition, photo, asked);
    known.set(asked, reading);
    const { own, baseline } = await reading;
    seen = { distance: distance(own, await embed(recognition, canvas, face.landmarks)), baseline };
  }
  const shown = square === undefined ? canvas : squareAround(canvas, face, square);
  return {
    picture: await encode(shown, 'png'),
    thumb: await thumbnailOf(shown, thumb),
    faces: faces.length,
    faceWidth: (face?.box.width ?? 0) / canvas.width,
    presence: face?.presence ?? 0,
    shape: face ? shapeDistance(asked.landmarks, face.landmarks) : 1,
    change: changeBetween(headAndShoulders(photo, asked), canvas),
    ...seen,
  };
}
