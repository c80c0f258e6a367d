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
import { clamp, quantile, smoothstep } from '../../raster/numbers.ts';
import type { Square } from '../../raster/planes.ts';
import { MAP_SIZE, type FaceMaps } from './facemap.ts';
import { hueApart, labFrom, medianLab } from './labs.ts';
import { kMeans } from './palette.ts';
import type { PersonMasks } from './person.ts';
import type { Thumb } from './thumb.ts';

export type Subject = Readonly<ReturnType<typeof subjectOf>>;

/** Range of hues (degrees, OKLab) of skin of any colour under neutral light. */
const SKIN_HUES: readonly [number, number] = [34, 74];
/** How likely a label is at least for a texel's colour to count as its. */
const SURE = 0.7;
/** Least texels of the thumb from which a colour is taken. */
const FEW = 25;
/** Taken for skin where none is seen: linear light. */
const BROWN: Rgb = [0.4, 0.27, 0.2];
/** The chroma that hardly any of a person exceeds if the photo is black and white, and if not. */
const COLOURED = { none: 0.02, all: 0.06 } as const;
/** Least share of the clothes that a colour has. */
const MAIN = 0.12;

/**
 * Measures what styles need to know about a person's colours; Lab values are after white balance.
 * @param person how likely each texel of the thumb shows skin, hair and clothes
 * @param chin where the face ends, as a fraction of the frame's height
 * @param photo the whole picture, RGBA
 */
export const subjectOf = (
  thumb: Thumb,
  maps: FaceMaps,
  person: Pick<PersonMasks, 'skin' | 'hair' | 'clothes'>,
  chin: number,
  photo: Uint8ClampedArray,
) => {
  const { n, rgba } = thumb;
  const seen = Array.from({ length: n * n }, (_, i) => i).filter((i) => rgba[4 * i + 3] >= 0.9);
  const linearAt = (i: number): Rgb => labFrom((c) => linearOf(rgba[4 * i + c]));
  const scale = MAP_SIZE / n;
  const mapped = (i: number): number =>
    4 *
    (Math.floor((Math.floor(i / n) + 0.5) * scale) * MAP_SIZE +
      Math.floor(((i % n) + 0.5) * scale));
  // The face without eyes, brows and lips, and without a beard if enough is left.
  const face = seen.filter((i) => {
    const [oval, ...features] = maps.features.subarray(mapped(i), mapped(i) + 4);
    return oval > 215 && Math.max(...features) < 40;
  });
  const bare = face.filter((i) => person.skin[i] > SURE);
  const onSkin = bare.length > FEW ? bare : face;
  const skinRaw: Rgb = onSkin.length === 0 ? BROWN : medianLab(onSkin.map(linearAt));
  const chromas = seen.map((i) => chromaOf(labOfLinear(linearAt(i))));
  const coloured = smoothstep(COLOURED.none, COLOURED.all, quantile(chromas, 0.95) || 0);
  const cast = skinBalance(skinRaw);
  // Grey is no cast.
  const balance: Rgb = labFrom((c) => cast[c] ** coloured);
  const balanced = (rgb: Rgb): Lab => labOfLinear(labFrom((c) => rgb[c] * balance[c]));
  const labAt = (i: number): Lab => balanced(linearAt(i));
  const skin = balanced(skinRaw);
  const lightness = seen.map((i) => labAt(i)[0]).sort((p, q) => p - q);
  const at = (part: number): number =>
    lightness[Math.min(lightness.length - 1, Math.floor(part * lightness.length))] ?? 0.5;
  const whole: number[] = [];
  for (let i = 0; i < photo.length; i += 4 * EVERY)
    whole.push(labOfLinear(labFrom((c) => linearOf(photo[i + c] / 255)))[0]);
  const exposure = exposureOf(skin[0], at(0.985), quantile(whole, 0.985));
  const gain = Math.cbrt(exposure);
  const lift = (lab: Lab): Lab => labFrom((c) => lab[c] * gain);
  const labsOf = (label: Square): Lab[] => seen.filter((i) => label[i] > SURE).map(labAt);
  const [hair, clothes] = [labsOf(person.hair), labsOf(person.clothes)];
  const lights = onSkin.map((i) => {
    const [nx, ny] = [0, 1].map((c) => maps.normals[mapped(i) + c] / 127.5 - 1);
    return [1, nx, ny, Math.sqrt(Math.max(0.04, 1 - nx * nx - ny * ny)), linearAt(i)[1]];
  });
  const light = lightOn(lights);
  const every = Math.max(1, Math.ceil(lights.length / NORMALS));
  const some = lights.filter((_, i) => i % every === 0);
  return {
    /** Factor on linear light that corrects a badly exposed photo; 1 for most. */
    exposure,
    /** Factors on linear light that correct a colour cast seen on the skin; near 1. */
    balance,
    /** From 0 for a black-and-white photo to 1 for one in colour. */
    coloured,
    skin: lift(skin),
    /** The skin as photographed, gamma-encoded. */
    skinRaw: labFrom((c) => gammaOf(skinRaw[c])),
    hair: lift(hair.length > FEW ? medianLab(hair) : skin),
    /** The clothes' one to three main colours, the most frequent first. */
    clothing:
      clothes.length > FEW
        ? kMeans(clothes, 3)
            .filter(({ share }) => share > MAIN)
            .map(({ lab }) => lift(lab))
        : [lift(skin)],
    /** The person's darkest and lightest tones (OKLab lightness): the percentiles of 2 and 98 %. */
    tones: [at(0.02) * gain, at(0.98) * gain] as const,
    /** The side that the face is lit from: -1 for the picture's left to 1 for its right. */
    lit: clamp(2 * light[1], -1, 1),
    /**
     * Points of the person's outline in the face profile's frame (0..1), with their colours, and
     * whether they are above the chin: on hair, a hat or ears.
     */
    outline: outlineOf(thumb, chin, (i) => lift(labAt(i))),
    /**
     * The photo's light on the face, relative to its mean: coefficients for 1 and the normal's x, y
     * and z. First order only: broad light from a side, but not every shadow.
     */
    light,
    /** Some of the face's normals, x, y, z in turn, for averaging a new light over the face. */
    facing: new Float32Array(some.flatMap((row) => row.slice(1, 4))),
  };
};

