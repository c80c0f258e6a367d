import type { Plane } from './planes.ts';

/** Three colour planes, 0..1. */
export type Colours = readonly [Plane, Plane, Plane];

/** alpha = red * r + green * g + blue * b + offset, each coefficient a plane. */
export interface LocalLinear {
  readonly red: Plane;
  readonly green: Plane;
  readonly blue: Plane;
  readonly offset: Plane;
}

/** Value at pixel `i` of a picture of the planes' size, unclipped. */
export const evaluate = (linear: LocalLinear, picture: Colours, i: number): number =>
  linear.red.data[i] * picture[0].data[i] +
  linear.green.data[i] * picture[1].data[i] +
  linear.blue.data[i] * picture[2].data[i] +
  linear.offset.data[i];
