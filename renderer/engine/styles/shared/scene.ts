import type { Recipe } from '../../../core/avatars.ts';
import type { Gpu } from '../../gl/gpu.ts';
import type { Program } from '../../gl/program.ts';
import type { Target } from '../../gl/target.ts';
import type { AnalysedFace, Analysis } from '../../photo/analysis.ts';
import { compose, faceOf, invert, scaleOf, type Frame } from '../../photo/frame.ts';
import { makeFaceProfile, type FaceProfile } from './face-profile.ts';
import { framedLandmarks, MAP_SIZE } from './facemap.ts';
import { softPasses } from './soft.ts';

export type Scene = Readonly<ReturnType<typeof makeScene>>;

/** The parts of a scene that are painted when first read. */
type Painted = ReturnType<typeof softPasses> & { readonly person: Target };

/** Premultiplies, so that filtering across the matte's edge doesn't pick up colours outside it. */
export const PREMULTIPLY: Program = {
  name: 'premultiply',
  fragment: `
uniform sampler2D source;
void main() {
  vec4 c = texelFetch(source, ivec2(gl_FragCoord.xy), 0);
  color = vec4(c.rgb * c.a, c.a);
}`,
};

/**
 * Extends the person's colours beyond the matte from ever coarser mipmaps (pull and push, S.
 * Gortler et al. 1996), so that filters find them on both sides of the edge.
 */
const FILL: Program = {
  name: 'fill',
  fragment: `
uniform sampler2D source;
uniform mat3 back;
uniform float lod;
void main() {
  vec2 p = (back * vec3(uv, 1.0)).xy;
  vec4 c = textureLod(source, p, lod);
  float cover = textureLod(source, p, lod + 1.5).a;
  c += (1.0 - c.a) * textureLod(source, p, lod + 1.5);
  c += (1.0 - c.a) * textureLod(source, p, lod + 3.0);
  c += (1.0 - c.a) * textureLod(source, p, lod + 5.0);
  c += (1.0 - c.a) * textureLod(source, p, 20.0);
  color = vec4(c.rgb / max(c.a, 1e-3), cover);
}`,
};

/** Resamples the person into the frame: Catmull-Rom to enlarge, mipmaps to reduce. */
const FRAME: Program = {
  name: 'frame',
  fragment: `
uniform sampler2D source, coarse, fill;
uniform vec2 sourceSize;
uniform mat3 back;
uniform float magnify;
vec4 sharp(vec2 p) {
  vec2 at = p * sourceSize, mid = floor(at - 0.5) + 0.5, f = at - mid;
  vec2 w0 = f * (-0.5 + f * (1.0 - 0.5 * f)), w1 = 1.0 + f * f * (-2.5 + 1.5 * f);
  vec2 w2 = f * (0.5 + f * (2.0 - 1.5 * f)), w3 = f * f * (-0.5 + 0.5 * f), w12 = w1 + w2;
  vec2 t0 = (mid - 1.0) / sourceSize, t3 = (mid + 2.0) / sourceSize, t12 = (mid + w2 / w12) / sourceSize;
  vec4 c = texture(source, vec2(t12.x, t0.y)) * w12.x * w0.y
    + texture(source, vec2(t0.x, t12.y)) * w0.x * w12.y
    + texture(source, t12) * w12.x * w12.y
    + texture(source, vec2(t3.x, t12.y)) * w3.x * w12.y
    + texture(source, vec2(t12.x, t3.y)) * w12.x * w3.y;
  return clamp(c / (w12.x * w0.y + w0.x * w12.y + w12.x * w12.y + w3.x * w12.y + w12.x * w3.y), 0.0, 1.0);
}
void main() {
  vec2 p = (back * vec3(uv, 1.0)).xy;
  vec4 around = texture(fill, uv), c = vec4(0.0);
  // There is nothing above the photo. Below and beside it the body goes on, mirrored. Where even the
  // coarse cover is empty, nothing is fetched: most of this pass's cost is filtered fetches.
  if (p.y > 0.0 && around.a > 0.0) c = magnify > 0.8 ? sharp(p) : textureLod(coarse, p, -log2(magnify));
  // Only what the border cuts goes on beside the photo, so that no second face appears past a gap.
  if (abs(p.x - 0.5) > 0.5) c *= textureLod(coarse, vec2(clamp(p.x, 0.001, 0.999), p.y), 0.0).a;
  float matte = c.a < 0.012 ? 0.0 : c.a > 0.988 ? 1.0 : c.a;
  if (c.a < 0.99) {
    c.rgb += (1.0 - c.a) * around.rgb;
    c.a = 1.0;
  }
  color = vec4(c.rgb / c.a, matte);
}`,
};

