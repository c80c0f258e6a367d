import type { Model } from '../models/runtime.ts';
import type { AnalysedFace } from '../photo/analysis.ts';
import { frontalFrame, invert, type Frame, type Placing } from '../photo/frame.ts';
import { LABELS, type FaceLabels, type Label } from '../photo/labels.ts';
import { sampleRegion, type Drawable, type Region } from '../photo/sampling.ts';
import { sampled, type Square } from '../raster/planes.ts';

/** The square that the parser sees: its edge in pixels, and where the face is in it. */
const PARSER_PX = 256;
const PLACING = { faceWidth: 0.26, eyesY: 0.4 } as const;
/** How much larger the face is in the mirrored view. */
const CLOSER = 1.15;

/** Maps the working picture to that square. */
export const labelsFrame = (face: AnalysedFace): Frame => frontalFrame(face, PARSER_PX, PLACING);

/** The upright square of the picture in which a face has this placing. */
export const uprightRegion = (
  face: AnalysedFace,
  edge: number,
  placing: Partial<Placing>,
): Region => {
  const { a, b, c, d, e, f } = invert(frontalFrame(face, edge, placing));
  return {
    x: ((a + c) * edge) / 2 + e,
    y: ((b + d) * edge) / 2 + f,
    edge: edge * Math.hypot(a, b),
    angle: (face.roll * Math.PI) / 180,
  };
};

/** The square of the picture that the parser sees, where the face is `closer` times as large. */
export const labelsRegion = (face: AnalysedFace, closer = 1): Region =>
  uprightRegion(face, PARSER_PX, { ...PLACING, faceWidth: closer * PLACING.faceWidth });

/** How likely each label is at each pixel; `logits` are PARSER_PX * PARSER_PX * 9. */
const softmax = (logits: Float32Array): Square[] => {
  const planes = LABELS.map((): Square => new Float32Array(PARSER_PX * PARSER_PX));
  const count = LABELS.length;
  for (let i = 0, from = 0; i < PARSER_PX * PARSER_PX; i += 1, from += count) {
    let [most, sum] = [-Infinity, 0];
    for (let k = 0; k < count; k += 1) most = Math.max(most, logits[from + k]);
    for (let k = 0; k < count; k += 1) sum += Math.exp(logits[from + k] - most);
    for (let k = 0; k < count; k += 1) planes[k][i] = Math.exp(logits[from + k] - most) / sum;
  }
  return planes;
};

/**
 * Finds out what each pixel around a face shows: the mean of what the parser says of the upright
 * face and, where that reaches, of its mirror image seen closer; or of the face alone, which takes
 * half the time.
 */
export async function labelFace(
  model: Model,
  picture: Drawable,
  face: AnalysedFace,
  views: 'both' | 'plain' = 'both',
): Promise<FaceLabels> {
  const see = async (closer: number, mirrored: boolean): Promise<Square[]> => {
    const pixels = sampleRegion(picture, labelsRegion(face, closer), PARSER_PX, [0, 1], mirrored);
    return softmax((await model.run(pixels, PARSER_PX * PARSER_PX * LABELS.length))[0]);
  };
  const planes = await see(1, false);
  if (views === 'both') {
    const closer = await see(CLOSER, true);
    const within = (v: number, middle: number): number =>
      middle + (v + 0.5 - middle) * CLOSER - 0.5;
    for (let i = 0; i < PARSER_PX * PARSER_PX; i += 1) {
      const x = within(i % PARSER_PX, PARSER_PX / 2);
      const y = within(Math.floor(i / PARSER_PX), PARSER_PX * PLACING.eyesY);
      if (Math.min(x, y) < 0 || Math.max(x, y) > PARSER_PX - 1) continue;
      planes.forEach((plane, k) => {
        plane[i] = (plane[i] + sampled(closer[k], PARSER_PX, PARSER_PX - 1 - x, y)) / 2;
      });
    }
  }
  const named = Object.fromEntries(LABELS.map((label, k) => [label, planes[k]]));
  return { n: PARSER_PX, planes: named as Record<Label, Square> };
}
