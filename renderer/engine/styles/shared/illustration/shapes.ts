import type { Lab } from '../../../../core/colour.ts';
import { gaussian, product } from '../../../raster/blur.ts';
import { smoothstep } from '../../../raster/numbers.ts';
import type { Square } from '../../../raster/planes.ts';
import { grown } from '../canvas.ts';
import { labsOn, lightAt, medianLab } from '../labs.ts';
import { lazy } from '../lazy.ts';
import type { Portrait } from '../portrait.ts';
import { bodyOf, outlined, SOFT, tidied, up } from './body.ts';
import { clothShapesOf } from './clothes.ts';
import { hairShapesOf } from './hair.ts';
import { skinShapesOf } from './skin.ts';
import { skinTonesOf, type SkinTones } from './tones.ts';

/** Blur of the matte's surroundings in face widths. */
export const HALO = 0.06;

/** Smallest lock that is drawn, in squares of the face's width: what a hat leaves of less is a speck. */
const LEAST_LOCK = 0.01;

/** The matte without stray pieces and holes, smooth. */
const matteOf = (portrait: Portrait): Square => {
  const { alpha } = portrait.canvas;
  const whole = tidied(portrait, alpha.map(up), { least: 0.05, hole: 0.03 });
  // Keep the matte's own values where nothing was cleaned: they place the outline between texels.
  const fine = whole.map((v, i) => (v === up(alpha[i]) ? alpha[i] : v));
  return outlined(portrait, fine, 0.016);
};

/** How many of a dark beard's texels are darker than its colour, and how many more of a grey one's. */
const BEARD = { dark: 0.5, grey: 0.3 } as const;
/** A beard whose lit parts are darker than skin by this (OKLab lightness) isn't grey at all. */
const DARKER = 0.08;

/**
 * A beard's colour; the skin's line without one. A grey or white beard, as light as the skin, is
 * known by its lit parts; those of a darker one are skin that shines through.
 */
const beardColourOf = ({ canvas, person }: Portrait, skin: SkinTones): Lab => {
  const labs = labsOn(canvas, person.beard);
  if (labs.length === 0) return skin.line;
  const grey = smoothstep(-DARKER, 0, lightAt(labs, BEARD.dark + BEARD.grey) - skin.base[0]);
  const [, a, b] = medianLab(labs);
  return [lightAt(labs, BEARD.dark + BEARD.grey * grey), a, b];
};

export type Shapes = ReturnType<typeof shapesOf>;

/**
 * A person as flat shapes on the portrait's canvas. Each plane is soft; a shape's outline is where
 * it crosses 0.5 (0.25 and 0.75 if a plane holds two shapes). What only some styles need is worked
 * out when it is first asked for.
 */
export const shapesOf = (portrait: Portrait) => {
  const { canvas, person } = portrait;
  const { n, width } = canvas;
  const matte = matteOf(portrait);
  const skin = skinTonesOf(portrait);
  const body = bodyOf(portrait);
  const hair = hairShapesOf(body);
  const { cloth, parts, folds } = clothShapesOf(body, skin.line);
  const nowhere = new Float32Array(n * n);
  const soft = hair.colours ? outlined(portrait, body.hair, 0.017) : nowhere;
  const locks = grown(tidied(portrait, soft.map(up), { least: LEAST_LOCK }), n, 3 * SOFT * width);
  return {
    n,
    matte,
    /** The matte, blurred by a Gaussian of `HALO`, to measure distances from the outline. */
    halo: lazy(() => gaussian(matte.map(up), n, HALO * width)),
    hair: product(soft, locks),
    clothes: outlined(portrait, body.clothes, 0.018),
    folds,
    /** Light and shadow on the skin, and the jaw's shadow on the neck. */
    ...skinShapesOf(body),
    hairTone: hair.tone,
    beard: outlined(portrait, person.beard, 0.016),
    /** Where clothes have their second, third and fourth colours. */
    colours: [1, 2, 3].map((k) => parts.at(k) ?? nowhere),
    skin,
    beardColour: beardColourOf(portrait, skin),
    /** Base, light and dark. */
    hairColours: hair.colours ?? [skin.line, skin.line, skin.line],
    /** One to four; the first applies where no plane of `colours` says otherwise. */
    cloth,
    bearded: person.beard.some((v) => v > 0),
  };
};
