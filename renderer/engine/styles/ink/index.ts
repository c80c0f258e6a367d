import { hueOf, lch, linearRgb, type Lab } from '../../../core/colour.ts';
import type { Program } from '../../gl/program.ts';
import { clamp, radians } from '../../raster/numbers.ts';
import { lightOf } from '../realistic/index.ts';
import { DRAWN_STYLE, drawStyle, modelOf, penOf, turned } from '../shared/drawn-style.ts';
import { pairFor } from '../shared/ground.ts';
import { OWN_TINTS } from '../shared/illustration/index.ts';
import { between, pick } from '../shared/random.ts';
import { RELIEF_AT } from '../shared/relief.ts';
import { defineStyle } from '../shared/style.ts';

const INKS: readonly Lab[] = [
  [0.2, 0.002, -0.012],
  [0.2, 0.002, -0.012],
  lch(0.27, 0.045, 55),
  lch(0.26, 0.08, 265),
  lch(0.28, 0.08, 22),
  lch(0.27, 0.045, 165),
];
const PAPERS: readonly Lab[] = [
  lch(0.965, 0.014, 88),
  lch(0.975, 0.004, 90),
  lch(0.945, 0.022, 80),
];

/**
 * An engraving: hatching whose lines get thicker in darker tones and bend with the form (after V.
 * Ostromoukhov 1999), hair as strands, contours from the photo and from a drawing of the features.
 * Skin tones are relative to the skin's median; dark skin has a hatch outside of its highlights.
 */
const PLATE: Program = {
  name: 'ink',
  fragment: `${DRAWN_STYLE}${RELIEF_AT}
uniform sampler2D person, shape, lines, strands;
uniform vec3 inkColour, paper, wash, light;
uniform vec2 first, second, third, shift;
uniform float mane, period, bend, median, darker, ruled, full;
float ruling(vec2 at, vec2 along, float height, float wobble, float size, float k) {
  float phase = (dot(at, along) / wide + bend * height) / size + wobble, slope = max(fwidth(phase), 1e-4);
  float d = abs(phase - floor(phase + 0.5)), duty = 0.5 * k;
  return mix(clamp((0.5 * duty - d) / slope + 0.5, 0.0, 1.0) * step(0.02, k), duty, smoothstep(0.35, 0.6, slope));
}
void main() {
  ivec2 at = ivec2(gl_FragCoord.xy);
  vec2 px = gl_FragCoord.xy;
  vec2 p = (toShapes * vec3(uv, 1.0)).xy, q = (toDrawing * vec3(uv, 1.0)).xy;
  vec4 c = texelFetch(person, at, 0), s = texture(soft, uv), n = texture(shape, uv), f = texture(features, uv);
  vec4 regions = texture(shapeRegions, p);
  float onHair = smoothstep(0.42, 0.58, regions.y), onCloth = smoothstep(0.42, 0.58, regions.z) * (1.0 - onHair), onSkin = (1.0 - onHair) * (1.0 - onCloth);
  float onBeard = onSkin * smoothstep(0.42, 0.58, texture(shapeTones, p).w), shaved = onSkin - onBeard;
  float off = offOf(regions.x, SOFT), cover = clamp(off * wide + 0.5, 0.0, 1.0);
  vec4 drawn = penAt(q);

  // Tone: the guided filter's base and the light on the form.
  float y = toneOf(c.rgb), base = clamp(s.x * (y - 0.5) + s.y, 0.0, 1.0), fine = y - base;
  vec3 normal = vec3(n.xy, sqrt(max(0.05, 1.0 - dot(n.xy, n.xy))));
  float lit = clamp(dot(normal, light), 0.0, 1.0);
  float skinTone = max(0.42, 0.99 - 0.60 * clamp(0.60 - lit, 0.0, 1.0) - 1.6 * clamp(median - 0.04 - base, 0.0, 0.28)) - darker * smoothstep(0.16, 0.04, base - median);
  float restTone = 0.05 + 1.05 * base - 0.30 * clamp(0.55 - lit, 0.0, 1.0);
  float tone = mix(restTone, skinTone + 0.05 * f.r, shaved);
  vec4 grain = texture(noise, px / unit / 410.0 + shift);
  float density = clamp(1.0 - tone - 0.5 * fine * onCloth, 0.0, 1.0) + 0.02 * (grain.a - 0.5);

  float height = reliefAt(p), wobble = 0.34 * (grain.a - 0.5);
  float hatch = ruling(px, first, height, wobble, period, smoothstep(0.10, 0.58, density));
  hatch = max(hatch, ruling(px, second, height, wobble, period, 0.92 * smoothstep(0.34, 0.80, density)));
  hatch = max(hatch, ruling(px, third, height, wobble, period * 0.9, smoothstep(0.56, 0.98, density)));
  hatch = max(hatch, smoothstep(0.80, 0.93, density) * (1.0 - shaved));
  float grown = onHair + onBeard;
  hatch *= 1.0 - grown;
  float strand = texture(strands, uv).r - 0.5, deep = clamp(1.0 - base, 0.0, 1.0);
  hatch = max(hatch, grown * clamp((strand * 1.7 + (deep - mane) * 2.9 - fine * 2.6) * 2.2 + 0.5, 0.0, 1.0));

  // Contours.
  vec4 seen = texture(lines, uv);
  float dip = 0.5 - seen.r, edge = max(fwidth(seen.r), 0.01), quiet = onSkin * (1.0 - max(f.g, max(f.b, f.a)));
  float line = smoothstep(-edge, edge, dip - mix(0.075, 0.14, quiet)) * step(0.5, s.z);
  vec2 slope = vec2(dFdx(regions.x), dFdy(regions.x));
  float press = 0.75 - 0.4 * dot(slope / max(length(slope), 1e-5), light.xy);
  float rim = clamp((0.0085 * press - abs(off)) * wide + 0.5, 0.0, 1.0);
  float inside = smoothstep(0.0, 0.012, off);
  line = max(line, inside * onSkin * smoothstep(0.3, 0.7, drawn.r));
  float edges = abs(offOf(regions.y, SOFT));
  line = max(line, inside * clamp((0.004 - min(edges, abs(offOf(regions.z, SOFT)))) * wide + 0.5, 0.0, 1.0));
  float bare = smoothstep(0.3, 0.7, drawn.g) * onSkin;
  float ink = mix(max(hatch, line), smoothstep(0.3, 0.7, drawn.r), bare);
  ink = max(ink, onSkin * smoothstep(0.35, 0.8, drawn.b + 0.35 * (grain.g - 0.5) * drawn.b));
  ink = max(ink, smoothstep(0.3, 0.7, rimsAt(q)));
  ink = max(ink * cover, rim);

  // The background: a wash with a dry edge, or ruled lines that fade.
  vec3 sheet = paper * (1.0 + 0.022 * (grain.g - 0.5) * (1.0 - white));
  float near = s.w, cloud = texture(noise, px / unit / 620.0 - shift).a;
  float spill = max(full, smoothstep(0.05, 0.15, near - 0.13 + 0.5 * (cloud - 0.5)) * (0.75 + 0.5 * (cloud - 0.4)));
  spill *= 1.0 - white;
  vec3 tint = mix(wash, toLinear(texelFetch(backdrop, at, 0).rgb), 1.0 - recolor);
  float pool = spill * (1.0 - spill) * (1.0 - full);
  vec3 ground = mix(sheet, sheet * tint, clamp(spill, 0.0, 1.0) * mix(0.85, 1.0, full)) * (1.0 - 0.35 * pool);
  float ring = smoothstep(0.02, 0.5, near) * (0.55 + 0.6 * dot(normalize(uv - 0.5 + 1e-4), -light.xy));
  float rules = ruling(px, vec2(0.0, 1.0), 0.0, wobble * 0.7, period * 1.15, clamp(0.75 * ring, 0.0, 0.7));
  ground = mix(ground, mix(sheet, inkColour, rules * 0.85), ruled);

  // Thinned ink under the face's lines keeps its modelling, and so its likeness.
  float thin = 0.5 * clamp((median + 0.06 - y) * 1.7, 0.0, 1.0) * f.r * onSkin;
  vec3 body = mix(mix(sheet, inkColour, thin), inkColour, ink);
  vec3 made = mix(mix(ground, inkColour, rim * (1.0 - cover)), body, max(cover, 1.0 - solid));
  color = styledPixel(made, max(cover, rim), f.r);
}`,
};

