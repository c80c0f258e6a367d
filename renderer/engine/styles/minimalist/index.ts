import { OKLAB, SRGB } from '../../worker/gl/glsl.ts';
import type { Program } from '../../worker/gl/program.ts';
import { lightOf, realisticLight } from '../realistic/index.ts';
import {
  FIGURE_AT,
  figureUniforms,
  illustrationOf,
  ownPaint,
  type Tints,
} from '../shared/illustration/index.ts';
import { chromaOf, hueOf, lch, type Lab } from '../shared/oklab.ts';
import { step } from '../shared/planes.ts';
import { between, pick, spread } from '../shared/random.ts';
import { renderPerson } from '../shared/render-person.ts';
import type { Scene } from '../shared/scene.ts';
import { defineStyle } from '../shared/style.ts';

interface Variation {
  /** Radius and height of the disc behind the head, as parts of the picture. */
  readonly disc: number;
  readonly discY: number;
  readonly discLight: number;
}

/** `ground`: cut into few steps of lightness, a disc laid on it, or as it is. */
const flat = (ground: 'steps' | 'disc' | 'plain'): Program => ({
  name: `minimalist, ${ground}`,
  fragment: `${SRGB}${OKLAB}${FIGURE_AT}
uniform sampler2D backdrop, photo, features;
uniform float solid, strength, turned, disc, discY, discLight;
vec3 groundAt(vec3 painted) {
  vec3 g = toLinear(painted);${
    ground === 'plain'
      ? ''
      : `
  vec3 lab = toLab(g);${
    ground === 'steps'
      ? `
  float level = lab.x * 15.0, whole = floor(level), part = level - whole, w = max(fwidth(level), 1e-3);
  lab.x = (whole + smoothstep(0.5 - w, 0.5 + w, part)) / 15.0;`
      : ''
  }
  vec2 off = uv - vec2(0.5, discY);
  float reach = length(off) - disc, inside = clamp(0.5 - reach / max(fwidth(reach), 1e-4), 0.0, 1.0);
  lab = mix(lab, vec3(lab.x + discLight, lab.yz * 1.35), inside);
  g = clamp(fromLab(lab), 0.0, 1.0);`
  }
  return g;
}
void main() {
  ivec2 at = ivec2(gl_FragCoord.xy);
  vec4 figure = figureAt(uv);
  vec3 light = mix(figure.rgb, mix(groundAt(texelFetch(backdrop, at, 0).rgb), figure.rgb, figure.a), solid);
  vec4 p = texelFetch(photo, at, 0);
  vec3 made = mix(toGamma(clamp(light, 0.0, 1.0)), p.rgb, turned * texture(features, uv).r * p.a);
  color = vec4(mix(p.rgb, made, strength), mix(mix(p.a, figure.a, strength), 1.0, solid));
}`,
});
const GROUNDS = { steps: flat('steps'), disc: flat('disc'), plain: flat('plain') } as const;

/**
 * How much of the photo's relief a face keeps, 0 to 0.35: flat shapes alone don't say how a head is
 * turned that shows much more of one cheek than of the other.
 */
const turnOf = ({ landmarks }: Scene): number => {
  const x = (i: number): number => landmarks[3 * i] as number;
  const [left, right] = [x(4) - x(234), x(454) - x(4)];
  return 0.35 * step(0.2, 0.5, Math.abs(left - right) / (left + right));
};

/** Lightness of the darkest and the lightest cloth as printed. */
const INK = 0.12;
const PAPER = 0.96;

/**
 * A analysis's palette, by the seed: flat colours show no change of light or place, so clothes are
 * printed lighter or darker, warmer or cooler. Hair follows a little, skin hardly: its lightness stays
 * within a hundredth of the person's.
 */
const tintsOf = (seed: number): Tints => {
  const gamma = 2 ** spread(seed, 'exposure', -0.5, 0.5);
  const turn = spread(seed, 'light', -16, 16);
  const vivid = spread(seed, 'contrast', 0.8, 1.2);
  const [warm, bright] = [spread(seed, 'warmth', -1, 1), spread(seed, 'exposure', 1, -1)];
  const turned = (light: number, chroma: number, hue: number): Lab =>
    lch(light, Math.max(0, chroma), hue);
  return {
    skin: (lab) =>
      turned(lab[0] + 0.01 * bright, chromaOf(lab) * (1 + 0.08 * warm), hueOf(lab) + 3 * warm),
    hair: (lab) =>
      turned(
        Math.max(INK, lab[0] + 0.03 * bright),
        chromaOf(lab) * (1 + 0.15 * warm),
        hueOf(lab) + 4 * warm,
      ),
    clothes: (lab) => {
      const depth = Math.min(1, Math.max(0, (lab[0] - INK) / (PAPER - INK)));
      const [L, a, b] = turned(
        INK + (PAPER - INK) * depth ** gamma,
        chromaOf(lab) * vivid,
        hueOf(lab) + turn,
      );
      return [L, a + 0.004 * warm, b + 0.014 * warm];
    },
  };
};

/**
 * A flat illustration: few skin shapes with smooth outlines from smoothed light, hair and clothes in
 * two tones, and features drawn as clean shapes along the landmarks, in the person's own colours.
 */
export const minimalist = defineStyle<Variation>({
  id: 'minimalist',
  vary: (rng) => ({
    disc: between(rng, 0.38, 0.44),
    discY: between(rng, 0.44, 0.5),
    discLight: pick(rng, [-1, 1, -1]) * between(rng, 0.045, 0.075),
  }),
  async render(gpu, scene, disc, setting) {
    const light = lightOf(setting.seed);
    const illustration = illustrationOf(gpu, scene.faceProfile);
    const photo = renderPerson(gpu, scene, realisticLight(light, setting), setting.backdrop);
    await setting.step();
    const out = gpu.target(scene.size, scene.size, 'rgba8');
    const { background } = setting;
    const ground =
      background === 'professional' || background === 'gradient'
        ? 'steps'
        : background === 'solid-color'
          ? 'disc'
          : 'plain';
    gpu.pass(GROUNDS[ground], out, {
      ...figureUniforms(scene, illustration, ownPaint(illustration, tintsOf(setting.seed))),
      ...disc,
      backdrop: setting.backdrop ?? photo,
      photo,
      features: scene.features,
      turned: turnOf(scene),
      solid: setting.backdrop ? 1 : 0,
      strength: setting.strength,
    });
    gpu.release(photo);
    return out;
  },
});
