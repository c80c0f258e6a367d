import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Page } from '@playwright/test';

import type { Label } from '../../renderer/engine/photo/labels.ts';
import { hasSharedPhoto, withHarness } from '../engine/harness.ts';
import { engineLabels, MAPS, readMap, type LabelMap } from '../engine/labels/maps.ts';
import { median } from './figures.ts';
import { intersectionOverUnion } from './label-scores.ts';

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

/** How far skin and hair as drawn are from the photo's. */
const askTones = (
  page: Page,
  photo: string,
  { width, height, labels }: LabelMap,
): Promise<{ readonly skin: number; readonly hair: number }> =>
  page.evaluate(
    async ({ photo, width, height, map }) => {
      const { file, tonesOff } = window.harness;
      return tonesOff(await file(photo), Uint8Array.from(map), { width, height });
    },
    { photo, width, height, map: Array.from(labels) },
  );

interface Labelled {
  readonly name: string;
  readonly photo: string;
  /** The file of its map of labels, and of the map to measure instead of the engine's labels. */
  readonly truth: string;
  readonly made: string;
}

const labelledIn = (folder: string, photoOf: (name: string) => string, made = folder): Labelled[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.png'))
    .map((file) => ({
      name: basename(file, '.png'),
      photo: photoOf(basename(file, '.png')),
      truth: join(folder, file),
      made: join(made, file),
    }));

async function scores(
  page: Page,
  { photo, ...paths }: Labelled,
  isAsked: boolean,
): Promise<readonly (number | undefined)[]> {
  const truth = await readMap(page, paths.truth);
  const labels = isAsked
    ? await engineLabels(page, photo, truth)
    : (await readMap(page, paths.made)).labels;
  const tones = isAsked ? await askTones(page, photo, truth) : undefined;
  return [
    ...Object.values(COLUMNS).map((wanted) => intersectionOverUnion(labels, truth.labels, wanted)),
    ...[tones?.skin, tones?.hair].map((one) => (Number.isNaN(one) ? undefined : one)),
  ];
}

async function table(title: string, all: readonly Labelled[], isAsked: boolean): Promise<string> {
  return withHarness(async (page) => {
    const rows: (readonly (number | undefined)[])[] = [];
    for (const one of all) rows.push(await scores(page, one, isAsked));
    const titles = [...Object.keys(COLUMNS), 'skin off', 'hair off'];
    const columns = titles.map((_, k) => rows.flatMap((row) => row[k] ?? []));
    const line = (name: string, row: readonly (number | undefined)[]): string =>
      `${name.padEnd(24)}${row.map((score) => (score?.toFixed(3) ?? '-').padStart(9)).join('')}`;
    return [
      `Labels of ${String(all.length)} ${title}: intersection over union`,
      `${''.padEnd(24)}${titles.map((name) => name.padStart(9)).join('')}`,
      ...all.map(({ name }, k) => line(name, rows[k] ?? [])),
      line(
        'median',
        columns.map((column) => (column.length > 0 ? median(column) : undefined)),
      ),
      line(
        'worst',
        columns.map((column, k) =>
          column.length === 0
            ? undefined
            : k < LABELLED
              ? Math.min(...column)
              : Math.max(...column),
        ),
      ),
      '',
    ].join('\n');
  });
}

/**
 * Compares what the engine takes each pixel for with maps of labels: of the drawn people, exact, and
 * of the shared portraits, corrected by hand. `-` is what isn't there; the last columns are how far
 * skin and hair as drawn are from where light falls on them, in OKLab times 100. With a folder as its
 * second word it measures the portraits' maps of the same names and colours from there instead.
 */
export async function benchLabels(): Promise<string> {
  const folder = process.argv[3];
  const portraits = labelledIn(MAPS, (name) => `photos/real/${name}.jpg`, folder).filter(
    ({ name }) => folder !== undefined || hasSharedPhoto(`real/${name}.jpg`),
  );
  const people = labelledIn(join(MAPS, 'people'), (name) => `people/${name}.webp`);
  const tables = [
    folder === undefined && (await table('drawn people against exact maps', people, true)),
    portraits.length === 0
      ? 'The shared portraits are missing'
      : await table('portraits against hand-corrected maps', portraits, folder === undefined),
  ];
  return tables.filter((one) => one !== false).join('\n');
}
