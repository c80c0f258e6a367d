import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { verdictOf, VERDICTS, type Compared } from '../../renderer/core/engines/verdict.ts';
import { STYLE_IDS, type StyleId } from '../../renderer/core/styles.ts';
import { isRoot } from '../../studio/engine/chromium.ts';
import { createEngine, type Engine } from '../../studio/engine/engine.ts';
import { startHeadless } from '../../studio/engine/headless.ts';
import { hasSharedPhoto, sharedPhoto, sharedPhotos } from '../engine/harness.ts';
import { openPainter, type Painter } from '../engines/painter.ts';
import { builtStudio } from '../studio/likeness.ts';
import { ensureBrowser } from '../tools/browser.ts';
import { median } from './figures.ts';

const PEOPLE = fileURLToPath(new URL('../../resources/people', import.meta.url));

interface Pair {
  readonly file: string;
  readonly isSame: boolean;
  readonly found: Compared;
}

/** Compares each photo with itself in other light, clothes and surroundings, and with every other one. */
async function compareAll(
  engine: Engine,
  painter: Painter,
  files: readonly string[],
): Promise<Pair[]> {
  const pairs: Pair[] = [];
  for (const file of files) {
    const photo = await engine.open(readFileSync(file));
    const relit = await photo.compare(await painter.paint('relit', await photo.portrait()));
    pairs.push({ file, isSame: true, found: relit.found });
    for (const other of files)
      if (other !== file) {
        const { found } = await photo.compare(readFileSync(other));
        pairs.push({ file, isSame: false, found });
      }
    await photo.close();
  }
  return pairs;
}

/** How near the faces of each style's pictures are to their own photo's, and to two other people's. */
async function paintedRows(engine: Engine, files: readonly string[]): Promise<string[]> {
  const made: { readonly file: string; readonly style: StyleId; readonly bytes: Buffer }[] = [];
  for (const file of files) {
    const photo = await engine.open(readFileSync(file));
    for (const style of STYLE_IDS) {
      const recipe = { style, background: 'gradient', seed: 5, options: {}, engine: 1 } as const;
      const { bytes } = await photo.make({ kind: 'picture', recipe, size: 512, format: 'png' });
      made.push({ file, style, bytes });
    }
    await photo.close();
  }
  const found: { readonly style: StyleId; readonly isOwn: boolean; readonly distance: number }[] =
    [];
  for (const [k, file] of files.entries()) {
    const others = [5, 11].map((step) => files[(k + step) % files.length]);
    const photo = await engine.open(readFileSync(file));
    for (const picture of made.filter((one) => one.file === file || others.includes(one.file))) {
      const { distance } = (await photo.compare(picture.bytes)).found;
      if (distance !== undefined)
        found.push({ style: picture.style, isOwn: picture.file === file, distance });
    }
    await photo.close();
  }
  return STYLE_IDS.map((style) => {
    const [own, other] = [true, false].map((isOwn) =>
      found.filter((one) => one.style === style && one.isOwn === isOwn).map((one) => one.distance),
    ) as [number[], number[]];
    const nearer = own.flatMap((mine) => other.map((another) => Number(mine < another)));
    return `${style.padEnd(14)}${range(own).padStart(12)}${median(own).toFixed(2).padStart(8)}${range(other).padStart(12)}${median(other).toFixed(2).padStart(8)}${((100 * nearer.filter(Boolean).length) / nearer.length).toFixed(0).padStart(9)} %`;
  });
}

/** The drawn people by what the cast says of them: the tone of their skin, and its texture's age. */
function groupOf(): ReadonlyMap<string, readonly string[]> {
  const cast = readFileSync(
    fileURLToPath(new URL('../../scripts/people/cast.py', import.meta.url)),
  );
  const people = [
    ...cast.toString().matchAll(/^ {4}"(\w+)": \{.*?"texture": "([a-z]+)_.*?"tone": \((\d+)/gms),
  ];
  return new Map(
    people.map(([, name = '', age = '', red = '']) => [
      name,
      [Number(red) < 180 ? 'dark skin' : 'light skin', age],
    ]),
  );
}

const range = (values: readonly number[]): string =>
  values.length === 0 ? '' : `${Math.min(...values).toFixed(2)}–${Math.max(...values).toFixed(2)}`;

function rowOf(name: string, pairs: readonly Pair[], isSame: boolean): string {
  const found = pairs.filter((pair) => pair.isSame === isSame).map((pair) => pair.found);
  const shares = VERDICTS.map((verdict) => {
    const count = found.filter((one) => verdictOf(one, 'face').verdict === verdict).length;
    return `${((100 * count) / found.length).toFixed(1)} %`.padStart(9);
  });
  const distances = range(found.flatMap(({ distance }) => distance ?? []));
  return `${`${name}, ${isSame ? 'relit' : 'others'}`.padEnd(26)}${String(found.length).padStart(6)}${shares.join('')}  ${distances.padEnd(11)}${range(found.map(({ shape }) => shape))}`;
}

/** How the limits of `verdict.ts` judge portraits and drawn people: each relit, and each as another. */
export async function benchLikeness(): Promise<string> {
  const folder = await builtStudio();
  const drawn = readdirSync(PEOPLE)
    .filter((name) => name.endsWith('.webp'))
    .map((name) => join(PEOPLE, name));
  const portraits = hasSharedPhoto('real')
    ? sharedPhotos('real').map((name) => sharedPhoto(join('real', name)))
    : [];
  process.env['LIKENESS_CHROMIUM'] = ensureBrowser();
  if (isRoot()) process.env['LIKENESS_CHROMIUM_SANDBOX'] = 'off';
  const engine = createEngine(() => startHeadless(join(folder, 'page')));
  const painter = await openPainter(drawn[0] ?? '');
  try {
    const rows: string[] = [];
    for (const [name, files] of [
      ['portraits', portraits],
      ['drawn people', drawn],
    ] as const) {
      if (files.length === 0) continue;
      const pairs = await compareAll(engine, painter, files);
      const groups = groupOf();
      const of = ({ file }: Pair): readonly string[] => groups.get(basename(file, '.webp')) ?? [];
      for (const group of [undefined, ...new Set(pairs.flatMap(of))].filter(
        (one) => one === undefined || name === 'drawn people',
      )) {
        const some = group === undefined ? pairs : pairs.filter((pair) => of(pair).includes(group));
        rows.push(rowOf(group ?? name, some, true), rowOf(group ?? name, some, false));
      }
    }
    const painted = await paintedRows(engine, portraits.length > 0 ? portraits : drawn);
    return `Likeness of an engine's pictures\n${''.padEnd(26)} pairs     kept   unsure rejected  distance   shape\n${rows.join('\n')}\n\nFaces of the painted styles, distance\n${''.padEnd(14)}${'own'.padStart(12)}${'median'.padStart(8)}${'others'.padStart(12)}${'median'.padStart(8)}${'own nearer'.padStart(11)}\n${painted.join('\n')}\n`;
  } finally {
    await painter.close();
    await engine.close();
  }
}
