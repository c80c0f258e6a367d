import { join } from 'node:path';
import type { Page } from '@playwright/test';

import { LABELS, type Label } from '../../renderer/engine/photo/labels.ts';
import { meanOf } from '../../renderer/engine/raster/numbers.ts';
import { intersectionOverUnion } from '../bench/label-scores.ts';
import { bytesOf } from './harness.ts';
import { UNDECIDED } from './labels/labels.ts';
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

/** What a cut-out may lack, and what it may have of the ground, in percent of the person's pixels. */
const MISSING = 1.2;
const EXTRA = 0.3;

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

test('the parser finds what the drawn people wear, where it is @long', async ({ enginePage }) => {
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

test(
  'the drawn people are cut out whole: hair, shoulders and all',
  { tag: '@long' },
  async ({ enginePage: page }) => {
    for (const person of Object.keys(FOUND)) {
      const truth = await readMap(page, join(MAPS, 'people', `${person}.png`));
      const made = await page.evaluate(async (path) => {
        const { base64, cutOutOf, file } = window.harness;
        const { person, width, height } = await cutOutOf(await file(path), true);
        return { width, height, rgba: await base64(new Blob([person])) };
      }, `people/${person}.webp`);
      const rgba = bytesOf(made.rgba);
      const [across, down] = [made.width / truth.width, made.height / truth.height];
      const count = { person: 0, missing: 0, extra: 0 };
      for (const [i, label] of truth.labels.entries()) {
        if (label === UNDECIDED) continue;
        const x = Math.floor(((i % truth.width) + 0.5) * across);
        const y = Math.floor((Math.floor(i / truth.width) + 0.5) * down);
        const kept = (rgba[4 * (y * made.width + x) + 3] ?? 0) >= 128;
        if (label !== 0) count.person += 1;
        if (label !== 0 && !kept) count.missing += 1;
        if (label === 0 && kept) count.extra += 1;
      }
      expect((100 * count.missing) / count.person, `missing of ${person}`).toBeLessThan(MISSING);
      expect((100 * count.extra) / count.person, `beside ${person}`).toBeLessThan(EXTRA);
    }
  },
);
