import { linearRgb, type Lab } from '../../../core/colour.ts';
import type { Program } from '../../gl/program.ts';
import { realisticPhoto } from '../realistic/index.ts';
import { DRAWN_STYLE, drawStyle, keyOf, turned } from '../shared/drawn-style.ts';
import { pairFor } from '../shared/ground.ts';
import { turnOf } from '../shared/illustration/index.ts';
import { halved } from '../shared/kuwahara.ts';
import { linesOf } from '../shared/lines.ts';
import { between } from '../shared/random.ts';
import { defineStyle } from '../shared/style.ts';
import { printedIn } from '../shared/tints.ts';

/**
 * Cel shading in flat colours, a dot screen in the shadows (R. Ulichney 1987), and ink: outlines,
 * thicker on the side away from the light, features, and the photo's own lines in hair and clothes.
 */
const PAGE: Program = {
  name: 'comic',
  fragment: `${DRAWN_STYLE}
uniform sampler2D inkLines;
uniform vec3 inkColour, sky, earth;
uniform vec2 key, screen, dots;
uniform float bold, pitch, detail, rays, phase, burst, relief;
float dotted(vec2 at, vec2 turn, float size, float tone) {
  vec2 q = mat2(turn.x, turn.y, -turn.y, turn.x) * at / size;
  return clamp((sqrt(clamp(tone, 0.0, 1.0) / 3.14159) - length(q - round(q))) * size + 0.5, 0.0, 1.0);
}
vec3 groundAt(vec3 painted, vec2 at) {
  vec3 own = toLab(toLinear(painted));
  vec2 off = at - middle;
  float far = length(off) / wide, angle = atan(off.y, off.x);
  float wave = sin(angle * rays + phase), ray = clamp(wave * length(off) / rays + 0.5, 0.0, 1.0);
  vec3 light = mix(vec3(min(0.97, own.x + 0.045), own.yz), sky, recolor), deep = mix(vec3(own.x - 0.05, own.yz * 1.08), earth, recolor);
  vec3 c = clamp(fromLab(mix(light, deep, ray * burst)), 0.0, 1.0);
  return mix(c, mix(vec3(1.0), c, 0.12), dotted(at, dots, wide * 0.085, 0.72 - 0.4 * far) * burst);
}
void main() {
  ivec2 at = ivec2(gl_FragCoord.xy);
  vec2 here = gl_FragCoord.xy;
  vec2 p = (toShapes * vec3(uv, 1.0)).xy, q = (toDrawing * vec3(uv, 1.0)).xy;
  vec4 figure = figureAt(uv), regions = texture(shapeRegions, p), tones = texture(shapeTones, p), other = texture(shapeColours, p);
  vec3 c = figure.rgb;
  float off = offOf(regions.x, SOFT), hairOff = offOf(regions.y, SOFT), clothOff = offOf(regions.z, SOFT);
  float around = offOf(other.w, HALO);
  float onHair = step(0.0, hairOff), onCloth = step(0.0, clothOff) * (1.0 - onHair), onSkin = (1.0 - onHair) * (1.0 - onCloth);
  float onBeard = clamp((tones.w - 0.5) / max(fwidth(tones.w), 0.004) + 0.5, 0.0, 1.0);
  vec4 f = texture(features, uv);

  vec4 drawn = penAt(q);
  vec4 own = texelFetch(photo, at, 0);
  // Some of the photo's own modelling keeps the likeness.
  // Brows stay drawn.
  c = mix(c, toLinear(own.rgb), relief * f.r * own.a * onSkin * (1.0 - 0.85 * drawn.b * (1.0 - drawn.g)));
  // Shade is printed as dots that grow with its depth.
  float shade = max(smoothstep(0.30, 0.02, tones.x), smoothstep(0.2, 0.7, tones.y)) * 0.62;
  c = mix(c, skinDeep, 0.78 * onSkin * (1.0 - onBeard) * (1.0 - max(drawn.g, drawn.b)) * dotted(here, screen, pitch * wide, shade));
  c *= 1.0 - 0.34 * onCloth * dotted(here, screen, pitch * wide, smoothstep(0.35, 0.85, regions.w) * 0.5);

  // Outlines.
  vec2 slope = vec2(dFdx(regions.x), dFdy(regions.x));
  float press = 0.72 + 0.42 * dot(slope / max(length(slope), 1e-5), key);
  float line = clamp((bold * press - abs(off)) * wide + 0.5, 0.0, 1.0);
  float inside = smoothstep(0.0, 0.01, off);
  line = max(line, inside * clamp((bold * 0.5 - abs(hairOff)) * wide + 0.5, 0.0, 1.0));
  line = max(line, inside * clamp((bold * 0.5 - abs(clothOff)) * wide + 0.5, 0.0, 1.0) * (1.0 - onHair));
  // The features, drawn with a pen.
  line = max(line, smoothstep(0.25, 0.75, drawn.r) * (1.0 - onHair) * (1.0 - onCloth) * inside);
  line = max(line, 0.8 * smoothstep(0.3, 0.7, rimsAt(q)));
  // The photo's lines, except on skin.
  vec4 seen = texture(inkLines, uv);
  float dip = 0.5 - seen.r, fade = max(fwidth(seen.r), 0.008);
  line = max(line, smoothstep(0.09 - fade, 0.09 + fade, dip) * detail * (1.0 - onSkin) * smoothstep(0.012, 0.03, off) * (1.0 - f.r));
  c = mix(c, inkColour, line);

  // A white sticker's edge with a thin line around it.
  float sheet = clamp((around + 0.052) * wide + 0.5, 0.0, 1.0), rim = clamp((around + 0.052 + bold * 0.42) * wide + 0.5, 0.0, 1.0);
  float body = max(figure.a, line * step(-0.05, off));
  vec3 ground = mix(groundAt(texelFetch(backdrop, at, 0).rgb, here), vec3(1.0), white);
  rim *= 1.0 - white * (1.0 - sheet);
  vec3 edge = mix(mix(ground, inkColour, rim), vec3(1.0), sheet);
  vec3 made = mix(mix(edge, mix(inkColour, vec3(1.0), sheet), 1.0 - solid), c, body);
  color = styledPixel(made, max(rim, body), f.r);
}`,
};

