import { lch, linearRgb, type Lab } from '../../../core/colour.ts';
import type { Program } from '../../gl/program.ts';
import { lightOf } from '../realistic/index.ts';
import { DRAWN_STYLE, drawStyle, keyOf, modelOf, penOf, turned } from '../shared/drawn-style.ts';
import { OWN_TINTS } from '../shared/illustration/index.ts';
import { between, pick } from '../shared/random.ts';
import { RELIEF_AT } from '../shared/relief.ts';
import { defineStyle } from '../shared/style.ts';

/** Graphite, graphite, red chalk, sepia, blue. */
const LEADS: readonly Lab[] = [
  [0.25, 0, -0.004],
  [0.25, 0, -0.004],
  lch(0.37, 0.12, 34),
  lch(0.32, 0.055, 55),
  lch(0.36, 0.1, 258),
];
const PAPERS: readonly Lab[] = [lch(0.97, 0.006, 90), lch(0.95, 0.018, 85), lch(0.9, 0.02, 78)];

/**
 * A pencil drawing (C. Lu, L. Xu, J. Jia 2012): a texture of strokes, raised to the power that
 * gives the wanted tone, under a sketch of lines. Strokes bend with the form, and follow strands of
 * hair.
 */
const DRAWING: Program = {
  name: 'pencil',
  fragment: `${DRAWN_STYLE}${RELIEF_AT}
uniform sampler2D person, lines, strands;
uniform vec3 lead, paper;
uniform vec2 hand, cross_, shift, light;
uniform float lift, bend, stroke, reach, press, tinted, hatched, body;
float strokes(vec2 at, vec2 along, float lift) {
  vec2 p = vec2(dot(at, along), dot(at, vec2(-along.y, along.x)) + lift);
  vec4 n = texture(noise, p * vec2(0.11, 1.0) / (stroke * 256.0) * 1.6 + shift), m = texture(noise, p * vec2(0.05, 0.61) / (stroke * 256.0) * 1.6 - shift);
  return clamp(0.5 + (n.g - 0.5) * 0.75 + (m.b - 0.5) * 0.55, 0.02, 0.98);
}
void main() {
  ivec2 at = ivec2(gl_FragCoord.xy);
  vec2 px = gl_FragCoord.xy / unit;
  vec2 p = (toShapes * vec3(uv, 1.0)).xy, q = (toDrawing * vec3(uv, 1.0)).xy;
  vec4 c = texelFetch(person, at, 0), s = texture(soft, uv), f = texture(features, uv), regions = texture(shapeRegions, p);
  float onHair = smoothstep(0.4, 0.6, regions.y), onSkin = (1.0 - onHair) * smoothstep(0.6, 0.4, regions.z);
  float off = offOf(regions.x, SOFT);
  vec4 pen = penAt(q);
  float y = toneOf(c.rgb), base = clamp(s.x * (y - 0.5) + s.y, 0.0, 1.0);

  // The target tone: the photo's, lighter like pencil, with clearer details.
  float seen = clamp(base + (y - base) * mix(1.2, 1.6, max(f.g, f.b)), 0.0, 1.0);
  float tone = 0.06 + 0.94 * pow(seen, 0.92);
  // A face in the photo's shade gets lighter paper, too, but dark skin stays darker than fair skin.
  tone = pow(tone, mix(1.0, lift, onSkin));
  tone = mix(tone, 1.0, 0.14 * onSkin);
  vec4 tooth = texture(noise, px / 300.0 + shift.yx), cloud = texture(noise, px / 640.0 + shift);
  float lift = bend * reliefAt(p) * wide / unit;
  float texture_ = strokes(px, hand, lift);
  // Dark areas are hatched again in a second direction.
  texture_ = mix(texture_, 0.5 * (texture_ + strokes(px, cross_, -lift)), smoothstep(0.65, 0.3, tone));
  texture_ = mix(texture_, clamp(0.5 + (texture(strands, uv).r - 0.5) * 1.5 + (tooth.g - 0.5) * 0.35, 0.02, 0.98), onHair);
  float grain = clamp(0.62 + 0.30 * (texture_ - 0.5) * 2.0 * mix(1.0, 0.34, max(f.r, max(f.g, f.b))) + 0.12 * (tooth.g - 0.5) * 2.0, 0.12, 0.97);
  float drawn = pow(grain, log(clamp(tone, 0.04, 0.985)) / log(0.62) * press);

  // Left unfinished below and at the sides.
  vec2 away = (gl_FragCoord.xy - middle) / wide;
  float low = length(vec2(away.x * 0.85, max(away.y, 0.0)));
  float open = smoothstep(-0.06, 0.40, reach - low + 0.35 * (cloud.a - 0.5) + 0.5 * (texture_ - 0.5));
  float cover = clamp(off * wide * 0.5 + 0.5, 0.0, 1.0);
  float dark = (1.0 - drawn) * open;

  // The sketch.
  vec4 l = texture(lines, uv);
  float dip = 0.5 - l.r, w = max(fwidth(l.r), 0.014), quiet = onSkin * (1.0 - max(f.g, max(f.b, f.a)));
  float line = smoothstep(-w, w, dip - mix(0.055, 0.11, quiet)) * step(0.5, s.z) * 0.85;
  line = max(line, onSkin * pen.r * 0.7);
  line = max(line, onSkin * pen.b * 0.85);
  float rim = smoothstep(0.008, 0.002, abs(off + 0.004 * (cloud.a - 0.5))) * 0.85;
  line = max(line, 0.8 * rimsAt(q)) * cover;
  line = max(line, rim) * clamp(0.55 + 0.9 * (texture_ - 0.35) + 0.5 * (tooth.b - 0.5), 0.15, 1.0) * mix(0.55, 1.0, open);
  // Pupils and lashes are pressed hardest, whatever the paper's tooth.
  line = max(line, onSkin * f.g * (0.8 * pen.b + 0.7 * pen.r));
  dark = max(dark * cover, line);

  // Paper, tinted if the background has a colour, with some strokes on the side away from the light.
  vec3 tint = mix(vec3(1.0), toLinear(texelFetch(backdrop, at, 0).rgb), solid * tinted);
  vec3 sheet = mix(paper * mix(vec3(1.0), tint, 0.92), vec3(1.0), white) * (1.0 + 0.03 * (tooth.g - 0.5) * (1.0 - white));
  float side = smoothstep(0.15, 0.75, s.w) * smoothstep(-0.1, 0.55, dot(normalize(away + 1e-4), -light));
  float behind = hatched * side * (0.20 + 0.5 * smoothstep(0.4, 0.62, strokes(px, hand, 0.0))) * (0.5 + cloud.a) * (1.0 - white) * (1.0 - cover);
  vec3 ground = mix(sheet, lead, clamp(behind, 0.0, 0.6));
  // On a dark or mixed background a face gets light paper of its own. Lights are heightened in white,
  // and the pencil is darker than the darkest paper, so that darks stay darks.
  float apart = max(body, solid * tinted * 0.85 * smoothstep(0.5, 0.22, luma(sheet)));
  vec3 figure = mix(mix(sheet, paper, cover * apart), vec3(1.0), cover * open * (1.0 - white) * smoothstep(0.3, 0.95, seen) * mix(0.8, 0.6, f.r));
  vec3 darkest = lead * mix(0.4, 1.0, mix(1.0, smoothstep(0.2, 0.85, luma(tint)), solid * tinted));
  vec3 made = mix(mix(ground, figure, cover), darkest, dark);
  color = styledPixel(made, max(cover, line), f.r);
}`,
};