/** Dark skin's hatch: its greatest density, the lightness where it begins, and its range below. */
const DARKER = { most: 0.28, from: 0.68, over: 0.2 } as const;

/** Pen and ink: hatching that follows the form, strands of hair, one wash of colour. */
export const style = defineStyle({
  id: 'ink',
  motion: { kind: 'wet' },
  vary: (rng, scene) => ({
    ink: pick(rng, INKS),
    paper: pick(rng, PAPERS),
    // Colour of the wash behind the person.
    wash: lch(0.84, between(rng, 0.05, 0.09), hueOf(pairFor(rng, scene)[0])),
    // Distance between two lines of a hatch in face widths.
    period: between(rng, 0.018, 0.024),
    // Direction of the first hatch, in radians off the light's.
    turn: between(rng, -0.35, 0.35),
    // How much the lines follow the form.
    bend: between(rng, 0.2, 0.34) * pick(rng, [1, -1]),
    // Whether the background is ruled (1) or washed (0).
    ruled: rng() < 0.3 ? 1 : 0,
    shift: [rng(), rng()] as const,
  }),
  async render(gpu, scene, { ink, paper, wash, turn, ruled, ...pen }, setting) {
    const { seed, background } = setting;
    const { subject } = scene;
    const light = lightOf(seed, { warmth: [0, 0], exposure: [0.9, 1.12], contrast: [0.2, 0.6] });
    const look = { smoothing: 0.4, relight: 0.1 };
    const { half, ...model } = modelOf(gpu, scene, setting, light, look);
    await setting.step();
    const followed = penOf(gpu, scene, half, turn, pen.shift);
    await setting.step();
    const [kx, ky, kz] = setting.key;
    const away = Math.atan2(ky, kx) + Math.PI / 2 + turn;
    const median = subject.skin[0];
    return drawStyle(gpu, PLATE, scene, setting, OWN_TINTS, {
      ...pen,
      ...model,
      ...followed,
      shape: scene.shape,
      inkColour: linearRgb(ink),
      paper: background === 'clean-white' ? [1, 1, 1] : linearRgb(paper),
      wash: linearRgb(wash),
      light: [kx, ky, kz],
      first: turned(away),
      second: turned(away + radians(62)),
      third: turned(away + radians(28)),
      median,
      // Keeps highlights in dark hair, and bare paper in fair hair.
      mane: Math.min(0.8, Math.max(0.5, 1 - 0.85 * subject.hair[0])),
      darker: DARKER.most * clamp((DARKER.from - median) / DARKER.over, 0, 1),
      ruled: background === 'professional' ? ruled : 0,
      full: background === 'solid-color' || background === 'abstract' ? 1 : 0,
    });
  },
});
