import { chromaOf, hueOf, lch, type Lab } from '../../../../core/colour.ts';
import { blurredWithin, product } from '../../../raster/blur.ts';
import { partsOf } from '../../../raster/label.ts';
import { clamp, quantile, smoothstep } from '../../../raster/numbers.ts';
import type { Square } from '../../../raster/planes.ts';
import { awayFrom, planeOf } from '../canvas.ts';
import { labFrom, labsOn, lightAt, litLab } from '../labs.ts';
import { outlined, tidied, toward, up, type Body } from './body.ts';
import { alongStrands, standard, valuesIn } from './fields.ts';
import { shifted, skinTonesOf } from './tones.ts';

/** Hair of less than this, in squares of the face's width, isn't drawn. */
const LEAST_AREA = 0.03;
/** Distance in texels within which a lock is at the hair's edge. */
const AT_EDGE_TEXELS = 3;
/** The limits of drawn hair's lightness and chroma, and of how far its tones are from the base. */
const BASE = { darkest: 0.18, lightest: 0.88, most: 0.125 } as const;
const TONES = { most: 0.2, lighter: 0.05, darker: 0.04, part: 0.8 } as const;
/** On hair darker than this the dark tone is lighter than the base. */
const BLACK = { below: 0.26, lighter: 0.035 } as const;
/** The median lightness of dark hair at most, and of fair or grey hair at least. */
const FAIR = { none: 0.42, all: 0.58 } as const;
/** How much lower the colour of dark hair lies among its lightnesses than that of fair hair. */
const SHINE = 0.2;
/** The parts of the hair that are darker than its dark locks, and than its light ones. */
const LOCKS = { dark: 0.22, light: 0.72 } as const;

/**
 * Hues in degrees of undyed hair: the lowest of dark and of light hair, the highest, and how far
 * beyond them a hue is the light's. Of 77 portraits, only black, grey and white hair was beyond.
 */
const NATURAL = { dark: 30, light: 60, most: 100, beyond: 20 } as const;
/** The usual hue of skin, and how far the light turns it at most. */
const SKIN = { hue: 45, turn: 15 } as const;
/** Chroma from which hair of any hue counts as dyed. */
const DYED = { none: 0.06, all: 0.1 } as const;

/** A hair's colour without that of the light. `skin` is NaN where none is seen. */
export const withoutCast = (own: Lab, skin: Lab): Lab => {
  const low = NATURAL.dark + (NATURAL.light - NATURAL.dark) * clamp((own[0] - 0.35) / 0.45);
  const [middle, half] = [(NATURAL.most + low) / 2, (NATURAL.most - low) / 2];
  const off = ((hueOf(own) - middle + 540) % 360) - 180;
  const turned = off + (clamp(SKIN.hue - hueOf(skin), -SKIN.turn, SKIN.turn) || 0);
  const chroma = chromaOf(own) * smoothstep(NATURAL.beyond, 0, Math.abs(turned) - half);
  const natural = lch(own[0], chroma, middle + clamp(off, -half, half));
  const dyed = smoothstep(DYED.none, DYED.all, chromaOf(own));
  return labFrom((c) => natural[c] + dyed * (own[c] - natural[c]));
};

/** The base colour of hair, a lighter and a darker one. */
const hairColoursOf = (labs: readonly Lab[], skin: Lab): [Lab, Lab, Lab] => {
  const fair = smoothstep(FAIR.none, FAIR.all, lightAt(labs, 0.5));
  // Where light falls on dark hair, it shines and has the light's colour.
  const shine = (1 - fair) * SHINE;
  const [dim, bright] = [lightAt(labs, 0.25), lightAt(labs, 0.95 - shine / 2)];
  const own = withoutCast(litLab(labs, shine), skin);
  // Grey and white hair has no colour of its own, only that of the light.
  const dull = smoothstep(0.05, 0.02, chromaOf(own) / Math.max(0.3, own[0]));
  const vivid = 1.1 - 0.75 * dull * fair;
  const base = lch(
    clamp(own[0], BASE.darkest, BASE.lightest),
    Math.min(chromaOf(own) * vivid, BASE.most),
    hueOf(own),
  );
  const up = clamp((bright - own[0]) * TONES.part, TONES.lighter, TONES.most);
  const down = clamp((own[0] - dim) * TONES.part, TONES.darker, TONES.most);
  return [
    base,
    shifted(base, up, 1.05),
    shifted(base, base[0] > BLACK.below ? -down : BLACK.lighter, 1, -3),
  ];
};

/** Light and dark locks, by the light along the strands and on the head's round shape. */
const locksOf = ({ portrait, hair }: Body): Square => {
  const { canvas, side } = portrait;
  const { n, width, alpha, L } = canvas;
  const solid = product(hair, alpha.map(up));
  const soft = blurredWithin(L, product(alpha, hair), n, 0.01 * width);
  const strands = alongStrands(soft, solid, n, width);
  const own = valuesIn(strands, solid);
  // The photo's light counts more the stronger it is, so that a dark fringe below a bright crown is drawn.
  const strong = clamp((quantile(own, 0.84) - quantile(own, 0.16)) / 0.16, 1, 3);
  const lit = standard(strands, solid);
  const bulge = standard(toward(portrait, { right: side * 0.5, down: -0.7, ahead: 0.5 }), solid);
  const field = lit.map((v, i) => strong * v + 0.6 * bulge[i]);
  const values = valuesIn(field, solid);
  const lock = (test: (v: number) => boolean): Square => {
    // A larger gap in the light would look like a hole in the head.
    const locks = planeOf(n, (i) => solid[i] > 0.5 && test(field[i]));
    return outlined(portrait, tidied(portrait, locks, { least: 0.045, hole: 0.09 }), 0.013);
  };
  const [bottom, crest] = [quantile(values, LOCKS.dark), quantile(values, LOCKS.light)];
  const [dark, light] = [lock((v) => v < bottom), lock((v) => v > crest)];
  const darker = atEdge(dark, solid, n);
  return light.map((v, i) => 0.5 + 0.5 * v - 0.5 * darker[i]);
};

/** Without the parts in the middle of `hair`: surrounded by lighter locks, they look like holes. */
const atEdge = (locks: Square, hair: Square, n: number): Square => {
  const out = awayFrom(n, (i) => hair[i] < 0.5);
  const { labels: of } = partsOf(locks, n);
  const touching = new Set(of.filter((_, i) => out[i] < AT_EDGE_TEXELS));
  const stray = awayFrom(n, (i) => of[i] > 0 && !touching.has(of[i]));
  // A lock's soft rim goes with it.
  return locks.map((v, i) => (stray[i] > AT_EDGE_TEXELS ? v : 0));
};

/** Hair's colours (base, light, dark; none without hair); its tone, 0 in dark locks, 1 in light. */
export const hairShapesOf = (body: Body) => {
  const { portrait, hair, area } = body;
  const labs = labsOn(portrait.canvas, hair);
  if (labs.length <= LEAST_AREA * area)
    return { colours: undefined, tone: new Float32Array(hair.length).fill(0.5) };
  return { colours: hairColoursOf(labs, skinTonesOf(portrait).own), tone: locksOf(body) };
};