/** Lightness (OKLab) of skin that needs no lighter paper. */
const LIT = 0.72;
/** How much of the way to `LIT` darker skin is lifted. */
const LIFTED = 0.25;

/** Exponent that lifts a face's tones towards `LIT`; 1 for a face that is as light. */
const liftOf = (skin: number): number =>
  skin < LIT ? 1 - LIFTED + (LIFTED * Math.log(LIT)) / Math.log(Math.max(0.2, skin)) : 1;

/** Pencil or chalk on paper: tones in strokes, a sketch of lines, unfinished at the shoulders. */
export const style = defineStyle({
  id: 'pencil',
  motion: { kind: 'wet' },
  vary: (rng) => ({
    lead: pick(rng, LEADS),
    paper: pick(rng, PAPERS),
    // Direction of the strokes in radians, and their width in pixels of a 1024 px picture.
    hand: between(rng, 0.5, 1.05) * pick(rng, [1, -1]) + (rng() < 0.2 ? 1.2 : 0),
    stroke: between(rng, 2.2, 3.6),
    // How much the strokes follow the form.
    bend: between(rng, 0.25, 0.5),
    // Distance from the face, in face widths, at which the drawing is left unfinished.
    reach: between(rng, 1.15, 1.6),
    // How hard the pencil is pressed.
    press: between(rng, 1.02, 1.35),
    shift: [rng(), rng()] as const,
  }),
  async render(gpu, scene, { lead, paper, hand, ...pen }, setting) {
    const { seed, background } = setting;
    const light = lightOf(seed, { warmth: [0, 0], exposure: [0.92, 1.15], contrast: [0.2, 0.7] });
    const look = { smoothing: 0.3, relight: 0.3, rim: 0 };
    const { half, ...model } = modelOf(gpu, scene, setting, light, look);
    await setting.step();
    const followed = penOf(gpu, scene, half, hand, pen.shift);
    await setting.step();
    return drawStyle(gpu, DRAWING, scene, setting, OWN_TINTS, {
      ...pen,
      ...model,
      ...followed,
      lead: linearRgb(lead),
      paper: background === 'clean-white' ? [1, 1, 1] : linearRgb(paper),
      hand: turned(hand),
      cross_: turned(hand + 0.9),
      light: keyOf(setting),
      lift: liftOf(scene.subject.skin[0]),
      tinted: background === 'professional' ? 0 : 1,
      hatched: background === 'professional' || background === 'gradient' ? 1 : 0.5,
      body: background === 'abstract' || background === 'gradient' ? 0.92 : 0,
    });
  },
});
