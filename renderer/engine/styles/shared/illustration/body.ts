import { blurWithin, smoothed } from '../../../raster/blur.ts';
import { cleaned } from '../../../raster/label.ts';
import type { Square } from '../../../raster/planes.ts';
import type { Portrait } from '../portrait.ts';
import { extended } from './fields.ts';

/** Blur of the finished outlines in face widths, by which a field's value becomes a distance. */
export const SOFT = 0.0185;

/** Least blur in texels for an outline to show no steps of the grid. */
export const EVEN = 1.1;

export const up = (v: number): number => (v > 0.5 ? 1 : 0);

export type Body = ReturnType<typeof bodyOf>;

/**
 * A portrait with its person's masks extended over the matte's soft rim. Bare skin includes what a
 * beard grows on, and what lies within the face and is nothing else. `area` is the face's square.
 */
export const bodyOf = (portrait: Portrait) => {
  const { canvas, person } = portrait;
  const { face, skin, beard } = person;
  const all = skin.map((v, i) =>
    Math.max(v, beard[i], face[i] * (1 - person.hair[i]) * (1 - person.clothes[i])),
  );
  const masks = [all, person.hair, person.clothes];
  const [bare, hair, clothes] = extended(masks, canvas.alpha, canvas.n);
  return { portrait, bare, hair, clothes, area: canvas.width * canvas.width };
};

type OnCanvas = Pick<Portrait, 'canvas'>;

/** Smooths a mask's outline; `sigma` is in face widths. */
export const outlined = (
  { canvas: { n, width } }: OnCanvas,
  mask: Square,
  sigma: number,
  times = 4,
): Square => smoothed(mask, n, sigma * width, times);

/** A mask without small parts and holes; their areas are in squares of the face's width. */
export const tidied = (
  { canvas: { n, width } }: OnCanvas,
  mask: Square,
  { least, hole = 0 }: { readonly least: number; readonly hole?: number },
): Square => cleaned(mask, n, least * (width * width), hole * (width * width));

/** How far the surface faces a direction. */
export const toward = (
  { normals: [nx, ny, nz] }: Portrait,
  { right, down, ahead }: Readonly<Record<'right' | 'down' | 'ahead', number>>,
): Square => nx.map((v, i) => v * right + ny[i] * down + nz[i] * ahead);

/** The person's colours in OKLab, blurred within the matte; `sigma` is in face widths. */
export const blurredColours = (
  { canvas: { L, a, b, alpha, n, width } }: Portrait,
  sigma: number,
): [Square, Square, Square] => {
  const blurred = blurWithin(alpha, n, sigma * width);
  return [blurred(L), blurred(a), blurred(b)];
};
