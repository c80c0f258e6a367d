import { join } from 'node:path';
import type { Page } from '@playwright/test';

import type { Label } from '../../renderer/engine/photo/labels.ts';
import { intersectionOverUnion } from '../bench/label-scores.ts';
import { engineLabels, MAPS, readMap } from './labels/maps.ts';
import { expect, sharedTest as test } from './test.ts';

/** How well the parser finds what the drawn people's exact maps show, as intersection over union. */
const scoresOf = async (page: Page, person: string, labels: readonly Label[]) => {
  const truth = await readMap(page, join(MAPS, 'people', `${person}.png`));
  const seen = await engineLabels(page, `people/${person}.webp`, truth);
  return labels.map((label) => ({
    label,
    score: intersectionOverUnion(seen, truth.labels, [label]) ?? 0,
  }));
};

const LEAST = 0.6;
const LEAST_OF_FACE = 0.8;

/** What is found; thin hair and thin spectacles are known not to be. */
const FOUND: Readonly<Record<string, readonly Label[]>> = {
  amara: ['scalp hair', 'clothes'],
  arjun: ['clothes'],
  finn: ['scalp hair', 'clothes'],
  harjit: ['facial hair', 'headwear', 'clothes'],
  ingrid: ['scalp hair', 'clothes'],
  kenji: ['scalp hair', 'clothes'],
  leila: ['headwear'],
  mara: ['scalp hair', 'clothes'],
  rafael: ['scalp hair', 'facial hair', 'clothes'],
  ruth: ['scalp hair', 'clothes'],
  theo: ['headwear', 'clothes'],
  walter: ['clothes'],
};

test('the parser finds what the drawn people wear, where it is', async ({ enginePage }) => {
  for (const [person, labels] of Object.entries(FOUND))
    for (const { label, score } of await scoresOf(enginePage, person, ['face skin', ...labels]))
      expect(score, `${label} of ${person}`).toBeGreaterThan(
        label === 'face skin' ? LEAST_OF_FACE : LEAST,
      );
});
