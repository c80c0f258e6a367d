import type { Model } from '../models/runtime.ts';
import type { AnalysedFace } from '../photo/analysis.ts';
import { sampleRegion, type Drawable } from '../photo/sampling.ts';
import { sigmoid } from '../raster/numbers.ts';
import { uprightRegion } from './parser.ts';

/** The square that the network sees: its edge in pixels, and where the face is in it. */
export const LENSES = { edge: 128, faceWidth: 0.86, eyesY: 0.45 } as const;

/**
 * How likely each pixel of that square lies within a lens of glasses, 0 to 1: the mean of what the
 * network says of the face and of its mirror image.
 */
export async function lensesOn(model: Model, picture: Drawable, face: AnalysedFace) {
  const { edge } = LENSES;
  const region = uprightRegion(face, edge, LENSES);
  const logits = new Float32Array(edge * edge);
  for (const mirrored of [false, true]) {
    const pixels = sampleRegion(picture, region, edge, [0, 1], mirrored);
    const [found] = await model.run(pixels, logits.length);
    for (let i = 0; i < logits.length; i += 1)
      logits[i] += found[mirrored ? i + edge - 1 - 2 * (i % edge) : i] / 2;
  }
  return logits.map(sigmoid);
}
