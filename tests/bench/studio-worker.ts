import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { BACKGROUND_IDS, STANDARD_STYLE_IDS } from '../../renderer/core/styles.ts';
import { isRoot } from '../../studio/engine/chromium.ts';
import { createEngine } from '../../studio/engine/engine.ts';
import { startHeadless } from '../../studio/engine/headless.ts';
import { folderStorage } from '../../studio/service/storage.ts';
import { startWorker } from '../../studio/service/worker.ts';
import { withHarness } from '../engine/harness.ts';
import { builtStudio, person } from '../studio/likeness.ts';
import { median, tableOf } from './figures.ts';
import { addPhotos, withService, workerOn } from './studio-service.ts';

/** Pictures of one photo: each of the six styles on each background. */
const EACH = STANDARD_STYLE_IDS.length * BACKGROUND_IDS.length;
const ROUNDS = 3;
/** Clock ticks per second in /proc, on every Linux. */
const TICKS = 100;

interface Pace {
  readonly perMinute: number;
  /** CPU seconds per picture, of this process and its browsers. */
  readonly cpu: number;
}

/** This process and all that it has started, with their parents' numbers (on Linux). */
function processTree(): readonly { readonly stat: readonly string[]; readonly id: string }[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((id) => {
      try {
        // The name, in parentheses, may hold spaces.
        const text = readFileSync(`/proc/${id}/stat`, 'utf8').replace(/^.*\) /s, '');
        return [{ id, stat: text.split(' ') }];
      } catch {
        return []; // It has just ended.
      }
    });
  const ours = new Set([String(process.pid)]);
  for (let before = 0; before < ours.size;) {
    before = ours.size;
    for (const { id, stat } of all) if (ours.has(stat[1] ?? '')) ours.add(id);
  }
  return all.filter(({ id }) => ours.has(id));
}

/**
 * CPU seconds so far of this process and all that it has started, with those of ended processes
 * that were waited for.
 */
export const cpuSeconds = (): number =>
  processTree().reduce(
    (sum, { stat }) =>
      sum + [11, 12, 13, 14].reduce((own, at) => own + Number(stat[at]), 0) / TICKS,
    0,
  );

/** Resident megabytes of this process and its browsers. */
const resident = (): number =>
  processTree().reduce((sum, { stat }) => sum + (Number(stat[21]) * 4_096) / 1_048_576, 0);

/** Measures from now on, until the returned function is called. */
function stopwatch(): (pictures: number) => Pace {
  const [began, before] = [performance.now(), cpuSeconds()];
  return (pictures) => ({
    perMinute: pictures / ((performance.now() - began) / 60_000),
    cpu: (cpuSeconds() - before) / pictures,
  });
}

/** The app's own batch, as in `npm run bench -- engine`, with the thumbnails that it keeps. */
async function appBatch(): Promise<Pace> {
  return withHarness(async (page) => {
    const analysis = await page.evaluateHandle(async () => {
      const { engine, file } = window.harness;
      return engine.analyse(await file('people/leila.webp'));
    });
    const make = (from: number, to: number) =>
      page.evaluate(
        async ({ analysis, from, to, styles, backgrounds }) => {
          const { engine } = window.harness;
          const recipes = styles
            .flatMap((style) => backgrounds.map((background) => ({ style, background })))
            .map((look, n) => ({ ...look, seed: 1000 + n, options: {}, engine: engine.version }));
          await Promise.all(
            recipes.slice(from, to).map((recipe) =>
              engine.render(analysis, recipe, {
                size: 1024,
                format: 'png',
                thumb: 320,
                check: true,
                priority: 'batch',
              }),
            ),
          );
        },
        { analysis, from, to, styles: STANDARD_STYLE_IDS, backgrounds: BACKGROUND_IDS },
      );
    // The first pictures compile what the others use.
    await make(0, 2);
    const stop = stopwatch();
    await make(2, EACH);
    return stop(EACH - 2);
  });
}

