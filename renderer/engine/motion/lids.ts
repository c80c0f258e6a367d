import { TONE } from '../gl/glsl.ts';
import { gaussian, product } from '../raster/blur.ts';
import { clamp, median, quantile } from '../raster/numbers.ts';
import { sampled, type Square } from '../raster/planes.ts';
import { eyesOf, lidAt, smoothLine, type Eye } from './eyes.ts';

type Rgb = readonly [Square, Square, Square];
const bell = (x: number): number => Math.exp(-x * x);

/**
 * Closes both eyes in a picture of a person. The opening with its lashes is filled with the skin
 * around it (leaving out rims, creases and glints), shaded like a ball under skin, and given
 * the cheek's grain and a lash line as dark as the open lid's. Nothing above the lashes moves.
 * @param picture straight RGBA bytes, width * height * 4
 * @param landmarks 468 points x, y, z in the picture's pixels
 * @returns the picture, its alpha unchanged, and how much of each eye's ring looks like skin, 0..1
 */
export function closeEyes(
  picture: Uint8ClampedArray,
  width: number,
  height: number,
  landmarks: Float32Array,
) {
  const pixels = new Uint8ClampedArray(picture);
  const [right, left] = eyesOf(landmarks);
  const close = (eye: Eye): number => closeEye(pixels, width, height, eye);
  return { pixels, skin: [close(right), close(left)] as const };
}

type Crop = ReturnType<typeof cropOf>;

const planeOf = (n: number): Square => new Float32Array(n * n);

/** An upright crop around an eye, on which the lid is drawn. */
function cropOf(pixels: Uint8ClampedArray, width: number, height: number, eye: Eye) {
  /** The eye's width in texels, and the crop's edge. */
  const S = Math.round(clamp(eye.width, 40, 160));
  const n = 2 * S;
  const rgb: Rgb = [planeOf(n), planeOf(n), planeOf(n)];
  const luma = planeOf(n);
  for (let y = 0; y < n; y += 1)
    for (let x = 0; x < n; x += 1) {
      const [du, dv] = [((x - n / 2) / S) * eye.width, ((y - n / 2) / S) * eye.width];
      const fx = clamp(eye.centre[0] + eye.u[0] * du + eye.v[0] * dv, 0, width - 1.001);
      const fy = clamp(eye.centre[1] + eye.u[1] * du + eye.v[1] * dv, 0, height - 1.001);
      const [ix, iy] = [Math.floor(fx), Math.floor(fy)];
      const [tx, ty] = [fx - ix, fy - iy];
      const at = 4 * (iy * width + ix);
      const i = y * n + x;
      for (let c = 0; c < 3; c += 1) {
        const get = (by: number): number => pixels[at + by + c] ?? 0;
        const value =
          (get(0) * (1 - tx) + get(4) * tx) * (1 - ty) +
          (get(4 * width) * (1 - tx) + get(4 * width + 4) * tx) * ty;
        rgb[c][i] = value;
        luma[i] += TONE[c] * value;
      }
    }
  // For each column: its u, and the v of the lids and of the range to be filled with skin.
  const us = Float32Array.from({ length: n }, (_, x) => (x - n / 2) / S);
  const lid = (line: Float32Array): Float32Array => us.map((u) => lidAt(line, u));
  const [upper, lower, shut] = [lid(eye.upper), lid(eye.lower), lid(eye.shut)];
  /** For each column, 1 between the corners of the eye, falling to 0 beyond. */
  const inside = us.map((u) => clamp(((u < 0 ? 0.68 : 0.53) - Math.abs(u)) / 0.1));
  // Lashes reach higher in the outer third.
  const top = us.map(
    (u, x) => upper[x] - (0.11 + 0.06 * clamp((-u - 0.18) / 0.3)) * Math.sqrt(inside[x]),
  );
  const bottom = us.map((_, x) => lower[x] + 0.075 * Math.sqrt(inside[x]));
  return { S, n, rgb, luma, us, upper, shut, top, bottom, inside };
}

/**
 * The texels to replace, and those of the ring around them that are skin; the ring's median luma,
 * and the share of it that is skin.
 */
function lidTexelsOf({ S, n, luma, us, top, bottom, inside }: Crop) {
  const hard = planeOf(n);
  const ring = planeOf(n);
  for (let x = 0; x < n; x += 1)
    for (let y = 0; y < n; y += 1) {
      const v = (y - n / 2) / S;
      const [a, b] = [top[x], bottom[x]];
      const here = inside[x] > 0;
      if (here && v > a && v < b) hard[y * n + x] = 1;
      else if (Math.abs(us[x]) < 0.73 && v > a - 0.17 && v < b + 0.17) ring[y * n + x] = 1;
    }
  const ringed = luma.filter((_, i) => ring[i] === 1);
  const middle = ringed.length > 0 ? median(ringed) : 128;
  const isSkin = (l: number): boolean => l > middle * 0.8 && l < middle * 1.22 + 2;
  const clean = ring.map((v, i) => (v === 1 && isSkin(luma[i]) ? 1 : 0));
  const share = ringed.filter(isSkin).length / Math.max(1, ringed.length);
  return { hard, clean, middle, share };
}

