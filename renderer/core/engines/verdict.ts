import { z } from 'zod';

import type { Look } from '../looks.ts';
import type { VerdictCode } from './attempts.ts';

/** What was measured of an engine's picture, beside the photo that it was made from. */
export const comparedSchema = z.object({
  /** Faces that were found. */
  faces: z.number(),
  /** Width of the largest one, as a share of the picture's. */
  faceWidth: z.number(),
  /** The landmark model's presence of it, 0 to 1. */
  presence: z.number(),
  /**
   * Distance of the face embeddings of photo and picture, 0 for the same picture; missing if they
   * weren't computed.
   */
  distance: z.number().exactOptional(),
  /** The same for a poorer copy of the photo: half its size, lit from one side. */
  baseline: z.number().exactOptional(),
  /** Mean distance of the bony landmarks, aligned in three dimensions, in distances between the eyes. */
  shape: z.number(),
  /** 1 - correlation of the picture's colours with those of the photo that was sent. */
  change: z.number(),
});
export type Compared = Readonly<z.infer<typeof comparedSchema>>;

export const VERDICTS = ['kept', 'unsure', 'rejected'] as const;

export interface Verdict {
  readonly verdict: (typeof VERDICTS)[number];
  readonly code: VerdictCode;
  /** A sentence in English; screens have their own by `code`. */
  readonly reason: string;
}

/**
 * Limits, measured on 836 official portraits and the drawn people (docs/engines.md): of 349,000 pairs of
 * different people 1 in 10,000 is nearer than 0.45, and 1 in 170 nearer than 0.55.
 */
export const LIMITS = {
  presence: 0.9,
  faceWidth: 0.12,
  kept: 0.45,
  unsure: 0.55,
  /** A photo whose own copies differ by more than this is too poor to reject anything by. */
  baseline: 0.3,
  shape: 0.11,
  /** In art, where features are drawn larger. */
  artShape: 0.2,
  change: 0.02,
} as const;

/**
 * Whether an engine's picture still shows the person. Its embedding decides; its shape is a second
 * opinion, which can cast doubt and no more. Art has no face to recognise, so there the shape decides.
 */
export function verdictOf(found: Compared, check: Look['check']): Verdict {
  const { faces, faceWidth, presence, distance, baseline = 0, shape, change } = found;
  const judged =
    (verdict: Verdict['verdict']) =>
    (code: VerdictCode, reason: string): Verdict => ({ verdict, code, reason });
  const [kept, unsure, rejected] = [judged('kept'), judged('unsure'), judged('rejected')];
  if (faces === 0 || presence < LIMITS.presence)
    return rejected('no-face', 'It shows no clear face.');
  if (faces > 1)
    return rejected('several-faces', `It shows ${String(faces)} faces instead of one.`);
  if (faceWidth < LIMITS.faceWidth) return rejected('small-face', 'The face in it is too small.');
  if (change < LIMITS.change) return rejected('copy', 'It is a copy of the photo.');
  if (check === 'shape')
    return shape <= LIMITS.artShape
      ? kept('art', 'The face has the photo’s shape; art isn’t compared by face.')
      : unsure(
          'art-shape',
          'The face has another shape than in the photo; art isn’t compared by face.',
        );
  if (distance === undefined) return unsure('not-compared', 'It was not compared by face.');
  const measured = `face distance ${distance.toFixed(2)}`;
  if (distance > LIMITS.unsure)
    return baseline > LIMITS.baseline
      ? unsure(
          'poor-photo',
          `It may be somebody else (${measured}), but the photo is too poor to tell.`,
        )
      : rejected('somebody-else', `It is somebody else (${measured}).`);
  if (distance > LIMITS.kept) return unsure('maybe-else', `It may be somebody else (${measured}).`);
  if (shape > LIMITS.shape)
    return unsure('shape', `The face has another shape than in the photo (${measured}).`);
  return kept('same', `It is the same person (${measured}).`);
}

/** 1 for the face of the photo. Art isn't compared by face: there the shape counts. */
export const likenessOf = ({ distance, shape }: Pick<Compared, 'distance' | 'shape'>): number =>
  Math.max(0, 1 - (distance ?? shape));
