import { fileAddresses } from '../../../renderer/engine/addresses.ts';
import { analyse } from '../../../renderer/engine/worker/analyse.ts';
import { measureLikeness } from '../../../renderer/engine/worker/likeness.ts';
import { loadModels, type Models } from '../../../renderer/engine/worker/models/runtime.ts';
import { canvasOf, openPicture } from '../../../renderer/engine/worker/picture.ts';

const IDENTITY = { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 };
const RECIPE = { style: 'realistic', background: 'none', seed: 1, options: {}, engine: 1 } as const;

let models: Promise<Models> | undefined;

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
  const { analysis } = await analyse(
    loaded,
    'lab',
    photo,
    () => undefined,
    () => undefined,
  );
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
