import { labelsRegion } from '../faces/parser.ts';
import type { Model } from '../models/runtime.ts';
import type { AnalysedFace } from '../photo/analysis.ts';
import type { FaceLabels } from '../photo/labels.ts';
import { sampleView, type Drawable, type View } from '../photo/sampling.ts';
import { sigmoid } from '../raster/numbers.ts';
import { plane, type Plane } from '../raster/planes.ts';
import type { Area, Size } from './area.ts';
import { headView, readView, sameView, segmentMirrored, wholeView, type Head } from './views.ts';

/** Edge of the selfie network's input. */
const SELFIE = 256;
/** Its near views of a head, in face widths: width, and how far their middle is below the face's. */
const NEAR = [
  { wide: 4.6, down: 0.25 },
  { wide: 2.8, down: 0.1 },
] as const;
/** Weight of the view of the whole picture, relative to a near view. */
const WHOLE = 0.5;
/**
 * Weight of the parser's logits. Of 0, 0.4, 0.6, 0.8 and 1.6, the least that leaves under 0.35 % of
 * the drawn people missing (without it, 0.8 %); more lets pieces of flags in.
 */
const LABELLED = 0.8;
/**
 * Multiple of that weight in hair: the other networks lose grey hair before a grey wall. With 2, the
 * drawn people miss 0.32 % instead of 0.42 %, and nothing more is let in.
 */
const IN_HAIR = 2;
/** The network's certainty is capped at this, so that no view overrules the others. */
const SUREST = 0.99;

const logit = (p: number): number => {
  const bounded = Math.min(SUREST, Math.max(1 - SUREST, p));
  return Math.log(bounded / (1 - bounded));
};

/** A network's mask of a part of the picture. */
export interface PersonMask {
  readonly view: View;
  /** At the network's resolution. */
  readonly mask: Plane;
}

/** The selfie network's views of one person: masks are logits, each with its weight. */
export type PersonMasks = readonly (PersonMask & { readonly weight: number })[];

/**
 * Runs the selfie network on the whole picture and on two closer views of one face's person, each
 * also mirrored. A single view can lose ears; several together are reliable. Views of a tilted head
 * are turned upright.
 */
export async function segmentPerson(
  model: Model,
  picture: Drawable,
  head: Head,
): Promise<PersonMasks> {
  const look = async (input: Float32Array): Promise<Float32Array> =>
    (await model.run(input, SELFIE * SELFIE))[0];
  const views = [{ view: wholeView(head, picture), weight: WHOLE }];
  for (const { wide, down } of NEAR) {
    const view = headView(head, picture, wide, down);
    const known = views.find((other) => sameView(other.view, view));
    if (known) known.weight += 1;
    else views.push({ view, weight: 1 });
  }
  const masks: (PersonMask & { weight: number })[] = [];
  for (const { view, weight } of views) {
    const mask = await segmentMirrored(picture, view, SELFIE, look);
    for (let i = 0; i < mask.data.length; i += 1) mask.data[i] = logit(mask.data[i]);
    masks.push({ view, mask, weight });
  }
  return masks;
}

/**
 * What the parser says of the person, as logits. Where it sees a hat it has no say, as it takes the
 * stars and stripes of flags for hats.
 */
export function labelledPerson({ n, planes }: FaceLabels, face: AnalysedFace): PersonMask {
  const { edge, ...placed } = labelsRegion(face);
  const hair = planes['scalp hair'];
  const data = planes.background.map(
    (ground, i) => logit(1 - ground) * (1 - planes.headwear[i]) * (1 + (IN_HAIR - 1) * hair[i]),
  );
  return {
    view: { ...placed, width: edge, height: edge },
    mask: { width: n, height: n, data },
  };
}

/**
 * Merges the views into a mask of the person over the area, 0..1, by averaging their logits. What
 * the parser says is added to that: it finds shoulders that long hair parts from the face, and
 * where it can't decide, nothing changes.
 */
export function mergedMask(
  masks: PersonMasks,
  area: Area,
  picture: Size,
  labelled?: PersonMask,
): Plane {
  const sum = plane(area.width, area.height);
  const weights = plane(area.width, area.height);
  for (const { view, mask, weight } of masks)
    readView(mask, view, area, picture, (i, value, share) => {
      sum.data[i] = sum.data[i] + value * share * weight;
      weights.data[i] = weights.data[i] + share * weight;
    });
  for (let i = 0; i < sum.data.length; i += 1)
    sum.data[i] = sum.data[i] / Math.max(1e-6, weights.data[i]);
  if (labelled)
    readView(labelled.mask, labelled.view, area, picture, (i, value, share) => {
      sum.data[i] = sum.data[i] + value * share * LABELLED;
    });
  for (let i = 0; i < sum.data.length; i += 1) sum.data[i] = sigmoid(sum.data[i]);
  return sum;
}

/** Edge of u2netp's input, and the channel means and deviations of the photos it was trained on. */
const SALIENCE = 320;
const MEAN = [0.485, 0.456, 0.406] as const;
const DEVIATION = [0.229, 0.224, 0.225] as const;
/** The part of the picture that u2netp sees, in face widths. */
const U2NETP_VIEW = { wide: 3.6, down: 0.25 } as const;

export type Salience = Readonly<ReturnType<typeof salienceIn>>;

/**
 * Runs u2netp on a view around the head; its mask of the picture's subject is 0..1. It is finer
 * than the selfie network at hair and ears but doesn't know people: alone, it loses dark hair and
 * includes motorcycles.
 *
 * Source: X. Qin et al., "U2-Net: Going Deeper with Nested U-Structure for Salient Object
 * Detection", Pattern Recognition 2020; input scaled by its brightest value, as in their code.
 * Unlike there, the output isn't stretched to 0..1, as that would hide how sure the network is.
 */
export async function segmentSalience(model: Model, picture: Drawable, head: Head) {
  const view = headView(head, picture, U2NETP_VIEW.wide, U2NETP_VIEW.down);
  const input = sampleView(picture, view, SALIENCE);
  let brightest = 1e-6;
  for (let i = 0; i < input.length; i += 1) brightest = Math.max(brightest, input[i]);
  for (let i = 0; i < input.length; i += 1)
    input[i] = (input[i] / brightest - (MEAN[i % 3] as number)) / (DEVIATION[i % 3] as number);
  const [data] = await model.run(input, SALIENCE * SALIENCE);
  return { view, mask: { width: SALIENCE, height: SALIENCE, data } };
}

/** Reads the salience network's mask over the area, and how much of that the network saw. */
export function salienceIn({ view, mask: found }: PersonMask, area: Area, picture: Size) {
  const [mask, seen] = [plane(area.width, area.height), plane(area.width, area.height)];
  readView(found, view, area, picture, (i, value, weight) => {
    mask.data[i] = value;
    seen.data[i] = weight;
  });
  return {
    mask,
    /** 1 where the network looked, fading to 0 towards the rest. */
    seen,
  };
}
