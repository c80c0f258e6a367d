import { lch, type Lab } from '../../../core/colour.ts';
import { OKLAB, SRGB } from '../../gl/glsl.ts';
import type { Program, Uniforms } from '../../gl/program.ts';
import { realisticPhoto } from '../realistic/index.ts';
import { turned } from '../shared/drawn-style.ts';
import { groundUniforms, pairFor } from '../shared/ground.ts';
import { FIGURE_AT, figureUniforms, turnOf } from '../shared/illustration/index.ts';
import { between, pick, rngOf } from '../shared/random.ts';
import type { Scene } from '../shared/scene.ts';
import { defineStyle, type Setting } from '../shared/style.ts';
import { printedIn } from '../shared/tints.ts';
import { gridOf } from './cells.ts';
import { drawSprites } from './sprites.ts';

/** Edges of a cell in pixels of a 1024 px picture: 57 to 86 cells across. */
const CELLS = [12, 14, 16, 16, 18] as const;

const ramp = (...tones: readonly Parameters<typeof lch>[]): Lab[] =>
  tones.map((tone) => lch(...tone));

/** Palettes of five tones from dark to light, like those of old machines. */
const RAMPS = [
  ramp([0.23, 0.05, 145], [0.38, 0.07, 140], [0.55, 0.1, 130], [0.74, 0.13, 122], [0.9, 0.1, 115]),
  ramp([0.2, 0.06, 285], [0.36, 0.12, 330], [0.56, 0.16, 10], [0.75, 0.13, 50], [0.93, 0.07, 85]),
  ramp([0.2, 0.04, 60], [0.38, 0.06, 60], [0.57, 0.08, 70], [0.76, 0.08, 80], [0.94, 0.04, 90]),
  ramp([0.22, 0.09, 265], [0.4, 0.13, 262], [0.58, 0.13, 240], [0.77, 0.1, 215], [0.95, 0.04, 200]),
];

/** The flat figure, in front of `backdrop` if `solid`. */
const FIGURE: Program = {
  name: 'pixel figure',
  fragment: `${SRGB}${FIGURE_AT}
uniform sampler2D person, features, backdrop;
uniform float scale, offset, relief, solid;
void main() {
  vec2 at = offset + uv * scale;
  vec4 figure = figureAt(at), own = texture(person, at);
  // Some of the photo's own modelling keeps the likeness.
  vec3 made = mix(toGamma(clamp(figure.rgb, 0.0, 1.0)), own.rgb, relief * texture(features, at).r * own.a);
  color = mix(vec4(made, figure.a), vec4(mix(texture(backdrop, at).rgb, made, figure.a), 1.0), solid);
}`,
};

/** Gives each cell its most typical texel's colour. A mean would give mixed colours at edges. */
const CELL: Program = {
  name: 'pixel cells',
  fragment: `
uniform sampler2D figure;
void main() {
  ivec2 at = ivec2(gl_FragCoord.xy) * 8;
  vec4 seen[16];
  float cover = 0.0;
  for (int k = 0; k < 16; k++) {
    seen[k] = texelFetch(figure, at + ivec2(k % 4, k / 4) * 2 + 1, 0);
    cover += seen[k].a / 16.0;
  }
  vec3 best = seen[0].rgb;
  float least = 1e3;
  for (int k = 0; k < 16; k++) {
    float sum = 0.0;
    for (int j = 0; j < 16; j++) sum += (length(seen[k].rgb - seen[j].rgb) + 0.02) * seen[j].a;
    sum += 2.0 * (1.0 - seen[k].a);
    best = sum < least ? seen[k].rgb : best;
    least = min(sum, least);
  }
  color = vec4(best, step(0.5, cover));
}`,
};

