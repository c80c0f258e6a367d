import type { FaceMaps } from './facemap.ts';
import { MAP_SIZE } from './facemap.ts';
import {
  chromaOf,
  gammaOf,
  hueOf,
  labOfLinear,
  lch,
  linearOf,
  linearOfLab,
  type Lab,
  type Rgb,
} from './oklab.ts';
import { kMeans } from './palette.ts';
import type { Thumb } from './thumb.ts';

/** What the styles want to know of the person's colours; all Lab values after white balance. */
export interface Subject {
  /** Factor on linear light that mends a badly exposed photo; 1 for most. */
  readonly exposure: number;
  /** Factors on linear light that mend a colour cast seen on the skin; near 1. */
  readonly balance: Rgb;
  readonly skin: Lab;
  /** The skin as photographed, gamma-encoded. */
  readonly skinRaw: Rgb;
  readonly hair: Lab;
  /** The clothing's main colours, the most frequent first; one to three. */
  readonly clothing: readonly Lab[];
  /** Lightness (OKLab) below which 2, 25, 50, 75 and 98 % of the person lie. */
  readonly tones: readonly [number, number, number, number, number];
  /** -1 when the face is lit from the picture's left, 1 from the right, and between. */
  readonly lit: number;
}

/** Hues (degrees, OKLab) that skin of any colour has under a fair light. */
const SKIN_HUES: readonly [number, number] = [34, 74];

/** `chin`: where the face ends, as a fraction of the frame's height; `brow` where the hair begins. */
export const subjectOf = (thumb: Thumb, maps: FaceMaps, chin: number, brow: number): Subject => {
  const { n } = thumb;
  const skinLinear: Rgb[] = [];
  const sides = { left: 0, leftCount: 0, right: 0, rightCount: 0 };
  let [centre, centreCount] = [0, 0];
  const each = (visit: (o: number, x: number, y: number, features: number) => void): void => {
    for (let y = 0; y < n; y += 1) {
      for (let x = 0; x < n; x += 1) {
        const o = (y * n + x) * 4;
        if ((thumb.rgba[o + 3] as number) < 0.9) continue;
        const m =
          (Math.floor(((y + 0.5) * MAP_SIZE) / n) * MAP_SIZE +
            Math.floor(((x + 0.5) * MAP_SIZE) / n)) *
          4;
        visit(o, x, y, m);
      }
    }
  };
  const linearAt = (o: number): Rgb => [
    linearOf(thumb.rgba[o] as number),
    linearOf(thumb.rgba[o + 1] as number),
    linearOf(thumb.rgba[o + 2] as number),
  ];
  const onSkin = (m: number): boolean =>
    (maps.features[m] as number) > 215 &&
    Math.max(
      maps.features[m + 1] as number,
      maps.features[m + 2] as number,
      maps.features[m + 3] as number,
    ) < 40;

  each((o, x, _y, m) => {
    if (!onSkin(m)) return;
    skinLinear.push(linearAt(o));
    centre += x;
    centreCount += 1;
  });
  const middle = centreCount ? centre / centreCount : n / 2;
  const skinRaw = median(skinLinear);
  each((o, x, _y, m) => {
    if (!onSkin(m)) return;
    const light = linearAt(o)[1];
    if (x < middle) {
      sides.left += light;
      sides.leftCount += 1;
    } else {
      sides.right += light;
      sides.rightCount += 1;
    }
  });

  const balance = skinBalance(skinRaw);
  const balanced = (o: number): Lab => {
    const [r, g, b] = linearAt(o);
    return labOfLinear([r * balance[0], g * balance[1], b * balance[2]]);
  };
  const skin0 = labOfLinear([
    skinRaw[0] * balance[0],
    skinRaw[1] * balance[1],
    skinRaw[2] * balance[2],
  ]);
  const lightness: number[] = [];
  const hair: Lab[] = [];
  const clothes: Lab[] = [];
  each((o, _x, y, m) => {
    const lab = balanced(o);
    lightness.push(lab[0]);
    if ((maps.features[m] as number) > 30) return;
    if (y < brow * n) hair.push(lab);
    else if (
      y > chin * n + n * 0.04 &&
      Math.hypot(lab[1] - skin0[1], lab[2] - skin0[2]) + Math.abs(lab[0] - skin0[0]) * 0.25 > 0.045
    )
      clothes.push(lab);
  });
  lightness.sort((p, q) => p - q);
  const at = (part: number): number =>
    lightness[Math.min(lightness.length - 1, Math.floor(part * lightness.length))] ?? 0.5;
  const exposure = exposureOf(skin0[0], at(0.985));
  const lift = (lab: Lab): Lab => {
    const [r, g, b] = linearOfLab(lab);
    return labOfLinear([r * exposure, g * exposure, b * exposure]);
  };
  const gain = Math.cbrt(exposure);
  const left = sides.left / Math.max(1, sides.leftCount);
  const right = sides.right / Math.max(1, sides.rightCount);
  return {
    exposure,
    balance,
    skin: lift(skin0),
    skinRaw: [gammaOf(skinRaw[0]), gammaOf(skinRaw[1]), gammaOf(skinRaw[2])],
    hair: lift(hair.length > 20 ? meanLab(hair) : skin0),
    clothing:
      clothes.length > 30
        ? kMeans(clothes, 3)
            .filter((c) => c.share > 0.12)
            .map((c) => lift(c.lab))
        : [lift(skin0)],
    tones: [at(0.02) * gain, at(0.25) * gain, at(0.5) * gain, at(0.75) * gain, at(0.98) * gain],
    lit: Math.max(-1, Math.min(1, ((right - left) / Math.max(1e-4, right + left)) * 5)),
  };
};

