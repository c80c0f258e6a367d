import { takeTurn, type Checkpoint } from '../checkpoint.ts';
import type { Model } from '../models/runtime.ts';
import { fromRegion, sampleRegion, type Drawable } from '../sampling.ts';
import { decode, overlap, suppress, type Detection } from './anchors.ts';

const INPUT = 128;
/** Below it a detection is noise; above it, it is looked at again from near. */
const CANDIDATE = 0.35;
const FACE = 0.6;
/** Edges of the search squares as fractions of the long side, tried until a face is found. */
const LEVELS = [1 / 2, 1 / 4];
/** A closer look takes a square of this many box widths: faces are found best at about a third. */
const CLOSER = 2.8;

/** Quarter turns at which the whole picture is looked at again; the detector knows upright faces, and takes some upside down. */
const TURNS = [Math.PI / 2, -Math.PI / 2, Math.PI];
/** With a score from here on a face is surely upright. */
const UPRIGHT = 0.85;
/** How much better a turned view has to be. */
const BETTER = 0.08;

/** Runs the detector on a square turned by `angle`; gives detections in picture pixels, boxes upright. */
async function look(
  model: Model,
  picture: Drawable,
  x: number,
  y: number,
  edge: number,
  angle = 0,
): Promise<Detection[]> {
  const region = { x, y, edge, angle };
  const outputs = await model.run(sampleRegion(picture, region, INPUT, [-1, 1]));
  const regressors = outputs.find((output) => output.length === 896 * 16);
  const scores = outputs.find((output) => output.length === 896);
  if (!regressors || !scores) throw new Error('unexpected outputs of the face detector');
  return decode(regressors, scores, CANDIDATE).map((d) => {
    const [cx, cy] = fromRegion(region, d.x + d.width / 2, d.y + d.height / 2);
    const [width, height] = [d.width * edge, d.height * edge];
    return {
      x: cx - width / 2,
      y: cy - height / 2,
      width,
      height,
      score: d.score,
      points: d.points.map(([u, v]) => fromRegion(region, u, v)),
    };
  });
}

/** Small or faint candidates are detected again in a square around them; the better view wins. */
async function closer(
  model: Model,
  picture: Drawable,
  candidate: Detection,
  angle: number,
): Promise<Detection> {
  const again = await look(
    model,
    picture,
    candidate.x + candidate.width / 2,
    candidate.y + candidate.height / 2,
    Math.max(candidate.width, candidate.height) * CLOSER,
    angle,
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
export async function detectFaces(
  model: Model,
  picture: Drawable,
  checkpoint: Checkpoint,
): Promise<Detection[]> {
  const { width, height } = picture;
  const long = Math.max(width, height);
  const judge = async (candidates: readonly Detection[], angle = 0): Promise<Detection[]> => {
    const seen: Detection[] = [];
    for (const candidate of suppress(candidates).slice(0, 12)) {
      await takeTurn(checkpoint);
      seen.push(await closer(model, picture, candidate, angle));
    }
    return suppress(seen).filter((d) => d.score >= FACE);
  };

  let faces = await judge(await look(model, picture, width / 2, height / 2, long));
  for (const level of LEVELS) {
    if (faces.length > 0) break;
    const candidates: Detection[] = [];
    for (const [x, y] of tiles(width, height, long * level)) {
      await takeTurn(checkpoint);
      candidates.push(...(await look(model, picture, x, y, long * level)));
    }
    faces = await judge(candidates);
  }
  if (faces.some(({ score }) => score >= UPRIGHT)) return faces;
  // Lying, upside down, or a photo that lost its orientation.
  for (const angle of TURNS) {
    for (const turned of await judge(
      await look(model, picture, width / 2, height / 2, long, angle),
      angle,
    )) {
      const rivals = faces.filter((face) => overlap(face, turned) > 0.2);
      if (rivals.some(({ score }) => score + BETTER > turned.score)) continue;
      faces = [...faces.filter((face) => !rivals.includes(face)), turned];
    }
  }
  return faces;
}