/** Spreads the ring's skin over the crop by ever wider blurs; narrower ones have more weight. */
function skinOf({ S, n, rgb }: Crop, clean: Square): Rgb {
  const sources = [...rgb.map((own) => product(own, clean)), clean];
  const sums = sources.map(() => planeOf(n));
  for (const [sigma, share] of [
    [0.05, 1],
    [0.1, 0.2],
    [0.2, 0.02],
    [0.5, 0.002],
  ] as const)
    sources.forEach((source, c) => {
      const sum = sums[c];
      gaussian(source, n, sigma * S).forEach((v, i) => (sum[i] += share * v));
    });
  const [r, g, b, weight] = sums;
  const fill = (sum: Square): Square => sum.map((v, i) => v / Math.max(weight[i], 1e-6));
  return [fill(r), fill(g), fill(b)];
}

/** The open lid's dark line: its luma by column, and its colour where it is darkest. */
function inkOf({ S, n, rgb, luma, us, upper }: Crop, middle: number) {
  const band: number[] = [];
  const dark = new Float32Array(n);
  for (let x = 0; x < n; x += 1) {
    const column: number[] = [];
    for (let y = 0; y < n; y += 1)
      if (Math.abs((y - n / 2) / S - upper[x]) < 0.07) {
        column.push(luma[y * n + x]);
        if (Math.abs(us[x]) < 0.45) band.push(y * n + x);
      }
    dark[x] = column.length > 0 ? quantile(column, 0.12) : middle;
  }
  const lumas = band.map((i) => luma[i]);
  const limit = quantile(lumas, 0.22);
  const darkest = band.filter((i) => luma[i] <= limit);
  const tint = rgb.map(
    (own) => darkest.reduce((sum, i) => sum + own[i], 0) / Math.max(1, darkest.length),
  );
  const tintLuma = tint.reduce((sum, value, c) => sum + value * TONE[c], 0);
  return { luma: smoothLine(dark, 0.12 * S), tint, tintLuma: Math.max(1e-3, tintLuma) };
}

/** Closes one eye. @returns how much of the ring around it is skin, 0..1 */
function closeEye(pixels: Uint8ClampedArray, width: number, height: number, eye: Eye): number {
  const crop = cropOf(pixels, width, height, eye);
  const { S, n, rgb, us, shut, top, inside } = crop;
  const { hard, clean, middle, share } = lidTexelsOf(crop);
  const fill = skinOf(crop, clean);
  const ink = inkOf(crop, middle);
  const grain = rgb.map((own) => {
    const smooth = gaussian(own, n, 0.05 * S);
    return own.map((value, i) => value - smooth[i]);
  });
  /** How far below, in texels, grain is taken from. */
  const cheek = Math.round(0.36 * S);
  const edge = gaussian(hard, n, 0.022 * S);
  const calm = smoothLine(inside, 0.03 * S);
  const alpha = planeOf(n);
  for (let x = 0; x < n; x += 1) {
    const u = us[x];
    const columnInk = ink.luma[x];
    const thick =
      (0.021 + 0.024 * clamp(0.5 - u)) * clamp(((u < 0 ? 0.56 : 0.5) - Math.abs(u)) / 0.14) ** 0.7;
    for (let y = 0; y < n; y += 1) {
      const i = y * n + x;
      const v = (y - n / 2) / S;
      const d = v - shut[x];
      const line =
        Math.abs(u) < 0.57 ? Math.exp(-((Math.abs(d) / Math.max(thick, 1e-3)) ** 2.2)) : 0;
      const a = Math.max(edge[i], line * 0.9);
      alpha[i] = a;
      if (a <= 0) {
        for (const own of rgb) own[i] = 0;
        continue;
      }
      const t = clamp((v - top[x]) / Math.max(shut[x] - top[x], 1e-3), 0, 1.3);
      const ball =
        0.055 * bell((t - 0.42) / 0.26) -
        0.1 * bell((t - 1) / 0.16) -
        0.05 * bell((t + 0.02) / 0.1);
      const under = d > 0 ? 0.22 * bell(d / 0.06) * inside[x] : 0;
      const skin = fill.reduce((sum, into, c) => sum + into[i] * TONE[c], 0);
      const shade =
        (1 + ball * calm[x]) * (1 - under * (1 - clamp(columnInk / Math.max(skin, 1), 0.12, 1)));
      const from = Math.min(n - 1, y + cheek) * n + x;
      for (let c = 0; c < 3; c += 1) {
        let value = fill[c][i] * shade + 0.7 * clamp(grain[c][from], -9, 9);
        const stroke = ((columnInk * ink.tint[c]) / ink.tintLuma) * 0.92;
        value += (stroke - value) * line * 0.92;
        rgb[c][i] = clamp(value, 0, 255) * a;
      }
    }
  }
  back(pixels, width, height, eye, { S, n, alpha, rgb });
  return share;
}