const median = (list: readonly Rgb[]): Rgb => {
  if (list.length === 0) return [0.4, 0.27, 0.2];
  const channel = (c: 0 | 1 | 2): number =>
    list.map((v) => v[c]).sort((p, q) => p - q)[list.length >> 1] as number;
  return [channel(0), channel(1), channel(2)];
};

const meanLab = (list: readonly Lab[]): Lab => {
  let [L, a, b] = [0, 0, 0];
  for (const lab of list) {
    L += lab[0];
    a += lab[1];
    b += lab[2];
  }
  return [L / list.length, a / list.length, b / list.length];
};

/**
 * Von Kries factors (1902) in RGB that bring the skin's hue to the nearest plausible one, most of the
 * way. Only the cast is mended: lightness and how coloured the skin is stay the person's own.
 */
const skinBalance = (skin: Rgb): Rgb => {
  const lab = labOfLinear(skin);
  const hue = hueOf(lab);
  const [low, high] = SKIN_HUES;
  const chroma = chromaOf(lab);
  if (hue >= low && hue <= high && chroma > 0.02) return [1, 1, 1];
  const off =
    Math.abs(((hue - low + 540) % 360) - 180) < Math.abs(((hue - high + 540) % 360) - 180)
      ? low
      : high;
  const target = linearOfLab(lch(lab[0], Math.max(0.035, Math.min(chroma, 0.1)), off));
  const factor = (c: 0 | 1 | 2): number =>
    Math.min(1.35, Math.max(0.72, (target[c] / Math.max(1e-3, skin[c])) ** 0.7));
  return [factor(0), factor(1), factor(2)];
};

/** Nobody is this dark all over but in an underexposed photo: up to three stops are given back. */
const RESCUE = 8;

/**
 * Exposure from the brightest tones, held back by the face. The face's own lightness corrects only
 * what no skin is (a silhouette or a burnt-out face): darker skin is not a fault to be mended.
 */
const exposureOf = (skin: number, bright: number): number => {
  const want = bright < 0.8 ? Math.min(1.7, (0.86 / Math.max(0.3, bright)) ** 2) : 1;
  const rescued =
    want +
    (Math.min(RESCUE, (0.86 / Math.max(0.2, bright)) ** 3) - want) *
      Math.min(1, Math.max(0, (0.66 - bright) / 0.2));
  // No face is lifted past the lightness of a fair one; lightness goes with the cube root of light.
  if (rescued > 1.7) return Math.min(rescued, Math.max(1, (0.8 / Math.max(0.05, skin)) ** 3));
  if (skin < 0.36) return Math.min(2.2, Math.max(want, (0.42 / Math.max(0.15, skin)) ** 2));
  if (skin > 0.88) return 0.82;
  return skin * Math.cbrt(want) > 0.8 ? 1 : want;
};
