import { chromaOf, hueOf, labDistance, type Lab } from '../../../core/colour.ts';
import { guidedBy } from '../../raster/guided-filter.ts';
import { median, quantile, smoothstep } from '../../raster/numbers.ts';
import type { Square } from '../../raster/planes.ts';
import type { Canvas } from './canvas.ts';
import { crownOf, isLong, skinOf, type Crown, type Skin } from './head.ts';
import { CLOTHES, HAIR, masksOf, SKIN, type Masks, type PerRegion } from './masks.ts';
import { mixtureOf, type Component } from './mixture.ts';
import { labAt, likeAt, medianOf, opaqueWhere, surveyOf, tintAt, type Survey } from './survey.ts';

/** Masks that assign each texel to a region, none where the matte is empty; hats are hair. */
export interface Regions extends Masks {
  /** The face's oval. */
  readonly face: Square;
  readonly bald: boolean;
  /** What counts as hair is a scarf, which hides the neck and lies on the shoulders. */
  readonly scarf: boolean;
}

/** How far the colours of one cloth on the head and on the shoulders are apart at most, in OKLab. */
const ONE_CLOTH = 0.06;

/** How likely each texel's colour is in each region; log-likelihoods. */
interface Likelihoods {
  readonly skin: Square;
  readonly hair: (i: number) => number;
  /** The hair's chroma for its lightness, as a part of the skin's; 1 without hair. */
  readonly tinge: number;
  readonly clothes: (i: number) => number;
}

/** How much a colour looks like the skin in shadow, 0..1. */
const shadedAt = (survey: Survey, skin: Lab, i: number): number => {
  if (survey.L[i] >= skin[0]) return 0;
  const { alike, part } = tintAt(survey, skin, i);
  return smoothstep(0.9, 0.96, alike) * smoothstep(0.35, 0.6, part) * smoothstep(1.9, 1.5, part);
};

/** How much a colour is too pale and too light for skin below a chin, where no light is harsh; 0..1. */
const paleAt = (survey: Survey, skin: Lab, i: number): number => {
  const beyond = survey.L[i] - skin[0];
  return beyond < 0.1
    ? 0
    : smoothstep(0.1, 0.18, beyond) * smoothstep(0.52, 0.42, tintAt(survey, skin, i).part);
};

/** Models the colours of hair and clothes, from places where they surely are. */
const likelihoodsOf = (survey: Survey, skin: Skin, { bald, unlike, least }: Crown): Likelihoods => {
  const { canvas, chin, mine } = survey;
  const size = canvas.n * canvas.n;
  const like = (mixture: readonly Component[], i: number): number => likeAt(survey, mixture, i);
  const lab = (i: number): Lab => labAt(survey, i);
  let hairSeeds = opaqueWhere(survey, (i, _u, v, d) => d < -0.06 && v < -0.12 && unlike(i) > least);
  if (hairSeeds.length < 80)
    hairSeeds = opaqueWhere(survey, (_i, _u, v, d) => d < -0.06 && v < -0.12);
  const hairMixture = bald || hairSeeds.length < 20 ? undefined : mixtureOf(hairSeeds.map(lab), 4);
  const skinScore = new Float32Array(size);
  const skinLike = new Float32Array(size);
  for (const i of mine) {
    const raw = like(skin.mixture, i);
    const alike = smoothstep(-8, 0, raw - skin.floor);
    skinLike[i] = alike;
    skinScore[i] = raw - 7 * (1 - alike);
  }
  let clothSeeds = opaqueWhere(
    survey,
    (i, u, v) => v > chin + 0.42 && (Math.abs(u) > 0.36 || v > chin + 0.75) && skinLike[i] < 0.9,
  );
  if (clothSeeds.length < 100) clothSeeds = opaqueWhere(survey, (_i, _u, v) => v > chin + 0.3);
  if (hairMixture) {
    const floor = quantile(
      hairSeeds.map((i) => like(hairMixture, i)),
      0.1,
    );
    const apart = clothSeeds.filter((i) => like(hairMixture, i) < floor - 6);
    if (apart.length > 0.3 * clothSeeds.length) clothSeeds = apart;
  }
  const clothMixture = mixtureOf(clothSeeds.map(lab), 5);
  return {
    skin: skinScore,
    hair: (i) => (hairMixture ? like(hairMixture, i) : -8),
    tinge: hairMixture ? median(hairSeeds.map((i) => tintAt(survey, skin.colour, i).part)) : 1,
    clothes: (i) => like(clothMixture, i),
  };
};

const scoresFor = ({ canvas: { n } }: Survey): PerRegion => [
  new Float32Array(n * n),
  new Float32Array(n * n),
  new Float32Array(n * n),
];

