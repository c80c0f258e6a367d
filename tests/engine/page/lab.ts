import { fileAddresses } from '../../../renderer/engine/addresses.ts';
import { analyse, analysisOf } from '../../../renderer/engine/worker/analyse.ts';
import type { AnalysedFace } from '../../../renderer/engine/worker/analysis.ts';
import { measureLikeness } from '../../../renderer/engine/worker/likeness.ts';
import { areaAround, coloursOf } from '../../../renderer/engine/worker/matte/area.ts';
import { study } from '../../../renderer/engine/worker/matte/cut-out.ts';
import { faultsOf } from '../../../renderer/engine/worker/matte/faults.ts';
import {
  loadModels,
  loadSalience,
  type Model,
  type Models,
} from '../../../renderer/engine/worker/models/runtime.ts';
import { canvasOf, openPicture } from '../../../renderer/engine/worker/picture.ts';
import type { Drawable } from '../../../renderer/engine/worker/sampling.ts';
import { stopwatch } from '../../../renderer/engine/worker/stopwatch.ts';
import type { CutOutFault } from '../../../renderer/ports/engine.ts';

const IDENTITY = { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 };
const RECIPE = { style: 'realistic', background: 'none', seed: 1, options: {}, engine: 1 } as const;

let models: Promise<Models> | undefined;
let salience: Promise<Model> | undefined;

async function salienceModel(): Promise<Model> {
  models ??= loadModels(fileAddresses());
  await models;
  salience ??= loadSalience(fileAddresses());
  return salience;
}

/** The salience network's own output, 320 x 320, for an input of 320 x 320 RGB as it takes it. */
export async function runSalience(input: Float32Array): Promise<Float32Array> {
  const [output] = await (await salienceModel()).run(input);
  if (!output) throw new Error('no output');
  return output;
}

/**
 * What the fault counter finds in any cut-out of a photo, whoever made it.
 * @param person straight RGBA at the photo's size
 */
export function faultsIn(
  photo: CanvasImageSource & Drawable,
  person: Uint8ClampedArray<ArrayBuffer>,
  face: AnalysedFace,
): CutOutFault[] {
  const { width, height } = photo;
  const area = areaAround(face, { width, height });
  const cut = canvasOf(width, height);
  const opaque = new Uint8ClampedArray(person.length).fill(255);
  for (let i = 0; i < person.length; i += 4) opaque[i] = person[i + 3] ?? 0;
  cut.context.putImageData(new ImageData(opaque, width, height), 0, 0);
  return faultsOf(coloursOf(photo, area), coloursOf(cut.canvas, area)[0], face, area);
}

/** The cut-out itself, before any style: straight RGBA at the photo's size, with each stage's milliseconds. */
export async function cutOutOf(
  photo: Blob,
  fine: boolean,
): Promise<{
  width: number;
  height: number;
  person: Uint8ClampedArray<ArrayBuffer>;
  face: AnalysedFace;
  timings: Readonly<Record<string, number>>;
}> {
  models ??= loadModels(fileAddresses());
  const loaded = await models;
  const analysed = await analyse(
    loaded,
    'lab',
    photo,
    () => undefined,
    () => undefined,
  );
  const { picture, faces } = analysed.photo;
  const [face] = faces;
  if (!face) throw new Error('no face');
  const watch = stopwatch();
  const sight = fine
    ? await study(await salienceModel(), picture, face, analysed.first, watch)
    : analysed.first;
  const analysis = await analysisOf(analysed.photo, 0, sight, () => undefined, watch);
  const timings = { ...analysed.analysis.timings, ...watch.timings };
  const { width, height, person } = analysis;
  return { width, height, person, face, timings };
}

/**
 * Runs the quality check on a copy of the photo whose features below the eyes were pushed down by
 * `shift` (a fraction of the picture's height), everything else in place.
 */
export async function likenessOfWarped(
  photo: Blob,
  shift: number,
): Promise<{ value: number; presence: number; accepted: boolean }> {
  models ??= loadModels(fileAddresses());
  const loaded = await models;
  const { photo: looked, first } = await analyse(
    loaded,
    'lab',
    photo,
    () => undefined,
    () => undefined,
  );
  const analysis = await analysisOf(looked, 0, first, () => undefined, stopwatch());
  const { canvas, width, height } = await openPicture(photo);
  const [face] = analysis.faces;
  if (!face) throw new Error('no face');
  const warped = canvasOf(width, height);
  const from = face.eyes[0][1];
  // Rows below the eyes come from ever higher up: nose and mouth slide towards the chin.
  for (let y = 0; y < height; y += 1) {
    const below = Math.max(0, Math.min(1, (y - from) / (height * 0.12)));
    warped.context.drawImage(
      canvas,
      0,
      Math.max(0, y - below * shift * height),
      width,
      1,
      0,
      y,
      width,
      1,
    );
  }
  return measureLikeness(loaded.faceLandmarks, analysis, RECIPE, IDENTITY, warped.canvas);
}
