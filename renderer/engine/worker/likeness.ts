import type { Recipe } from '../../core/avatars.ts';
import { eyeDistance, fitMesh, regionOfLandmarks } from '../faces/landmarks.ts';
import type { Model } from '../models/runtime.ts';
import type { Analysis } from '../photo/analysis.ts';
import { apply, faceOf, type Frame } from '../photo/frame.ts';
import type { Drawable } from '../photo/sampling.ts';

/** Least landmark presence in a result: it must still be recognised as a face. */
const LEAST_PRESENCE = 0.9;
/** Largest mean drift of the landmarks that is accepted, in distances between the eyes. */
const MOST_DRIFT = 0.04;

export interface Likeness {
  /** 1 - mean landmark drift / distance between the eyes, at least 0. */
  readonly value: number;
  readonly presence: number;
  readonly accepted: boolean;
}

/** Mean distance in x and y between two 468-point meshes, in eye distances of the first. */
export function drift(expected: Float32Array, found: Float32Array): number {
  let sum = 0;
  const count = expected.length / 3;
  for (let i = 0; i < expected.length; i += 3) {
    sum += Math.hypot(expected[i] - found[i], expected[i + 1] - found[i + 1]);
  }
  return sum / count / eyeDistance(expected);
}

/** The photo's landmarks, moved to where `frame` puts them in the result. */
function placed(landmarks: Float32Array, frame: Frame): Float32Array<ArrayBuffer> {
  const result = new Float32Array(landmarks.length);
  for (let i = 0; i < landmarks.length; i += 3) {
    const [x, y] = apply(frame, landmarks[i], landmarks[i + 1]);
    result[i] = x;
    result[i + 1] = y;
  }
  return result;
}

/** Fits the face mesh to the result and compares it with the photo's mesh, mapped by `frame`. */
export async function measureLikeness(
  model: Model,
  analysis: Analysis,
  recipe: Recipe,
  frame: Frame,
  result: Drawable,
): Promise<Likeness> {
  const expected = placed(faceOf(analysis, recipe).landmarks, frame);
  const found = await fitMesh(model, result, regionOfLandmarks(expected));
  const distance = drift(expected, found.landmarks);
  return {
    value: Math.max(0, 1 - distance),
    presence: found.presence,
    accepted: found.presence >= LEAST_PRESENCE && distance <= MOST_DRIFT,
  };
}
