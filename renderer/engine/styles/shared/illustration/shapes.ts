import type { Lab } from '../../../../core/colour.ts';
import { gaussian } from '../../../raster/blur.ts';
import { distanceTo } from '../../../raster/distance.ts';
import { cleaned } from '../../../raster/label.ts';
import { quantile } from '../../../raster/numbers.ts';
import { clamp } from '../../../raster/numbers.ts';
import type { Square } from '../../../raster/planes.ts';
import { filled } from '../canvas.ts';
import { lazy } from '../lazy.ts';
import { fromClose, type Portrait } from '../portrait.ts';
import { rimOf } from '../spectacles.ts';
import { beardOf, type Beard } from './beard.ts';
import { bodyOf, outlined, up } from './body.ts';
import { clothShapesOf, type Cloth } from './clothes.ts';
import { hairShapesOf, type HairShapes } from './hair.ts';
import { skinShapesOf } from './skin.ts';
import { shifted, skinTonesOf, type SkinTones } from './tones.ts';

/**
 * A person as flat shapes on the portrait's canvas. Each plane is soft; a shape's outline is where
 * it crosses 0.5 (0.25 and 0.75 if a plane holds two shapes). What only some styles need is worked
 * out when first read.
 */
export interface Shapes {
  readonly n: number;
  readonly matte: Square;
  /** The matte, blurred by a Gaussian of `HALO`, to measure distances from the outline. */
  readonly halo: Square;
  readonly hair: Square;
  readonly clothes: Square;
  /** Folds of clothes. */
  readonly folds: Square;
  /** Shadow below 0.25, light above 0.75. */
  readonly skinTone: Square;
  /** The jaw's shadow on the neck above 0.25, its deepest part above 0.75. */
  readonly neck: Square;
  readonly hairTone: Square;
  readonly beard: Square;
  /** Where clothes or a hat have their second, third and fourth colours. */
  readonly colours: readonly [Square, Square, Square];
  readonly skin: SkinTones;
  readonly beardColour: Lab;
  /** Base, light and dark. */
  readonly hairColours: readonly [Lab, Lab, Lab];
  /** One to four; the first applies where no plane of `colours` says otherwise. */
  readonly cloth: readonly Cloth[];
  /** The same for a hat; empty if there is none. */
  readonly hat: readonly Lab[];
  readonly bearded: boolean;
}

/** Blur of the matte's surroundings in face widths. */
export const HALO = 0.06;

/** How much lighter than hair the ground in a lens is at least, in OKLab lightness. */
const PALE = 0.15;

/** The part of a lens that lies beyond the face at least, if the ground shows in it. */
const BEYOND = 0.05;

/**
 * Where a lens on the far side of a turned head shows a pale ground, as a mask. The cut-out includes
 * it, and a flat picture would show it as a lobe of hair.
 */
export const seenThrough = (portrait: Portrait): Square => {
  const {
    canvas: { n, L, alpha, width },
    regions: { hair, face },
    spectacles,
  } = portrait;
  const ground = new Float32Array(n * n);
  if (!spectacles) return ground;
  const own: number[] = [];
  for (let i = 0; i < n * n; i += 1) if (hair[i] > 0.5 && alpha[i] > 0.9) own.push(L[i]);
  const least = quantile(own, 0.5) + PALE;
  for (const side of [-1, 1] as const) {
    const lens = (grow: number): Square =>
      filled(
        n,
        rimOf(spectacles, side, grow).map(([x, y]) => fromClose(portrait, x, y)),
      );
    let [area, beyond] = [0, 0];
    lens(1).forEach((v, i) => {
      area += v;
      beyond += v * (1 - face[i]);
    });
    // From the front, a lens lies within the face, and what is pale beside it are grey temples.
    if (beyond < BEYOND * area) continue;
    lens(1.6).forEach((v, i) => {
      if (v > 0.5 && face[i] < 0.5 && hair[i] > 0.5 && L[i] > least) ground[i] = 1;
    });
  }
  // With the rim around it.
  return distanceTo(cleaned(ground, n, 0.004 * width * width, 0), n).map((v, i) =>
    v < 0.045 * width && hair[i] > 0.5 && face[i] < 0.5 ? 1 : 0,
  );
};

/** The matte without stray pieces and holes, smooth. */
const matteOf = (portrait: Portrait): Square => {
  const { n, width } = portrait.canvas;
  const pane = seenThrough(portrait);
  const alpha = portrait.canvas.alpha.map((v, i) => v * (1 - pane[i]));
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

/** A white beard's own colour, else skin with the beard's share of hair, or of stubble, over it. */
const beardColourOf = (
  skin: SkinTones,
  { colours, hat }: HairShapes,
  { density, colour }: Beard,
): Lab => {
  if (colour) return colour;
  const strength = clamp(density * 2.2, 0.35, 0.92);
  const own = hat.length === 0 ? colours?.[0] : undefined;
  const stubble = own && own[0] < skin.base[0] - 0.1 ? own : shifted(skin.line, 0.06);
  return skin.base.map((v, c) => v * (1 - strength) + stubble[c] * strength) as unknown as Lab;
};

/**
 * The planes of the second, third and fourth colour, from the layer whose place `where` is closest.
 */
const layered = (
  n: number,
  layers: readonly { readonly parts: readonly Square[]; readonly where: Square }[],
): readonly [Square, Square, Square] => {
  const away = layers.map(({ where }) => distanceTo(where, n));
  const layer = (k: number): Square => {
    const into = new Float32Array(n * n);
    layers.forEach(({ parts }, l) => {
      const part = parts.at(k);
      if (!part) return;
      for (let i = 0; i < into.length; i += 1)
        if (away.every((one) => one[i] >= away[l][i])) into[i] = part[i];
    });
    return into;
  };
  return [layer(1), layer(2), layer(3)];
};

export const shapesOf = (portrait: Portrait): Shapes => {
  const { canvas } = portrait;
  const { n, width } = canvas;
  const matte = matteOf(portrait);
  const skin = skinTonesOf(portrait);
  const body = bodyOf(portrait);
  const hair = hairShapesOf(body);
  const { cloth, parts, folds } = clothShapesOf(body, skin.line);
  const { skinTone, neck } = skinShapesOf(body);
  const halo = lazy(() => gaussian(matte.map(up), n, HALO * width));
  const beard = beardOf(canvas);
  return {
    n,
    matte,
    get halo() {
      return halo();
    },
    hair: hair.colours ? outlined(portrait, body.hair, 0.017, 4) : new Float32Array(n * n),
    clothes: outlined(portrait, body.clothes, 0.018, 4),
    get folds() {
      return folds();
    },
    get skinTone() {
      return skinTone();
    },
    neck,
    hairTone: hair.tone,
    beard: beard.plane,
    colours: layered(n, [
      { parts: hair.parts, where: body.hair },
      { parts, where: body.clothes },
    ]),
    skin,
    beardColour: beardColourOf(skin, hair, beard),
    hairColours: hair.colours ?? [skin.line, skin.line, skin.line],
    cloth,
    hat: hair.hat,
    bearded: beard.worn,
  };
};
