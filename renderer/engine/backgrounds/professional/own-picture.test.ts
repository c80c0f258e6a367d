import { describe, expect, it } from 'vitest';

import { labOf, type Lab } from '../../../core/colour.ts';
import { GROUND_EDGE, writeGround } from '../../../core/ground-picture.ts';
import { contrastOf, ENOUGH } from '../shared/contrast.ts';
import { gradedPicture } from './own-picture.ts';

const plain = (r: number, g: number, b: number): string =>
  writeGround(Array.from({ length: GROUND_EDGE * GROUND_EDGE }, () => [r, g, b, 255]).flat());
/** A person with the same colour all along the outline. */
const outlineOf = (lab: Lab) => ({
  outline: [true, false].flatMap((head) =>
    Array.from({ length: 8 }, (_, k) => ({ x: k / 8, y: head ? 0.3 : 0.8, lab, head })),
  ),
});
const FAR = outlineOf([0, 0, 0]);
const labAt = (pixels: Uint8ClampedArray): Lab =>
  labOf([(pixels[0] ?? 0) / 255, (pixels[1] ?? 0) / 255, (pixels[2] ?? 0) / 255]);

describe('a picture of one’s own as the ground', () => {
  it('is brought to a portrait’s light, and is quieter in colour', () => {
    expect(labAt(gradedPicture(FAR, plain(255, 255, 255)))[0]).toBeCloseTo(0.76, 1);
    expect(labAt(gradedPicture(outlineOf([1, 0, 0]), plain(8, 8, 8)))[0]).toBeCloseTo(0.4, 1);
    const before = labOf([0.7, 0.4, 0.3]);
    const after = labAt(gradedPicture(FAR, plain(178.5, 102, 76.5)));
    expect(after[0]).toBeCloseTo(before[0], 1);
    expect(Math.hypot(after[1], after[2])).toBeLessThan(Math.hypot(before[1], before[2]) * 0.92);
  });

  it('is lighter or darker where the person would not stand out from it', () => {
    const someone = outlineOf(labOf([0.5, 0.5, 0.5]));
    const ground = labAt(gradedPicture(someone, plain(128, 128, 128)));
    expect(contrastOf(someone, () => ground)).toBeGreaterThanOrEqual(ENOUGH - 0.01);
  });

  it('is opaque', () => {
    const pixels = gradedPicture(FAR, plain(90, 120, 200));
    expect(pixels).toHaveLength(GROUND_EDGE * GROUND_EDGE * 4);
    expect(pixels.every((v, i) => i % 4 < 3 || v === 255)).toBe(true);
  });
});