const INK: Lab = [0.16, 0.008, -0.025];

/** More vivid colours. */
export const tintsOf = printedIn({
  skin: { light: 0.01, chroma: 1.1, warm: 0.08 },
  hair: { least: 0.14, light: -0.01, chroma: 1.2 },
  clothes: { least: 0.15, contrast: 1.08, vivid: [1.15, 1.5] },
});

/** A comic book page: bold ink, cel shading, dots, and a burst behind. */
export const style = defineStyle({
  id: 'comic',
  motion: { kind: 'paper', inked: true },
  plain: true,
  vary: (rng, scene) => ({
    ground: pairFor(rng, scene),
    // Number of the burst's rays, and where the first begins, in radians.
    rays: Math.round(between(rng, 9, 18)),
    phase: between(rng, 0, 6.28),
    // The dot screen on skin: pitch in face widths, angle in radians.
    pitch: between(rng, 0.03, 0.042),
    turn: between(rng, 0.6, 0.95),
    // Outline's thickness in face widths.
    bold: between(rng, 0.013, 0.019),
    // How strongly the photo's lines in hair and clothes are inked.
    detail: between(rng, 0.7, 1),
  }),
  async render(gpu, scene, { ground: [sky, earth], turn, ...page }, setting) {
    const { seed, background } = setting;
    const photo = realisticPhoto(gpu, scene, setting);
    const half = halved(gpu, photo);
    await setting.step();
    const inkLines = linesOf(gpu, scene, half);
    await setting.step();
    return drawStyle(gpu, PAGE, scene, setting, tintsOf(seed), {
      ...page,
      inkLines,
      photo,
      inkColour: linearRgb(INK),
      sky,
      earth,
      key: keyOf(setting),
      screen: turned(turn),
      dots: turned(Math.PI / 4),
      burst: background === 'abstract' ? 0 : 1,
      relief: 0.6 + 0.8 * turnOf(scene),
    });
  },
});
