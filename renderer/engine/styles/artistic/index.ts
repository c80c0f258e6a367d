import { TONE_OF } from '../../gl/glsl.ts';
import type { Program } from '../../gl/program.ts';
import { lightOf, realisticLight } from '../realistic/index.ts';
import { DIR_AT, flowOf } from '../shared/flow.ts';
import { abstracted, halved } from '../shared/kuwahara.ts';
import { between } from '../shared/random.ts';
import { renderPerson } from '../shared/render-person.ts';
import { defineStyle } from '../shared/style.ts';
import { strokesOf } from './strokes.ts';

/**
 * Underpainting: smooths the abstracted picture along the flow, so that contours look drawn by a
 * brush. Line integral convolution (B. Cabral, L. Leedom 1993) that follows the flow's curve step
 * by step (J. E. Kyprianidis, H. Kang 2011).
 */
const UNDERPAINT: Program = {
  name: 'underpaint',
  fragment: `${DIR_AT}
uniform sampler2D flat_, flow;
uniform float unit;
void main() {
  vec3 sum = texture(flat_, uv).rgb * 0.28;
  vec2 ahead = dirAt(flow, uv, vec2(1.0, 0.0)) * unit, p;
  ${['ahead', '-ahead']
    .map(
      (start) => `
  p = uv + ${start} * 3.0; sum += texture(flat_, p).rgb * 0.21;
  p += dirAt(flow, p, ${start}) * unit * 3.3; sum += texture(flat_, p).rgb * 0.15;`,
    )
    .join('')}
  color = vec4(sum, 1.0);
}`,
};

/** Blocks in the picture at full size. Eyes, lips, brows and catch lights keep much of `base`. */
const BLOCK_IN: Program = {
  name: 'block in',
  fragment: `
uniform sampler2D paint, base, features;
void main() {
  vec4 f = texture(features, uv), b = texelFetch(base, ivec2(gl_FragCoord.xy), 0);
  float keep = clamp(f.g * 0.85 + f.b * 0.4 + f.a * 0.35, 0.0, 0.85);
  color = vec4(mix(texture(paint, uv).rgb, b.rgb, keep), b.a);
}`,
};

/** Adds canvas weave, stronger in darks, and a little varnish; mixes with the base by strength. */
const VARNISH: Program = {
  name: 'varnish',
  fragment: `${TONE_OF}
uniform sampler2D paint, base;
uniform float canvas, strength, scale;
void main() {
  ivec2 at = ivec2(gl_FragCoord.xy);
  vec4 p = texelFetch(paint, at, 0), b = texelFetch(base, at, 0);
  vec2 q = gl_FragCoord.xy / scale;
  // Plain weave: threads over and under, every 5 px of a 1024 px picture.
  vec2 w = q * 1.2566;
  float over = sin(w.x) * sin(w.y), weave = (cos(w.x * 2.0) * (0.5 + 0.5 * over) + cos(w.y * 2.0) * (0.5 - 0.5 * over));
  float dark = 1.0 - toneOf(p.rgb);
  vec3 c = p.rgb * (1.0 + canvas * weave * (0.35 + 0.65 * dark));
  float l = toneOf(c);
  c = clamp(mix(vec3(l), c, 1.07), 0.0, 1.0);
  c = mix(c, c * c * (3.0 - 2.0 * c), 0.22);
  color = vec4(mix(b.rgb, c, strength), p.a);
}`,
};

/**
 * Oil paint: the picture is abstracted, smoothed along its form, and painted over on a woven canvas
 * with brush marks that follow the form and have relief; the backdrop, too.
 */
export const style = defineStyle({
  id: 'artistic',
  motion: { kind: 'strokes', blink: 'lashes' },
  vary: (rng) => ({
    hand: {
      seed: Math.floor(rng() * 65536),
      brush: between(rng, 0.85, 1.25),
      spread: between(rng, 0.5, 1.1),
      relief: between(rng, 0.24, 0.36),
    },
    // Direction of marks where the picture has no form, in radians.
    turn: between(rng, 0, Math.PI),
    saturation: between(rng, 1.12, 1.3),
    canvas: between(rng, 0.02, 0.035),
  }),
  async render(gpu, scene, { hand, turn, saturation, canvas }, setting) {
    const light = lightOf(setting.seed);
    const look = realisticLight(
      { ...light, warmth: light.warmth + 0.015, contrast: light.contrast + 0.1 },
      { ...setting, strength: 1 },
    );
    const painted = { ...look, saturation, detail: 1.2, relight: 0.5, rim: 0.4, grain: 0 };
    const base = renderPerson(gpu, scene, painted, setting.backdrop);
    const half = halved(gpu, base);
    const flat = abstracted(gpu, scene, half, 'all');
    await setting.step();
    const flow = flowOf(gpu, half, turn);
    // Finer marks cover the broad ones almost everywhere, so half the size is enough for those.
    const rough = gpu.drawn(UNDERPAINT, half.width, { flat_: flat, flow, unit: 1 / 1024 });
    const brush = strokesOf(gpu, scene, { flow, flat }, hand, setting.key);
    brush(rough, 'broad');
    const paint = gpu.drawn(BLOCK_IN, scene.size, { paint: rough, base, features: scene.features });
    brush(paint, 'middle');
    brush(paint, 'fine');
    await setting.step();
    return gpu.drawn(VARNISH, scene.size, {
      paint,
      base,
      canvas,
      strength: setting.strength,
      scale: scene.unit,
    });
  },
});
