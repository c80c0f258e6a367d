/**
 * OKLab: lightness 0..1, green-red, blue-yellow (B. Ottosson 2020,
 * bottosson.github.io/posts/oklab).
 */
export type Lab = readonly [L: number, a: number, b: number];
/** Linear or gamma-encoded sRGB, 0..1; the variable's name says which. */
export type Rgb = readonly [r: number, g: number, b: number];

export const linearOf = (v: number): number =>
  v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
export const gammaOf = (v: number): number =>
  v <= 0 ? 0 : v >= 1 ? 1 : v <= 0.0031308 ? v * 12.92 : 1.055 * v ** (1 / 2.4) - 0.055;

type Matrix = readonly [
  ...(readonly [number, number, number]),
  ...(readonly [number, number, number]),
  ...(readonly [number, number, number]),
];

/** Linear sRGB to the cones' responses, row by row. */
export const CONES_OF_LINEAR: Matrix = [
  0.4122214708, 0.5363325363, 0.0514459929, 0.2119034982, 0.6806995451, 0.1073969566, 0.0883024619,
  0.2817188376, 0.6299787005,
];
/** The cube roots of the cones' responses to OKLab. */
export const LAB_OF_CONES: Matrix = [
  0.2104542553, 0.793617785, -0.0040720468, 1.9779984951, -2.428592205, 0.4505937099, 0.0259040371,
  0.7827717662, -0.808675766,
];
export const CONES_OF_LAB: Matrix = [
  1, 0.3963377774, 0.2158037573, 1, -0.1055613458, -0.0638541728, 1, -0.0894841775, -1.291485548,
];
export const LINEAR_OF_CONES: Matrix = [
  4.0767416621, -3.3077115913, 0.2309699292, -1.2684380046, 2.6097574011, -0.3413193965,
  -0.0041960863, -0.7034186147, 1.707614701,
];

const times = (m: Matrix, x: number, y: number, z: number): [number, number, number] => [
  m[0] * x + m[1] * y + m[2] * z,
  m[3] * x + m[4] * y + m[5] * z,
  m[6] * x + m[7] * y + m[8] * z,
];

export const labOfLinear = ([r, g, b]: Rgb): Lab => {
  const [l, m, s] = times(CONES_OF_LINEAR, r, g, b);
  return times(LAB_OF_CONES, Math.cbrt(l), Math.cbrt(m), Math.cbrt(s));
};

export const linearOfLab = ([L, a, b]: Lab): Rgb => {
  const [l, m, s] = times(CONES_OF_LAB, L, a, b);
  return times(LINEAR_OF_CONES, l ** 3, m ** 3, s ** 3);
};

export const labOf = (gamma: Rgb): Lab =>
  labOfLinear([linearOf(gamma[0]), linearOf(gamma[1]), linearOf(gamma[2])]);

const inGamut = (rgb: Rgb): boolean => rgb.every((v) => v >= -0.0005 && v <= 1.0005);

/** Brings a colour into the sRGB gamut by lowering its chroma; lightness and hue stay. */
export const clipChroma = (lab: Lab): Lab => {
  if (inGamut(linearOfLab(lab))) return lab;
  let low = 0;
  let high = 1;
  for (let i = 0; i < 16; i += 1) {
    const k = (low + high) / 2;
    if (inGamut(linearOfLab([lab[0], lab[1] * k, lab[2] * k]))) low = k;
    else high = k;
  }
  return [lab[0], lab[1] * low, lab[2] * low];
};

/** Gamma-encoded sRGB, brought into the gamut. */
export const rgbOf = (lab: Lab): Rgb => {
  const [r, g, b] = linearOfLab(clipChroma([Math.min(1, Math.max(0, lab[0])), lab[1], lab[2]]));
  return [gammaOf(r), gammaOf(g), gammaOf(b)];
};

/** A colour from lightness, chroma and hue in degrees. */
export const lch = (L: number, chroma: number, hue: number): Lab => {
  const h = (hue * Math.PI) / 180;
  return [L, chroma * Math.cos(h), chroma * Math.sin(h)];
};
export const chromaOf = (lab: Lab): number => Math.hypot(lab[1], lab[2]);
export const hueOf = (lab: Lab): number =>
  ((Math.atan2(lab[2], lab[1]) * 180) / Math.PI + 360) % 360;

export const labDistance = (a: Lab, b: Lab): number =>
  Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

/** '#rrggbb' as gamma-encoded 0..1; undefined for anything else. */
export const rgbOfHex = (hex: string): Rgb | undefined => {
  const match = /^#([0-9a-f]{6})$/i.exec(hex);
  if (!match?.[1]) return undefined;
  const n = Number.parseInt(match[1], 16);
  return [(n >> 16) / 255, ((n >> 8) & 255) / 255, (n & 255) / 255];
};
/** Linear sRGB brought into the gamut; the form that shaders mix. */
export const linearRgb = (lab: Lab): Rgb => {
  const [r, g, b] = linearOfLab(clipChroma(lab));
  return [Math.max(0, r), Math.max(0, g), Math.max(0, b)];
};
