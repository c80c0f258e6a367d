import { SRGB } from '../../worker/gl/glsl.ts';
import type { Gpu } from '../../worker/gl/gpu.ts';
import type { Program } from '../../worker/gl/program.ts';
import type { Target } from '../../worker/gl/target.ts';
import { lightOf, realisticLight } from '../realistic/index.ts';
import { flowOf } from '../shared/flow.ts';
import { halved } from '../shared/kuwahara.ts';
import { linesOf } from '../shared/lines.ts';
import { between, rngOf } from '../shared/random.ts';
import { renderPerson } from '../shared/render-person.ts';
import type { Scene } from '../shared/scene.ts';
import { defineStyle } from '../shared/style.ts';
import { facetsOf, type Facets } from './mesh.ts';

interface Variation {
  readonly points: number;
  readonly size: number;
  /** How much facets differ in light, and how much of the picture's own gradient they keep. */
  readonly crystal: number;
  readonly gradient: number;
}

/** Floats per corner: its place, the other two corners', inside, a number of the facet's own. */
const STRIDE = 8;

/** Half the size, in linear light, as a facet's mean is to be one of light. */
const LIGHT: Program = {
  name: 'facet light',
  fragment: `${SRGB}
uniform sampler2D source;
uniform float ratio;
void main() {
  ivec2 at = ivec2(floor((gl_FragCoord.xy - 0.5) * ratio)), top = textureSize(source, 0) - 1;
  int far = int(max(1.0, ratio * 0.5));
  vec3 sum = toLinear(texelFetch(source, at, 0).rgb) + toLinear(texelFetch(source, min(at + ivec2(far, 0), top), 0).rgb)
    + toLinear(texelFetch(source, min(at + ivec2(0, far), top), 0).rgb) + toLinear(texelFetch(source, min(at + far, top), 0).rgb);
  color = vec4(sum * 0.25, 1.0);
}`,
};

/**
 * A facet takes the colour of its middle, with part of the picture's own gradient across it, and is
 * lit as if cut: each a little lighter or darker by chance and by the side that it lies on.
 */
const FACET: Program = {
  name: 'facet',
  vertex: `${SRGB}
layout(location = 0) in vec2 place;
layout(location = 1) in vec4 others;
layout(location = 2) in vec2 facet;
uniform sampler2D person, ground;
uniform vec2 light;
uniform float crystal, groundCrystal, gradient, solid;
out vec2 uv;
out vec4 shade;
uniform sampler2D features;
float lod;
vec3 at(vec2 p) {
  p = clamp(p, 0.001, 0.999);
  return facet.x > 0.5 || solid < 0.5 ? textureLod(person, p, lod).rgb : toLinear(textureLod(ground, p, 0.0).rgb);
}
void main() {
  vec2 mid = (place + others.xy + others.zw) / 3.0;
  // A facet's own mean, not what happens to lie under its middle: the inscribed circle's size tells the mipmap.
  vec2 p = others.xy - place, q = others.zw - place;
  float round_ = abs(p.x * q.y - p.y * q.x) / (length(p) + length(q) + length(p - q));
  lod = max(0.0, log2(round_ * float(textureSize(person, 0).x)));
  float face = textureLod(features, mid, 0.0).r;
  vec3 own = at(mid) * 0.52 + (at(mix(mid, place, 0.4)) + at(mix(mid, others.xy, 0.4)) + at(mix(mid, others.zw, 0.4))) * 0.16;
  vec3 c = mix(own, at(mix(mid, place, 0.7)), gradient);
  // A cut of its own: a slope by chance, seen against the light.
  float a = facet.y * 6.2831853;
  vec2 slope = vec2(cos(a), sin(a)) * (0.5 + 0.5 * fract(facet.y * 17.0));
  float fine = smoothstep(0.0, 0.035, length(others.xy - others.zw));
  float lit = 1.0 + mix(groundCrystal, crystal * (1.0 - 0.65 * face), facet.x) * mix(0.35, 1.0, fine) * (dot(slope, light) + 0.6 * dot(normalize(place - mid + 1e-6), light));
  // The cut is meant as seen: its square is what it does to the light.
  shade = vec4(toGamma(c * lit * lit), max(facet.x, solid));
  uv = place;
  gl_Position = vec4(place * 2.0 - 1.0, 0.0, 1.0);
}`,
  fragment: `
in vec4 shade;
void main() { color = shade; }`,
};

/**
 * What is thinner than a facet, drawn over them: glasses and lids as dark lines (a difference of
 * Gaussians on the face), and a part of the eyes and the mouth themselves. Back to the photo by strength.
 */
