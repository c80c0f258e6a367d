import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';

import { LABELS, type Label } from '../../renderer/engine/photo/labels.ts';
import { bytesOf, hasSharedPhoto, withHarness } from '../engine/harness.ts';
import { COLOURS, UNDECIDED } from '../engine/labels/labels.ts';
import { intersectionOverUnion } from './label-scores.ts';
import { median } from './median.ts';

const MAPS = fileURLToPath(new URL('../engine/labels', import.meta.url));

/** What is measured, and which labels count as it. */
const COLUMNS: Readonly<Record<string, readonly Label[]>> = {
  hair: ['scalp hair'],
  skin: ['face skin', 'other skin', 'facial hair'],
  face: ['face skin'],
  clothes: ['clothes'],
  beard: ['facial hair'],
  hat: ['headwear'],
  glasses: ['spectacles'],
  jewels: ['jewellery'],
};

const LABELLED = Object.keys(COLUMNS).length;

interface Read {
  readonly width: number;
  readonly height: number;
  readonly labels: Uint8Array;
}

/** A map's labels by its colours; one of a colour that no label has is undecided. */
const readMap = async (page: Page, path: string): Promise<Read> => {
  const { width, height, data } = await page.evaluate(async (path) => {
    const { base64, file, pixels } = window.harness;
    const { width, height, data } = await pixels(await file(path));
    return { width, height, data: await base64(new Blob([data])) };
  }, path);
  const rgba = bytesOf(data);
  const labelOf = new Map(LABELS.map((label, k) => [COLOURS[label].join(), k]));
  const labels = Uint8Array.from(
    { length: width * height },
    (_, i) => labelOf.get(rgba.subarray(4 * i, 4 * i + 3).join()) ?? UNDECIDED,
  );
  return { width, height, labels };
};

/** The labels that the engine gives a photo. */
const ask = async (page: Page, photo: string, { width, height }: Read): Promise<Uint8Array> => {
  const labels = await page.evaluate(
    async ({ photo, width, height }) => {
      const { base64, file, labelsOf } = window.harness;
      return base64(new Blob([await labelsOf(await file(photo), { width, height })]));
    },
    { photo, width, height },
  );
  return bytesOf(labels);
};

/** How far skin and hair as drawn are from the photo's. */
const askTones = (
  page: Page,
  photo: string,
  { width, height, labels }: Read,
): Promise<{ readonly skin: number; readonly hair: number }> =>
  page.evaluate(
    async ({ photo, width, height, map }) => {
      const { file, tonesOff } = window.harness;
      return tonesOff(await file(photo), Uint8Array.from(map), { width, height });
    },
    { photo, width, height, map: Array.from(labels) },
  );

/**
 * Compares what the engine takes each pixel of the shared portraits for with hand-corrected maps:
 * intersection over union, `-` for what isn't there; and how far skin and hair as drawn are from
 * where light falls on them, in OKLab times 100. With a folder as its second word it measures maps of
 * the same names and colours from there instead.
 */
export async function benchLabels(): Promise<string> {
  const folder = process.argv[3];
  const names = readdirSync(MAPS)
    .filter((name) => name.endsWith('.png'))
    .map((name) => basename(name, '.png'))
    .filter((name) => folder !== undefined || hasSharedPhoto(`real/${name}.jpg`));
  if (names.length === 0) return 'Labels: the shared portraits are missing';
  const served = names.flatMap((name): [string, string][] => [
    [`/truth/${name}.png`, join(MAPS, `${name}.png`)],
    [`/made/${name}.png`, join(folder ?? MAPS, `${name}.png`)],
  ]);
  return withHarness(async (page) => {
    const rows: { readonly name: string; readonly scores: readonly (number | undefined)[] }[] = [];
    for (const name of names) {
      const truth = await readMap(page, `truth/${name}.png`);
      const labels =
        folder === undefined
          ? await ask(page, `photos/real/${name}.jpg`, truth)
          : (await readMap(page, `made/${name}.png`)).labels;
      const scores = Object.values(COLUMNS).map((wanted) =>
        intersectionOverUnion(labels, truth.labels, wanted),
      );
      const tones =
        folder === undefined ? await askTones(page, `photos/real/${name}.jpg`, truth) : undefined;
      const off = [tones?.skin, tones?.hair].map((one) => (Number.isNaN(one) ? undefined : one));
      rows.push({ name, scores: [...scores, ...off] });
    }
    const titles = [...Object.keys(COLUMNS), 'skin off', 'hair off'];
    const columns = titles.map((_, k) => rows.flatMap(({ scores }) => scores[k] ?? []));
    const line = (name: string, scores: readonly (number | undefined)[]): string =>
      `${name.padEnd(24)}${scores.map((score) => (score?.toFixed(3) ?? '-').padStart(9)).join('')}`;
    return [
      `Labels of ${String(rows.length)} portraits against hand-corrected maps: intersection over union`,
      `${''.padEnd(24)}${titles.map((name) => name.padStart(9)).join('')}`,
      ...rows.map(({ name, scores }) => line(name, scores)),
      line(
        'median',
        columns.map((all) => (all.length > 0 ? median(all) : undefined)),
      ),
      line(
        'worst',
        columns.map((all, k) =>
          all.length === 0 ? undefined : k < LABELLED ? Math.min(...all) : Math.max(...all),
        ),
      ),
      '',
    ].join('\n');
  }, Object.fromEntries(served));
}