/**
 * Lays the shut lid, premultiplied, over the picture wherever that isn't fully transparent. It
 * covers what is below it: adding differences would let the open eye's finest details through.
 */
function back(
  pixels: Uint8ClampedArray,
  width: number,
  height: number,
  { centre, u, v, width: E }: Eye,
  { S, n, alpha, rgb }: { S: number; n: number; alpha: Square; rgb: Rgb },
): void {
  const reach = Math.ceil(E * 1.1);
  const [cx, cy] = [Math.round(centre[0]), Math.round(centre[1])];
  for (let y = Math.max(0, cy - reach); y <= Math.min(height - 1, cy + reach); y += 1)
    for (let x = Math.max(0, cx - reach); x <= Math.min(width - 1, cx + reach); x += 1) {
      const [dx, dy] = [x - centre[0], y - centre[1]];
      const fx = ((dx * u[0] + dy * u[1]) / E) * S + n / 2;
      const fy = ((dx * v[0] + dy * v[1]) / E) * S + n / 2;
      if (fx < 0 || fy < 0 || fx >= n - 1 || fy >= n - 1) continue;
      const a = sampled(alpha, n, fx, fy);
      const at = 4 * (y * width + x);
      if (a <= 0.002 || pixels[at + 3] === 0) continue;
      for (let c = 0; c < 3; c += 1)
        pixels[at + c] = pixels[at + c] * (1 - a) + sampled(rgb[c], n, fx, fy);
    }
}

/** A grid of square cells, each of one colour; in pixels. */
export type Cells = Readonly<Record<'edge' | 'offset', number>>;

/** Where a pixel is in the eye's frame, in eye widths. */
const inEye = ({ centre, u, v, width }: Eye, px: number, py: number): readonly [number, number] => {
  const [dx, dy] = [(px - centre[0]) / width, (py - centre[1]) / width];
  return [dx * u[0] + dy * u[1], dx * v[0] + dy * v[1]];
};

/** How much the lash line covers a place in the eye's frame, 0..1. */
const lineAt = (eye: Eye, x: number, y: number): number => {
  const thick =
    (0.02 + 0.02 * clamp(0.5 - x)) * clamp(((x < 0 ? 0.55 : 0.48) - Math.abs(x)) / 0.14) ** 0.7;
  const d = Math.abs(y - lidAt(eye.shut, x) + 0.004);
  return 0.85 * Math.exp(-((d / Math.max(thick, 1e-3)) ** 2.2));
};

/** The same in cells, of an eye that is widened: one cell high, and as wide as the painted eye. */
const lineInCells = (eye: Eye, px: number, py: number, { edge, offset }: Cells): number => {
  const middle = (at: number): number => (Math.floor((at - offset) / edge) + 0.5) * edge + offset;
  const [x, y] = inEye(eye, middle(px), middle(py));
  return Math.abs(x) < 0.33 && Math.abs(y - lidAt(eye.shut, x)) * eye.width <= edge / 2 ? 0.85 : 0;
};

/**
 * Draws the lash line of shut lids again in a painted picture, since brush marks, washes and pixel
 * art's cells lose such a thin line. Uses the dark colour that the open lids have in the painting.
 * @param shut the painting with closed eyes, RGBA bytes; changed in place
 * @param open the painting with open eyes
 */
export function drawLashes(
  shut: Uint8ClampedArray,
  open: Uint8ClampedArray,
  size: number,
  landmarks: Float32Array,
  cells?: Cells,
): void {
  for (const eye of eyesOf(landmarks)) {
    const { centre, width } = eye;
    const reach = Math.ceil(width * 0.75);
    const band: number[] = [];
    const line: { readonly at: number; readonly a: number }[] = [];
    for (let py = Math.floor(centre[1]) - reach; py <= centre[1] + reach; py += 1)
      for (let px = Math.floor(centre[0]) - reach; px <= centre[0] + reach; px += 1) {
        if (px < 0 || py < 0 || px >= size || py >= size) continue;
        const at = 4 * (py * size + px);
        const [x, y] = inEye(eye, px, py);
        if (Math.abs(x) < 0.45 && Math.abs(y - lidAt(eye.upper, x)) < 0.07) band.push(at);
        const a = cells ? lineInCells(eye, px, py, cells) : lineAt(eye, x, y);
        if (Math.abs(x) < 0.57 && a >= 0.004) line.push({ at, a });
      }
    if (band.length === 0) continue;
    const lumaAt = (at: number): number =>
      TONE.reduce((sum, share, c) => sum + share * open[at + c], 0);
    const limit = quantile(band.map(lumaAt), 0.2);
    const dark = band.filter((at) => lumaAt(at) <= limit);
    const ink = [0, 1, 2].map((c) => dark.reduce((sum, at) => sum + open[at + c], 0) / dark.length);
    for (const { at, a } of line)
      for (let c = 0; c < 3; c += 1) shut[at + c] = shut[at + c] * (1 - a) + ink[c] * a;
  }
}
