import { clipChroma, lch, linearRgb, type Lab, type Rgb } from '../../../core/colour.ts';
import { byParts, type Program } from '../../gl/program.ts';
import { between, entryFor, pick, type Rng } from '../../styles/shared/random.ts';
import type { Subject } from '../../styles/shared/subject.ts';
import { backdropProgram, defineBackground, paintBackdrop } from '../shared/background.ts';
import { contrasting } from '../shared/contrast.ts';

type Kind = 'disc' | 'ring' | 'bar' | 'half' | 'wave';

/** GLSL for the distance of `q`, from the centre, to a shape; `at`: centre, size, thickness. */
const DISTANCES: Record<Kind, string> = {
  disc: 'length(q) - at.z',
  ring: 'abs(length(q) - at.z) - at.w',
  bar: 'length(vec2(max(abs(q.x) - at.z + at.w, 0.0), q.y)) - at.w',
  half: 'max(length(q) - at.z, -q.y)',
  wave: 'q.y + sin(q.x * at.z) * at.w',
};
/** Shapes that look the same however they are turned. */
const ROUND: readonly Kind[] = ['disc', 'ring'];

/**
 * Overlapping shapes like cut paper: discs, rings, rounded bars and waves, each with a soft shadow
 * on what is below it. The code is unrolled for a list of kinds: distinguishing them in the shader
 * costs ten times as much on a software renderer, which evaluates every branch.
 */
const paperOf = (kinds: readonly Kind[]): Program =>
  backdropProgram(
    `abstract, ${kinds.join()}`,
    `
uniform vec3 sheet, ink[${String(kinds.length)}];
uniform vec4 place[${String(kinds.length)}];
uniform vec2 heading[${String(kinds.length)}], shadow;
uniform float soft, depth;
vec2 turned(vec2 q, vec2 h) { return vec2(h.x * q.x + h.y * q.y, h.x * q.y - h.y * q.x); }
${[...new Set(kinds)].map((kind) => `float ${kind}_(vec2 q, vec4 at) { return ${DISTANCES[kind]}; }`).join('\n')}
vec3 ground(vec2 p) {
  vec3 c = sheet * (1.0 + 0.10 * depth * (0.5 - p.y));
  float high = 0.10 * (0.5 - p.y), d, under;
  vec2 q;
  ${kinds
    .map((kind, i) => {
      const at = `place[${String(i)}]`;
      const from = (offset: string): string =>
        ROUND.includes(kind) ? offset : `turned(${offset}, heading[${String(i)}])`;
      return `
  q = p - ${at}.xy;
  d = ${kind}_(${from('q')}, ${at});
  under = ${kind}_(${from('q - shadow')}, ${at});
  c *= 1.0 - 0.20 * depth * smoothstep(0.035, -0.03, under);
  c = mix(c, ink[${String(i)}] * (1.0 + depth * (high - 0.06 * smoothstep(-0.25, 0.0, d))), smoothstep(soft, -soft, d));`;
    })
    .join('')}
  return c * (1.0 + (texture(noise, p * 4.0).g - 0.5) * 0.045 * depth);
}`,
  );

const paperFor = byParts(paperOf);

/** `turn` in radians. */
type Shape = readonly [place: readonly [number, number, number, number], kind: Kind, turn: number];
/** Compositions keep the middle calm, as that is where the face is. */
type Composition = (rng: Rng) => Shape[];
const COMPOSITIONS: readonly Composition[] = [
  (rng) => {
    const side = pick(rng, [-1, 1]);
    const x = (t: number): number => 0.5 + side * t;
    return [
      [[x(0.12), between(rng, 0.36, 0.44), between(rng, 0.38, 0.44), 0], 'disc', 0],
      [[x(0.5), between(rng, 0.06, 0.18), between(rng, 0.2, 0.28), 0], 'disc', 0],
      [[x(-0.52), between(rng, 0.5, 0.66), between(rng, 0.22, 0.3), 0.045], 'ring', 0],
      [[x(-0.42), between(rng, 0.08, 0.16), 0.11, 0], 'disc', 0],
      [[x(0.46), between(rng, 0.68, 0.8), 0.26, 0.05], 'bar', between(rng, 0.5, 0.9) * side],
      [[x(0.52), between(rng, 0.84, 0.94), 0.26, 0.05], 'bar', between(rng, 0.5, 0.9) * side],
      [[x(-0.36), between(rng, 0.3, 0.36), 0.035, 0], 'disc', 0],
    ];
  },
  (rng) => {
    const phase = between(rng, -0.6, 0.6);
    const tilt = between(rng, -0.25, 0.25);
    const wave = (y: number, i: number): Shape => [
      [phase + i * 0.31, y, between(rng, 4.5, 7), between(rng, 0.03, 0.06)],
      'wave',
      tilt + Math.PI,
    ];
    return [
      [[between(rng, 0.2, 0.8), between(rng, 0.16, 0.26), between(rng, 0.16, 0.24), 0], 'disc', 0],
      wave(0.3, 0),
      wave(0.46, 1),
      wave(0.6, 2),
      wave(0.74, 3),
      wave(0.86, 4),
      wave(0.97, 5),
    ];
  },
  (rng) => {
    const lean = pick(rng, [-1, 1]) * between(rng, 0.6, 0.95);
    const bar = (x: number, y: number, long: number): Shape => [[x, y, long, 0.075], 'bar', lean];
    return [
      [[0.5, between(rng, 0.38, 0.46), between(rng, 0.36, 0.42), 0], 'disc', 0],
      bar(between(rng, 0.02, 0.16), between(rng, 0.16, 0.3), 0.36),
      bar(between(rng, 0.82, 0.98), between(rng, 0.12, 0.28), 0.32),
      bar(between(rng, 0, 0.1), between(rng, 0.52, 0.66), 0.26),
      bar(between(rng, 0.9, 1), between(rng, 0.5, 0.66), 0.36),
      [[between(rng, 0.1, 0.24), between(rng, 0.78, 0.9), 0.15, 0], 'half', lean],
      [[between(rng, 0.78, 0.9), between(rng, 0.8, 0.92), 0.12, 0.03], 'ring', 0],
    ];
  },
  (rng) => {
    const arch = (x: number, r: number): Shape => [
      [x, between(rng, 0.42, 0.5), r, 0.055],
      'ring',
      0,
    ];
    const x = between(rng, 0.46, 0.54);
    return [
      [[x, 0.46, 0.6, 0], 'disc', 0],
      arch(x, 0.545),
      arch(x, 0.44),
      [[x, 0.46, 0.34, 0], 'disc', 0],
      [[between(rng, 0, 0.12), between(rng, 0, 0.1), 0.16, 0], 'disc', 0],
      [[between(rng, 0.9, 1), between(rng, 0, 0.14), 0.12, 0], 'half', between(rng, 0, 6)],
      [[between(rng, 0.88, 1), between(rng, 0.76, 0.9), 0.09, 0], 'disc', 0],
    ];
  },
];

