import type { Square } from '../raster/planes.ts';

/** What a pixel may show, in the order of the parser's outputs (`LABELS` of scripts/parser/canvas.py). */
export const LABELS = [
  'background',
  'face skin',
  'other skin',
  'scalp hair',
  'facial hair',
  'headwear',
  'spectacles',
  'clothes',
  'jewellery',
] as const;

export type Label = (typeof LABELS)[number];

/** How likely each label is at each texel of a square with the face upright; 0 to 1, together 1. */
export interface FaceLabels {
  readonly n: number;
  readonly planes: Readonly<Record<Label, Square>>;
}

/** The likeliest label at each texel, as an index of `LABELS`. */
export const likeliest = ({ planes }: FaceLabels): Uint8Array => {
  const all = LABELS.map((label) => planes[label]);
  const best = new Uint8Array(all[0].length);
  for (let k = 1; k < all.length; k += 1)
    for (let i = 0; i < best.length; i += 1) if (all[k][i] > all[best[i]][i]) best[i] = k;
  return best;
};
