import { BROWS, EYES, LIPS, OVAL } from './mesh.ts';
import { chromaOf, hueOf, labDistance, type Lab } from './oklab.ts';
import { kMeans } from './palette.ts';
import { cleaned, distanceTo, gaussian, guidedBy, partsOf, quantile, step } from './planes.ts';
import { fillPolygon, type Plane, type Point } from './raster.ts';

/** The upright person, white-balanced, as planes of n * n texels. */
export interface Canvas {
  readonly n: number;
  /** OKLab. */
  readonly L: Plane;
  readonly a: Plane;
  readonly b: Plane;
  readonly alpha: Plane;
  /** 468 landmarks in texels: x, y, z in turn. */
  readonly landmarks: Float32Array;
  /** Face width from ear to ear in texels, the unit of lengths here. */
  readonly width: number;
}

/** Masks of 0 or 1 that assign each texel to a region; none where the matte is empty. */
export interface Regions {
  readonly skin: Plane;
  /** Hair or a hat. */
  readonly hair: Plane;
  readonly clothes: Plane;
  /** The face's oval. */
  readonly face: Plane;
  readonly bald: boolean;
}

export const pointOf = ({ landmarks }: Pick<Canvas, 'landmarks'>, i: number): Point => [
  landmarks[3 * i] as number,
  landmarks[3 * i + 1] as number,
];

export const pointsOf = (canvas: Pick<Canvas, 'landmarks'>, indices: readonly number[]): Point[] =>
  indices.map((i) => pointOf(canvas, i));

export const filled = (n: number, ...rings: readonly (readonly Point[])[]): Plane => {
  const plane = new Float32Array(n * n);
  for (const ring of rings) fillPolygon(plane, n, ring);
  return plane;
};

/** 1 wherever `mask` is at most `reach` texels away. */
export const grown = (mask: Plane, n: number, reach: number): Plane =>
  distanceTo(mask, n).map((d) => (d <= reach ? 1 : 0));

const SKIN = 0;
const HAIR = 1;
const CLOTHES = 2;

interface Component {
  readonly weight: number;
  readonly mean: Lab;
  /** Upper triangle of the inverse covariance, by rows. */
  readonly inverse: readonly number[];
  readonly constant: number;
}

/** About how many colours are sampled per region. */
const SAMPLES = 600;

/** A mixture of Gaussians, one for each cluster found by k-means. */
const mixtureOf = (colours: readonly Lab[], k: number): Component[] => {
  const every = Math.max(1, Math.floor(colours.length / SAMPLES));
  const some = colours.filter((_, i) => i % every === 0);
  const centres = kMeans(some, k);
  const sums = centres.map(() => new Float64Array(7));
  const nearest = some.map((lab) => {
    let [near, best] = [0, Infinity];
    centres.forEach((c, j) => {
      const d = labDistance(c.lab, lab);
      if (d < best) [near, best] = [j, d];
    });
    const s = sums[near] as Float64Array;
    s[0] = (s[0] as number) + 1;
    return near;
  });
  some.forEach((lab, i) => {
    const j = nearest[i] as number;
    const m = (centres[j] as { lab: Lab }).lab;
    const s = sums[j] as Float64Array;
    const d = [lab[0] - m[0], lab[1] - m[1], lab[2] - m[2]] as const;
    [d[0] * d[0], d[0] * d[1], d[0] * d[2], d[1] * d[1], d[1] * d[2], d[2] * d[2]].forEach(
      (v, c) => {
        s[c + 1] = (s[c + 1] as number) + v;
      },
    );
  });
  return centres.flatMap(({ lab }, j) => {
    const s = sums[j] as Float64Array;
    const count = s[0] as number;
    if (count < 8) return [];
    const [xx, xy, xz, yy, yz, zz] = [
      (s[1] as number) / count + 0.03 ** 2,
      (s[2] as number) / count,
      (s[3] as number) / count,
      (s[4] as number) / count + 0.012 ** 2,
      (s[5] as number) / count,
      (s[6] as number) / count + 0.012 ** 2,
    ] as const;
    const [A, B, C] = [yy * zz - yz * yz, xz * yz - xy * zz, xy * yz - xz * yy];
    const det = xx * A + xy * B + xz * C;
    return [
      {
        weight: count / some.length,
        mean: lab,
        inverse: [
          A / det,
          B / det,
          C / det,
          (xx * zz - xz * xz) / det,
          (xy * xz - xx * yz) / det,
          (xx * yy - xy * xy) / det,
        ],
        constant: Math.log(count / some.length) - 0.5 * Math.log(det),
      },
    ];
  });
};

