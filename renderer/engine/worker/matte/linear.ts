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
  (linear.red.data[i] as number) * (picture[0].data[i] as number) +
  (linear.green.data[i] as number) * (picture[1].data[i] as number) +
  (linear.blue.data[i] as number) * (picture[2].data[i] as number) +
  (linear.offset.data[i] as number);
