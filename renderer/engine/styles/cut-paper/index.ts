import type { Program } from '../../gl/program.ts';
import { realisticPhoto } from '../realistic/index.ts';
import { DRAWN_STYLE, drawStyle, keyOf } from '../shared/drawn-style.ts';
import { pairFor } from '../shared/ground.ts';
import { turnOf } from '../shared/illustration/index.ts';
import { between } from '../shared/random.ts';
import { defineStyle } from '../shared/style.ts';
import { printedIn } from '../shared/tints.ts';

/**
 * Stacked sheets of paper: each flat shape is a sheet with a shadow below it, a lit edge, and
 * fibres. A shadow is the shape's own soft field, sampled towards the light.
 */
const SHEETS: Program = {
  name: 'cut paper',
  fragment: `${DRAWN_STYLE}

uniform vec3 sky, earth;
uniform vec2 toLight, shift;
uniform float lift, ring, waves, phase, fibre, stepped, relief;
// How much light a sheet's shadow leaves; 'v' is the sheet's field, sampled towards the light.
float shadowOf(float v, float deep) { return 1.0 - deep * smoothstep(0.18, 0.80, v); }
float litEdge(float v, vec2 slope) {
  float off = offOf(v, SOFT);
  return smoothstep(-0.002, 0.001, off) * smoothstep(0.007, 0.003, off) * clamp(0.35 - dot(slope / max(length(slope), 1e-5), toLight), -0.4, 1.0);
}
void main() {
  ivec2 at = ivec2(gl_FragCoord.xy);
  vec2 px = gl_FragCoord.xy / unit, by = toLight * lift * wide / float(textureSize(photo, 0).x);
  vec4 tooth = texture(noise, px / 330.0 + shift), cloud = texture(noise, px / vec2(210.0, 900.0) + shift.yx);
  vec2 p = (toShapes * vec3(uv, 1.0)).xy, q = (toDrawing * vec3(uv, 1.0)).xy, p1 = (toShapes * vec3(uv + by, 1.0)).xy, p2 = (toShapes * vec3(uv + by * 0.45, 1.0)).xy, q1 = (toDrawing * vec3(uv + by * 0.22, 1.0)).xy;
  vec4 regions = texture(shapeRegions, p), tones = texture(shapeTones, p), other = texture(shapeColours, p);
  vec4 above = texture(shapeRegions, p1), near = texture(shapeRegions, p2), nearTones = texture(shapeTones, p2), high = texture(shapeColours, p1);
  vec4 figure = figureAt(uv), f = texture(features, uv);
  vec4 here = crossed(regions, 0.5);
  float onHair = here.y, onCloth = here.z * (1.0 - onHair), onSkin = (1.0 - onHair) * (1.0 - onCloth);
  vec3 c = figure.rgb;
  vec4 own = texelFetch(photo, at, 0);
  c = mix(c, toLinear(own.rgb), relief * f.r * own.a * onSkin);

  float inFace = onDrawing(q);
  vec4 pen = penAt(q), pen1 = texture(contours, q1) * inFace;
  float bare = onSkin * (1.0 - max(f.b, pen.g));
  // Within the skin, shade is a deeper sheet and light is one on top.
  float dark = 1.0;
  float deeper = smoothstep(0.32, 0.18, tones.x);
  dark *= 1.0 - 0.22 * bare * deeper * smoothstep(0.14, 0.30, nearTones.x);
  dark *= 1.0 - 0.16 * bare * (1.0 - smoothstep(0.70, 0.80, tones.x)) * smoothstep(0.64, 0.86, nearTones.x);
  // Hair over face and clothes, clothes over neck, folds over clothes, locks over hair.
  dark *= mix(1.0, shadowOf(above.y, 0.46), 1.0 - onHair);
  dark *= mix(1.0, shadowOf(above.z, 0.42), onSkin);
  dark *= mix(1.0, shadowOf(1.0 - near.w, 0.26) , onCloth * here.w);
  dark *= 1.0 - 0.26 * onHair * smoothstep(0.78, 0.70, tones.z) * smoothstep(0.64, 0.86, nearTones.z);
  dark *= 1.0 - 0.26 * onHair * smoothstep(0.30, 0.20, tones.z) * smoothstep(0.16, 0.34, nearTones.z);
  // Features are pieces of paper, too.
  float piece = max(pen.b, max(0.8 * pen.r, pen.g)), piece1 = max(pen1.b, 0.8 * pen1.r);
  dark *= 1.0 - 0.34 * onSkin * clamp(piece1 - piece, 0.0, 1.0);
  float rims = rimsAt(q), rims1 = texture(shapeGlasses, q1 + (q1 - q) * 1.6).a * inFace * glasses;
  dark *= 1.0 - 0.40 * clamp(rims1 - rims, 0.0, 1.0);
  c *= dark;
  // Lit edges of the sheets.
  float edge = litEdge(regions.y, vec2(dFdx(regions.y), dFdy(regions.y))) * onHair + litEdge(regions.z, vec2(dFdx(regions.z), dFdy(regions.z))) * onCloth
    + litEdge(regions.x, vec2(dFdx(regions.x), dFdy(regions.x)));
  c += 0.16 * edge * (c + 0.12);
  float grainy = 1.0 + fibre * ((tooth.g + tooth.b - 1.0) * 0.6 + (cloud.g - 0.5) * 0.5);
  c *= grainy;

  // The background: sheets with openings around the person; the outermost is nearest to the viewer.
  vec2 off = (gl_FragCoord.xy - middle) / wide;
  float angle = atan(off.y, off.x);
  float level = (length(off * vec2(1.0, 0.92)) - 0.07 * sin(angle * waves + phase) - 0.05 * sin(angle * (waves + 3.0) - phase * 1.7) - 0.82) / ring;
  float sheet = clamp(floor(level), -1.0, 3.0), part = level - sheet;
  float pxs = fwidth(level) + 1e-4;
  vec3 painted = toLab(toLinear(texelFetch(backdrop, at, 0).rgb));
  float depth = (sheet + clamp(part / pxs, 0.0, 1.0)) / 4.0;
  vec3 lab = mix(vec3(painted.x - 0.11 + 0.13 * depth, painted.yz * (1.15 - 0.2 * depth)), mix(earth - vec3(0.10, 0.0, 0.0), sky, depth), recolor);
  vec3 ground = clamp(fromLab(lab), 0.0, 1.0);
  float toEdge = 1.0 - part;
  float shade = smoothstep(lift * 1.9 / ring, 0.0, toEdge) * step(sheet, 2.5) * smoothstep(-0.35, 0.6, dot(normalize(off + 1e-4), toLight));
  shade *= stepped * clamp(toEdge / pxs, 0.0, 1.0);
  ground *= 1.0 - 0.40 * shade;
  ground += 0.10 * smoothstep(pxs * 2.5 + 0.012, pxs, part) * step(-0.5, sheet) * stepped * smoothstep(0.3, -0.6, dot(normalize(off + 1e-4), toLight)) * (ground + 0.1);
  ground = mix(toLinear(texelFetch(backdrop, at, 0).rgb), ground, stepped);
  ground *= mix(grainy, 1.0, white);
  float around = offOf(high.w, HALO);
  ground *= 1.0 - 0.42 * smoothstep(-0.05, 0.045, around) * mix(1.0, 0.6, white);

  vec3 made = mix(ground, c, mix(1.0, figure.a, solid));
  color = styledPixel(made, figure.a, f.r);
}`,
};

