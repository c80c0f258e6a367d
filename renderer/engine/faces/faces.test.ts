import { describe, expect, it } from 'vitest';

import { LABELS, type FaceLabels, type Label } from '../photo/labels.ts';
import { alike, drift } from '../worker/likeness.ts';
import { anchorCentre, decode, overlap, suppress, type Detection } from './anchors.ts';
import { regionOfLandmarks } from './landmarks.ts';

const face = (x: number, y: number, score: number): Detection => ({
  x,
  y,
  width: 10,
  height: 10,
  score,
  points: Array.from({ length: 6 }, () => [x, y] as const),
});

describe('the detector’s output', () => {
  it('has two anchors a cell on the fine grid and six on the coarse one', () => {
    expect(anchorCentre(0)).toEqual([1 / 32, 1 / 32]);
    expect(anchorCentre(1)).toEqual([1 / 32, 1 / 32]);
    expect(anchorCentre(33)).toEqual([1 / 32, 3 / 32]);
    expect(anchorCentre(511)).toEqual([31 / 32, 31 / 32]);
    expect(anchorCentre(512)).toEqual([1 / 16, 1 / 16]);
    expect(anchorCentre(895)).toEqual([15 / 16, 15 / 16]);
  });

  it('decodes boxes and points as offsets from the anchor in 128ths', () => {
    const scores = new Float32Array(896).fill(-10);
    const regressors = new Float32Array(896 * 16);
    scores[600] = 2;
    regressors.set([16, 0, 64, 32, 0, -16], 600 * 16);
    const [ax, ay] = anchorCentre(600);
    const found = decode(regressors, scores, 0.5);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({
      x: ax + 0.125 - 0.25,
      y: ay - 0.125,
      width: 0.5,
      height: 0.25,
    });
    expect(found[0]?.score).toBeCloseTo(0.8808, 3);
    expect(found[0]?.points[0]).toEqual([ax, ay - 0.125]);
  });

  it('merges detections of one face by score and keeps two faces apart', () => {
    expect(overlap(face(0, 0, 1), face(5, 0, 1))).toBeCloseTo(1 / 3);
    expect(overlap(face(0, 0, 1), face(20, 0, 1))).toBe(0);
    const kept = suppress([face(0, 0, 0.3), face(2, 0, 0.9), face(50, 0, 0.8)]);
    expect(kept.map(({ score }) => score)).toEqual([0.9, 0.8]);
    expect(kept[0]?.x).toBeCloseTo(1.5);
  });
});

describe('landmarks', () => {
  const mesh = Float32Array.from({ length: 468 * 3 }, (_, i) =>
    i % 3 === 2 ? 0 : ((i * 7919) % 100) + (i % 3),
  );

  it('gives the square around a mesh the angle of the eyes', () => {
    const level = mesh.slice();
    for (const p of [33, 133, 159, 145]) level.set([30, 50, 0], p * 3);
    for (const p of [263, 362, 386, 374]) level.set([70, 90, 0], p * 3);
    expect(regionOfLandmarks(level).angle).toBeCloseTo(Math.PI / 4);
  });

  it('measures drift in distances between the eyes', () => {
    const expected = mesh.slice();
    for (const p of [33, 133, 159, 145]) expected.set([30, 50, 0], p * 3);
    for (const p of [263, 362, 386, 374]) expected.set([80, 50, 0], p * 3);
    const moved = expected.map((value, i) => (i % 3 === 0 ? value + 5 : value));
    expect(drift(expected, expected)).toBe(0);
    expect(drift(expected, moved)).toBeCloseTo(0.1);
  });
});

describe('what a picture shows of the person', () => {
  const n = 16;
  /** Labels of a square, row by row. */
  const labelled = (of: (y: number) => Label): FaceLabels => ({
    n,
    planes: Object.fromEntries(
      LABELS.map((label) => [
        label,
        Float32Array.from({ length: n * n }, (_, i) => (of(Math.floor(i / n)) === label ? 1 : 0)),
      ]),
    ) as FaceLabels['planes'],
  });
  const everywhere = (): boolean => true;
  const own = labelled((y) => (y < 4 ? 'scalp hair' : y < 12 ? 'face skin' : 'clothes'));

  it('is the same in the photo itself, whatever the clothes', () => {
    const dressed = labelled((y) => (y < 4 ? 'headwear' : y < 12 ? 'face skin' : 'background'));
    expect(alike(own, own, everywhere)).toBe(1);
    expect(alike(own, dressed, everywhere)).toBe(1);
  });

  it('counts what has another label, and a beard that the photo lacks', () => {
    const bald = labelled((y) => (y < 2 ? 'scalp hair' : y < 12 ? 'face skin' : 'clothes'));
    const bearded = labelled((y) => (y < 4 ? 'scalp hair' : y < 8 ? 'face skin' : 'facial hair'));
    expect(alike(own, bald, everywhere)).toBeCloseTo((2 / 4 + 8 / 10) / 2);
    expect(alike(own, bearded, everywhere)).toBeCloseTo((1 + 4 / 8 + 0) / 3);
  });

  it('leaves out what the picture doesn’t show', () => {
    const bald = labelled((y) => (y < 12 ? 'face skin' : 'clothes'));
    expect(alike(own, bald, (_, y) => y >= 4)).toBe(1);
  });
});
