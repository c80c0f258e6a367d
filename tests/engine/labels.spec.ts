import { join } from 'node:path';
import type { Page } from '@playwright/test';

import { LABELS, type Label } from '../../renderer/engine/photo/labels.ts';
import { meanOf } from '../../renderer/engine/raster/numbers.ts';
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

/** Mean distance of a rim that is found from the frame at most, as a share of the picture's width. */
const FAR = 0.02;

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

test(
  'glasses are found on those who wear them, where their frames are',
  {
    tag: '@long',
  },
  async ({ enginePage: page }) => {
    for (const person of Object.keys(FOUND)) {
      const rims = await page.evaluate(
        async (path) => window.harness.lensesIn(await window.harness.file(path)),
        `people/${person}.webp`,
      );
      const { width, height, labels } = await readMap(page, join(MAPS, 'people', `${person}.png`));
      const frames = [...labels.keys()].filter((i) => LABELS[labels[i] ?? 0] === 'spectacles');
      expect(rims !== undefined, `glasses of ${person}`).toBe(frames.length > 0);
      for (const rim of rims ?? []) {
        const off = rim.map(([x, y]) =>
          Math.min(
            ...frames.map((i) =>
              Math.hypot((i % width) + 0.5 - x * width, Math.floor(i / width) + 0.5 - y * height),
            ),
          ),
        );
        expect(meanOf(off) / width, `a rim of ${person}`).toBeLessThan(FAR);
      }
    }
  },
);
