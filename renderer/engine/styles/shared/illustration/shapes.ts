import type { Lab } from '../../../../core/colour.ts';
import { gaussian } from '../../../raster/blur.ts';
import { cleaned } from '../../../raster/label.ts';
import type { Square } from '../../../raster/planes.ts';
import { labsWhere, lightAt, medianLab } from '../labs.ts';
import { lazy } from '../lazy.ts';
import type { Portrait } from '../portrait.ts';
import { bodyOf, outlined, up } from './body.ts';
import { clothShapesOf, type Cloth } from './clothes.ts';
import { hairShapesOf } from './hair.ts';
import { skinShapesOf } from './skin.ts';
import { skinTonesOf, type SkinTones } from './tones.ts';

/**
 * A person as flat shapes on the portrait's canvas. Each plane is soft; a shape's outline is where
 * it crosses 0.5 (0.25 and 0.75 if a plane holds two shapes). What only some styles need is worked
 * out when it is first asked for.
 */
export interface Shapes {
  readonly n: number;
  readonly matte: Square;
  /** The matte, blurred by a Gaussian of `HALO`, to measure distances from the outline. */
  readonly halo: () => Square;
  readonly hair: Square;
  readonly clothes: Square;
  /** Folds of clothes. */
  readonly folds: () => Square;
  /** Shadow below 0.25, light above 0.75. */
  readonly skinTone: () => Square;
  /** The jaw's shadow on the neck above 0.25, its deepest part above 0.75. */
  readonly neck: Square;
  readonly hairTone: Square;
  readonly beard: Square;
  /** Where clothes have their second, third and fourth colours. */
  readonly colours: readonly [Square, Square, Square];
  readonly skin: SkinTones;
  readonly beardColour: Lab;
  /** Base, light and dark. */
  readonly hairColours: readonly [Lab, Lab, Lab];
  /** One to four; the first applies where no plane of `colours` says otherwise. */
  readonly cloth: readonly Cloth[];
  readonly bearded: boolean;
}

/** Blur of the matte's surroundings in face widths. */
export const HALO = 0.06;

/** The matte without stray pieces and holes, smooth. */
const matteOf = (portrait: Portrait): Square => {
  const { n, width, alpha } = portrait.canvas;
  const area = width * width;
  const whole = cleaned(alpha.map(up), n, 0.05 * area, 0.03 * area);
  // Keep the matte's own values where nothing was cleaned: they place the outline between texels.
  return outlined(
    portrait,
    whole.map((v, i) => (v === up(alpha[i]) ? alpha[i] : v)),
    0.016,
    4,
  );
};

/** How many brighter texels a beard's colour has, of those that are its own: it is lit from above. */
const LIT = 0.8;

/** A beard's colour where light falls on it; the skin's line without one. */
const beardColourOf = ({ canvas, person }: Portrait, none: Lab): Lab => {
  const labs = labsWhere(canvas, (i) => person.beard[i] > 0.5 && canvas.alpha[i] > 0.9);
  if (labs.length === 0) return none;
  const [, a, b] = medianLab(labs);
  return [lightAt(labs, LIT), a, b];
};

export const shapesOf = (portrait: Portrait): Shapes => {
  const { canvas, person } = portrait;
  const { n, width } = canvas;
  const matte = matteOf(portrait);
  const skin = skinTonesOf(portrait);
  const body = bodyOf(portrait);
  const hair = hairShapesOf(body);
  const { cloth, parts, folds } = clothShapesOf(body, skin.line);
  const { skinTone, neck } = skinShapesOf(body);
  return {
    n,
    matte,
    halo: lazy(() => gaussian(matte.map(up), n, HALO * width)),
    hair: hair.colours ? outlined(portrait, body.hair, 0.017, 4) : new Float32Array(n * n),
    clothes: outlined(portrait, body.clothes, 0.018, 4),
    folds,
    skinTone,
    neck,
    hairTone: hair.tone,
    beard: outlined(portrait, person.beard, 0.016, 4),
    colours: [1, 2, 3].map((k) => parts.at(k) ?? new Float32Array(n * n)) as [
      Square,
      Square,
      Square,
    ],
    skin,
    beardColour: beardColourOf(portrait, skin.line),
    hairColours: hair.colours ?? [skin.line, skin.line, skin.line],
    cloth,
    bearded: person.beard.some((v) => v > 0),
  };
};
