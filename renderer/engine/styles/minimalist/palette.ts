import type { RealisticVariation } from '../realistic/index.ts';
import {
  chromaOf,
  clipChroma,
  labOf,
  labOfLinear,
  linearOf,
  linearOfLab,
  type Lab,
} from '../shared/oklab.ts';
import { kMeans } from '../shared/palette.ts';
import type { Sitter } from '../shared/sitter.ts';

/** Also the shader's, when it looks for the nearest tone. */
export const HUE_WEIGHT = 1.9;

const known = new WeakMap<Sitter, Map<number, readonly Lab[]>>();

/** `clusters`, once per sitter and count. */
const clustersOf = (sitter: Sitter, count: number): readonly Lab[] => {
  const counts = known.get(sitter) ?? new Map<number, readonly Lab[]>();
  known.set(sitter, counts);
  const found = counts.get(count) ?? clusters(sitter, count);
  counts.set(count, found);
  return found;
};

/**
 * The person's own few tones: k-means in OKLab over the cut-out, the face counting more than its
 * area so that skin gets its light, middle and shade.
 */
const clusters = (sitter: Sitter, count: number): readonly Lab[] => {
  const { rgba, n } = sitter.thumb;
  const { balance, exposure } = sitter.subject;
  const points: Lab[] = [];
  const weights: number[] = [];
  const [left, right] = [sitter.landmarks[3 * 234] as number, sitter.landmarks[3 * 454] as number];
  const [top, bottom] = [
    sitter.landmarks[3 * 10 + 1] as number,
    sitter.landmarks[3 * 152 + 1] as number,
  ];
  for (let y = 0; y < n; y += 2) {
    for (let x = 0; x < n; x += 2) {
      const o = (y * n + x) * 4;
      if ((rgba[o + 3] as number) < 0.8) continue;
      const light = (c: 0 | 1 | 2): number =>
        linearOf(rgba[o + c] as number) * balance[c] * exposure;
      const lab = labOfLinear([light(0), light(1), light(2)]);
      // Hue weighs more than lightness, so that hair's shade isn't taken from a dark coat.
      points.push([lab[0], lab[1] * HUE_WEIGHT, lab[2] * HUE_WEIGHT]);
      const [px, py] = [((x + 0.5) * sitter.edge) / n, ((y + 0.5) * sitter.edge) / n];
      weights.push(
        px > left && px < right && py > top && py < bottom ? 2.6 : 1 + 10 * chromaOf(lab),
      );
    }
  }
  const tones = kMeans(points, count, weights).map(({ lab: [L, a, b] }): Lab => [
    L,
    a / HUE_WEIGHT,
    b / HUE_WEIGHT,
  ]);
  return tones.length ? tones : [labOf([0.5, 0.4, 0.35])];
};

/** What of the person becomes which flat colour. */
export interface Tone {
  /** The person's own, by which regions are told. */
  readonly own: Lab;
  /** What is printed: the light of this sitting on it. */
  readonly ink: Lab;
}

/** At most `count` tones; `push` widens lightness and chroma a little around the middle; darkest first. */
export const tonesOf = (
  sitter: Sitter,
  count: number,
  push: number,
  light: RealisticVariation,
): Tone[] =>
  clustersOf(sitter, count)
    .map(([L, a, b]): Tone => {
      const chroma = chromaOf([L, a, b]);
      const vivid = 1 + push * (chroma > 0.03 ? 0.7 : 0.2);
      const own = clipChroma([
        Math.min(0.985, Math.max(0.1, 0.56 + (L - 0.56) * (1 + push * 0.35) + 0.015)),
        a * vivid,
        b * vivid,
      ]);
      return { own, ink: lit(fleshed(own, sitter.subject.skin), light) };
    })
    .sort((p, q) => p.own[0] - q.own[0]);

/** (a, b) nearer to the skin's than this is a tone of the skin, at twice the distance it is none. */
const FLESH = 0.035;

/** A tone of the skin's shade or of its rim may be greyer than skin is: flat and large, it would look ill. */
const fleshed = ([L, a, b]: Lab, skin: Lab): Lab => {
  const off = Math.hypot(a - skin[1], b - skin[2]);
  const part = L < 0.4 || L > 0.92 ? 0 : Math.max(0, Math.min(1, 2 - off / FLESH));
  const lively = Math.max(1, (0.9 * chromaOf(skin)) / Math.max(0.02, chromaOf([L, a, b])));
  const [u, v] = [(a * lively + skin[1]) / 2, (b * lively + skin[2]) / 2];
  return clipChroma([L, a + (u - a) * part, b + (v - b) * part]);
};

const lit = (lab: Lab, { warmth, exposure }: RealisticVariation): Lab => {
  const [r, g, b] = linearOfLab(lab);
  const [L, ...ab] = labOfLinear([
    r * exposure * (1 + warmth),
    g * exposure,
    b * exposure * (1 - warmth),
  ]);
  return clipChroma([Math.min(0.985, L), ...ab]);
};
