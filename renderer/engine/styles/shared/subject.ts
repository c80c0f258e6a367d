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
} from '../../../core/colour.ts';
import type { FaceMaps } from './facemap.ts';
import { MAP_SIZE } from './facemap.ts';
import { kMeans } from './palette.ts';
import type { Thumb } from './thumb.ts';

/** What styles need to know about a person's colours; Lab values are after white balance. */
export interface Subject {
  /** Factor on linear light that corrects a badly exposed photo; 1 for most. */
  readonly exposure: number;
  /** Factors on linear light that correct a colour cast seen on the skin; near 1. */
  readonly balance: Rgb;
  readonly skin: Lab;
  /** The skin as photographed, gamma-encoded. */
  readonly skinRaw: Rgb;
  readonly hair: Lab;
  /** The clothes' one to three main colours, the most frequent first. */
  readonly clothing: readonly Lab[];
  /** Percentiles of the person's lightness (OKLab): 2, 25, 50, 75 and 98 %. */
  readonly tones: readonly [number, number, number, number, number];
  /** The side that the face is lit from: -1 for the picture's left to 1 for its right. */
  readonly lit: number;
  /** Points of the person's outline in the face profile's frame (0..1), with their colours. */
  readonly outline: readonly OutlinePoint[];
  /**
   * The photo's light on the face, relative to its mean, as a function of the normal: coefficients
   * for 1, x, y and z. First order only: broad light from a side, but not every shadow
   * (R. Ramamoorthi, P. Hanrahan 2001).
   */
  readonly light: readonly [number, number, number, number];
  /** Some of the face's normals, x, y, z in turn, for averaging a new light over the face. */
  readonly facing: Float32Array;
}

export interface OutlinePoint {
  readonly x: number;
  readonly y: number;
  readonly lab: Lab;
  /** Whether it is above the chin: hair, hat, ears. */
  readonly head: boolean;
}

/** Range of hues (degrees, OKLab) of skin of any colour under neutral light. */
const SKIN_HUES: readonly [number, number] = [34, 74];

/**
 * Measures a person's colours.
 * @param chin where the face ends, as a fraction of the frame's height
 * @param brow where the hair begins, likewise
 */
export const subjectOf = (thumb: Thumb, maps: FaceMaps, chin: number, brow: number): Subject => {
  const { n } = thumb;
  const skinLinear: Rgb[] = [];
  const sides = { left: 0, leftCount: 0, right: 0, rightCount: 0 };
  let [centre, centreCount] = [0, 0];
  const each = (visit: (o: number, x: number, y: number, features: number) => void): void => {
    for (let y = 0; y < n; y += 1) {
      for (let x = 0; x < n; x += 1) {
        const o = (y * n + x) * 4;
        if (thumb.rgba[o + 3] < 0.9) continue;
        const m =
          (Math.floor(((y + 0.5) * MAP_SIZE) / n) * MAP_SIZE +
            Math.floor(((x + 0.5) * MAP_SIZE) / n)) *
          4;
        visit(o, x, y, m);
      }
    }
  };
  const linearAt = (o: number): Rgb => [
    linearOf(thumb.rgba[o]),
    linearOf(thumb.rgba[o + 1]),
    linearOf(thumb.rgba[o + 2]),
  ];
  const onSkin = (m: number): boolean =>
    maps.features[m] > 215 &&
    Math.max(maps.features[m + 1], maps.features[m + 2], maps.features[m + 3]) < 40;

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
    if (maps.features[m] > 30) return;
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
  const lights: number[][] = [];
  each((o, _x, _y, m) => {
    if (!onSkin(m)) return;
    const nx = maps.normals[m] / 127.5 - 1;
    const ny = maps.normals[m + 1] / 127.5 - 1;
    lights.push([1, nx, ny, Math.sqrt(Math.max(0.04, 1 - nx * nx - ny * ny)), linearAt(o)[1]]);
  });
  const every = Math.max(1, Math.ceil(lights.length / NORMALS));
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
    outline: outlineOf(thumb, chin, (o) => lift(balanced(o))),
    light: lightOn(lights),
    facing: Float32Array.from(
      lights.filter((_, i) => i % every === 0).flatMap((row) => row.slice(1, 4)),
    ),
  };
};

/** Most normals kept of a face, and points of an outline. */
const NORMALS = 240;
const OUTLINE = 160;

