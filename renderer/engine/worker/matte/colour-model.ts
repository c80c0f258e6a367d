import { localLinear, type Colours, type LocalLinear } from './linear.ts';
import { boxMean, plane, type Plane } from './planes.ts';

/** What is person and what is background around each pixel, by colour. */
export interface ColourModel {
  /** Mean colours of the certain person and the certain background nearby; the picture's own where there is none. */
  readonly person: Colours;
  readonly ground: Colours;
  /**
   * Where a colour lies between the two: 0 at the background, 1 at the person; clip it. Times trust, so
   * that between pixels of the planes only those that are trusted have a say: divide by it.
   */
  readonly between: LocalLinear;
  /** How far `between` may be trusted, 0..1. */
  readonly trust: Plane;
  /** How far from the background's mean a colour may be and still be background. */
  readonly spread: Plane;
}

/** How colours are judged; lengths in the planes' pixels, distances between 0..1 colours. */
export interface Judgement {
  /** Of the windows that the two sides' colours are gathered in. */
  readonly radius: number;
  /** Certain is what has only its own side so far around it. */
  readonly inside: number;
  /** How far from the mask's edge colours may decide. */
  readonly band: number;
  /** Colours nearer than the first distance tell nothing, from the second on they decide. */
  readonly telling: readonly [number, number];
  /** How much the person's own variety takes from that distance, in standard deviations. */
  readonly caution: number;
  /** The share of person below which a colour is background, where that is uniform. */
  readonly least: number;
}

/** For the whole neighbourhood of the edge, hair and the backdrop between it. */
export const AROUND: Judgement = {
  radius: 14,
  inside: 2,
  band: 7,
  telling: [0.09, 0.24],
  caution: 0,
  least: 0.1,
};
/** For the edge's own few pixels. */
export const RIM: Judgement = {
  radius: 2,
  inside: 1,
  band: 2,
  telling: [0.2, 0.38],
  caution: 1.5,
  least: 0.03,
};

const smoothstep = (from: number, to: number, value: number): number => {
  const t = Math.max(0, Math.min(1, (value - from) / (to - from)));
  return t * t * (3 - 2 * t);
};

interface Side {
  readonly mean: Colours;
  /** Variance, summed over the channels. */
  readonly variance: Plane;
}

/** Mean and variance of the colours where `near`, the blurred matte, lies between the limits; over windows of `radius`. */
function sideOf(
  picture: Colours,
  near: Plane,
  limits: readonly [number, number],
  radius: number,
): Side {
  const { width, height } = near;
  const count = width * height;
  const scratch = plane(width, height);
  const [weight, mr, mg, mb, variance] = [
    plane(width, height),
    plane(width, height),
    plane(width, height),
    plane(width, height),
    plane(width, height),
  ];
  const [r, g, b] = [picture[0].data, picture[1].data, picture[2].data];
  const [low, high] = limits;
  for (let i = 0; i < count; i += 1) {
    const value = near.data[i] as number;
    if (value < low || value > high) continue;
    const [x, y, z] = [r[i] as number, g[i] as number, b[i] as number];
    weight.data[i] = 1;
    mr.data[i] = x;
    mg.data[i] = y;
    mb.data[i] = z;
    variance.data[i] = x * x + y * y + z * z;
  }
  for (const sum of [weight, mr, mg, mb, variance]) boxMean(sum, radius, sum, scratch);
  for (let i = 0; i < count; i += 1) {
    const w = weight.data[i] as number;
    if (w < 1e-3) {
      mr.data[i] = r[i] as number;
      mg.data[i] = g[i] as number;
      mb.data[i] = b[i] as number;
      variance.data[i] = 1;
      continue;
    }
    const [x, y, z] = [
      (mr.data[i] as number) / w,
      (mg.data[i] as number) / w,
      (mb.data[i] as number) / w,
    ];
    mr.data[i] = x;
    mg.data[i] = y;
    mb.data[i] = z;
    variance.data[i] = Math.max(0, (variance.data[i] as number) / w - x * x - y * y - z * z);
  }
  return { mean: [mr, mg, mb], variance };
}

/**
 * Models the colours on both sides of the matte's edge: where hair and backdrop differ clearly, a
 * pixel's place on the line between their colours is its alpha (the compositing equation solved for
 * alpha), which finds single curls and the backdrop between them better than any smooth mask.
 * Where the colours are alike or vary much, trust falls and the mask has to do.
 *
 * @param solid 1 where the person is known to be, whatever the colours say
 */
export function modelColours(
  picture: Colours,
  alpha: Plane,
  solid: Plane,
  { radius, inside, band, telling, caution, least }: Judgement,
): ColourModel {
  const { width, height } = alpha;
  const scratch = plane(width, height);
  const near = boxMean(alpha, inside, plane(width, height), scratch);
  const far = boxMean(alpha, band, plane(width, height), scratch);
  const person = sideOf(picture, near, [0.97, 2], radius);
  const ground = sideOf(picture, near, [-1, 0.03], radius);

  const between = localLinear(width, height);
  const trust = plane(width, height);
  const spread = plane(width, height);
  for (let i = 0; i < trust.data.length; i += 1) {
    const mixed = far.data[i] as number;
    if (mixed < 0.004 || mixed > 0.996) continue;
    const [fr, fg, fb] = [
      person.mean[0].data[i] as number,
      person.mean[1].data[i] as number,
      person.mean[2].data[i] as number,
    ];
    const [br, bg, bb] = [
      ground.mean[0].data[i] as number,
      ground.mean[1].data[i] as number,
      ground.mean[2].data[i] as number,
    ];
    const [dr, dg, db] = [fr - br, fg - bg, fb - bb];
    const square = dr * dr + dg * dg + db * db;
    const distance = Math.sqrt(square);
    const spreadGround = Math.sqrt(ground.variance.data[i] as number);
    const spreadPerson = Math.sqrt(person.variance.data[i] as number);
    const trusted = smoothstep(
      telling[0],
      telling[1],
      distance - 1.5 * spreadGround - caution * spreadPerson,
    );
    spread.data[i] = 0.025 + spreadGround;
    if (trusted === 0) continue;
    // Hair has lights and shadows: the more it varies, the sooner a colour counts as all person.
    const low = Math.min(0.38, least + (1.8 * spreadGround) / distance);
    const high = Math.max(low + 0.55, 0.95 - Math.min(0.3, (0.6 * spreadPerson) / distance));
    const sure =
      trusted *
      smoothstep(0.004, 0.02, mixed) *
      smoothstep(0.004, 0.02, 1 - mixed) *
      (1 - (solid.data[i] as number));
    const scale = sure / (square * (high - low));
    between.red.data[i] = dr * scale;
    between.green.data[i] = dg * scale;
    between.blue.data[i] = db * scale;
    between.offset.data[i] = -(br * dr + bg * dg + bb * db) * scale - (sure * low) / (high - low);
    trust.data[i] = sure;
  }
  return { person: person.mean, ground: ground.mean, between, trust, spread };
}