const FINISH: Program = {
  name: 'finish',
  fragment: `${SRGB}
uniform sampler2D source, base, lines, features, photo;
uniform float strength;
void main() {
  ivec2 at = ivec2(gl_FragCoord.xy);
  vec4 c = texelFetch(source, at, 0), f = texture(features, uv);
  if (f.r > 0.0) {
    vec4 d = texture(lines, uv);
    vec3 b = texelFetch(base, at, 0).rgb;
    c.rgb = toGamma(mix(toLinear(c.rgb), toLinear(b), max(f.g * 0.65, f.b * 0.4)));
    float dip = 0.5 - d.r, w = max(fwidth(d.r), 0.012);
    float ink = smoothstep(0.075 - w, 0.075 + w, dip) * smoothstep(0.0, 0.12, f.r);
    c.rgb = mix(c.rgb, min(c.rgb, b * 0.8), ink);
  }
  if (strength < 1.0) {
    vec4 p = texelFetch(photo, at, 0);
    c = vec4(toGamma(mix(toLinear(p.rgb), toLinear(c.rgb), strength)), mix(p.a, c.a, strength));
  }
  color = c;
}`,
};

const corners = ({ xy, triangles, inside }: Facets, seed: number): Float32Array<ArrayBuffer> => {
  const rng = rngOf(seed, 'facets');
  const data = new Float32Array(triangles.length * STRIDE);
  const put = (index: number, o: number): void => {
    data[o] = xy[2 * index] as number;
    data[o + 1] = xy[2 * index + 1] as number;
  };
  for (let t = 0; t < inside.length; t += 1) {
    const own = rng();
    for (let k = 0; k < 3; k += 1) {
      const o = (3 * t + k) * STRIDE;
      for (let j = 0; j < 3; j += 1) put(triangles[3 * t + ((k + j) % 3)] as number, o + 2 * j);
      data[o + 6] = inside[t] as number;
      data[o + 7] = own;
    }
  }
  return data;
};

/** Draws the facets with four samples a pixel. The caller releases the result. */
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
    [
      [0, 2, 0],
      [1, 4, 8],
      [2, 2, 24],
    ].forEach(([at, count, offset]) => {
      gl.enableVertexAttribArray(at as number);
      gl.vertexAttribPointer(
        at as number,
        count as number,
        gl.FLOAT,
        false,
        STRIDE * 4,
        offset as number,
      );
    });
    gpu.use(FACET, uniforms);
    gl.drawArrays(gl.TRIANGLES, 0, data.length / STRIDE);
    gl.bindFramebuffer(gl.READ_FRAMEBUFFER, many);
    gl.bindFramebuffer(gl.DRAW_FRAMEBUFFER, one);
    gl.blitFramebuffer(
      0,
      0,
      scene.size,
      scene.size,
      0,
      0,
      scene.size,
      scene.size,
      gl.COLOR_BUFFER_BIT,
      gl.NEAREST,
    );
  } finally {
    gl.deleteBuffer(buffer);
    gl.deleteVertexArray(vertices);
    gl.deleteFramebuffer(many);
    gl.deleteRenderbuffer(samples);
  }
  return out;
};

/** Low-poly: Delaunay facets, dense at the features, gradient-filled; the backdrop is cut with it. */
export const modern = defineStyle<Variation>({
  id: 'modern',
  vary: (rng) => ({
    points: Math.floor(rng() * 2 ** 32),
    size: between(rng, 0.85, 1.25),
    crystal: between(rng, 0.08, 0.13),
    gradient: between(rng, 0.15, 0.4),
  }),
  async render(gpu, scene, { points, size, crystal, gradient }, setting) {
    const light = lightOf(setting.seed);
    const look = realisticLight(
      { ...light, contrast: light.contrast + 0.25 },
      { ...setting, strength: 1 },
    );
    const base = renderPerson(
      gpu,
      scene,
      { ...look, saturation: 1.2, relight: 0.55, detail: 1.1, wrap: 0 },
      undefined,
    );
    const half = halved(gpu, base);
    const averaged = gpu.target(half.width, half.height, 'rgba16f', true);
    gpu.pass(LIGHT, averaged, { source: base, ratio: base.width / half.width });
    gpu.mipmap(averaged);
    const data = corners(
      facetsOf(scene, rngOf(points, 'points'), {
        size,
        // Shapes on the ground must be told from one another; a plain ground is cut large.
        ground: setting.background === 'abstract' ? 40 : 92 * size,
      }),
      points,
    );
    await setting.step();
    const facets = drawFacets(gpu, scene, data, {
      person: averaged,
      ground: setting.backdrop ?? averaged,
      features: scene.features,
      light: [setting.key[0], setting.key[1]],
      crystal,
      gradient,
      groundCrystal: crystal * (setting.background === 'clean-white' ? 0.22 : 1),
      solid: setting.backdrop ? 1 : 0,
    });
    const flow = flowOf(gpu, half, 0.6);
    const lines = linesOf(gpu, scene, half, flow);
    const photo = setting.strength < 1 ? renderPerson(gpu, scene, look, setting.backdrop) : base;
    const out = gpu.target(scene.size, scene.size, 'rgba8');
    gpu.pass(FINISH, out, {
      source: facets,
      base,
      lines,
      features: scene.features,
      photo,
      strength: setting.strength,
    });
    gpu.release(base, half, averaged, facets, flow, lines, ...(photo === base ? [] : [photo]));
    return out;
  },
});