/** Points just inside the matte's edge, with the person's colour there. */
const outlineOf = (
  { n, rgba }: Thumb,
  chin: number,
  colourAt: (o: number) => Lab,
): OutlinePoint[] => {
  const alpha = (x: number, y: number): number => rgba[(y * n + x) * 4 + 3];
  const found: OutlinePoint[] = [];
  for (let y = 3; y < n - 3; y += 1)
    for (let x = 3; x < n - 3; x += 1) {
      if (alpha(x, y) <= 0.9) continue;
      const ends =
        alpha(x + 2, y) < 0.5 || alpha(x - 2, y) < 0.5 || alpha(x, Math.max(0, y - 2)) < 0.5;
      if (ends)
        found.push({
          x: x / n,
          y: y / n,
          lab: colourAt((y * n + x) * 4),
          head: y < chin * n,
        });
    }
  const every = Math.max(1, Math.ceil(found.length / OUTLINE));
  return found.filter((_, i) => i % every === 0);
};

const median = (list: readonly Rgb[]): Rgb => {
  if (list.length === 0) return [0.4, 0.27, 0.2];
  const channel = (c: 0 | 1 | 2): number =>
    list.map((v) => v[c]).sort((p, q) => p - q)[list.length >> 1];
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
 * Von Kries factors (1902) in RGB that bring the skin's hue most of the way to the nearest
 * plausible one. They only correct a colour cast: the skin's lightness and chroma stay.
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

/** Greatest factor for an underexposed photo: three stops. */
const RESCUE = 8;

/**
 * Exposure correction from the brightest tones, limited by the face. The face's lightness only
 * matters beyond that of any skin (a silhouette or a burnt-out face): dark skin is not a fault to
 * correct.
 */
const exposureOf = (skin: number, bright: number): number => {
  const want = bright < 0.8 ? Math.min(1.7, (0.86 / Math.max(0.3, bright)) ** 2) : 1;
  const rescued =
    want +
    (Math.min(RESCUE, (0.86 / Math.max(0.2, bright)) ** 3) - want) *
      Math.min(1, Math.max(0, (0.66 - bright) / 0.2));
  // Don't lift a face beyond the lightness of a fair one (lightness is the cube root of light).
  if (rescued > 1.7) return Math.min(rescued, Math.max(1, (0.8 / Math.max(0.05, skin)) ** 3));
  if (skin < 0.36) return Math.min(2.2, Math.max(want, (0.42 / Math.max(0.15, skin)) ** 2));
  if (skin > 0.88) return 0.82;
  return skin * Math.cbrt(want) > 0.8 ? 1 : want;
};

/**
 * Robust least-squares fit (with Cauchy weights) of light to normals; rows are 1, x, y, z, light.
 */
const lightOn = (rows: readonly (readonly number[])[]): [number, number, number, number] => {
  if (rows.length < 60) return [1, 0, 0, 0];
  const mean = rows.reduce((sum, row) => sum + row[4], 0) / rows.length;
  let weights = rows.map(() => 1);
  let fit = [mean, 0, 0, 0];
  for (let round = 0; round < 5; round += 1) {
    const system = [0, 1, 2, 3].map((p) =>
      [0, 1, 2, 3, 4].map((q) =>
        rows.reduce(
          (sum, row, i) => sum + weights[i] * row[p] * row[q],
          p === q && p > 0 ? 1e-3 * rows.length : 0,
        ),
      ),
    );
    fit = solved(system);
    const misses = rows.map((row) =>
      Math.abs(row[4] - fit.reduce((sum, c, k) => sum + c * row[k], 0)),
    );
    const scale = 1.5 * [...misses].sort((p, q) => p - q)[misses.length >> 1] + 1e-5;
    weights = misses.map((miss) => 1 / (1 + (miss / scale) ** 2));
  }
  return fit.map((c) => c / mean) as [number, number, number, number];
};

/** Solves a small linear system by Gaussian elimination; the last column is the right-hand side. */
const solved = (rows: number[][]): number[] => {
  const count = rows.length;
  for (let i = 0; i < count; i += 1) {
    const own = rows[i];
    const pivot = Math.abs(own[i]) < 1e-12 ? 1e-12 : own[i];
    for (let k = i; k <= count; k += 1) own[k] = own[k] / pivot;
    rows.forEach((row, j) => {
      if (j === i) return;
      const factor = row[i];
      for (let k = i; k <= count; k += 1) row[k] = row[k] - factor * own[k];
    });
  }
  return rows.map((row) => row[count]);
};