/** Log-likelihood of a colour under the likeliest component. */
const likelihood = (mixture: readonly Component[], L: number, a: number, b: number): number => {
  let best = -1e3;
  for (let k = 0; k < mixture.length; k += 1) {
    const one = mixture[k] as Component;
    const m = one.inverse;
    const x = L - one.mean[0];
    const y = a - one.mean[1];
    const z = b - one.mean[2];
    const d =
      x * x * (m[0] as number) +
      y * y * (m[3] as number) +
      z * z * (m[5] as number) +
      2 * (x * y * (m[1] as number) + x * z * (m[2] as number) + y * z * (m[4] as number));
    const value = one.constant - 0.5 * d;
    if (value > best) best = value;
  }
  return best;
};

/** Difference of two hues in degrees. */
const hueApart = (p: Lab, q: Lab): number => Math.abs(((hueOf(p) - hueOf(q) + 540) % 360) - 180);

const median = (values: readonly number[]): number => quantile(values, 0.5);

/**
 * Divides a person into skin, hair and clothes. Each region's colours are modelled as a mixture of
 * Gaussians, from places where it surely is, and combined with how likely the region is at each
 * place relative to the face. The result is smoothed along the picture's edges (guided filter, K.
 * He et al. 2010, in two rounds), and stray pieces go to the next likely region. The forehead's
 * colour tells hair from skin. Lengths are in face widths.
 */
