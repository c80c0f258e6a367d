import { labOfLinear, linearOfLab, linearRgb, type Lab, type Rgb } from '../../../core/colour.ts';
import { SRGB } from '../../gl/glsl.ts';
import type { Gpu } from '../../gl/gpu.ts';
import type { Program } from '../../gl/program.ts';
import type { Target } from '../../gl/target.ts';
import { distance } from '../../raster/points.ts';
import { lightOf, realisticPhoto, type RealisticVariation } from '../realistic/index.ts';
import { pointsOf } from '../shared/canvas.ts';
import { illustrationOf } from '../shared/illustration/index.ts';
import { toDrawing } from '../shared/illustration/pen.ts';
import { NOSE_FOOT } from '../shared/mesh.ts';
import { between, rngOf } from '../shared/random.ts';
import type { Scene } from '../shared/scene.ts';
import { defineStyle } from '../shared/style.ts';
import { cutOf } from './cut.ts';
import { facetsOf } from './mesh.ts';

/** Floats per corner: its and both others' positions, colour, whether a person's, random number. */
const STRIDE = 11;

/** The person's facets have their own colour; others take the backdrop's, slightly lit. */
const FACET: Program = {
  name: 'facet',
  vertex: `${SRGB}
layout(location = 0) in vec2 place;
layout(location = 1) in vec4 others;
layout(location = 2) in vec3 own;
layout(location = 3) in vec2 facet;
uniform sampler2D ground;
uniform vec2 light;
uniform float crystal, solid;
out vec2 uv;
flat out vec4 shade;
vec3 at(vec2 p) { return toLinear(textureLod(ground, clamp(p, 0.001, 0.999), 0.0).rgb); }
void main() {
  vec2 mid = (place + others.xy + others.zw) / 3.0;
  vec3 c = own;
  if (facet.x < 0.5) {
    float a = facet.y * 6.2831853;
    vec2 slope = vec2(cos(a), sin(a)) * (0.5 + 0.5 * fract(facet.y * 17.0));
    float lit = 1.0 + crystal * dot(slope, light);
    c = (at(mid) * 0.52 + (at(mix(mid, place, 0.4)) + at(mix(mid, others.xy, 0.4)) + at(mix(mid, others.zw, 0.4))) * 0.16) * lit * lit;
  }
  shade = vec4(toGamma(c), max(facet.x, solid));
  uv = place;
  gl_Position = vec4(place * 2.0 - 1.0, 0.0, 1.0);
}`,
  fragment: `
flat in vec4 shade;
void main() { color = shade; }`,
};

/** Draws what is thinner than a facet; mixes with the photo by strength. */
const FINISH: Program = {
  name: 'finish',
  fragment: `${SRGB}
uniform sampler2D source, features, photo, drawing, rims;
uniform mat3 toDrawing;
uniform vec4 nose;
uniform float strength, glasses, light;
vec3 over(vec3 c, vec4 d, float part) {
  return mix(c, toGamma(toLinear(d.rgb / max(d.a, 1e-3)) * light), d.a * part);
}
void main() {
  ivec2 at = ivec2(gl_FragCoord.xy);
  vec4 c = texelFetch(source, at, 0);
  vec2 q = (toDrawing * vec3(uv, 1.0)).xy;
  if (max(abs(q.x - 0.5), abs(q.y - 0.5)) < 0.5) {
    vec4 f = texture(features, uv);
    vec2 off = (uv - nose.xy) / nose.zw;
    // Facets model the nose, but are too large for its nostrils and the line of its base.
    float foot = 0.65 * smoothstep(1.0, 0.6, dot(off, off));
    c.rgb = over(c.rgb, texture(drawing, q), max(foot, smoothstep(0.03, 0.22, max(f.g, max(f.b * 0.55, f.a)))));
    c.rgb = over(c.rgb, texture(rims, q), glasses);
  }
  if (strength < 1.0) {
    vec4 p = texelFetch(photo, at, 0);
    c = vec4(toGamma(mix(toLinear(p.rgb), toLinear(c.rgb), strength)), mix(p.a, c.a, strength));
  }
  color = c;
}`,
};

/** A facet's colour in an avatar's light; linear. */
const inLight = (
  own: Lab,
  { exposure, warmth, contrast }: RealisticVariation,
  gain: number,
): Rgb => {
  const [r, g, b] = linearOfLab(own);
  const k = exposure * gain;
  const lab = labOfLinear([
    Math.max(0, r) * k * (1 + warmth),
    Math.max(0, g) * k,
    Math.max(0, b) * k * (1 - warmth),
  ]);
  const bend = (lab[0] - 0.55) * 0.3 * contrast * Math.max(0, 1 - Math.abs(lab[0] - 0.55) * 1.8);
  return linearRgb([Math.min(0.985, lab[0] + bend), lab[1], lab[2]]);
};

