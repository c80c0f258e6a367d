import type { Checkpoint } from '../checkpoint.ts';
import type { Model } from '../models/runtime.ts';
import { type Drawable, sampleRegion } from '../sampling.ts';
import { decode, type Detection, suppress } from './anchors.ts';

const INPUT = 128;
/** Below it a detection is noise; above it, it is looked at again from near. */
const CANDIDATE = 0.35;
const FACE = 0.6;
/** Edges of the search squares as fractions of the long side, tried until a face is found. */
const LEVELS = [1 / 2, 1 / 4];
/** A closer look takes a square of this many box widths: faces are found best at about a third. */
const CLOSER = 2.8;

/** Runs the detector on an upright square; gives detections in picture pixels. */
async function look(model: Model, picture: Drawable, x: number, y: number, edge: number): Promise<Detection[]> {
  const region = { x, y, edge, angle: 0 };
  const outputs = await model.run(sampleRegion(picture, region, INPUT, [-1, 1]));
  const regressors = outputs.find((output) => output.length === 896 * 16);
  const scores = outputs.find((output) => output.length === 896);
  if (!regressors || !scores) throw new Error('unexpected outputs of the face detector');
  const [left, top] = [x - edge / 2, y - edge / 2];
  return decode(regressors, scores, CANDIDATE).map((d) => ({
    x: left + d.x * edge,
    y: top + d.y * edge,
    width: d.width * edge,
    height: d.height * edge,
    score: d.score,
    points: d.points.map(([px, py]) => [left + px * edge, top + py * edge] as const),
  }));
}

/** Small or faint candidates are detected again in a square around them; the better view wins. */
async function closer(model: Model, picture: Drawable, candidate: Detection): Promise<Detection> {
  const again = await look(
    model,
    picture,
    candidate.x + candidate.width / 2,
    candidate.y + candidate.height / 2,
    Math.max(candidate.width, candidate.height) * CLOSER,
  );
  const best = suppress(again)[0];
  return best && best.score > candidate.score ? best : candidate;
}

/** Squares of `edge` that cover the picture, each overlapping its neighbours by half. */
function* tiles(width: number, height: number, edge: number): Generator<[number, number]> {
  const places = (length: number): number[] => {
    if (length <= edge) return [length / 2];
    const count = Math.ceil((length - edge) / (edge / 2)) + 1;
    return Array.from({ length: count }, (_, k) => edge / 2 + ((length - edge) * k) / (count - 1));
  };
  for (const y of places(height)) for (const x of places(width)) yield [x, y];
}

/**
 * Faces of the picture, the best score first: over the whole frame and, when nothing is found
 * there, in ever smaller overlapping squares, so that far-away faces are found too.
 */
export async function detectFaces(model: Model, picture: Drawable, checkpoint: Checkpoint): Promise<Detection[]> {
  const { width, height } = picture;
  const long = Math.max(width, height);
  const judge = async (candidates: readonly Detection[]): Promise<Detection[]> => {
    const seen: Detection[] = [];
    for (const candidate of suppress(candidates).slice(0, 12)) {
      checkpoint();
      seen.push(await closer(model, picture, candidate));
    }
    return suppress(seen).filter((d) => d.score >= FACE);
  };

  let faces = await judge(await look(model, picture, width / 2, height / 2, long));
  for (const level of LEVELS) {
    if (faces.length > 0) break;
    const candidates: Detection[] = [];
    for (const [x, y] of tiles(width, height, long * level)) {
      checkpoint();
      candidates.push(...(await look(model, picture, x, y, long * level)));
    }
    faces = await judge(candidates);
  }
  return faces;
}
