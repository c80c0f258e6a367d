import { keysOf } from './objects.ts';
/** A colour in OKLCh: lightness 0 to 1, chroma, hue in degrees. */
export type Oklch = readonly [lightness: number, chroma: number, hue: number];

/** The Gradient background's named palettes: three stops, from the bottom up. */
export const GRADIENTS = {
  dawn: [
    [0.62, 0.13, 20],
    [0.78, 0.1, 50],
    [0.9, 0.06, 85],
  ],
  lagoon: [
    [0.5, 0.09, 235],
    [0.68, 0.1, 205],
    [0.86, 0.07, 175],
  ],
  orchard: [
    [0.5, 0.09, 150],
    [0.72, 0.11, 125],
    [0.9, 0.09, 105],
  ],
  dusk: [
    [0.38, 0.1, 285],
    [0.56, 0.13, 330],
    [0.78, 0.11, 30],
  ],
  lilac: [
    [0.58, 0.11, 300],
    [0.74, 0.08, 315],
    [0.89, 0.04, 345],
  ],
  ember: [
    [0.42, 0.12, 25],
    [0.6, 0.16, 42],
    [0.8, 0.12, 75],
  ],
  glacier: [
    [0.6, 0.06, 250],
    [0.79, 0.05, 225],
    [0.93, 0.02, 200],
  ],
} as const satisfies Record<string, readonly [Oklch, Oklch, Oklch]>;

export type GradientName = keyof typeof GRADIENTS;
export const GRADIENT_NAMES = keysOf(GRADIENTS);
export const isGradientName = (name: string): name is GradientName =>
  Object.hasOwn(GRADIENTS, name);