/** Resamples a person's map into a frame; with `turned`, rotates the directions in r and g, too. */
const PLACE: Program = {
  name: 'place map',
  fragment: `
uniform sampler2D source;
uniform mat3 back;
uniform vec2 heading;
uniform float turned;
void main() {
  vec4 c = texture(source, (back * vec3(uv, 1.0)).xy);
  vec2 n = c.rg * 2.0 - 1.0;
  n = vec2(heading.x * n.x + heading.y * n.y, heading.x * n.y - heading.y * n.x);
  color = vec4(mix(c.rg, n * 0.5 + 0.5, turned), c.ba);
}`,
};

/** Transform from a square of `size` to a picture, both in 0..1 coordinates; column-major. */
export const unitMatrix = (back: Frame, size: number, width: number, height: number): number[] => [
  (back.a * size) / width,
  (back.b * size) / height,
  0,
  (back.c * size) / width,
  (back.d * size) / height,
  0,
  back.e / width,
  back.f / height,
  1,
];

/** Transform from the frame's output to its source, both in 0..1 coordinates; column-major. */
export const backMatrix = (frame: Frame, size: number, width: number, height: number): number[] =>
  unitMatrix(invert(frame), size, width, height);

export type PersonOnGpu = ReturnType<typeof uploadPerson>;

/**
 * A photo's person on the GPU, premultiplied. Kept without (`full`) and with mipmaps (`coarse`),
 * whose fetches cost two and a half times as much on a software renderer. All that is made of it is
 * freed with its `gpu`.
 */
export const uploadPerson = (parent: Gpu, { width, height, person }: Analysis) => {
  const gpu = parent.fork();
  const targets = gpu.scope((passing) => {
    const raw = passing.upload(person, width, height, false, true);
    const make = (mips: boolean): Target => {
      const made = passing.target(width, height, 'rgba8', mips, true);
      passing.wrap(made, passing.gl.MIRRORED_REPEAT);
      passing.pass(PREMULTIPLY, made, { source: raw });
      if (mips) passing.mipmap(made);
      return made;
    };
    return { full: make(false), coarse: make(true) };
  });
  return { gpu, ...targets, faceProfiles: new Map<AnalysedFace, FaceProfile>() };
};

/**
 * Everything that styles share about a photo in one frame; made once, used by many recipes.
 * `person`, `soft` and `shape` are painted when first read, as some styles need none of them.
 */
export const makeScene = (
  analysis: Analysis,
  known: PersonOnGpu,
  recipe: Recipe,
  frame: Frame,
  size: number,
  noise: Target,
) => {
  const { full, coarse, faceProfiles } = known;
  const own = known.gpu.fork();
  const face = faceOf(analysis, recipe);
  const faceProfile = faceProfiles.get(face) ?? makeFaceProfile(known.gpu, analysis, face);
  faceProfiles.set(face, faceProfile);
  const back = backMatrix(frame, size, full.width, full.height);
  const toFaceProfile = compose(faceProfile.frame, invert(frame));
  const turn = Math.hypot(toFaceProfile.a, toFaceProfile.b);
  const placed = (gpu: Gpu, source: Target, turned: 0 | 1): Target =>
    gpu.drawn(PLACE, MAP_SIZE, {
      source,
      turned,
      back: unitMatrix(toFaceProfile, size, faceProfile.edge, faceProfile.edge),
      heading: [toFaceProfile.a / turn, toFaceProfile.b / turn],
    });
  const features = placed(own, faceProfile.features, 0);
  const paint = (gpu: Gpu): Painted => {
    const small = size >> 3;
    const fill = gpu.drawn(FILL, small, {
      source: coarse,
      back,
      lod: Math.max(1, Math.log2(size / small / scaleOf(frame)) - 0.5),
    });
    const person = gpu.drawn(FRAME, size, {
      source: full,
      coarse,
      fill,
      back,
      sourceSize: [full.width, full.height],
      magnify: scaleOf(frame),
    });
    return { person, ...softPasses(gpu, person, placed(gpu, faceProfile.normals, 1)) };
  };
  let made: Painted | undefined;
  let released = false;
  const painted = (): Painted => {
    if (released) throw new Error('scene released');
    return (made ??= own.scope(paint));
  };
  return {
    size,
    /** Output pixels per pixel of a 1024 px picture; the scale of lengths in shaders. */
    unit: size / 1024,
    frame,
    /** 468 framed landmarks in output pixels: x, y, z in turn. */
    landmarks: framedLandmarks(face, frame),
    faceProfile,
    subject: faceProfile.subject,
    /** Colour (straight, gamma-encoded, extended beyond the edge) and matte. */
    get person() {
      return painted().person;
    },
    /** An eighth of the size: guided filter's a and b (around a half), narrow and wide matte. */
    get soft() {
      return painted().soft;
    },
    /** An eighth of the size: normal x and y (signed), rim, how far the face's normals are known. */
    get shape() {
      return painted().shape;
    },
    /** Face oval, eyes, lips, brows. */
    features,
    noise,
    /** Frees its targets; nothing of it may be read afterwards. */
    release() {
      released = true;
      own.free();
    },
  };
};
