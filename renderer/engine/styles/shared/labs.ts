import type { Lab } from '../../../core/colour.ts';
import { median, quantile } from '../../raster/numbers.ts';
import type { Square } from '../../raster/planes.ts';
import type { PortraitCanvas } from './canvas.ts';

export const labFrom = (at: (c: 0 | 1 | 2) => number): Lab => [at(0), at(1), at(2)];

export const hueApart = (p: number, q: number): number => Math.abs(((p - q + 540) % 360) - 180);

/** The colours of the texels that pass a test of their index. */
export const labsWhere = (
  { L, a, b }: Pick<PortraitCanvas, 'L' | 'a' | 'b'>,
  test: (i: number) => boolean,
): Lab[] => {
  const found: Lab[] = [];
  for (let i = 0; i < L.length; i += 1) if (test(i)) found.push([L[i], a[i], b[i]]);
  return found;
};

/** An alpha from which a texel's colour is the person's alone. */
const OPAQUE = 0.9;

/** The colours of a mask's texels, without those that something shines through. */
export const labsOn = (canvas: Omit<PortraitCanvas, 'landmarks'>, mask: Square): Lab[] =>
  labsWhere(canvas, (i) => mask[i] > 0.5 && canvas.alpha[i] > OPAQUE);

export const medianLab = (labs: readonly Lab[]): Lab =>
  labFrom((c) => median(labs.map((lab) => lab[c])));

/** The lightness below which the given part (0..1) of some colours lies. */
export const lightAt = (labs: readonly Lab[], part: number): number => {
  const lights = labs.map(([L]) => L);
  return quantile(lights, part);
};

/** Where light falls, by lightness: above the shadows, below the highlights. */
const LIT = [0.5, 0.9] as const;

/**
 * The colour of some texels where light falls on them, by which people know skin and hair; with
 * `down`, that of texels which are darker by this part of all.
 */
export const litLab = (labs: readonly Lab[], down = 0): Lab => {
  const [low, high] = LIT.map((part) => lightAt(labs, part - down));
  return medianLab(labs.filter(([L]) => L >= low && L <= high));
};
