import type { Recipe } from '../../core/avatars.ts';
import { eyeDistance, fitMesh, regionOfLandmarks } from '../faces/landmarks.ts';
import { labelFace, labelsFrame } from '../faces/parser.ts';
import type { Models } from '../models/runtime.ts';
import type { AnalysedFace, Analysis } from '../photo/analysis.ts';
import { apply, faceOf, invert, type Frame } from '../photo/frame.ts';
import { LABELS, likeliest, type FaceLabels, type Label } from '../photo/labels.ts';
import type { Drawable } from '../photo/sampling.ts';
import { framedLandmarks } from '../styles/shared/facemap.ts';

/** Least landmark presence in a result: it must still be recognised as a face. */
const LEAST_PRESENCE = 0.9;
/** Largest mean drift of the landmarks that is accepted, in distances between the eyes. */
const MOST_DRIFT = 0.04;

/** What a person is known by, besides their features; what is worn on the head counts as hair. */
const PARTS: readonly (readonly Label[])[] = [
  ['scalp hair', 'headwear'],
  ['face skin', 'other skin'],
  ['facial hair'],
];
/** Parts smaller than this share of the picture don't count. */
const LEAST_PART = 0.015;
/** Least mean intersection over union of the parts that is accepted. */
const LEAST_ALIKE = 0.3;

export type Likeness = Awaited<ReturnType<typeof measureLikeness>>;

/** Mean distance in x and y between two 468-point meshes, in eye distances of the first. */
export function drift(expected: Float32Array, found: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < expected.length; i += 3)
    sum += Math.hypot(expected[i] - found[i], expected[i + 1] - found[i + 1]);
  return (3 * sum) / expected.length / eyeDistance(expected);
}

/** The photo's face where `frame` puts it in the result. */
function placed(face: AnalysedFace, frame: Frame): AnalysedFace {
  const turn = (Math.atan2(frame.b, frame.a) * 180) / Math.PI;
  return {
    ...face,
    landmarks: framedLandmarks(face, frame),
    eyes: [apply(frame, ...face.eyes[0]), apply(frame, ...face.eyes[1])],
    roll: face.roll + turn,
  };
}

/**
 * How alike two pictures of a face are in hair, skin and beard: mean intersection over union of
 * those that either of them has.
 * @param inside whether both show a texel
 */
export const alike = (
  own: FaceLabels,
  drawn: FaceLabels,
  inside: (x: number, y: number) => boolean,
): number => {
  const { n } = own;
  const [mine, theirs] = [likeliest(own), likeliest(drawn)];
  const part = LABELS.map((label) => PARTS.findIndex((labels) => labels.includes(label)));
  const counts = PARTS.map(() => ({ both: 0, either: 0 }));
  let seen = 0;
  for (let i = 0; i < mine.length; i += 1) {
    if (!inside(i % n, Math.floor(i / n))) continue;
    seen += 1;
    const [p, q] = [part[mine[i]], part[theirs[i]]];
    if (p >= 0) counts[p].either += 1;
    if (q >= 0 && q !== p) counts[q].either += 1;
    if (p >= 0 && q === p) counts[p].both += 1;
  }
  const large = counts.filter(({ either }) => either >= LEAST_PART * seen);
  if (large.length === 0) return 1;
  return large.reduce((sum, { both, either }) => sum + both / either / large.length, 0);
};

/** By style and strength, since a style draws a person's shapes alike for every seed. */
const known = new WeakMap<Analysis, Map<string, number>>();

async function alikeIn(
  { parser }: Pick<Models, 'parser'>,
  analysis: Analysis,
  { style }: Recipe,
  strength: number,
  face: AnalysedFace,
  result: Drawable,
): Promise<number> {
  const measured = known.get(analysis) ?? new Map<string, number>();
  known.set(analysis, measured);
  const key = `${style} ${String(strength)}`;
  const before = measured.get(key);
  if (before !== undefined) return before;
  const drawn = await labelFace(parser, result, face, 'plain');
  const back = invert(labelsFrame(face));
  const value = alike(analysis.labels, drawn, (x, y) => {
    const [u, v] = apply(back, x, y);
    return u >= 0 && v >= 0 && u < result.width && v < result.height;
  });
  measured.set(key, value);
  return value;
}

/**
 * Compares a result with the photo: its face mesh with the photo's, mapped by `frame`, and the
 * labels of its hair, skin and beard with the photo's.
 */
export async function measureLikeness(
  models: Pick<Models, 'faceLandmarks' | 'parser'>,
  analysis: Analysis,
  recipe: Recipe,
  strength: number,
  frame: Frame,
  result: Drawable,
) {
  const face = placed(faceOf(analysis, recipe), frame);
  const found = await fitMesh(models.faceLandmarks, result, regionOfLandmarks(face.landmarks));
  const off =
    (1 - (await alikeIn(models, analysis, recipe, strength, face, result))) / (1 - LEAST_ALIKE);
  const distance = Math.max(drift(face.landmarks, found.landmarks), MOST_DRIFT * off);
  return {
    /**
     * 1 - mean landmark drift / distance between the eyes, at least 0. Less if hair, skin and beard
     * agree less than the landmarks do; both have the same limit.
     */
    value: Math.max(0, 1 - distance),
    presence: found.presence,
    accepted: found.presence >= LEAST_PRESENCE && distance <= MOST_DRIFT,
  };
}
