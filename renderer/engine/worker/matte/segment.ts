import type { AnalysedFace } from '../analysis.ts';
import type { Model } from '../models/runtime.ts';
import { sampleView, type Drawable, type View } from '../sampling.ts';
import type { Area } from './area.ts';
import { clip, plane, type Plane } from './planes.ts';
import { headView, isTurned, readView, sameView, seeBothWays, wholeView } from './views.ts';

type Head = Pick<AnalysedFace, 'box' | 'roll'>;
interface Size {
  readonly width: number;
  readonly height: number;
}

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

/** What a network saw in a part of the picture. */
export interface PersonLight {
  readonly view: View;
  /** At the network's own size. */
  readonly mask: Plane;
}

/** The selfie network's looks at one person. */
export interface Looks {
  readonly turned: boolean;
  /** Masks are logits, or logarithms where the head is turned; `say` is how much each counts. */
  readonly looks: readonly (PersonLight & { readonly say: number })[];
}

/**
 * Lets the selfie network look at one face's person: at the whole picture and twice nearer, each with
 * its mirror image. One look alone loses ears; what several agree on holds. Looks at a tilted head are
 * turned with it.
 */
export async function lookAtPerson(model: Model, picture: Drawable, head: Head): Promise<Looks> {
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
  const looks: (PersonLight & { say: number })[] = [];
  for (const { view, say } of views) {
    const mask = await seeBothWays(picture, view, SELFIE, look);
    for (let i = 0; i < mask.data.length; i += 1) {
      const p = mask.data[i] as number;
      mask.data[i] = turned ? Math.log(Math.max(LEAST, p)) : logit(p);
    }
    looks.push({ view, mask, say });
  }
  return { turned, looks };
}

/** What the looks take for the person, 0..1 over the area: the mean of the network's logits. */
export function personIn({ turned, looks }: Looks, area: Area, picture: Size): Plane {
  const sum = plane(area.width, area.height);
  const weights = plane(area.width, area.height);
  for (const { view, mask, say } of looks)
    readView(mask, view, area, picture, (i, value, weight) => {
      sum.data[i] = (sum.data[i] as number) + value * weight * say;
      weights.data[i] = (weights.data[i] as number) + weight * say;
    });
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

/** What stands out in the picture over an area, and how far the network has seen it. */
export interface Salience {
  readonly mask: Plane;
  /** 1 where it has looked, fading to 0 towards what it hasn't. */
  readonly seen: Plane;
}

/**
 * What u2netp takes for the picture's subject, 0..1, in one look around the head; undefined of a
 * tilted one: turned with it the photo lies amid black, and is the subject itself. Finer than the
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
): Promise<PersonLight | undefined> {
  if (isTurned(head)) return undefined;
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
  return {
    view,
    mask: { width: SALIENCE, height: SALIENCE, data: found as Float32Array<ArrayBuffer> },
  };
}

/** A look for the subject, read over the area. */
export function salienceIn(
  { view, mask: found }: PersonLight,
  area: Area,
  picture: Size,
): Salience {
  const [mask, seen] = [plane(area.width, area.height), plane(area.width, area.height)];
  readView(found, view, area, picture, (i, value, weight) => {
    mask.data[i] = value;
    seen.data[i] = weight;
  });
  return { mask, seen };
}
