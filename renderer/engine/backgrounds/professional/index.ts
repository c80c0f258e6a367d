import { labOf, lch, linearRgb, rgbOfHex, type Lab } from '../../../core/colour.ts';
import { GROUND_EDGE } from '../../../core/ground-picture.ts';
import { labFrom } from '../../styles/shared/labs.ts';
import { between, entryFor, evenly, pick, type Rng } from '../../styles/shared/random.ts';
import {
  backdropProgram,
  defineBackground,
  enlarged,
  paintBackdrop,
} from '../shared/background.ts';
import { contrasting } from '../shared/contrast.ts';
import { gradedPicture } from './own-picture.ts';
import { BLURRED, PLACES, type Drawn, type Place } from './places.ts';

/** A roll of seamless paper: even, with a wide pool of light, darker towards the bottom. */
const PAPER = backdropProgram(
  'paper',
  `
uniform vec3 tone, deep;
uniform vec2 pool;
vec3 ground(vec2 p) {
  vec2 d = (p - pool) * vec2(1.0, 0.9);
  float light = exp(-dot(d, d) * 2.2), foot = smoothstep(0.7, 1.1, p.y);
  return mix(deep, tone, clamp(light * 1.05, 0.0, 1.1)) * (1.0 - 0.10 * foot);
}`,
);

/** A mottled painted canvas under one soft lamp: brightest around the head, darker at corners. */
const CANVAS = backdropProgram(
  'canvas',
  `
uniform vec3 tone, deep;
uniform vec2 pool, offset;
uniform float mottle, weave, turn;
vec3 ground(vec2 p) {
  float c = cos(turn), s = sin(turn);
  vec2 q = mat2(c, s, -s, c) * p;
  float cloud = texture(noise, q * vec2(0.34, 0.5) + offset).a * 0.6
    + texture(noise, q.yx * vec2(0.9, 1.25) - offset).a * 0.4 - 0.5;
  float thread = texture(noise, p * 2.0 + offset).g - 0.5;
  float d = length((p - pool) * vec2(1.0, 0.9));
  float light = exp(-d * d * 3.6);
  vec3 ground_ = mix(deep, tone, clamp(light + cloud * mottle, 0.0, 1.3));
  return ground_ * (1.0 + cloud * mottle * 0.5 + thread * weave);
}`,
);

/**
 * Kinds of backdrops: what portrait studios use, and places far out of focus. A style that takes on
 * the background's light gets places with a light of their own, so that it and those in a studio
 * are told apart in a list.
 */
type Kind = 'paper' | 'canvas' | Place;
const STUDIO: readonly Kind[] = ['paper', 'canvas', 'office'];
const LIT: readonly Kind[] = ['evening', 'wall', 'garden'];
const isPlace = (kind: Kind): kind is Place => kind in PLACES;

/** Muted canvases of a portrait studio: hue in degrees and chroma (OKLab). */
const CLOTHS: readonly (readonly [hue: number, chroma: number])[] = [
  [55, 0.045],
  [75, 0.022],
  [245, 0.032],
  [255, 0.05],
  [205, 0.035],
  [225, 0.04],
  [160, 0.02],
  [330, 0.035],
  [35, 0.05],
  [285, 0.034],
];
/** Paper from off-white to mid grey: lightness, chroma and hue. */
const PAPERS: readonly (readonly [light: number, chroma: number, hue: number])[] = [
  [0.93, 0.008, 90],
  [0.82, 0.018, 240],
  [0.88, 0.02, 60],
  [0.72, 0.02, 250],
  [0.86, 0.012, 220],
  [0.6, 0.016, 260],
];

interface Ground {
  readonly kind: Kind;
  /** Colours where the lamp is brightest, and away from it. */
  readonly tone: Lab;
  readonly deep: Lab;
  readonly place?: Drawn;
}

/** How light paper and canvas in the user's colour are away from the lamp, as a part. */
const AWAY = { paper: 0.86, canvas: 0.78 } as const;

const dimmed = ([L, a, b]: Lab, by: number): Lab => [L * by, a * 0.95, b * 0.95];

