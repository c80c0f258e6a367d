import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { z } from 'zod';

import { buildWeb, SOURCES } from '../../../sandbox/build-web.ts';
import {
  filesBySize,
  firstScripts,
  grown,
  gzippedKilobytes,
  nameOf,
  screenScripts,
  sumOf,
} from '../../support/script-sizes.ts';
import { minutes } from '../../support/timeouts.ts';

const sizes = z.record(z.string(), z.number());
const FILE = 'tests/budgets.json';
/**
 * Gzipped script in KB and the whole build in MB: what was measured and 2 % of air, since a change
 * elsewhere may need some bytes. `sources` are the sizes of that day, and what has grown since is
 * printed with a failure. `BUDGETS=write` measures all of it anew: only deliberately, never to make
 * a test pass.
 */
const budgets = z
  .strictObject({
    firstPage: z.number(),
    screens: sizes,
    webBuildMegabytes: z.number(),
    sources: sizes,
  })
  .parse(JSON.parse(readFileSync(FILE, 'utf8')));
const writes = process.env['BUDGETS'] === 'write';
const withAir = (size: number): number => Math.ceil(1.02 * size);

let root: string;
let sources: Record<string, number>;
let culprits: string;
test.beforeAll(async () => {
  test.setTimeout(minutes(2)); // The app may have to be built first.
  root = await buildWeb('sandbox');
  sources = sizes.parse(JSON.parse(readFileSync(join(root, SOURCES), 'utf8')));
  culprits = `grown since the budgets were set (KB before minification): ${grown(budgets.sources, sources)}`;
  if (!writes) return;
  const screens = Object.entries(screenScripts(root)).map(
    ([screen, scripts]) => [screen, withAir(sumOf(scripts, root))] as const,
  );
  Object.assign(budgets, {
    firstPage: withAir(sumOf(firstScripts(root), root)),
    screens: Object.fromEntries(screens.sort()),
    webBuildMegabytes: withAir(filesBySize(root).reduce((sum, file) => sum + file.megabytes, 0)),
    sources,
  });
  writeFileSync(FILE, `${JSON.stringify(budgets, undefined, 2)}\n`);
});

/** The chunks that make up a size, largest first. */
const made = (scripts: readonly string[]): string =>
  scripts
    .map((path) => ({ name: nameOf(path), size: gzippedKilobytes(path, root) }))
    .sort((a, b) => b.size - a.size)
    .map(({ name, size }) => `${name} ${size.toFixed(1)} KB`)
    .join(', ');

test(`section 2: Home comes with at most ${String(budgets.firstPage)} KB of script`, () => {
  const scripts = firstScripts(root);
  const size = sumOf(scripts, root);
  // React and the router are part of it: a smaller size would mean that the scripts weren't found.
  expect(size).toBeGreaterThan(90);
  expect(size, `${made(scripts)}; ${culprits}`).toBeLessThanOrEqual(budgets.firstPage);
});

test('each screen loads no more script than its budget, and has one', () => {
  const screens = screenScripts(root);
  expect(Object.keys(screens).sort()).toEqual(Object.keys(budgets.screens).sort());
  for (const [screen, scripts] of Object.entries(screens)) {
    const size = sumOf(scripts, root);
    expect(size, screen).toBeGreaterThan(0.5);
    expect
      .soft(size, `${screen} is of ${made(scripts)}; ${culprits}`)
      .toBeLessThanOrEqual(budgets.screens[screen] ?? 0);
  }
});

test(`the whole web build has at most ${String(budgets.webBuildMegabytes)} MB`, () => {
  const files = filesBySize(root);
  const size = files.reduce((sum, { megabytes }) => sum + megabytes, 0);
  expect(size).toBeGreaterThan(5);
  const largest = files
    .slice(0, 8)
    .map(({ name, megabytes }) => `${name} ${megabytes.toFixed(1)} MB`)
    .join(', ');
  expect(size, `${largest}; ${culprits}`).toBeLessThanOrEqual(budgets.webBuildMegabytes);
});
