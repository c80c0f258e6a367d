import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';

import { buildDesktop } from '../../scripts/build-desktop.ts';
import { openLikeness, person, type Likeness, type Running } from './likeness.ts';

/** The installed app's program, started with a command; Electron is a stand-in over Chromium. */
let likeness: Likeness;
let app: string;
beforeAll(async () => {
  likeness = await openLikeness();
  app = await buildDesktop();
});
afterAll(() => likeness.remove());

/** Tests that start the browser many times run with the other long tests. */
function deep(name: string, run: () => Promise<void>): void {
  if (process.env['LIKENESS_DEEP']) it(name, run);
}

const path = (...parts: readonly string[]): string => join(likeness.folder, ...parts);
const start = (args: readonly string[], env?: NodeJS.ProcessEnv): Running =>
  likeness.tool('tests/electron-host/command.ts', [app, ...args], env);
const run = (args: readonly string[], env?: NodeJS.ProcessEnv) => start(args, env).ended;

const report = z.looseObject({
  browser: z.string(),
  people: z.array(z.looseObject({ pictures: z.array(z.looseObject({ sha256: z.string() })) })),
});
const reportIn = (out: string) =>
  report.parse(JSON.parse(readFileSync(join(out, 'report.json'), 'utf8')));

it('makes the same files from a folder as the studio does, and says so in the same words', async () => {
  const photos = path('photos');
  mkdirSync(join(photos, 'Ana'), { recursive: true });
  copyFileSync(person('mara'), join(photos, 'Ana', 'one.webp'));
  copyFileSync(person('finn'), join(photos, 'finn.webp'));
  writeFileSync(join(photos, 'notes.png'), 'no picture');
  const recipes = path('recipes.json');
  writeFileSync(recipes, '{"styles": ["minimalist"], "count": 1, "size": 96, "seed": 7}');
  const bulk = (out: string) => ['bulk', photos, '--recipes', recipes, '--out', out];

  const [byApp, byStudio] = await Promise.all([
    run(bulk(path('app'))),
    likeness.run(bulk(path('studio'))),
  ]);
  expect(byApp.code, byApp.err).toBe(3);
  expect(byApp.code).toBe(byStudio.code);
  expect(byApp.out.replaceAll(path('app'), 'OUT')).toBe(
    byStudio.out.replaceAll(path('studio'), 'OUT'),
  );
  const [ours, theirs] = [reportIn(path('app')), reportIn(path('studio'))];
  expect(ours.browser).toContain('Electron/');
  expect({ ...ours, browser: '' }).toEqual({ ...theirs, browser: '' });
  expect(ours.people.map(({ pictures }) => pictures.length)).toEqual([1, 1, 0]);
});

deep('finishes the picture at Ctrl-C, and the same command goes on', async () => {
  const out = path('stopped');
  const render = [
    ...['render', person('leila'), '--style', 'minimalist', '--size', '96'],
    ...['--count', '3', '--seed', '7', '--json', '--out', out],
  ];
  const first = start(render);
  await first.said(/"event":"picture"/);
  first.process.kill('SIGINT');
  const { code, out: lines } = await first.ended;
  expect(code).toBe(130);
  expect(lines).toContain('"event":"stopping"');
  expect(lines).toContain('"finished":false');
  const second = await run(render);
  expect(second.code, second.err).toBe(0);
  expect(second.out).toContain('"known":true');
  expect(second.out).toContain('"finished":true,"out"');
  expect(second.out).toContain('"pictures":3');
});

it('points to the studio for what only that has', async () => {
  const serve = await run(['serve', '--port', '1']);
  expect([serve.code, serve.out]).toEqual([2, '']);
  expect(serve.err).toContain('npm run studio -- serve');
});

deep('has the same help as the studio, and names mistakes', async () => {
  const help = await run(['bulk', '--help']);
  expect([help.code, help.err]).toEqual([0, '']);
  expect(help.out).toBe((await likeness.run(['bulk', '--help'])).out);
  const wrong = await run(['render', person('mara'), '--sise', '96']);
  expect(wrong.code).toBe(2);
  expect(wrong.err).toContain("Unknown option '--sise'");
});

deep('counts purchases in the same embedded database as the studio', async () => {
  const data = path('data');
  const bought = { LIKENESS_PURCHASES: path('receipt.json'), LIKENESS_STUDIO_DATA: data };
  const render = ['render', person('mara'), '--out', path('bought')];
  const { code, err } = await run(render, bought);
  expect(code).toBe(2);
  expect(err).toContain('set LIKENESS_SOLANA_RPC and LIKENESS_TREASURY');
  const status = await likeness.run(['status', '--data', data, '--json']);
  expect(status.code, status.err).toBe(0);
});