const clothOf = (rng: Rng, seed: number, attempt: number): Ground => {
  const [hue, chroma] = entryFor(seed, 'hue', CLOTHS, Math.floor(attempt / 3));
  const light = [between(rng, 0.6, 0.68), between(rng, 0.46, 0.54), between(rng, 0.74, 0.8)];
  const tone = lch(
    light[(Math.floor(evenly(seed, 'hue') * 7) + attempt) % 3],
    chroma * between(rng, 0.9, 1.25),
    hue + between(rng, -8, 8),
  );
  return { kind: 'canvas', tone, deep: dimmed(tone, between(rng, 0.52, 0.6)) };
};

const paperOf = (rng: Rng, seed: number, attempt: number): Ground => {
  const [light, chroma, hue] = entryFor(seed, 'hue', PAPERS, attempt);
  const tone = lch(light, chroma, hue);
  return { kind: 'paper', tone, deep: lch(light * between(rng, 0.84, 0.9), chroma, hue) };
};

const placeAs = (rng: Rng, kind: Place, seed: number): Ground => {
  const place = PLACES[kind](rng, evenly(seed, 'hue'));
  return { kind, tone: place.tone, deep: place.foot, place };
};

/** Paper or canvas in the user's colour, which appears where the lamp is brightest. */
const ownOf = (rng: Rng, hex: string | undefined): Ground | undefined => {
  const rgb = hex === undefined ? undefined : rgbOfHex(hex);
  if (!rgb) return undefined;
  const tone = labOf(rgb);
  const kind = pick(rng, ['paper', 'canvas'] as const);
  return { kind, tone, deep: dimmed(tone, AWAY[kind]) };
};

/**
 * What photographers put behind a person, by the seed; or paper or canvas in
 * `options.backdropColor`; or the picture in `options.backdropPicture`.
 */
export const professional = defineBackground({
  id: 'professional',
  vary(rng, scene, { options, seed, lit: isLit }) {
    const kinds = isLit ? LIT : STUDIO;
    const drawn = (attempt: number): Ground => {
      // Try the seed's kind in other colours first, then the other kinds.
      const kind = entryFor(seed, 'ground', kinds, Math.floor(attempt / 3));
      if (isPlace(kind)) return placeAs(rng, kind, seed + 5 * attempt);
      return (kind === 'paper' ? paperOf : clothOf)(rng, seed, attempt);
    };
    const ground =
      ownOf(rng, options.backdropColor) ??
      contrasting(scene.subject, drawn, ({ kind, tone, deep }) => (x, y): Lab => {
        const d = isPlace(kind) ? 0 : Math.hypot(x - 0.5, (y - 0.42) * 0.9);
        const lit = isPlace(kind)
          ? Number(y < 0.6)
          : Math.exp(-d * d * (kind === 'paper' ? 2.2 : 3.6));
        return labFrom((c) => deep[c] * (1 - lit) + tone[c] * lit);
      });
    const { backdropPicture } = options;
    return {
      ...ground,
      // The user's own picture, which replaces everything else.
      picture:
        backdropPicture === undefined ? undefined : gradedPicture(scene.subject, backdropPicture),
      mottle: between(rng, 0.3, 0.5),
      turn: between(rng, -0.9, 0.9),
      offset: [rng(), rng()],
      lift: between(rng, -0.03, 0.05),
    };
  },
  paint(
    gpu,
    scene,
    { picture, kind, tone, deep, place, mottle, turn, offset, lift },
    { key, plain },
  ) {
    if (picture) return enlarged(gpu, scene, gpu.upload(picture, GROUND_EDGE, GROUND_EDGE));
    if (place) {
      const uniforms = { ...place.uniforms, offset, side: key[0] < 0 ? -1 : 1 };
      return enlarged(gpu, scene, paintBackdrop(gpu, scene, place.program, uniforms, BLURRED));
    }
    // The background's lamp is opposite the key light, as in a studio.
    const pool = [0.5 - key[0] * 0.2, 0.42 + lift];
    const colours = { tone: linearRgb(tone), deep: linearRgb(deep), pool };
    if (kind === 'paper') return paintBackdrop(gpu, scene, PAPER, colours);
    return paintBackdrop(gpu, scene, CANVAS, {
      ...colours,
      turn,
      offset,
      mottle: plain ? 0 : mottle,
      weave: plain ? 0 : 0.025,
    });
  },
});
