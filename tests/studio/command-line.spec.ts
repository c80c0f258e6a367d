import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { isAbsolute, join } from 'node:path';
import puppeteer from 'puppeteer-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';

import { PHOTO_MAX_BYTES } from '../../renderer/core/constants.ts';
import { SENTENCES } from '../../renderer/core/errors.ts';
import { isDrawing } from '../../renderer/core/file-name.ts';
import { listen } from '../../sandbox/listen.ts';
import { enginePage } from '../../scripts/build-studio.ts';
import { QUIET_FLAGS } from '../../studio/engine/chromium.ts';
import { answerWithPage } from '../../studio/engine/page-files.ts';
import { ensureBrowser } from '../tools/browser.ts';
import { openLikeness, person, type Likeness } from './likeness.ts';

let likeness: Likeness;
beforeAll(async () => {
  likeness = await openLikeness();
});
afterAll(() => likeness.remove());

const path = (...parts: readonly string[]): string => join(likeness.folder, ...parts);
const hashOf = (file: string): string =>
  createHash('sha256').update(readFileSync(file)).digest('hex');
const linesOf = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => z.looseObject({ event: z.string() }).parse(JSON.parse(line)));

it('renders the same bytes for the same seed, and others for another', async () => {
  const small = ['--style', 'minimalist', '--background', 'gradient', '--size', '96'];
  const render = (count: string, seed: string, out: string) =>
    likeness.run([
      ...['render', person('mara'), ...small],
      ...['--count', count, '--seed', seed, '--out', out, '--json'],
    ]);
  // A person's pictures have consecutive seeds.
  const two = await render('2', '7', 'two');
  expect(two.code, two.err).toBe(0);
  const files = [1, 2].map((n) => join('mara', `Minimalist_${String(n)}_avatar_hd.png`));
  const made = linesOf(two.out).filter(({ event }) => event === 'picture');
  expect(made.map(({ file }) => file)).toEqual(files);
  expect(linesOf(two.out).at(-1)).toMatchObject({ event: 'end', finished: true, pictures: 2 });
  const [seven = '', eight = ''] = files.map((file) => path('two', file));
  const png = readFileSync(seven);
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([96, 96]);

  const one = await render('1', '8', 'one');
  expect(one.code, one.err).toBe(0);
  const again = path('one', files[0] ?? '');
  expect(hashOf(again)).toBe(hashOf(eight));
  expect(hashOf(again)).not.toBe(hashOf(seven));
});

it('draws flat styles as SVG, and paints the others', async () => {
  const made = await likeness.run([
    ...['render', person('mara'), '--style', 'minimalist,realistic', '--count', '2'],
    ...['--format', 'svg', '--size', '96', '--out', 'svg', '--json'],
  ]);
  expect(made.code, made.err).toBe(0);
  const drawing = readFileSync(path('svg', 'mara', 'Minimalist_1_avatar_hd.svg'), 'utf8');
  expect(isDrawing(drawing)).toBe(true);
  expect(drawing).toContain('<g id="skin">');
  const painted = readFileSync(path('svg', 'mara', 'Realistic_1_avatar_hd.png'));
  expect(painted.readUInt32BE(16)).toBe(96);
});

