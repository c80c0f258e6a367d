import { describe, expect, it } from 'vitest';

import { LABELS, type Label } from '../../renderer/engine/photo/labels.ts';
import { UNDECIDED } from '../engine/labels/labels.ts';
import { intersectionOverUnion } from './label-scores.ts';

const map = (...labels: readonly (Label | '?')[]): Uint8Array =>
  Uint8Array.from(labels, (label) => (label === '?' ? UNDECIDED : LABELS.indexOf(label)));

describe('intersection over union', () => {
  const truth = map('scalp hair', 'scalp hair', 'face skin', 'clothes', 'background');

  it('is 1 for the truth itself', () => {
    for (const label of ['scalp hair', 'face skin', 'clothes'] as const)
      expect(intersectionOverUnion(truth, truth, [label])).toBe(1);
  });

  it('counts what was missed and what was added', () => {
    const made = map('scalp hair', 'face skin', 'face skin', 'scalp hair', 'background');
    expect(intersectionOverUnion(made, truth, ['scalp hair'])).toBe(1 / 3);
    expect(intersectionOverUnion(made, truth, ['face skin'])).toBe(1 / 2);
    expect(intersectionOverUnion(made, truth, ['clothes'])).toBe(0);
  });

  it('takes labels together', () => {
    const skin = ['face skin', 'other skin', 'facial hair'] as const;
    const made = map('facial hair', 'other skin', 'clothes');
    const worn = map('face skin', 'facial hair', 'other skin');
    expect(intersectionOverUnion(made, worn, skin)).toBe(2 / 3);
  });

  it('skips pixels that are undecided in either map', () => {
    const made = map('scalp hair', 'clothes', 'scalp hair', '?', 'background');
    const doubtful = map('scalp hair', '?', '?', 'scalp hair', 'background');
    expect(intersectionOverUnion(made, doubtful, ['scalp hair'])).toBe(1);
  });

  it('says nothing about what is in neither map', () => {
    expect(intersectionOverUnion(truth, truth, ['spectacles'])).toBeUndefined();
    expect(intersectionOverUnion(map('headwear'), map('scalp hair'), ['headwear'])).toBe(0);
  });

  it('refuses maps of different size', () => {
    expect(() => intersectionOverUnion(map('clothes'), truth, ['clothes'])).toThrow(RangeError);
  });
});