const corners = (
  { xy, triangles, colours }: ReturnType<typeof facetsOf>,
  seed: number,
  colourOf: (own: Lab) => Rgb,
): Float32Array<ArrayBuffer> => {
  const rng = rngOf(seed, 'facets');
  const data = new Float32Array(triangles.length * STRIDE);
  const put = (index: number, o: number): void =>
    data.set(xy.subarray(2 * index, 2 * index + 2), o);
  colours.forEach((own, t) => {
    const chance = rng();
    const [r, g, b] = own ? colourOf(own) : [0, 0, 0];
    for (let k = 0; k < 3; k += 1) {
      const o = (3 * t + k) * STRIDE;
      for (let j = 0; j < 3; j += 1) put(triangles[3 * t + ((k + j) % 3)], o + 2 * j);
      data.set([r, g, b, own ? 1 : 0, chance], o + 6);
    }
  });
  return data;
};

/** Draws the facets with four samples per pixel. */
const drawFacets = (
  gpu: Gpu,
  scene: Scene,
  data: Float32Array<ArrayBuffer>,
  uniforms: Parameters<Gpu['use']>[1],
): Target => {
  const { gl } = gpu;
  const out = gpu.target(scene.size, scene.size, 'rgba8');
  const samples = gl.createRenderbuffer();
  const many = gl.createFramebuffer();
  const vertices = gl.createVertexArray();
  const buffer = gl.createBuffer();
  try {
    gpu.bind(out);
    const one = gl.getParameter(gl.FRAMEBUFFER_BINDING) as WebGLFramebuffer;
    gl.bindRenderbuffer(gl.RENDERBUFFER, samples);
    gl.renderbufferStorageMultisample(gl.RENDERBUFFER, 4, gl.RGBA8, scene.size, scene.size);
    gl.bindFramebuffer(gl.FRAMEBUFFER, many);
    gl.framebufferRenderbuffer(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.RENDERBUFFER, samples);
    gl.viewport(0, 0, scene.size, scene.size);
    gl.bindVertexArray(vertices);
    gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
    gl.bufferData(gl.ARRAY_BUFFER, data, gl.STREAM_DRAW);
    [2, 4, 3, 2].reduce((offset, count, at) => {
      gl.enableVertexAttribArray(at);
      gl.vertexAttribPointer(at, count, gl.FLOAT, false, STRIDE * 4, offset);
      return offset + 4 * count;
    }, 0);
    gpu.use(FACET, uniforms);
    gl.drawArrays(gl.TRIANGLES, 0, data.length / STRIDE);
    gl.bindFramebuffer(gl.READ_FRAMEBUFFER, many);
    gl.bindFramebuffer(gl.DRAW_FRAMEBUFFER, one);
    const whole = [0, 0, scene.size, scene.size] as const;
    gl.blitFramebuffer(...whole, ...whole, gl.COLOR_BUFFER_BIT, gl.NEAREST);
  } finally {
    gl.deleteBuffer(buffer);
    gl.deleteVertexArray(vertices);
    gl.deleteFramebuffer(many);
    gl.deleteRenderbuffer(samples);
  }
  return out;
};

/** Low poly: person and backdrop are cut into facets, each lit in a single colour. */
export const style = defineStyle({
  id: 'modern',
  motion: { kind: 'phases', turning: true, blink: 'afterwards' },
  vary: (rng) => ({
    points: Math.floor(rng() * 2 ** 32),
    size: between(rng, 0.85, 1.2),
    // How much the background's facets differ in brightness.
    crystal: between(rng, 0.07, 0.12),
  }),
  async render(gpu, scene, { points, size, crystal }, setting) {
    const { faceProfile, subject } = scene;
    const shot = lightOf(setting.seed);
    // Flat colours burn out sooner than those of a photo.
    const light = { ...shot, exposure: Math.min(1.04, Math.sqrt(shot.exposure)) };
    const illustration = illustrationOf(faceProfile);
    // Keep the shapes of an abstract background recognisable; others get large facets.
    const ground = setting.background === 'abstract' ? 24 : 52 * size;
    const rng = rngOf(points, 'points');
    const facets = facetsOf(scene, cutOf(faceProfile), rng, setting.key, size, ground);
    await setting.step();
    const nothing = gpu.target(1, 1, 'rgba8');
    const data = corners(facets, points, (own) => inLight(own, light, subject.exposure));
    const cut = drawFacets(gpu, scene, data, {
      ground: setting.backdrop ?? nothing,
      light: [setting.key[0], setting.key[1]],
      crystal: crystal * (setting.background === 'clean-white' ? 0.22 : 1),
      solid: setting.backdrop ? 1 : 0,
    });
    const photo =
      setting.strength < 1 ? realisticPhoto(gpu, scene, { ...setting, strength: 1 }, light) : cut;
    return gpu.drawn(FINISH, scene.size, {
      source: cut,
      features: scene.features,
      photo,
      drawing: illustration.face,
      rims: illustration.glasses ?? illustration.face,
      glasses: illustration.glasses ? 1 : 0,
      toDrawing: toDrawing(scene),
      nose: noseOf(scene),
      light: light.exposure * subject.exposure,
      // A little of the photo is enough to recognise the face, so it shows only at low strength.
      strength: setting.strength * (2 - setting.strength),
    });
  },
});

/** An ellipse around the base of the nose: centre and radii as fractions of the picture. */
const noseOf = (scene: Scene): number[] => {
  const [right, , , [x, y], , , left] = pointsOf(scene, NOSE_FOOT);
  const reach = (0.72 * distance(right, left)) / scene.size;
  return [x / scene.size, y / scene.size, reach, 0.2 * reach];
};
