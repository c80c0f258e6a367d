import { labOf, rgbOf, type Lab } from '../../../core/colour.ts';
import { GROUND_EDGE, readGround } from '../../../core/ground-picture.ts';
import { clamp } from '../../raster/numbers.ts';
import type { Subject } from '../../styles/shared/subject.ts';
import { contrasting } from '../shared/contrast.ts';

/** Range of mean lightness (OKLab) for a portrait's background: neither too dark nor too bright. */
const LIGHTNESS = [0.4, 0.76] as const;
/** Factor on chroma: a background should be quieter than the person in front of it. */
const CHROMA = 0.86;
/** Factors on lightness, tried in turn until the person stands out. */
const GAINS = [1, 0.9, 1.1, 0.8, 1.2, 0.72, 1.28, 0.66, 1.34];

/**
 * Grades the user's own picture for use as a background: brings it to a portrait's brightness,
 * makes its colours quieter, and makes it as much darker or lighter as the person needs to stand
 * out.
 * @param picture as `readGround` takes it
 * @returns straight RGBA, `GROUND_EDGE` squared, gamma-encoded
 */
export const gradedPicture = (
  subject: Pick<Subject, 'outline'>,
  picture: string,
): Uint8ClampedArray => {
  const labs = readGround(picture).map(labOf);
  const mean = labs.reduce((sum, [L]) => sum + L, 0) / labs.length;
  const level = Math.min(LIGHTNESS[1], Math.max(LIGHTNESS[0], mean)) / Math.max(0.05, mean);
  const graded = ([L, a, b]: Lab, gain: number): Lab => [
    Math.min(0.97, L * level * gain),
    a * CHROMA,
    b * CHROMA,
  ];
  const cell = (part: number): number => clamp(Math.floor(part * GROUND_EDGE), 0, GROUND_EDGE - 1);
  const gain = contrasting(
    subject,
    (attempt) => GAINS[attempt] ?? 1,
    (tried) => (x, y) => graded(labs[cell(y) * GROUND_EDGE + cell(x)], tried),
  );
  const pixels = new Uint8ClampedArray(labs.length * 4);
  labs.forEach((lab, k) => {
    pixels.set([...rgbOf(graded(lab, gain)).map((v) => v * 255), 255], 4 * k);
  });
  return pixels;
};