it('takes a whole folder: bad photos are named with their reason, a kill in the middle loses nothing', async () => {
  mkdirSync(path('people', 'Both of Ana'), { recursive: true });
  copyFileSync(person('kenji'), path('people', 'kenji & co.webp'));
  copyFileSync(person('leila'), path('people', 'Both of Ana', 'one.webp'));
  copyFileSync(person('amara'), path('people', 'Both of Ana', 'two.webp'));
  writeFileSync(path('people', 'broken.png'), 'no picture at all');
  writeFileSync(path('people', 'empty.jpg'), '');
  writeFileSync(path('people', 'huge.jpg'), Buffer.alloc(PHOTO_MAX_BYTES + 1));
  writeFileSync(path('people', 'notes.txt'), 'not taken for a photo');
  const recipes = {
    styles: ['minimalist'],
    backgrounds: ['clean-white', 'gradient'],
    count: 2,
    size: 96,
    format: 'webp',
  };
  writeFileSync(path('recipes.json'), JSON.stringify(recipes));
  const command = ['bulk', 'people', '--recipes', 'recipes.json', '--out', 'bulk', '--json'];

  const killed = likeness.start(command);
  await killed.said(/"event":"picture"/);
  killed.process.kill('SIGKILL');
  await killed.ended;
  const kept = readdirSync(path('bulk', 'Both of Ana'));
  expect(kept.length).toBeGreaterThan(0);
  const before = kept.map((name) => statSync(path('bulk', 'Both of Ana', name)).mtimeMs);
  expect(existsSync(path('bulk', 'report.json'))).toBe(false);

  const whole = await likeness.run(command);
  expect(whole.code, whole.err).toBe(3);
  expect(kept.map((name) => statSync(path('bulk', 'Both of Ana', name)).mtimeMs)).toEqual(before);
  const report = z
    .object({
      finished: z.boolean(),
      totals: z.record(z.string(), z.number()),
      people: z.array(
        z.object({
          person: z.string(),
          pictures: z.array(
            z.object({ file: z.string(), thumbnail: z.string(), sha256: z.string() }),
          ),
          refusedPhotos: z.array(
            z.object({ photo: z.string(), code: z.string(), reason: z.string() }),
          ),
        }),
      ),
    })
    .parse(JSON.parse(readFileSync(path('bulk', 'report.json'), 'utf8')));
  expect(report.finished).toBe(true);
  expect(report.totals).toEqual({ people: 5, pictures: 4, refusedPhotos: 3, refusedPictures: 0 });
  const refused = report.people.flatMap(({ person: name, refusedPhotos }) =>
    refusedPhotos.map(({ reason }) => [name, reason]),
  );
  expect(refused).toEqual([
    ['broken', SENTENCES['photo-not-a-picture']],
    ['empty', SENTENCES['photo-empty']],
    ['huge', SENTENCES['photo-too-large']],
  ]);
  for (const { file, sha256, thumbnail } of report.people.flatMap(({ pictures }) => pictures)) {
    expect(hashOf(path('bulk', file))).toBe(sha256);
    expect(statSync(path('bulk', thumbnail)).size).toBeGreaterThan(100);
  }
  const page = readFileSync(path('bulk', 'report.html'), 'utf8');
  expect(page).toContain('kenji &#38; co');
  expect(page).toContain(SENTENCES['photo-empty']);
  expect(page).not.toMatch(/<script|https?:/);

  const again = await likeness.run(command);
  expect(again.code).toBe(3);
  expect(linesOf(again.out).filter(({ known }) => known === false)).toEqual([]);
});

/** The chunk names of a RIFF file, in order: 'VP8X', 'ANIM', 'ANMF' … */
function chunksOf(riff: Buffer): string[] {
  const names: string[] = [];
  for (let at = 12; at < riff.length;) {
    names.push(riff.toString('latin1', at, at + 4));
    const length = riff.readUInt32LE(at + 4);
    at += 8 + length + (length % 2);
  }
  return names;
}

it('animates a photo, and leaves the loop alone when it is asked again', async () => {
  const command = [
    'animate',
    person('mara'),
    ...['--motion', 'lively', '--size', '480', '--format', 'webp', '--style', 'minimalist'],
    ...['--seed', '7', '--out', 'loops', '--json'],
  ];
  const first = await likeness.run(command);
  expect(first.code, first.err).toBe(0);
  const file = join('mara', 'Minimalist_1_living.webp');
  expect(linesOf(first.out)[0]).toMatchObject({ event: 'picture', file, known: false });
  const frames = chunksOf(readFileSync(path('loops', file))).filter((name) => name === 'ANMF');
  expect(frames).toHaveLength(3 * 24);
  const report = z
    .object({ kind: z.string(), recipes: z.looseObject({}), people: z.array(z.looseObject({})) })
    .parse(JSON.parse(readFileSync(path('loops', 'report.json'), 'utf8')));
  expect(report).toMatchObject({
    kind: 'animation',
    recipes: { motion: 'lively', strength: 1, size: 480, seed: 7 },
  });
  expect(readFileSync(path('loops', 'report.html'), 'utf8')).toContain('1 living avatar of');

  const again = await likeness.run(command);
  expect(again.code).toBe(0);
  expect(linesOf(again.out)[0]).toMatchObject({ event: 'picture', known: true });
});

