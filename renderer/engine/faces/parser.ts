import type { Model } from '../models/runtime.ts';
import type { AnalysedFace } from '../photo/analysis.ts';
import { frontalFrame, invert, type Frame, type Placing } from '../photo/frame.ts';
import { LABELS, type FaceLabels, type Label } from '../photo/labels.ts';
import { sampleRegion, type Drawable, type Region } from '../photo/sampling.ts';
import type { Square } from '../raster/planes.ts';

/** The square that the parser sees: its edge in pixels, and where the face is in it. */
const PARSER_PX = 256;
const PLACING = { faceWidth: 0.26, eyesY: 0.4 } as const;

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

/** The square of the picture that the parser sees. */
export const labelsRegion = (face: AnalysedFace): Region => uprightRegion(face, PARSER_PX, PLACING);

/** Adds a share of each label's probability to the planes; `logits` are PARSER_PX * PARSER_PX * 9, perhaps mirrored. */
const add = (
  planes: readonly Square[],
  logits: Float32Array,
  mirrored: boolean,
  share: number,
): void => {
  const count = LABELS.length;
  for (let i = 0; i < PARSER_PX * PARSER_PX; i += 1) {
    const from = count * (mirrored ? i + PARSER_PX - 1 - 2 * (i % PARSER_PX) : i);
    let most = -Infinity;
    for (let k = 0; k < count; k += 1) most = Math.max(most, logits[from + k]);
    let sum = 0;
    for (let k = 0; k < count; k += 1) sum += Math.exp(logits[from + k] - most);
    for (let k = 0; k < count; k += 1)
      planes[k][i] += (share * Math.exp(logits[from + k] - most)) / sum;
  }
};

/**
 * Finds out what each pixel around a face shows: the mean of what the parser says of the upright
 * face and of its mirror image, or of the face alone, which takes half the time.
 * @throws Error if the model's output has an unexpected size
 */
export async function labelFace(
  model: Model,
  picture: Drawable,
  face: AnalysedFace,
  views: readonly ('plain' | 'mirrored')[] = ['plain', 'mirrored'],
): Promise<FaceLabels> {
  const region = labelsRegion(face);
  const planes = LABELS.map((): Square => new Float32Array(PARSER_PX * PARSER_PX));
  for (const view of views) {
    const mirrored = view === 'mirrored';
    const pixels = sampleRegion(picture, region, PARSER_PX, [0, 1], mirrored);
    const logits = (await model.run(pixels)).at(0);
    if (logits?.length !== PARSER_PX * PARSER_PX * LABELS.length)
      throw new Error('unexpected output of the parser');
    add(planes, logits, mirrored, 1 / views.length);
  }
  const named = Object.fromEntries(LABELS.map((label, k) => [label, planes[k]]));
  return { n: PARSER_PX, planes: named as Record<Label, Square> };
}