export const regionsOf = (canvas: Canvas): Regions => {
  const { n, alpha, width } = canvas;
  const oval = pointsOf(canvas, OVAL);
  const face = filled(n, oval);
  const inward = distanceTo(
    face.map((v) => 1 - v),
    n,
  );
  const outward = distanceTo(face, n);
  const depth = inward.map((v, i) => (v - (outward[i] as number)) / width);
  const middle = oval.reduce((sum, [x]) => sum + x, 0) / oval.length;
  const eyes = EYES.flatMap((ring) => pointsOf(canvas, ring));
  const eyeLine = eyes.reduce((sum, [, y]) => sum + y, 0) / eyes.length;
  const chin = (pointOf(canvas, 152)[1] - eyeLine) / width;
  const noseFoot = (pointOf(canvas, 2)[1] - eyeLine) / width;
  const features = grown(
    filled(n, ...[...EYES, ...BROWS, LIPS].map((ring) => pointsOf(canvas, ring))),
    n,
    0.03 * width,
  );

  const smooth = guidedBy(canvas.L, n, Math.max(1, Math.round(0.015 * width)), 4e-4);
  const [L, a, b] = [smooth(canvas.L), smooth(canvas.a), smooth(canvas.b)];
  const labAt = (i: number): Lab => [L[i] as number, a[i] as number, b[i] as number];
  const likeAt = (mixture: readonly Component[], i: number): number =>
    likelihood(mixture, L[i] as number, a[i] as number, b[i] as number);
  const us = new Float32Array(n * n);
  const vs = new Float32Array(n * n);
  const mine: number[] = [];
  for (let i = 0; i < n * n; i += 1) {
    us[i] = ((i % n) - middle) / width;
    vs[i] = (Math.floor(i / n) - eyeLine) / width;
    if ((alpha[i] as number) > 0.02) mine.push(i);
  }
  const where = (test: (i: number, u: number, v: number, d: number) => boolean): number[] =>
    mine.filter(
      (i) =>
        (alpha[i] as number) > 0.85 &&
        test(i, us[i] as number, vs[i] as number, depth[i] as number),
    );
  const medianOf = (list: readonly number[]): Lab => [
    median(list.map((i) => L[i] as number)),
    median(list.map((i) => a[i] as number)),
    median(list.map((i) => b[i] as number)),
  ];

  // Skin colours, without outliers of more than three (median-based) deviations.
  let bare = where((i, _u, v, d) => d > 0.05 && (features[i] as number) < 0.5 && v < noseFoot);
  if (bare.length < 50) bare = where((_i, _u, _v, d) => d > 0);
  const skin = medianOf(bare);
  const spread = [L, a, b].map(
    (plane, c) =>
      1.48 * median(bare.map((i) => Math.abs((plane[i] as number) - (skin[c] as number)))) + 0.01,
  );
  const skinColours = bare
    .map(labAt)
    .filter((lab) =>
      lab.every((v, c) => Math.abs(v - (skin[c] as number)) < 3 * (spread[c] as number)),
    );
  const skinMixture = mixtureOf(skinColours, 3);
  const skinFloor = quantile(
    bare.map((i) => likeAt(skinMixture, i)),
    0.05,
  );

  // Comparing the forehead with a ring around the crown tells whether there is hair.
  const forehead = where((i, _u, v, d) => d > 0.05 && v < -0.14 && (features[i] as number) < 0.5);
  let brow = forehead.length > 25 ? medianOf(forehead) : skin;
  if (Math.abs(brow[0] - skin[0]) > 0.12) brow = skin;
  const unlike = (i: number): number =>
    Math.sqrt(
      (0.7 * ((L[i] as number) - brow[0])) ** 2 +
        2 * (((a[i] as number) - brow[1]) ** 2 + ((b[i] as number) - brow[2]) ** 2),
    );
  const crown = where((_i, u, v, d) => d < -0.08 && d > -0.34 && Math.abs(u) < 0.36 && v < -0.3);
  const difference = crown.length > 40 ? median(crown.map(unlike)) : 0;
  const blurred = gaussian(canvas.L, n, Math.max(0.8, 0.02 * width));
  const rough = (list: readonly number[]): number =>
    list.length > 25
      ? median(list.map((i) => Math.abs((canvas.L[i] as number) - (blurred[i] as number)))) + 1e-4
      : 1e-4;
  // Grey or white hair may leave most of the crown bare, but colourless hair still rims the head.
  const off = distanceTo(
    alpha.map((v) => (v < 0.5 ? 1 : 0)),
    n,
  );
  const rim = where((i, _u, v, d) => d < -0.06 && v < -0.25 && (off[i] as number) < 0.1 * width);
  const grey = rim.filter(
    (i) => Math.hypot(a[i] as number, b[i] as number) < 0.55 * chromaOf(brow),
  );
  const greyRim = rim.length > 40 && chromaOf(brow) > 0.04 && grey.length > 0.5 * rim.length;
  const plain =
    !greyRim && (difference < 0.06 || (difference < 0.16 && rough(crown) / rough(forehead) < 1.2));
  // A head without visible hair whose hue matches the throat instead of the forehead wears a scarf.
  const throat = where((_i, u, v) => Math.abs(u) < 0.25 && v > chin + 0.08 && v < chin + 0.3);
  const [over, below] = [medianOf(crown), medianOf(throat)];
  const covered =
    plain &&
    crown.length > 40 &&
    throat.length > 40 &&
    Math.min(chromaOf(over), chromaOf(below)) > 0.04 &&
    hueApart(over, brow) > 12 &&
    hueApart(over, below) < 8;
  const bald = plain && !covered;

  const beside = mine.filter((i) => {
    const [u, v] = [Math.abs(us[i] as number), vs[i] as number];
    return u > 0.6 && u < 0.76 && v > 0.3 && v < chin - 0.05;
  });
  const besideArea = 2 * 0.16 * Math.max(0.05, chin - 0.35) * width * width;
  const long = beside.reduce((sum, i) => sum + (alpha[i] as number), 0) / besideArea > 0.3;

  const least = Math.min(0.15, Math.max(0.06, 0.6 * difference));
  let hairSeeds = where((i, _u, v, d) => d < -0.06 && v < -0.12 && unlike(i) > least);
  if (hairSeeds.length < 80) hairSeeds = where((_i, _u, v, d) => d < -0.06 && v < -0.12);
  const hairMixture =
    bald || hairSeeds.length < 20 ? undefined : mixtureOf(hairSeeds.map(labAt), 4);
  const skinScore = new Float32Array(n * n);
  const skinLike = new Float32Array(n * n);
  for (const i of mine) {
    const raw = likeAt(skinMixture, i);
    const like = step(-8, 0, raw - skinFloor);
    skinLike[i] = like;
    skinScore[i] = raw - 7 * (1 - like);
  }
  let clothSeeds = where(
    (i, u, v) =>
      v > chin + 0.42 && (Math.abs(u) > 0.36 || v > chin + 0.75) && (skinLike[i] as number) < 0.9,
  );
  if (clothSeeds.length < 100) clothSeeds = where((_i, _u, v) => v > chin + 0.3);
  if (hairMixture) {
    const floor = quantile(
      hairSeeds.map((i) => likeAt(hairMixture, i)),
      0.1,
    );
    const apart = clothSeeds.filter((i) => likeAt(hairMixture, i) < floor - 6);
    if (apart.length > 0.3 * clothSeeds.length) clothSeeds = apart;
  }
  const clothMixture = mixtureOf(clothSeeds.map(labAt), 5);

  /**
   * How a colour compares with the skin: cosine between the hues, and ratio of chroma for its
   * lightness.
   */
  const tintAt = (i: number): { alike: number; part: number } => {
    const [x, y] = [a[i] as number, b[i] as number];
    const [own, chroma] = [Math.hypot(skin[1], skin[2]), Math.hypot(x, y)];
    return {
      alike: (x * skin[1] + y * skin[2]) / Math.max(1e-6, own * chroma),
      part: chroma / Math.max(0.01, (own * (L[i] as number)) / skin[0]),
    };
  };
  /** How much a colour looks like the skin in shadow, 0..1. */
  const shadedAt = (i: number): number => {
    if ((L[i] as number) >= skin[0]) return 0;
    const { alike, part } = tintAt(i);
    return step(0.9, 0.96, alike) * step(0.35, 0.6, part) * step(1.9, 1.5, part);
  };

  const scores = [0, 1, 2].map(() => new Float32Array(n * n)) as [Plane, Plane, Plane];
  for (const i of mine) {
    const [u, v, d] = [Math.abs(us[i] as number), vs[i] as number, depth[i] as number];
    const neck =
      step(0.52, 0.34, u) * step(chin - 0.5, chin - 0.2, v) * step(chin + 0.75, chin + 0.4, v);
    const ear = step(0.7, 0.6, u) * step(-0.3, -0.2, v) * step(0.5, 0.38, v);
    let onSkin = d > 0 ? 0 : -7 + 6.2 * Math.max(neck, ear);
    const above = bald ? -0.5 : d > -0.17 && u < 0.42 ? -1.2 - 6 * Math.max(-d - 0.08, 0) : -7;
    onSkin = Math.max(onSkin, v < -0.1 ? above : -9, -3.5 - 3 * step(chin + 0.5, chin + 1, v));
    if (d > 0.06) onSkin = v < -0.16 ? 0.6 : 2.5;
    // A scarf hides ears and neck.
    if (covered && d < -0.02) onSkin -= 12;
    let onHair = d > 0 ? (v < -0.16 ? -0.3 - 9 * Math.max(d - 0.03, 0) : -3 - 80 * d) : 0;
    onHair -=
      (long ? 1.3 : 2.6) * Math.max(v - chin + 0.05, 0) +
      4 * step(0.42, 0.2, u) * step(chin - 0.1, chin + 0.1, v);
    if (d < 0.03)
      onHair -=
        8 * step(0.42, 0.32, u) * step(chin - 0.06, chin, v) * step(chin + 0.38, chin + 0.2, v);
    if (!long && v > 0.22 && d < 0.02) onHair -= 3 + 25 * (v - 0.22);
    const under =
      step(0.34, 0.26, u) * step(chin - 0.08, chin - 0.03, v) * step(chin + 0.3, chin + 0.18, v);
    const onCloth =
      (v < chin - 0.25 ? -12 : -6 * step(chin + 0.18, chin - 0.15, v)) -
      2.5 * neck * step(chin + 0.55, chin + 0.2, v) -
      (under > 0 ? 8 * under * shadedAt(i) : 0);
    // The shadow under a chin is skin unless clothes say otherwise.
    const s = Math.max(skinScore[i] as number, -1 - 13 * (1 - under));
    const h = hairMixture ? likeAt(hairMixture, i) : -8;
    const c = Math.max(likeAt(clothMixture, i), -0.5);
    scores[SKIN][i] = Math.max(s, -14) + onSkin;
    scores[HAIR][i] = Math.max(h, -14) + onHair;
    scores[CLOTHES][i] = Math.max(c, -14) + onCloth;
  }

  const along = guidedBy(canvas.L, n, Math.max(1, Math.round(0.03 * width)), 2e-3);
  let chances = scores;
  for (let round = 0; round < 2; round += 1) {
    const parts = [0, 1, 2].map(() => new Float32Array(n * n)) as [Plane, Plane, Plane];
    for (const i of mine) {
      const [p, q, r] = scores.map((s) => s[i] as number) as [number, number, number];
      const top = Math.max(p, q, r);
      const e = [Math.exp(p - top), Math.exp(q - top), Math.exp(r - top)] as const;
      const sum = e[0] + e[1] + e[2];
      for (let k = 0; k < 3; k += 1) (parts[k] as Plane)[i] = (e[k] as number) / sum;
    }
    chances = parts.map((p) => along(p)) as [Plane, Plane, Plane];
    for (let k = 0; k < 3; k += 1)
      for (const i of mine)
        (scores[k] as Plane)[i] =
          ((scores[k] as Plane)[i] as number) * 0.6 +
          2.2 * Math.log(Math.min(1, Math.max(0, (chances[k] as Plane)[i] as number)) + 0.02);
  }

  const label = new Int8Array(n * n).fill(-1);
  const bestOf = (i: number, not = -1): number => {
    let [best, most] = [0, -Infinity];
    for (let k = 0; k < 3; k += 1) {
      const value = (chances[k] as Plane)[i] as number;
      if (k !== not && value > most) [best, most] = [k, value];
    }
    return best;
  };
  for (const i of mine) label[i] = bestOf(i);
  const maskOf = (k: number): Plane => {
    const mask = new Float32Array(n * n);
    for (const i of mine) if (label[i] === k && (alpha[i] as number) > 0.3) mask[i] = 1;
    return mask;
  };
  // Parts that begin below the face are clothes: any hair, and skin that lacks the skin's colour.
  const clothe = (k: number, unlessSkin: number): void => {
    const { of, areas } = partsOf(maskOf(k), n);
    const tops = areas.map(() => Infinity);
    const like = areas.map(() => 0);
    for (const i of mine) {
      const part = of[i] as number;
      if (part === 0) continue;
      tops[part] = Math.min(tops[part] as number, vs[i] as number);
      const tint = tintAt(i);
      const skinned = step(0.8, 0.9, tint.alike) * step(0.25, 0.5, tint.part);
      like[part] = (like[part] as number) + skinned / (areas[part] as number);
    }
    for (const i of mine) {
      const part = of[i] as number;
      if (part > 0 && (tops[part] as number) > 0.35 && (like[part] as number) < unlessSkin)
        label[i] = CLOTHES;
    }
  };
  clothe(HAIR, Infinity);
  for (const [k, smallest] of [
    [SKIN, 0.03],
    [HAIR, 0.05],
    [CLOTHES, 0.05],
  ] as const) {
    const { of, areas } = partsOf(maskOf(k), n);
    for (const i of mine) {
      const part = of[i] as number;
      if (part > 0 && (areas[part] as number) < smallest * width * width) label[i] = bestOf(i, k);
    }
  }

  clothe(HAIR, Infinity);
  clothe(SKIN, 0.4);

  const area = width * width;
  const hair = cleaned(maskOf(HAIR), n, 0.02 * area, 0.06 * area);
  const rest = (k: number, island: number, hole: number): Plane => {
    const mask = cleaned(maskOf(k), n, island * area, hole * area);
    for (let i = 0; i < mask.length; i += 1) if ((hair[i] as number) > 0.5) mask[i] = 0;
    return mask;
  };
  return {
    skin: rest(SKIN, 0.012, 0.004),
    hair,
    clothes: rest(CLOTHES, 0.01, 0.03),
    face,
    bald,
  };
};
