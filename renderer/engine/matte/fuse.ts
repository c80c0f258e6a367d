import { boxMean } from '../raster/blur.ts';
import { distanceFrom } from '../raster/distance.ts';
import { clamp, smoothstep } from '../raster/numbers.ts';
import { plane, type Plane } from '../raster/planes.ts';
import type { Salience } from './segment.ts';

/** Radii in faces: comparing the networks, finding doubt, and softening the trust. */
const AGREEMENT = 0.2;
const DOUBT = 0.08;
const SOFT = 0.06;
/** In faces: this deep inside what the selfie network is sure of, nothing is removed. */
const DEEP = 0.1;
/** In faces: this far outside what it considers possible, nothing is added. */
const OUTSIDE = 0.16;

/**
 * How far the salience network is trusted, 0..1: where, within a fifth of a face, it hardly
 * contradicts what the selfie network is sure of, and where it isn't undecided itself.
 */
function trustIn(selfie: Plane, { mask, seen }: Salience, face: number): Plane {
  const { width, height } = selfie;
  const [apart, undecided] = [plane(width, height), plane(width, height)];
  for (let i = 0; i < apart.data.length; i += 1) {
    const s = selfie.data[i];
    const u = mask.data[i];
    apart.data[i] = Math.abs(s - u) * smoothstep(0.6, 0.95, Math.abs(2 * s - 1));
    undecided.data[i] = 4 * u * (1 - u);
  }
  boxMean(apart, Math.max(1, Math.round(AGREEMENT * face)), apart);
  boxMean(undecided, Math.max(1, Math.round(DOUBT * face)), undecided);
  for (let i = 0; i < apart.data.length; i += 1)
    apart.data[i] =
      (1 - smoothstep(0.09, 0.2, apart.data[i])) *
      (1 - smoothstep(0.25, 0.55, undecided.data[i])) *
      seen.data[i];
  return boxMean(apart, Math.max(1, Math.round(SOFT * face)), apart);
}

/**
 * Combines the two networks' masks: the salience network's, which is finer, where both roughly
 * agree; the selfie network's elsewhere, and wherever that is sure.
 *
 * @param face width of the face in the planes' pixels
 * @returns the mask, 0..1
 */
export function fuse(selfie: Plane, salience: Salience | undefined, face: number): Plane {
  const { width, height } = selfie;
  const fused = plane(width, height);
  const trust = salience && trustIn(selfie, salience, face).data;
  const limit = (OUTSIDE + 0.04) * face;
  const within = distanceFrom(selfie, (value) => value <= 0.9, DEEP * face).data;
  const beyond = distanceFrom(selfie, (value) => value > 0.08, limit).data;
  for (let i = 0; i < fused.data.length; i += 1) {
    const s = selfie.data[i];
    const u = salience ? salience.mask.data[i] : s;
    const t = trust?.[i] ?? 0;
    let value = u * t + s * (1 - t);
    if (within[i] > DEEP * face) value = Math.max(value, s);
    const far = smoothstep(OUTSIDE * face, limit, beyond[i]);
    if (far > 0) value = Math.min(value, Math.max(1 - far, u > 0.97 ? t : 0));
    // The lowest and highest few hundredths of the networks' values are noise.
    fused.data[i] = clamp((value - 0.04) / 0.92);
  }
  return fused;
}
