import { labOfLinear, linearOf, linearOfLab } from '../colour.ts';

/** Red, green and blue, 0 to 255. */
export type Rgb255 = readonly [number, number, number];

/** '#rrggbb'. */
export const hexOf = (colour: readonly number[]): string =>
  `#${colour.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;

/** Reads '#rrggbb'. */
export const rgbOf = (hex: string): Rgb255 => {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
};

export const cssOf = (colour: Rgb255, alpha = 1): string =>
  `rgb(${colour.map((part) => Math.round(part)).join(' ')} / ${String(alpha)})`;

/** `amount` 0 gives the first, 1 the second. */
export const mix = (from: Rgb255, to: Rgb255, amount: number): Rgb255 => [
  from[0] + (to[0] - from[0]) * amount,
  from[1] + (to[1] - from[1]) * amount,
  from[2] + (to[2] - from[2]) * amount,
];

const linear = (part: number): number => linearOf(part / 255);
const LINEAR = Float32Array.from({ length: 256 }, (_, part) => linear(part));

/** WCAG 2's relative luminance, 0 to 1. */
export const luminance = ([red, green, blue]: Rgb255): number =>
  0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);

/** WCAG 2's contrast of two luminances, 1 to 21. */
const ratio = (a: number, b: number): number => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);

export const contrast = (a: Rgb255, b: Rgb255): number => ratio(luminance(a), luminance(b));

/** The share of pixels that may read worse: specks of grain and single pixels of an edge. */
const SPECKS = 0.01;

/**
 * The contrast of an ink with the pixels behind it, ignoring the worst hundredth of them.
 * @param pixels RGBA
 */
export function contrastOn(pixels: ArrayLike<number>, ink: Rgb255): number {
  const count = Math.floor(pixels.length / 4);
  if (count === 0) return 1;
  const own = luminance(ink);
  const ratios = new Float32Array(count);
  for (let at = 0; at < count; at++) {
    const [red = 0, green = 0, blue = 0] = [pixels[at * 4], pixels[at * 4 + 1], pixels[at * 4 + 2]];
    const under =
      0.2126 * (LINEAR[red] ?? 0) + 0.7152 * (LINEAR[green] ?? 0) + 0.0722 * (LINEAR[blue] ?? 0);
    ratios[at] = ratio(own, under);
  }
  return ratios.sort()[Math.floor(count * SPECKS)] ?? 1;
}

export interface Legible {
  readonly ink: Rgb255;
  /** The colour laid under the words to make them readable, and its opacity: 0 is none. */
  readonly shade: Rgb255;
  readonly alpha: number;
}

const covered = (pixels: ArrayLike<number>, shade: Rgb255, alpha: number): Uint8ClampedArray => {
  const under = new Uint8ClampedArray(pixels.length);
  for (let at = 0; at < pixels.length; at++)
    under[at] = (pixels[at] ?? 0) * (1 - alpha) + (shade[at % 4] ?? 255) * alpha;
  return under;
};

/**
 * Picks the ink that needs the least help to be readable on these pixels, with the shade that makes
 * it so. Of two that need none, the one with more contrast wins.
 * @param inks each with the shade it would get
 * @param least the contrast that words must have
 */
export function legible(
  pixels: ArrayLike<number>,
  inks: readonly { readonly ink: Rgb255; readonly shade: Rgb255 }[],
  least: number,
): Legible {
  let best: (Legible & { readonly reads: number }) | undefined;
  for (const { ink, shade } of inks) {
    const readsAt = (alpha: number): number =>
      contrastOn(alpha === 0 ? pixels : covered(pixels, shade, alpha), ink);
    let alpha = 0;
    let reads = readsAt(0);
    if (reads < least) {
      // The least alpha that is enough, to within 1/32.
      let short = 0;
      alpha = 1;
      while (alpha - short > 1 / 32) {
        const middle = (alpha + short) / 2;
        if (readsAt(middle) >= least) alpha = middle;
        else short = middle;
      }
      reads = readsAt(alpha);
    }
    if (!best || alpha < best.alpha || (alpha === best.alpha && reads > best.reads))
      best = { ink, shade, alpha, reads };
  }
  if (!best) throw new RangeError('no ink to choose from');
  const { ink, shade, alpha } = best;
  return { ink, shade, alpha };
}

/** Oklab in polar form (Björn Ottosson, 2020): hue in turns, chroma and lightness. */
interface Oklch {
  readonly lightness: number;
  readonly chroma: number;
  readonly hue: number;
}

export function oklchOf([red, green, blue]: Rgb255): Oklch {
  const [lightness, a, b] = labOfLinear([linear(red), linear(green), linear(blue)]);
  return { lightness, chroma: Math.hypot(a, b), hue: Math.atan2(b, a) / (2 * Math.PI) };
}

const encoded = (value: number): number =>
  255 * (value <= 0.0031308 ? 12.92 * value : 1.055 * Math.max(0, value) ** (1 / 2.4) - 0.055);

/** Converts to sRGB; colours that a screen can't show lose chroma. */
export function ofOklch({ lightness, chroma, hue }: Oklch): Rgb255 {
  for (let less = chroma; ; less *= 0.9) {
    const a = less * Math.cos(hue * 2 * Math.PI);
    const b = less * Math.sin(hue * 2 * Math.PI);
    const parts = linearOfLab([lightness, a, b]).map(encoded);
    if (less < 0.004 || parts.every((part) => part > -1 && part < 256)) {
      const [red, green, blue] = parts.map((part) => Math.min(255, Math.max(0, part)));
      return [red ?? 0, green ?? 0, blue ?? 0];
    }
  }
}
