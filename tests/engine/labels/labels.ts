import type { Label } from '../../../renderer/engine/photo/labels.ts';

/**
 * A pixel that nobody can decide, such as hair's translucent edge or a hairline's own pixel or two,
 * or that wasn't looked at.
 */
export const UNDECIDED = 255;

/**
 * The colour of each label in the maps of this folder; undecided pixels are white. The maps are in the
 * photo's upright pixel grid, scaled down where its longer side is more
 * than 640 pixels. Face skin is all skin from the crown, bald or not, to ears and jaw, with eyes,
 * brows and lips. Only frames of spectacles count, and lenses where they are dark. Whatever isn't
 * the person or worn by them is background; pins on clothes are clothes.
 */
export const COLOURS: Readonly<Record<Label, readonly [r: number, g: number, b: number]>> = {
  background: [0, 0, 0],
  'face skin': [240, 170, 130],
  'other skin': [200, 110, 80],
  'scalp hair': [110, 70, 30],
  'facial hair': [160, 120, 60],
  headwear: [150, 60, 180],
  spectacles: [60, 200, 220],
  clothes: [50, 90, 200],
  jewellery: [250, 220, 60],
};