/**
 * Runs the product's own workers, each with its own browser, on an embedded queue, one photo after
 * the other.
 * @param onPicture called with the number of pictures that are stored so far
 */
async function work(
  workers: number,
  photos: number,
  onPicture: (count: number) => void,
): Promise<void> {
  const page = join(await builtStudio(), 'page');
  if (isRoot()) process.env['LIKENESS_CHROMIUM_SANDBOX'] = 'off';
  const engines = Array.from({ length: workers }, () => createEngine(() => startHeadless(page)));
  try {
    await withService('', async (service) => {
      const storage = folderStorage(join(service.folder, 'storage'));
      await addPhotos(service, storage, {
        count: photos,
        bytes: readFileSync(person('leila')),
        recipes: { styles: STANDARD_STYLE_IDS, backgrounds: BACKGROUND_IDS, count: EACH },
      });
      let count = 0;
      let ended: () => void = () => undefined;
      const all = new Promise<void>((resolve) => (ended = resolve));
      const running = engines.map((engine) =>
        startWorker({
          ...workerOn(service),
          storage: {
            ...storage,
            async put(key, made) {
              await storage.put(key, made);
              count += 1;
              onPicture(count);
              if (count === photos * EACH) ended();
            },
          },
          engine,
        }),
      );
      await all;
      await Promise.all(running.map((worker) => worker.drain()));
    });
  } finally {
    for (const engine of engines) await engine.close();
  }
}

/** The pace once every worker has made its first pictures, until one of them has no more to do. */
async function workersPace(workers: number): Promise<Pace> {
  const first = 2 * workers;
  const last = (EACH - 2) * workers;
  let stop: ReturnType<typeof stopwatch> | undefined;
  let pace: Pace | undefined;
  await work(workers, workers, (count) => {
    if (count === first) stop = stopwatch();
    if (count === last) pace = stop?.(last - first);
  });
  if (!pace) throw new Error('no pace was measured');
  return pace;
}

/** Avatars per minute: one worker and two, against the app's batch in the same run. */
export async function benchStudioWorkers(): Promise<string> {
  const measures = [
    ['the app’s batch', appBatch],
    ['one worker', () => workersPace(1)],
    ['two workers', () => workersPace(2)],
  ] as const;
  const runs = measures.map((): Pace[] => []);
  // In turns, so that other work on the machine slows all of them.
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [at, [, measure]] of measures.entries()) runs[at]?.push(await measure());
  const paces = runs.map((rounds) => ({
    perMinute: median(rounds.map(({ perMinute }) => perMinute)),
    cpu: median(rounds.map(({ cpu }) => cpu)),
  }));
  const [app] = paces;
  return tableOf(
    `The studio’s workers, 1024 px PNG, ${String(EACH)} of a photo, median of ${String(ROUNDS)} rounds in turns`,
    '| | avatars a minute | of the app’s | CPU seconds each | of the app’s |',
    measures.map(([name], at) => {
      const { perMinute = 0, cpu = 0 } = paces[at] ?? {};
      return `| ${name} | ${perMinute.toFixed(0)} | ${(perMinute / (app?.perMinute ?? 0)).toFixed(2)} | ${cpu.toFixed(3)} | ${(cpu / (app?.cpu ?? 0)).toFixed(2)} |`;
    }),
  );
}

const MEMORY_AT = [100, 300, 500] as const;

/** Memory of one worker and its browser over 500 pictures of fourteen photos. */
export async function benchStudioMemory(): Promise<string> {
  const found: string[] = [];
  let first = 0;
  await work(1, Math.ceil(500 / EACH), (count) => {
    if (!MEMORY_AT.some((at) => at === count)) return;
    const now = resident();
    console.log(`${String(count)} pictures: ${now.toFixed(0)} MB`);
    first ||= now;
    found.push(`| ${String(count)} | ${now.toFixed(0)} | ${(now / first).toFixed(2)} |`);
  });
  return tableOf(
    '## Memory of a worker with its browser (MB resident; aim: at most 1.1 x)',
    '| pictures | MB | ratio |',
    found,
  );
}
