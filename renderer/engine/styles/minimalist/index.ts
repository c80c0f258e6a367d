import { chromaOf, hueOf, lch } from '../../../core/colour.ts';
import { OKLAB, SRGB } from '../../gl/glsl.ts';
import { byParts, type Program } from '../../gl/program.ts';
import { clamp } from '../../raster/numbers.ts';
import { realisticPhoto } from '../realistic/index.ts';
import { recolours } from '../shared/ground.ts';
import {
  figurePartsOf,
  figureUniforms,
  figureWith,
  illustrationOf,
  STYLED_AT,
  turnOf,
  type FigureParts,
  type Tints,
} from '../shared/illustration/index.ts';
import { turnedHue } from '../shared/illustration/tones.ts';
import { between, pick, spread } from '../shared/random.ts';
import { defineStyle } from '../shared/style.ts';

interface Composition {
  /**
   * 'mean' is the background's mean colour, 'steps' reduces it to steps of lightness, 'disc' leaves
   * it, each with a disc on top; 'plain' leaves it without one, 'none' is transparent.
   */
  readonly ground: 'mean' | 'steps' | 'disc' | 'plain' | 'none';
  /** Some of the photo shows. */
  readonly photo: boolean;
  readonly figure: FigureParts;
}

const MEAN = `
  g = vec3(0.0);
  for (int i = 0; i < 16; i++)
    g += toLinear(textureLod(backdrop, (vec2(float(i & 3), float(i >> 2)) + 0.5) / 4.0, 0.0).rgb) / 16.0;`;

const STEPS = `
  float level = lab.x * 15.0, whole = floor(level), part = level - whole, w = max(fwidth(level), 1e-3);
  lab.x = (whole + smoothstep(0.5 - w, 0.5 + w, part)) / 15.0;`;

const discOn = (ground: string): string => `
  vec3 lab = toLab(g);${ground}
  vec2 off = uv - vec2(0.5, discY);
  float reach = length(off) - disc, inside = clamp(0.5 - reach / max(fwidth(reach), 1e-4), 0.0, 1.0);
  lab = mix(lab, vec3(lab.x + discLight, lab.yz * 1.35), inside);
  g = clamp(fromLab(lab), 0.0, 1.0);`;

const PHOTO = `
  vec4 p = texelFetch(photo, at, 0);
  float face = texture(features, uv).r;
  made.rgb = mix(made.rgb, p.rgb, turned * face * p.a);
  made = mix(p, made, styledAt(strength, face));`;

const flat = ({ ground, photo, figure }: Composition): Program => ({
  name: `minimalist, ${ground}`,
  fragment: `${SRGB}${OKLAB}${figureWith(figure)}${STYLED_AT}
uniform sampler2D backdrop, photo, features;
uniform float strength, turned, disc, discY, discLight;
vec3 groundAt(vec3 painted) {
  vec3 g = toLinear(painted);${ground === 'mean' ? MEAN : ''}${ground === 'plain' ? '' : discOn(ground === 'steps' ? STEPS : '')}
  return g;
}
void main() {
  ivec2 at = ivec2(gl_FragCoord.xy);
  vec4 figure = figureAt(uv);
  vec3 light = ${ground === 'none' ? 'figure.rgb' : 'mix(groundAt(texelFetch(backdrop, at, 0).rgb), figure.rgb, figure.a)'};
  vec4 made = vec4(toGamma(clamp(light, 0.0, 1.0)), ${ground === 'none' ? 'figure.a' : '1.0'});${photo ? PHOTO : ''}
  color = made;
}`,
});

const programFor = byParts(flat);

/** Lightness of the darkest and the lightest clothes in print. */
const INK = 0.12;
const PAPER = 0.96;

/**
 * An avatar's palette, by the seed. Flat colours can't show a change of light, so clothes are
 * printed lighter or darker, warmer or cooler instead; hair changes a little, skin hardly.
 */
export const tintsOf = (seed: number): Tints => {
  const gamma = 2 ** spread(seed, 'exposure', -0.5, 0.5);
  const turn = spread(seed, 'light', -16, 16);
  const vivid = spread(seed, 'contrast', 0.8, 1.2);
  const [warm, bright] = [spread(seed, 'warmth', -1, 1), spread(seed, 'exposure', 1, -1)];
  return {
    skin: (lab) =>
      lch(lab[0] + 0.01 * bright, chromaOf(lab) * (1 + 0.08 * warm), hueOf(lab) + 3 * warm),
    hair: (lab) =>
      lch(
        Math.max(INK, lab[0] + 0.03 * bright),
        chromaOf(lab) * (1 + 0.15 * warm),
        hueOf(lab) + 4 * warm,
      ),
    clothes: (lab) => {
      const light = INK + (PAPER - INK) * clamp((lab[0] - INK) / (PAPER - INK)) ** gamma;
      const [L, a, b] = lch(light, chromaOf(lab) * vivid, turnedHue(lab, turn));
      return [L, a + 0.004 * warm, b + 0.014 * warm];
    },
  };
};

/** A flat illustration: a few shapes of light and shadow in the person's own colours. */
export const style = defineStyle({
  id: 'minimalist',
  motion: { kind: 'paper' },
  plain: true,
  vary: (rng) => ({
    // The disc behind the head: radius and vertical position as fractions of the picture,
    // lightness change.
    disc: between(rng, 0.38, 0.44),
    discY: between(rng, 0.44, 0.5),
    discLight: pick(rng, [-1, 1, -1]) * between(rng, 0.045, 0.075),
  }),
  async render(gpu, scene, disc, setting) {
    const turned = turnOf(scene);
    // At full strength, only a turned face shows any of the photo. Then something else is bound.
    const photo =
      setting.strength < 1 || turned > 0 ? realisticPhoto(gpu, scene, setting) : undefined;
    await setting.step();
    const { background } = setting;
    const mean = background === 'professional' && recolours(setting);
    const stepped = background === 'professional' || background === 'gradient';
    const own = background === 'solid-color' ? 'disc' : 'plain';
    const ground = !setting.backdrop ? 'none' : mean ? 'mean' : stepped ? 'steps' : own;
    const figure = figurePartsOf(illustrationOf(scene.faceProfile));
    const program = programFor({ ground, photo: photo !== undefined, figure });
    return gpu.drawn(program, scene.size, {
      ...figureUniforms(scene, tintsOf(setting.seed), 1),
      ...disc,
      backdrop: setting.backdrop ?? photo ?? scene.features,
      photo: photo ?? scene.features,
      features: scene.features,
      turned,
      strength: setting.strength,
    });
  },
});