/** Each region's likelihood by colour and by place. */
const scoresOf = (
  survey: Survey,
  skin: Lab,
  { bald, covered }: Crown,
  likelihoods: Likelihoods,
): PerRegion => {
  const { us, vs, depth, chin, mine } = survey;
  const long = isLong(survey);
  const grey = smoothstep(0.8, 0.5, likelihoods.tinge);
  const scores = scoresFor(survey);
  for (const i of mine) {
    const [u, v, d] = [Math.abs(us[i]), vs[i], depth[i]];
    const neck =
      smoothstep(0.52, 0.34, u) *
      smoothstep(chin - 0.5, chin - 0.2, v) *
      smoothstep(chin + 0.75, chin + 0.4, v);
    const ear = smoothstep(0.7, 0.6, u) * smoothstep(-0.3, -0.2, v) * smoothstep(0.5, 0.38, v);
    let onSkin = d > 0 ? 0 : -7 + 6.2 * Math.max(neck, ear);
    const above = bald ? -0.5 : d > -0.17 && u < 0.42 ? -1.2 - 6 * Math.max(-d - 0.08, 0) : -7;
    onSkin = Math.max(
      onSkin,
      v < -0.1 ? above : -9,
      -3.5 - 3 * smoothstep(chin + 0.5, chin + 1, v),
    );
    if (d > 0.06) onSkin = v < -0.16 ? 0.6 : 2.5;
    // A scarf hides ears and neck.
    if (covered && d < -0.02) onSkin -= 12;
    let onHair = d > 0 ? (v < -0.16 ? -0.3 - 9 * Math.max(d - 0.03, 0) : -3 - 80 * d) : 0;
    onHair -=
      (long ? 1.3 : 2.6) * Math.max(v - chin + 0.05, 0) +
      4 * smoothstep(0.42, 0.2, u) * smoothstep(chin - 0.1, chin + 0.1, v);
    if (d < 0.03)
      onHair -=
        8 *
        smoothstep(0.42, 0.32, u) *
        smoothstep(chin - 0.06, chin, v) *
        smoothstep(chin + 0.38, chin + 0.2, v);
    if (!long && v > 0.22 && d < 0.02) onHair -= 3 + 25 * (v - 0.22);
    const under =
      smoothstep(0.34, 0.26, u) *
      smoothstep(chin - 0.08, chin - 0.03, v) *
      smoothstep(chin + 0.3, chin + 0.18, v);
    const onCloth =
      (v < chin - 0.25 ? -12 : -6 * smoothstep(chin + 0.18, chin - 0.15, v)) -
      2.5 * neck * smoothstep(chin + 0.55, chin + 0.2, v) -
      (under > 0 ? 8 * under * shadedAt(survey, skin, i) : 0);
    // An ear in shadow is as dark as hair, but beside grey hair its own hue gives it away.
    if (d < 0.02) onHair -= 4 * grey * ear * shadedAt(survey, skin, i);
    // The shadow under a chin is skin unless clothes say otherwise.
    const s = Math.max(likelihoods.skin[i], -1 - 13 * (1 - under));
    const c = Math.max(likelihoods.clothes(i), -0.5);
    const below = smoothstep(chin + 0.1, chin + 0.2, v);
    if (below > 0) onSkin -= 14 * below * paleAt(survey, skin, i);
    scores[SKIN][i] = Math.max(s, -14) + onSkin;
    scores[HAIR][i] = Math.max(likelihoods.hair(i), -14) + onHair;
    scores[CLOTHES][i] = Math.max(c, -14) + onCloth;
  }
  return scores;
};

/** How often chances are smoothed. */
const ROUNDS = 2;

/** Smooths the regions' chances along the picture's edges; changes `scores` in place. */
const chancesOf = (survey: Survey, scores: PerRegion): PerRegion => {
  const {
    canvas: { L, n, width },
    mine,
  } = survey;
  const along = guidedBy(L, n, Math.max(1, Math.round(0.03 * width)), 2e-3);
  const [onSkin, onHair, onClothes] = scores;
  let chances = scores;
  for (let round = 0; round < ROUNDS; round += 1) {
    const parts = scoresFor(survey);
    for (const i of mine) {
      const p = onSkin[i];
      const q = onHair[i];
      const r = onClothes[i];
      const top = Math.max(p, q, r);
      const [skin, hair, clothes] = [Math.exp(p - top), Math.exp(q - top), Math.exp(r - top)];
      const sum = skin + hair + clothes;
      parts[SKIN][i] = skin / sum;
      parts[HAIR][i] = hair / sum;
      parts[CLOTHES][i] = clothes / sum;
    }
    chances = [along(parts[SKIN]), along(parts[HAIR]), along(parts[CLOTHES])];
    // The last round's scores aren't read any more.
    if (round < ROUNDS - 1)
      chances.forEach((chance, k) => {
        const score = scores[k];
        for (const i of mine)
          score[i] = score[i] * 0.6 + 2.2 * Math.log(Math.min(1, Math.max(0, chance[i])) + 0.02);
      });
  }
  return chances;
};

/** Whether head, throat and shoulders have one colour, and one that hair doesn't have. */
const isScarf = (survey: Survey, { hair, clothes }: Masks): boolean => {
  const { chin } = survey;
  const head = medianOf(
    survey,
    opaqueWhere(survey, (i) => hair[i] > 0.5),
  );
  const hue = hueOf(head);
  if (!(chromaOf(head) > 0.035) || (hue > 20 && hue < 110)) return false;
  const throat = opaqueWhere(
    survey,
    (_i, u, v) => Math.abs(u) < 0.25 && v > chin + 0.08 && v < chin + 0.3,
  );
  const shoulders = opaqueWhere(survey, (i) => clothes[i] > 0.5);
  return [throat, shoulders].every(
    (part) => part.length > 40 && labDistance(medianOf(survey, part), head) < ONE_CLOTH,
  );
};

/**
 * Divides a person into skin, hair and clothes. Each region's colours are modelled as a mixture of
 * Gaussians, from places where it surely is, and combined with how likely the region is at each
 * place relative to the face. The result is smoothed along the picture's edges (guided filter, K.
 * He et al. 2010, in two rounds), and stray pieces go to the next likely region. The forehead's
 * colour tells hair from skin. Lengths are in face widths.
 */
export const regionsOf = (canvas: Canvas): Regions => {
  const survey = surveyOf(canvas);
  const skin = skinOf(survey);
  const crown = crownOf(survey, skin.colour);
  const scores = scoresOf(survey, skin.colour, crown, likelihoodsOf(survey, skin, crown));
  const masks = masksOf(survey, skin.colour, chancesOf(survey, scores));
  return {
    ...masks,
    face: survey.face,
    bald: crown.bald,
    scarf: isScarf(survey, masks),
  };
};
