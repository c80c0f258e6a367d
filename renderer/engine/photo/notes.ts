import type { AvatarSize } from '../../core/avatars.ts';
import type { PhotoNote } from '../../core/photo-notes.ts';
import { regionOfLandmarks } from '../faces/landmarks.ts';
import type { Area } from '../matte/area.ts';
import { quantile } from '../raster/numbers.ts';
import type { Plane, Point } from '../raster/planes.ts';
import { faceWidthOf, pointsOf } from '../styles/shared/canvas.ts';
import { CHIN, EARS, NOSE_FRONT } from '../styles/shared/mesh.ts';
import type { AnalysedFace } from './analysis.ts';
import { isClose } from './frame.ts';
import type { WorkingPicture } from './picture.ts';
import { sampleRegion } from './sampling.ts';

/** Width of a face in a 1024 px avatar, in pixels: frames give it about two fifths. */
const FACE_AT_1024 = 404;
const SAMPLE = 128;

/** The largest avatar size that enlarges the face at most about twice, but at least 1024. */
export const maxSizeOf = (face: Pick<AnalysedFace, 'landmarks'>): AvatarSize =>
  faceWidthOf(face) >= FACE_AT_1024 ? 2048 : 1024;

/** How far the nose is off the middle of the face, from 0 (frontal) to 1 (profile). */
function turnOf(face: AnalysedFace): number {
  const [[rx, ry], [lx, ly], [nx, ny]] = pointsOf(face, [...EARS, NOSE_FRONT]);
  const [ux, uy] = [lx - rx, ly - ry];
  const along = ((nx - rx) * ux + (ny - ry) * uy) / (ux * ux + uy * uy || 1);
  return Math.abs(along - 0.5) * 2;
}

/** Measures brightness and sharpness of a face drawn upright: 128 x 128 RGB values in 0..1. */
export function measureLight(rgb: Float32Array) {
  const luma = new Float32Array(SAMPLE * SAMPLE);
  for (let i = 0; i < luma.length; i += 1) {
    luma[i] = 0.2126 * rgb[i * 3] + 0.7152 * rgb[i * 3 + 1] + 0.0722 * rgb[i * 3 + 2];
  }
  // The inner face: no hair, no background.
  const inner: number[] = [];
  let [fine, all] = [0, 0];
  for (let y = 38; y < 92; y += 1) {
    for (let x = 40; x < 88; x += 1) {
      const at = y * SAMPLE + x;
      const centre = luma[at];
      inner.push(centre);
      const laplacian =
        4 * centre - luma[at - 1] - luma[at + 1] - luma[at - SAMPLE] - luma[at + SAMPLE];
      const slopeX = luma[at + 3] - luma[at - 3];
      const slopeY = luma[at + 3 * SAMPLE] - luma[at - 3 * SAMPLE];
      fine += laplacian * laplacian;
      all += slopeX * slopeX + slopeY * slopeY;
    }
  }
  return {
    /** 95th percentile of brightness, 0..1: highlights show how a face is lit, whatever its skin. */
    highlight: quantile(inner, 0.95),
    /** Share of pixels at the white end. */
    clipped: inner.filter((value) => value > 0.975).length / inner.length,
    /** Energy of fine detail relative to all detail: low when the picture is out of focus. */
    sharpness: fine / (all || 1),
  };
}

/**
 * Thresholds that tests/engine/notes.spec.ts checks on drawn people and a real portrait of 1,024 pixels:
 * - Highlights: 60 % of the light is enough, 35 % is too dark.
 * - Clipped: 2.5 times the light is too bright.
 * - Sharpness: a blur of 2 pixels is none, one of 4 is.
 */
export const LIMITS = {
  highlight: 0.34,
  clipped: 0.16,
  sharpness: 0.08,
  turn: 0.55,
  farAway: 0.1,
  other: 0.3,
} as const;

/**
 * Lists the photo's weaknesses for an avatar of one of its faces.
 * @param seen what the quick network takes for that face's person, over `area`; without it, nothing
 *   is said about the frame
 */
export function notesOf(
  face: AnalysedFace,
  faces: readonly AnalysedFace[],
  picture: Pick<WorkingPicture, 'canvas' | 'width' | 'height'>,
  seen?: { readonly mask: Plane; readonly area: Area },
): PhotoNote[] {
  const notes: PhotoNote[] = [];
  const width = faceWidthOf(face);
  const light = measureLight(
    sampleRegion(picture.canvas, regionOfLandmarks(face.landmarks), SAMPLE, [0, 1]),
  );

  if (width < FACE_AT_1024 / 2.2) notes.push('small');
  if (width < LIMITS.farAway * Math.max(picture.width, picture.height)) notes.push('far-away');
  // A small face is enlarged for this, which looks like blur; 'small' describes it better.
  if (width >= SAMPLE / 1.5 && light.sharpness < LIMITS.sharpness) notes.push('blurred');
  if (light.highlight < LIMITS.highlight) notes.push('dark');
  if (light.clipped > LIMITS.clipped) notes.push('bright');
  if (turnOf(face) > LIMITS.turn) notes.push('turned');
  if (isCutOff(face, picture)) notes.push('cut-off');
  else if (seen && isFramedClosely(face, seen.mask, seen.area)) notes.push('close');
  if (faces.some((other) => other !== face && faceWidthOf(other) > width * LIMITS.other))
    notes.push('several-faces');
  return notes;
}

/**
 * Whether the photo's border cuts the head. The landmarks end at the hairline; the crown lies about
 * a third of the face's height above them.
 */
function isCutOff(
  face: AnalysedFace,
  { width, height }: Pick<WorkingPicture, 'width' | 'height'>,
): boolean {
  const region = regionOfLandmarks(face.landmarks);
  const edge = region.edge / 1.5;
  const crown = [
    region.x + Math.sin(region.angle) * edge * 0.75,
    region.y - Math.cos(region.angle) * edge * 0.75,
  ] as const;
  const points = [crown, ...pointsOf(face, [...EARS, CHIN])];
  return points.some(([x, y]) => x < 0 || y < 0 || x > width || y > height);
}

/**
 * Whether the frame has to come close, judged on the area that the quick network sees the person on.
 * It reaches beyond the frame: a border of it that isn't the picture's changes nothing.
 */
function isFramedClosely(
  face: AnalysedFace,
  { width, height, data }: Plane,
  { left, top, scale }: Area,
): boolean {
  const person = new Uint8ClampedArray(data.length * 4);
  data.forEach((value, i) => (person[i * 4 + 3] = value > 0.5 ? 255 : 0));
  const inArea = ([x, y]: Point): Point => [(x - left) * scale, (y - top) * scale];
  const landmarks = face.landmarks.map((value, i) => (value - [left, top, 0][i % 3]) * scale);
  const [right, other] = face.eyes;
  return isClose(
    { person, width, height, faces: [] },
    { ...face, landmarks, eyes: [inArea(right), inArea(other)] },
  );
}