it('makes a folder’s banners with each one’s name, the same for the same seed', async () => {
  mkdirSync(path('team'));
  copyFileSync(person('leila'), path('team', 'leila_m.webp'));
  writeFileSync(path('team', 'torn.jpg'), 'no picture');
  const banners = (out: string, ...more: readonly string[]) =>
    likeness.run([
      'banner',
      'team',
      ...['--style', 'minimalist', '--background', 'gradient', '--seed', '7'],
      ...['--size', '320x200', '--tagline', 'Portraits', '--out', out, ...more],
    ]);
  const named = await banners('banners');
  expect(named.code, named.err).toBe(3);
  const file = join('leila_m', 'Minimalist_1_banner_320x200.png');
  const png = readFileSync(path('banners', file));
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([320, 200]);
  const page = readFileSync(path('banners', 'report.html'), 'utf8');
  expect(page).toContain('1 banner of 2 people');
  expect(page).toContain(SENTENCES['photo-not-a-picture']);

  await banners('written', '--name', 'leila m');
  expect(hashOf(path('written', file))).toBe(hashOf(path('banners', file)));
  await banners('wordless', '--name', '');
  expect(hashOf(path('wordless', file))).not.toBe(hashOf(path('banners', file)));
});

it('says what is wrong with a command, a manifest and a recipes file', async () => {
  mkdirSync(path('folder'));
  writeFileSync(path('fine.json'), '{}');
  writeFileSync(path('bad-style.json'), '{"styles":["cubist"]}');
  writeFileSync(path('no-columns.csv'), 'name,file\nAna,ana.png\n');
  writeFileSync(path('gap.csv'), 'person,photo\nAna,\n');
  const cases: readonly (readonly [readonly string[], RegExp])[] = [
    [['paint'], /There is no command 'paint'/],
    [['render', '--out', 'x'], /Name at least one photo/],
    [['render', person('mara')], /--out DIR/],
    [['render', person('mara'), '--out', 'x', '--size', '9000'], /size: /],
    [['render', person('mara'), '--out', 'x', '--sice', '90'], /--sice/],
    [['animate', '--out', 'x'], /Name at least one photo, a folder or a manifest/],
    [['animate', person('mara'), '--out', 'x', '--motion', 'wild'], /motion: /],
    [['animate', person('mara'), '--out', 'x', '--seconds', '20'], /premium\.seconds: /],
    [['animate', person('mara'), '--out', 'x', '--format', 'png'], /format: /],
    [['banner', person('mara'), '--out', 'x', '--size', '100x100'], /times as wide as high/],
    [['banner', person('mara'), '--out', 'x', '--tone', 'mauve'], /tone: A colour is written/],
    [['banner', person('mara'), '--out', 'x', '--links', 'a,b,c,d'], /links: /],
    [['banner', 'folder', '--out', './folder/'], /Name another folder with --out/],
    [['bulk', 'nowhere', '--out', 'x', '--recipes', 'fine.json'], /There is no nowhere/],
    [
      ['bulk', 'no-columns.csv', '--out', 'x', '--recipes', 'fine.json'],
      /columns 'person' and 'photo'/,
    ],
    [['bulk', 'gap.csv', '--out', 'x', '--recipes', 'fine.json'], /entry 1/],
    [['bulk', 'gap.csv', '--out', 'x', '--recipes', 'bad-style.json'], /styles\.0/],
    [['bulk', 'gap.csv', '--out', 'x', '--recipes', 'gap.csv'], /JSON/],
  ];
  const runs = [];
  for (const [args] of cases) runs.push(await likeness.run(args));
  expect(runs.map(({ code }) => code)).toEqual(cases.map(() => 2));
  for (const [index, [, sentence]] of cases.entries()) {
    expect(runs[index]?.err).toMatch(sentence);
    expect(runs[index]?.err.trim().split('\n')).toHaveLength(1);
  }
  expect(existsSync(path('x'))).toBe(false);
});

