import type { Model } from '../models/runtime.ts';
import { fromRegion, sampleRegion, type Drawable, type Region } from '../photo/sampling.ts';
import { sigmoid } from '../raster/numbers.ts';
import type { Point } from '../raster/planes.ts';
import { boxAround, centreOf, distance, turned } from '../raster/points.ts';
import type { Detection } from './anchors.ts';

const INPUT = 192;
const POINTS = 468;
/** The landmark model was trained on faces with a margin of a quarter on every side. */
const MARGIN = 1.5;

/** MediaPipe's face mesh indices: corners and lids of the person's right and left eye. */
const RIGHT_EYE = [33, 133, 159, 145] as const;
const LEFT_EYE = [263, 362, 386, 374] as const;

/** The outline of a face, from mid-forehead down the person's left side to the chin and back. */
export const FACE_OVAL = [
  10, 338, 297, 332, 284, 251, 389, 356, 454, 323, 361, 288, 397, 365, 379, 378, 400, 377, 152, 148,
  176, 149, 150, 136, 172, 58, 132, 93, 234, 127, 162, 21, 54, 103, 67, 109,
] as const;

/** The square around a detection, turned to level the eyes. */
export function regionOfDetection(face: Detection): Region {
  const [right, left] = face.points;
  return {
    x: face.x + face.width / 2,
    y: face.y + face.height / 2,
    edge: Math.max(face.width, face.height) * MARGIN,
    angle: Math.atan2(left[1] - right[1], left[0] - right[0]),
  };
}

/** The square around known landmarks: tighter and turned more precisely than the detector's. */
export function regionOfLandmarks(landmarks: Float32Array): Region {
  const [right, left] = eyeCentres(landmarks);
  const angle = Math.atan2(left[1] - right[1], left[0] - right[0]);
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const box = boxAround(landmarks, { cos, sin: -sin });
  const [x, y] = turned({ cos, sin }, box.x, box.y);
  return { x, y, edge: Math.max(box.width, box.height) * MARGIN, angle };
}

/** Centre of each eye, the person's right first; from corners and lids, so gaze doesn't matter. */
export function eyeCentres(landmarks: Float32Array): readonly [Point, Point] {
  const centre = (points: readonly number[]): Point =>
    centreOf(points.map((p) => [landmarks[p * 3], landmarks[p * 3 + 1]]));
  return [centre(RIGHT_EYE), centre(LEFT_EYE)];
}

/** Distance between the centres of the eyes, in the landmarks' unit. */
export function eyeDistance(landmarks: Float32Array): number {
  return distance(...eyeCentres(landmarks));
}

/**
 * Fits the face mesh (Kartynnik et al. 2019) to the face in `region`.
 * @returns 468 points x, y, z in picture pixels, and how sure the model is that this is a face, 0..1
 */
export async function fitMesh(model: Model, picture: Drawable, region: Region) {
  const pixels = sampleRegion(picture, region, INPUT, [0, 1]);
  const [points, presence] = await model.run(pixels, POINTS * 3, 1);
  const landmarks = new Float32Array(POINTS * 3);
  const scale = region.edge / INPUT;
  for (let i = 0; i < POINTS * 3; i += 3) {
    const [x, y] = fromRegion(region, points[i] / INPUT, points[i + 1] / INPUT);
    landmarks[i] = x;
    landmarks[i + 1] = y;
    landmarks[i + 2] = points[i + 2] * scale;
  }
  return { landmarks, presence: sigmoid(presence[0]) };
}

/** Fits the mesh twice: the square of the first fit is closer to what the model expects. */
export async function meshOfDetection(
  model: Model,
  picture: Drawable,
  face: Detection,
): ReturnType<typeof fitMesh> {
  const first = await fitMesh(model, picture, regionOfDetection(face));
  const second = await fitMesh(model, picture, regionOfLandmarks(first.landmarks));
  return second.presence >= first.presence * 0.98 ? second : first;
}
