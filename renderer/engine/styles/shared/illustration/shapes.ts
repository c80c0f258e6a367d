import type { Lab } from '../oklab.ts';
import { cleaned, distanceTo, gaussian } from '../planes.ts';
import type { Portrait } from '../portrait.ts';
import type { Plane } from '../raster.ts';
import { beardOf } from './beard.ts';
import { bodyOf, outlined, up } from './body.ts';
import { clothShapesOf, type Cloth } from './clothes.ts';
import { hairShapesOf, type HairShapes } from './hair.ts';
import { clamp } from './pen.ts';
import { skinShapesOf } from './skin.ts';
import { shifted, skinTonesOf, type SkinTones } from './tones.ts';

/**
 * A person as flat shapes on the portrait's canvas. Each plane is soft; a shape's outline is where
 * it crosses 0.5 (0.25 and 0.75 if a plane holds two shapes).
 */
export interface Shapes {
  readonly n: number;
  readonly matte: Plane;
  /** The matte, blurred by a Gaussian of `HALO`, to measure distances from the outline. */
  readonly halo: Plane;
  readonly hair: Plane;
  readonly clothes: Plane;
  /** Folds of clothes. */
  readonly folds: Plane;
  /** Shadow below 0.25, light above 0.75. */
  readonly skinTone: Plane;
  /** The jaw's shadow on the neck above 0.25, its deepest part above 0.75. */
  readonly neck: Plane;
  readonly hairTone: Plane;
  readonly beard: Plane;
  /** Where clothes or a hat have their second, third and fourth colours. */
  readonly colours: readonly [Plane, Plane, Plane];
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

/** The matte without stray pieces and holes, smooth. */
const matteOf = (portrait: Portrait): Plane => {
  const { n, width, alpha } = portrait.canvas;
  const area = width * width;
  const whole = cleaned(alpha.map(up), n, 0.05 * area, 0.03 * area);
  // Keep the matte's own values where nothing was cleaned: they place the outline between texels.
  return outlined(
    portrait,
    whole.map((v, i) => (v === up(alpha[i] as number) ? (alpha[i] as number) : v)),
    0.016,
    4,
  );
};

/** Skin with the beard's share of hair, or of stubble, over it. */
const beardColourOf = (skin: SkinTones, { colours, hat }: HairShapes, density: number): Lab => {
  const strength = clamp(density * 2.2, 0.35, 0.92);
  const own = hat.length === 0 ? colours?.[0] : undefined;
  const stubble = own && own[0] < skin.base[0] - 0.1 ? own : shifted(skin.line, 0.06);
  return skin.base.map(
    (v, c) => v * (1 - strength) + (stubble[c] as number) * strength,
  ) as unknown as Lab;
};

/**
 * The planes of the second, third and fourth colour, from the layer whose place `where` is closest.
 */
const layered = (
  n: number,
  layers: readonly { readonly parts: readonly Plane[]; readonly where: Plane }[],
): readonly [Plane, Plane, Plane] => {
  const away = layers.map(({ where }) => distanceTo(where, n));
  const layer = (k: number): Plane => {
    const into = new Float32Array(n * n);
    layers.forEach(({ parts }, l) => {
      const part = parts[k];
      if (!part) return;
      for (let i = 0; i < into.length; i += 1)
        if (away.every((one) => (one[i] as number) >= (away[l]?.[i] as number)))
          into[i] = part[i] as number;
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
  const beard = beardOf(canvas);
  return {
    n,
    matte,
    halo: gaussian(matte.map(up), n, HALO * width),
    hair: hair.colours ? outlined(portrait, body.hair, 0.017, 4) : new Float32Array(n * n),
    clothes: outlined(portrait, body.clothes, 0.018, 4),
    folds,
    ...skinShapesOf(body),
    hairTone: hair.tone,
    beard: beard.plane,
    colours: layered(n, [
      { parts: hair.parts, where: body.hair },
      { parts, where: body.clothes },
    ]),
    skin,
    beardColour: beardColourOf(skin, hair, beard.density),
    hairColours: hair.colours ?? [skin.line, skin.line, skin.line],
    cloth,
    hat: hair.hat,
    bearded: beard.worn,
  };
};
