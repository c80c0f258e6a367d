import type { AnalysedFace } from '../analysis.ts';
import type { Model } from '../models/runtime.ts';
import { sampleView, type Drawable } from '../sampling.ts';
import type { Area } from './area.ts';
import { clip, plane, type Plane } from './planes.ts';
import { headView, isTurned, readView, sameView, seeBothWays, wholeView } from './views.ts';

type Head = Pick<AnalysedFace, 'box' | 'roll'>;

/** Edge of the selfie network's input. */
const SELFIE = 256;
/** What the selfie network looks at around a head, in faces: how wide, and how far below the face. */
const NEAR = [
  { wide: 4.6, down: 0.25 },
  { wide: 2.8, down: 0.1 },
] as const;
/**
 * The same for a tilted head, which is shown turned: beyond the photo's corners the network sees
 * black and raises ghosts. Two looks rarely agree on those, so the geometric mean takes them away.
 */
const TURNED_NEAR = [{ wide: 3.9, down: 0.25 }] as const;
/** What remains of ghosts lies below the first, and a person at or above the second. */
const GHOSTS: readonly [number, number] = [0.32, 0.88];
/** What a look that sees nobody leaves of the others'. */
const LEAST = 0.002;
/** The whole picture, squeezed into the same input, has half the say of a near look. */
const WHOLE = 0.5;
/** The network is never surer than this: one look mustn't overrule the others. */
const SUREST = 0.99;

const logit = (p: number): number => {
  const bounded = Math.min(SUREST, Math.max(1 - SUREST, p));
  return Math.log(bounded / (1 - bounded));
};

/**
 * What the selfie network takes for a person around one face, 0..1: the mean of its logits over the
 * whole picture and two nearer looks, each with its mirror image. One look alone loses ears; what
 * several agree on holds. Looks at a tilted head are turned with it.
 */
export async function segmentPerson(
  model: Model,
  picture: Drawable,
  head: Head,
  area: Area,
): Promise<Plane> {
  const look = async (input: Float32Array): Promise<Float32Array> => {
    const mask = (await model.run(input))[0];
    if (mask?.length !== SELFIE * SELFIE) throw new Error('unexpected output of the person model');
    return mask;
  };
  const turned = isTurned(head);
  const views = [{ view: wholeView(head, picture), say: WHOLE }];
  for (const { wide, down } of turned ? TURNED_NEAR : NEAR) {
    const view = headView(head, picture, wide, down);
    const known = views.find((other) => sameView(other.view, view));
    if (known) known.say += 1;
    else views.push({ view, say: 1 });
  }
  const sum = plane(area.width, area.height);
  const weights = plane(area.width, area.height);
  for (const { view, say } of views) {
    const mask = await seeBothWays(picture, view, SELFIE, look);
    for (let i = 0; i < mask.data.length; i += 1) {
      const p = mask.data[i] as number;
      mask.data[i] = turned ? Math.log(Math.max(LEAST, p)) : logit(p);
    }
    readView(mask, view, area, picture, (i, value, weight) => {
      sum.data[i] = (sum.data[i] as number) + value * weight * say;
      weights.data[i] = (weights.data[i] as number) + weight * say;
    });
  }
  for (let i = 0; i < sum.data.length; i += 1) {
    const mean = (sum.data[i] as number) / Math.max(1e-6, weights.data[i] as number);
    sum.data[i] = turned
      ? clip((Math.exp(mean) - GHOSTS[0]) / (GHOSTS[1] - GHOSTS[0]))
      : 1 / (1 + Math.exp(-mean));
  }
  return sum;
}

/** Edge of u2netp's input, and the mean and deviation of the photographs it was trained on, by channel. */
const SALIENCE = 320;
const MEAN = [0.485, 0.456, 0.406] as const;
const DEVIATION = [0.229, 0.224, 0.225] as const;
/** How much of the picture u2netp sees, in faces. */
const AROUND = { wide: 3.6, down: 0.25 } as const;

/** What stands out in the picture, and how far the network has seen it. */
export interface Salience {
  readonly mask: Plane;
  /** 1 where it has looked, fading to 0 towards what it hasn't. */
  readonly seen: Plane;
}

/**
 * What u2netp takes for the picture's subject, 0..1, by one look around the head. Finer than the
 * selfie network at hair and ears, but it knows no people: alone it drops dark hair and takes in
 * motorcycles.
 *
 * Source: X. Qin et al., "U2-Net: Going Deeper with Nested U-Structure for Salient Object
 * Detection", Pattern Recognition 2020; input scaled by its brightest value, as in its own code. The
 * output isn't stretched to 0..1 as there: how sure it is must stay.
 */
export async function findSalience(
  model: Model,
  picture: Drawable,
  head: Head,
  area: Area,
): Promise<Salience> {
  const [mask, seen] = [plane(area.width, area.height), plane(area.width, area.height)];
  // Turned with the head, the photo lies amid black, and is the subject itself: better not looked at.
  if (isTurned(head)) return { mask, seen };
  const view = headView(head, picture, AROUND.wide, AROUND.down);
  const input = sampleView(picture, view, SALIENCE);
  let brightest = 1e-6;
  for (let i = 0; i < input.length; i += 1) brightest = Math.max(brightest, input[i] as number);
  for (let i = 0; i < input.length; i += 1)
    input[i] =
      ((input[i] as number) / brightest - (MEAN[i % 3] as number)) / (DEVIATION[i % 3] as number);
  const found = (await model.run(input))[0];
  if (found?.length !== SALIENCE * SALIENCE)
    throw new Error('unexpected output of the salience model');
  readView(
    { width: SALIENCE, height: SALIENCE, data: found as Float32Array<ArrayBuffer> },
    view,
    area,
    picture,
    (i, value, weight) => {
      mask.data[i] = value;
      seen.data[i] = weight;
    },
  );
  return { mask, seen };
}