/** Draws cells as squares, sprites on top, an outline, and ordered dither (B. Bayer 1973). */
const SQUARES: Program = {
  name: 'pixel',
  fragment: `${SRGB}${OKLAB}
uniform sampler2D cells, sprites, backdrop, photo;
uniform vec3 sky, earth, ramp[5];
uniform vec2 fade;
uniform float cell, offset, edge, centre, recolor, dither, limited, solid, strength, unit;
float bayer(ivec2 p) {
  int x = p.x, y = p.y, v = 0;
  for (int k = 0; k < 2; k++) v = v * 4 + ((((x >> k) ^ (y >> k)) & 1) * 2 + ((y >> k) & 1));
  return (float(v) + 0.5) / 16.0;
}
// The background is dithered widely, the person hardly: dots all over a face would hide it.
vec3 limit(vec3 lab, ivec2 at, float wide) {
  float level = clamp((lab.x - 0.16) / 0.80, 0.0, 1.0) * 4.0 + (bayer(at) - 0.5) * wide;
  int k = int(clamp(floor(level + 0.5), 0.0, 4.0));
  return ramp[k];
}
void main() {
  ivec2 at = ivec2(floor((gl_FragCoord.xy / unit - offset) / cell)), top = ivec2(int(edge) - 1);
  at = clamp(at, ivec2(0), top);
  #define COVER(x, y) texelFetch(cells, clamp(at + ivec2(x, y), ivec2(0), top), 0).a
  vec4 own = texelFetch(cells, at, 0), set = texelFetch(sprites, at, 0);
  float near = max(max(COVER(-1, 0), COVER(1, 0)), max(COVER(0, -1), COVER(0, 1)));
  float inner = min(min(COVER(-1, 0), COVER(1, 0)), min(COVER(0, -1), COVER(0, 1)));
  vec3 figure = toLab(toLinear(mix(own.rgb, set.rgb, set.a)));
  // Few tones, whatever the photo's modelling.
  figure = vec3(floor(figure.x * 36.0 + 0.5) / 36.0, floor(figure.yz * 64.0 + 0.5) / 64.0);
  // The cells of the rim are a little darker, so that the contour looks drawn, not cut.
  figure.x -= 0.035 * (1.0 - inner);
  vec2 centreOf = (vec2(at) + 0.5) * cell + offset;
  vec3 painted = toLab(toLinear(texelFetch(backdrop, clamp(ivec2(centreOf * unit), ivec2(0), textureSize(backdrop, 0) - 1), 0).rgb));
  vec2 g = (vec2(at) + 0.5) / edge - 0.5;
  float t = dot(g, fade) * 1.9 + centre;
  float high = step(bayer(at), t);
  // Light or dark by the dither's threshold; a plain white background stays white.
  vec3 ground = mix(mix(painted, vec3(painted.x - 0.075, painted.yz * 1.15), high * dither), mix(sky, earth, high), recolor);
  vec3 line = vec3(0.2, figure.yz * 0.2 + vec2(0.004, -0.02));
  float body = own.a, rim = near * (1.0 - own.a);
  vec3 made = mix(mix(ground, line, rim), figure, body);
  made = mix(made, limit(made, at, mix(0.62, 0.12, body)), limited * mix(1.0, max(body, rim) + (1.0 - max(body, rim)) * recolor, solid));
  vec4 before = texelFetch(photo, ivec2(gl_FragCoord.xy), 0);
  color = vec4(mix(before.rgb, toGamma(clamp(fromLab(made), 0.0, 1.0)), strength), mix(mix(before.a, max(body, rim), strength), 1.0, solid));
}`,
};

/** The clear tones of a small palette. */
export const tintsOf = printedIn({
  skin: { light: 0.01, chroma: 1.16, warm: 0.1 },
  hair: { least: 0.17, light: 0, chroma: 1.2 },
  clothes: { least: 0.18, contrast: 1.06, vivid: [1.05, 1.4] },
});

const figureOf = (scene: Scene, setting: Setting): Uniforms => ({
  ...figureUniforms(scene, tintsOf(setting.seed)),
  person: scene.person,
  features: scene.features,
  backdrop: setting.backdrop ?? scene.person,
  relief: 0.18 + 0.6 * turnOf(scene),
});

/**
 * Pixel art: the flat figure with one colour per cell, features set cell by cell, an outline, and a
 * dithered background; in the person's own colours or in five tones of an old machine.
 */
export const style = defineStyle({
  id: 'pixel',
  motion: {
    kind: 'cells',
    grid: (seed) => gridOf(pick(rngOf(seed, 'style pixel'), CELLS)),
    // As wide at the lashes as in the middle.
    eyes: [1.65, 2],
    blink: 'afterwards',
  },
  plain: true,
  vary: (rng, scene) => ({
    // Drawn first: the motion draws it again from the seed alone.
    cell: pick(rng, CELLS),
    ground: pairFor(rng, scene),
    // The background's dithered fade: its direction in radians, and the position of its middle.
    fade: between(rng, 0.9, 2.25) * pick(rng, [1, 1, -1]),
    centre: between(rng, 0.35, 0.6),
    // One of `RAMPS`, or the person's own colours.
    ramp: rng() < 0.3 ? pick(rng, RAMPS) : undefined,
  }),
  async render(gpu, scene, variation, setting) {
    const { seed, background, backdrop, strength } = setting;
    const grid = gridOf(variation.cell);
    const empty = gpu.upload(new Uint8Array(4), 1, 1);
    const figure = gpu.drawn(FIGURE, grid.edge * 8, {
      ...figureOf(scene, setting),
      shapeFace: empty,
      glasses: 0,
      solid: 0,
      // Eight texels per cell each way.
      scale: (grid.edge * grid.cell) / 1024,
      offset: grid.offset / 1024,
    });
    const cells = gpu.drawn(CELL, grid.edge, { figure });
    const drawn = drawSprites(scene, grid, tintsOf(seed).skin);
    const sprites = gpu.upload(drawn.rgba, grid.edge, grid.edge);
    const photo = strength < 1 ? realisticPhoto(gpu, scene, setting) : (backdrop ?? scene.person);
    await setting.step();
    return gpu.drawn(SQUARES, scene.size, {
      ...groundUniforms(setting, photo),
      cells,
      sprites,
      photo,
      sky: variation.ground[0],
      earth: variation.ground[1],
      ramp: (variation.ramp ?? RAMPS[0]).flat(),
      limited: variation.ramp ? 1 : 0,
      fade: turned(variation.fade),
      cell: grid.cell,
      offset: grid.offset,
      edge: grid.edge,
      centre: variation.centre,
      dither: background === 'clean-white' || background === 'abstract' ? 0 : 1,
      unit: scene.unit,
    });
  },
  // Before it is divided into cells.
  likeness: (gpu, scene, _variation, setting) =>
    gpu.drawn(FIGURE, scene.size, { ...figureOf(scene, setting), scale: 1, offset: 0, solid: 1 }),
});
