import { greatest } from '../raster/label.ts';
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
export const likeliest = ({ planes }: FaceLabels): Int8Array =>
  greatest(LABELS.map((label) => planes[label]));
