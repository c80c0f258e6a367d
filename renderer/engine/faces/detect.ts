import { takeTurn, type Checkpoint } from '../checkpoint.ts';
import type { Model } from '../models/runtime.ts';
import { fromRegion, sampleRegion, type Drawable, type Region } from '../photo/sampling.ts';
import { decode, overlap, suppress, type Detection } from './anchors.ts';

const INPUT = 128;
/** Least score of a candidate, which is then detected again in a close-up. */
const CANDIDATE = 0.35;
/** Least score of a face after that. */
const FACE = 0.6;
/** Edges of search squares as fractions of the long side; tried in turn until a face is found. */
const LEVELS = [1 / 2, 1 / 4];
/** Edge of the close-up in box widths: detection works best if a face fills about a third. */
const CLOSER = 2.8;

/**
 * Turns at which the whole picture is searched again: the detector knows upright faces, though it
 * also finds some that are upside down.
 */
const TURNS = [Math.PI / 2, -Math.PI / 2, Math.PI];
/** A face with at least this score is surely upright. */
const UPRIGHT = 0.85;
/** How much higher a turned view's score has to be. */
const BETTER = 0.08;

/** Runs the detector on a square of the picture; gives upright boxes in pixels. */
async function look(model: Model, picture: Drawable, region: Region): Promise<Detection[]> {
  const { edge } = region;
  const pixels = sampleRegion(picture, region, INPUT, [-1, 1]);
  const [regressors, scores] = await model.run(pixels, 896 * 16, 896);
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

/** Detects a candidate again in a square around it, and returns the better detection. */
async function closer(
  model: Model,
  picture: Drawable,
  candidate: Detection,
  angle: number,
): Promise<Detection> {
  const again = await look(model, picture, {
    x: candidate.x + candidate.width / 2,
    y: candidate.y + candidate.height / 2,
    edge: Math.max(candidate.width, candidate.height) * CLOSER,
    angle,
  });
  const best = suppress(again).at(0);
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
 * Finds the faces of a picture. Searches the whole frame first; if nothing is found, ever smaller
 * overlapping squares, for faces far away; and without a surely upright face, the picture turned.
 * @returns detections in picture pixels
 * @throws what `checkpoint` throws
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

  const whole = { x: width / 2, y: height / 2, edge: long, angle: 0 };
  let faces = await judge(await look(model, picture, whole));
  for (const level of LEVELS) {
    if (faces.length > 0) break;
    const candidates: Detection[] = [];
    for (const [x, y] of tiles(width, height, long * level)) {
      await takeTurn(checkpoint);
      candidates.push(...(await look(model, picture, { x, y, edge: long * level, angle: 0 })));
    }
    faces = await judge(candidates);
  }
  if (faces.some(({ score }) => score >= UPRIGHT)) return faces;
  // People lying or upside down, or a photo without its orientation.
  for (const angle of TURNS) {
    for (const turned of await judge(await look(model, picture, { ...whole, angle }), angle)) {
      const rivals = faces.filter((face) => overlap(face, turned) > 0.2);
      if (rivals.some(({ score }) => score + BETTER > turned.score)) continue;
      faces = [...faces.filter((face) => !rivals.includes(face)), turned];
    }
  }
  return faces;
}