it('finishes the running picture on Ctrl-C and says how to go on', async () => {
  const stopped = likeness.start([
    ...['render', person('finn'), '--style', 'minimalist', '--count', '500'],
    ...['--size', '96', '--out', 'stopped', '--json'],
  ]);
  await stopped.said(/"event":"picture"/);
  stopped.process.kill('SIGINT');
  const { code, out } = await stopped.ended;
  expect(code).toBe(130);
  const files = readdirSync(path('stopped', 'finn'));
  expect(files.filter((name) => name.endsWith('.part'))).toEqual([]);
  expect(linesOf(out).at(-1)).toMatchObject({
    event: 'end',
    finished: false,
    pictures: files.length,
  });
});

/** The TCP ports that a process and its children listen on, as Linux lists them. */
function portsOf(pid: number): string[] {
  const children = readFileSync(`/proc/${String(pid)}/task/${String(pid)}/children`, 'utf8');
  const own = readdirSync(`/proc/${String(pid)}/fd`).flatMap((fd) => {
    try {
      return readlinkSync(`/proc/${String(pid)}/fd/${fd}`);
    } catch {
      return []; // Closed meanwhile.
    }
  });
  const listening = ['tcp', 'tcp6'].flatMap((kind) =>
    readFileSync(`/proc/net/${kind}`, 'utf8')
      .trim()
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      .filter(
        ([, , , state, , , , , , socket]) =>
          state === '0A' && own.includes(`socket:[${socket ?? ''}]`),
      )
      .map(([, address = '']) => address),
  );
  return [
    ...listening,
    ...children
      .trim()
      .split(' ')
      .filter(Boolean)
      .flatMap((child) => portsOf(Number(child))),
  ];
}

it.skipIf(process.platform !== 'linux')('opens no port while it draws', async () => {
  const drawing = likeness.start(
    ['render', person('finn'), '--style', 'minimalist', '--count', '500', '--size', '96'].concat([
      ...['--out', 'portless', '--json'],
    ]),
  );
  await drawing.said(/"event":"picture"/);
  const ports = portsOf(drawing.process.pid ?? 0);
  drawing.process.kill('SIGKILL');
  await drawing.ended;
  expect(ports).toEqual([]);
});

it('answers its browser, workers too, with the page’s files alone', async () => {
  mkdirSync(path('page'));
  const files = {
    'index.html': '<!doctype html><script src="/page.js"></script>',
    'page.js': `
      trustedTypes.createPolicy('default', { createScriptURL: (url) => url });
      const worker = new Worker('/worker.js');
      const ask = (url) => new Promise((resolve) => {
        worker.addEventListener('message', ({ data }) => resolve(data), { once: true });
        worker.postMessage(url);
      });`,
    'worker.js': `onmessage = async ({ data }) =>
      postMessage(await fetch(data).then(({ status }) => status, () => 'refused'));`,
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(path('page', name), text);
  let calls = 0;
  const other = createServer((_request, response) => {
    calls += 1;
    response.end();
  });
  const port = await listen(other, 0);
  const browser = await puppeteer.launch({
    executablePath: ensureBrowser(),
    pipe: true,
    args: [...QUIET_FLAGS, '--no-sandbox'],
  });
  try {
    const url = await answerWithPage(browser, path('page'));
    const page = await browser.newPage();
    expect((await page.goto(url))?.status()).toBe(200);
    const asked = await page.evaluate(
      `(async () => [isSecureContext, await ask('/page.js'), await ask('/../package.json'), await ask('/%')])()`,
    );
    expect(asked).toEqual([true, 200, 'refused', 'refused']);
    await expect(page.goto(`http://127.0.0.1:${String(port)}/`)).rejects.toThrow('BLOCKED');
    expect(calls).toBe(0);
  } finally {
    await browser.close();
    other.close();
  }
});

it('builds its page into the named folder, also by a relative path', () => {
  expect(isAbsolute(enginePage('out/studio/page').build?.outDir ?? '')).toBe(true);
});

it('says what is missing', async () => {
  // The output folder's lock needs it.
  mkdirSync(path('bin'));
  symlinkSync('/usr/bin/flock', path('bin', 'flock'));
  const missing = await likeness.run(['render', person('mara'), '--out', 'none'], {
    LIKENESS_CHROMIUM: '',
    PATH: path('bin'),
    PROGRAMFILES: '/nowhere',
    LOCALAPPDATA: '/nowhere',
  });
  expect(missing.code).toBe(4);
  expect(missing.err).toContain('LIKENESS_CHROMIUM');
});