/**
 * Poster colours: lightness, chroma and hue of a sheet, then of four inks. Lightness depends on the
 * hue, so that all look fresh (dark yellow looks muddy).
 */
const SETS: readonly (readonly number[])[] = [
  [0.93, 0.03, 85, 0.84, 0.12, 85, 0.7, 0.15, 35, 0.6, 0.1, 220, 0.86, 0.06, 20],
  [0.92, 0.025, 200, 0.8, 0.09, 190, 0.67, 0.11, 235, 0.85, 0.12, 92, 0.72, 0.13, 25],
  [0.93, 0.025, 330, 0.82, 0.09, 350, 0.66, 0.14, 305, 0.8, 0.1, 60, 0.62, 0.12, 265],
  [0.93, 0.035, 130, 0.82, 0.1, 140, 0.66, 0.1, 165, 0.87, 0.12, 95, 0.72, 0.12, 40],
  [0.94, 0.02, 60, 0.83, 0.08, 45, 0.68, 0.14, 25, 0.52, 0.1, 265, 0.82, 0.07, 190],
  [0.9, 0.04, 280, 0.76, 0.1, 285, 0.6, 0.14, 280, 0.82, 0.12, 15, 0.85, 0.09, 180],
  [0.5, 0.09, 262, 0.42, 0.1, 268, 0.62, 0.15, 30, 0.83, 0.13, 85, 0.72, 0.08, 215],
  [0.88, 0.06, 55, 0.68, 0.16, 38, 0.8, 0.14, 75, 0.45, 0.12, 15, 0.9, 0.05, 100],
  [0.55, 0.08, 185, 0.46, 0.08, 195, 0.78, 0.13, 45, 0.9, 0.06, 95, 0.66, 0.12, 355],
  [0.6, 0.12, 345, 0.48, 0.13, 335, 0.75, 0.13, 55, 0.85, 0.06, 310, 0.6, 0.12, 275],
];

/** Picks the seed's set, or a later one if the person wouldn't stand out from its large shapes. */
const colours = (rng: Rng, subject: Subject, seed: number) => {
  const turn = between(rng, -10, 10);
  const inked = ([L, c, h]: Stop, lift = 0): Lab => clipChroma(lch(L + lift, c, h + turn));
  const [sheet, a, b, c, d] = contrasting(
    subject,
    (attempt) => {
      const set = entryFor(seed, 'hue', SETS, attempt);
      return [0, 3, 6, 9, 12].map((i) => [set[i], set[i + 1], set[i + 2]] as const);
    },
    // The large disc is behind the head, the sheet and the second ink are at the shoulders.
    ([sheet, first, second]) =>
      (x, y) =>
        inked(y < 0.62 ? first : x < 0.5 ? sheet : second),
  );
  const ink = (stop: Stop, lift?: number): Rgb => linearRgb(inked(stop, lift));
  return {
    sheet: ink(sheet),
    inks: [ink(a), ink(b), ink(c), ink(d), ink(a, -0.07), ink(c, 0.07), ink(b, -0.06)],
  };
};
type Stop = readonly [L: number, chroma: number, hue: number];

/** Procedural paper shapes, with composition and colours by the seed. */
export const abstract = defineBackground({
  id: 'abstract',
  vary: (rng, scene, { seed }) => ({
    ...colours(rng, scene.subject, seed),
    shapes: entryFor(seed, 'ground', COMPOSITIONS)(rng),
  }),
  paint: (gpu, scene, { sheet, inks, shapes }, { key, plain }) =>
    paintBackdrop(gpu, scene, paperFor(shapes.map(([, kind]) => kind)), {
      sheet,
      ink: inks.flat(),
      place: shapes.flatMap(([place]) => place),
      heading: shapes.flatMap(([, , turn]) => [Math.cos(turn), Math.sin(turn)]),
      shadow: [-key[0] * 0.016, 0.014],
      soft: 0.8 / scene.size,
      depth: plain ? 0 : 1,
    }),
});