/** Dyed paper: calmer colours. */
export const tintsOf = printedIn({
  skin: { light: 0.015, chroma: 1, warm: 0.08 },
  hair: { least: 0.2, light: 0.02, chroma: 1.1 },
  clothes: { least: 0.2, contrast: 1, vivid: [0.85, 1.25] },
});

/** Cut paper: shapes are sheets with shadows, in a frame of sheets that open towards the person. */
export const style = defineStyle({
  id: 'cut-paper',
  motion: { kind: 'paper' },
  plain: true,
  vary: (rng, scene) => ({
    ground: pairFor(rng, scene),
    // Length of a sheet's shadow in face widths.
    lift: between(rng, 0.03, 0.048),
    // For the background's sheets: width in face widths, number and phase of the edge's waves.
    ring: between(rng, 0.24, 0.36),
    waves: Math.round(between(rng, 3, 8)),
    phase: between(rng, 0, 6.28),
    fibre: between(rng, 0.1, 0.18),
    shift: [rng(), rng()],
  }),
  async render(gpu, scene, { ground: [sky, earth], ...sheets }, setting) {
    const { seed, background } = setting;
    const photo = realisticPhoto(gpu, scene, setting);
    await setting.step();
    return drawStyle(gpu, SHEETS, scene, setting, tintsOf(seed), {
      ...sheets,
      photo,
      sky,
      earth,
      toLight: keyOf(setting),
      stepped: background === 'abstract' || background === 'clean-white' ? 0 : 1,
      relief: 0.34 + 0.6 * turnOf(scene),
    });
  },
});
