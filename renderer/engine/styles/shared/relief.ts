import { SMOOTH_AT } from '../../gl/glsl.ts';
import type { Program } from '../../gl/program.ts';
import type { Target } from '../../gl/target.ts';
import { gaussian, inflated } from '../../raster/blur.ts';
import { clamp, smoothstep } from '../../raster/numbers.ts';
import type { Square } from '../../raster/planes.ts';
import { filledTriangles } from '../../raster/polygons.ts';
import type { FaceProfile } from './face-profile.ts';
import { triangulated } from './facemap.ts';
import { once } from './lazy.ts';
import { OVAL } from './mesh.ts';

/** Edge in texels of the relief on the GPU. */
const RELIEF_TEXELS = 512;
/** Greatest height, in face widths. */
const MOST_HEIGHT = 2;

/** Joins two bytes to a number and enlarges smoothly; linear filtering keeps the sum correct. */
const UNPACK: Program = {
  name: 'relief',
  fragment: `${SMOOTH_AT}
uniform sampler2D source;
void main() {
  vec4 c = smoothAt(source, uv);
  color = vec4(c.r * (255.0 / 256.0) + c.g / 256.0, 0.0, 0.0, 1.0);
}`,
};

/** Height above the picture, in face widths: the inflated matte and the landmarks' depth. */
const heightOf = (faceProfile: FaceProfile): Square => {
  const { canvas } = faceProfile.portrait();
  const { n, alpha, landmarks, width } = canvas;
  const rim = OVAL.reduce((sum, i) => sum + landmarks[3 * i + 2], 0) / OVAL.length;
  const depths = Float32Array.from(
    { length: landmarks.length / 3 },
    (_, i) => Math.max(0, rim - landmarks[3 * i + 2]) / width,
  );
  const { xy, triangles } = triangulated(landmarks, 1);
  const [depth, cover] = filledTriangles(n, xy, depths, 1, triangles);
  // Let the face rise gradually from its rim; else the forehead would end in a cliff.
  const inside = gaussian(cover, n, 0.09 * width);
  const rising = depth.map((v, i) => v * smoothstep(0.5, 0.95, inside[i]));
  const risen = gaussian(rising, n, 0.03 * width);
  return inflated(alpha, n, width).map((v, i) => v + 0.9 * risen[i]);
};

/**
 * The person's height on the portrait's canvas, in r as half floats where 1 is `MOST_HEIGHT` face widths.
 * It bends the lines that shade a form. Made once per person, and freed with the face profile.
 */
export const reliefOf = once((faceProfile: FaceProfile): Target => {
  const height = heightOf(faceProfile);
  const { n } = faceProfile.portrait().canvas;
  const bytes = new Uint8Array(4 * n * n);
  height.forEach((v, i) => {
    const level = Math.round(65_535 * clamp(v / MOST_HEIGHT));
    bytes[4 * i] = level >> 8;
    bytes[4 * i + 1] = level & 255;
  });
  return faceProfile.gpu.scope((gpu) =>
    gpu.drawn(UNPACK, RELIEF_TEXELS, { source: gpu.upload(bytes, n, n) }, 'rgba16f'),
  );
});

/** `reliefAt(p)`: height in face widths at `p` on the portrait's canvas. */
export const RELIEF_AT = `
uniform sampler2D relief;
float reliefAt(vec2 p) { return texture(relief, p).r * ${MOST_HEIGHT.toFixed(1)}; }`;