/** One in this many of the photo's pixels is looked at. */
const EVERY = 97;
/** Most normals kept of a face, and points of an outline. */
const NORMALS = 240;
const OUTLINE = 160;

/** Points just inside the matte's edge, with the person's colour there. */
const outlineOf = ({ n, rgba }: Thumb, chin: number, colourAt: (i: number) => Lab) => {
  const alpha = (x: number, y: number): number => rgba[(y * n + x) * 4 + 3];
  const found: { x: number; y: number; lab: Lab; head: boolean }[] = [];
  for (let y = 3; y < n - 3; y += 1)
    for (let x = 3; x < n - 3; x += 1) {
      const ends = alpha(x + 2, y) < 0.5 || alpha(x - 2, y) < 0.5 || alpha(x, y - 2) < 0.5;
      if (alpha(x, y) > 0.9 && ends)
        found.push({ x: x / n, y: y / n, lab: colourAt(y * n + x), head: y < chin * n });
    }
  const every = Math.max(1, Math.ceil(found.length / OUTLINE));
  return found.filter((_, i) => i % every === 0);
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
  const nearest = hueApart(hue, low) < hueApart(hue, high) ? low : high;
  const target = linearOfLab(lch(lab[0], clamp(chroma, 0.035, 0.1), nearest));
  return labFrom((c) => clamp((target[c] / Math.max(1e-3, skin[c])) ** 0.7, 0.72, 1.35));
};

/** Greatest factor for an underexposed photo: three stops. */
const RESCUE = 8;
/** Lightness (OKLab) of the brightest tones, and of a fair face, in a well exposed photo. */
const BRIGHT = 0.86;
const FAIR = 0.8;
/** Faces darker than the first are silhouettes, those lighter than the second burnt out. */
const FACES = { dark: 0.36, light: 0.88 } as const;
/** Greatest factor for a photo that isn't underexposed. */
const GAIN = 1.7;

/**
 * Exposure correction from the brightest tones, limited by the face, whose lightness only matters
 * beyond that of any skin: dark skin is not a fault to correct, nor are dark clothes with it.
 * @param skin the lightness of the skin
 * @param bright of the person's brightest tones
 * @param around of the photo's
 */
const exposureOf = (skin: number, bright: number, around: number): number => {
  const most = Math.max(bright, around);
  const want = most < 0.8 ? Math.min(GAIN, (BRIGHT / Math.max(0.3, most)) ** 2) : 1;
  const rescued =
    want +
    (Math.min(RESCUE, (BRIGHT / Math.max(0.2, bright)) ** 3) - want) * clamp((0.66 - bright) / 0.2);
  // Don't lift a face beyond the lightness of a fair one (lightness is the cube root of light).
  if (rescued > GAIN) return Math.min(rescued, Math.max(1, (FAIR / Math.max(0.05, skin)) ** 3));
  if (skin < FACES.dark) return Math.min(2.2, Math.max(want, (0.42 / Math.max(0.15, skin)) ** 2));
  if (skin > FACES.light) return 0.82;
  return skin * Math.cbrt(want) > FAIR ? 1 : want;
};

/** Robust least-squares fit (Cauchy weights) of light to normals; rows are 1, x, y, z, light. */
const lightOn = (rows: readonly (readonly number[])[]): [number, number, number, number] => {
  if (rows.length < 60) return [1, 0, 0, 0];
  const mean = rows.reduce((sum, row) => sum + row[4], 0) / rows.length;
  let weights = rows.map(() => 1);
  let fit = [mean, 0, 0, 0];
  for (let round = 0; round < 5; round += 1) {
    const entry = (p: number, q: number): number => {
      const ridge = p === q && p > 0 ? 1e-3 * rows.length : 0;
      return rows.reduce((sum, row, i) => sum + weights[i] * row[p] * row[q], ridge);
    };
    fit = solved([0, 1, 2, 3].map((p) => [0, 1, 2, 3, 4].map((q) => entry(p, q))));
    const fitted = rows.map((row) => fit.reduce((sum, c, k) => sum + c * row[k], 0));
    const misses = rows.map((row, i) => Math.abs(row[4] - fitted[i]));
    const scale = 1.5 * [...misses].sort((p, q) => p - q)[misses.length >> 1] + 1e-5;
    weights = misses.map((miss) => 1 / (1 + (miss / scale) ** 2));
  }
  return fit.map((c) => c / mean) as [number, number, number, number];
};

/** Solves a small linear system by Gaussian elimination; the last column is the right-hand side. */
const solved = (rows: number[][]): number[] => {
  rows.forEach((own, i) => {
    const pivot = Math.abs(own[i]) < 1e-12 ? 1e-12 : own[i];
    for (let k = i; k < own.length; k += 1) own[k] /= pivot;
    for (const row of rows) {
      const factor = row[i];
      if (row !== own) for (let k = i; k < row.length; k += 1) row[k] -= factor * own[k];
    }
  });
  return rows.map((row) => row[rows.length]);
};
