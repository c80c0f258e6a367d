import { sharedPhotos, withHarness } from '../engine/harness.ts';
import type { HeadshotFigures } from '../engine/page/headshot.ts';
/**
 * `npm run bench` prints tables. Timings are noisy, so only compare within a run; nothing asserts
 * on them. A word selects a part: `-- composites` measures only the cut-out, `-- headshots`
 * the light, frame and edges of headshots, `-- labels` what the
 * engine takes each pixel for, `-- likeness` how an engine's pictures are judged, `-- queue` the studio's queue, `-- workers` its workers. `-- memory`,
 * which isn't part of a full run, looks for leaks and takes minutes; so do `-- worker-memory`,
 * `-- backup` and `-- api`, which loads the studio's API while its processes are killed.
 */
import { benchBackup } from './backup.ts';
import { benchComposites } from './composites.ts';
import { benchDesktop } from './desktop.ts';
import { benchEngine } from './engine.ts';
import { benchLabels } from './labels.ts';
import { benchLibrary } from './library.ts';
import { benchLighthouse } from './lighthouse.ts';
import { benchLikeness } from './likeness.ts';
import { benchMemory, benchMotionMemory } from './memory.ts';
import { benchMotion } from './motion.ts';
import { benchPayments } from './payments.ts';
import { benchStudioMemory, benchStudioWorkers } from './studio-worker.ts';
import { benchStudioApi, benchStudioQueue } from './studio.ts';

/** Measures Realistic and Professional on clean white against the shared portraits they are made of. */
async function benchHeadshots(): Promise<string> {
  return withHarness(async (page) => {
    const lines: string[] = [];
    for (const style of ['realistic', 'professional'] as const) {
      const all: HeadshotFigures[] = [];
      for (const name of sharedPhotos('real'))
        all.push(
          await page.evaluate(
            async ([name, style]) => {
              const { file, headshotOf } = window.harness;
              return headshotOf(await file(`photos/real/${name}`), style);
            },
            [name, style] as const,
          ),
        );
      lines.push(`${style}, ${String(all.length)} portraits: mean, least, most`);
      for (const key of Object.keys(all[0] ?? {}) as (keyof HeadshotFigures)[]) {
        const values = all.map((one) => one[key]);
        const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
        lines.push(
          `  ${key.padEnd(12)}${[mean, Math.min(...values), Math.max(...values)].map((value) => value.toFixed(2).padStart(9)).join('')}`,
        );
      }
    }
    return lines.join('\n');
  });
}

const TABLES = {
  lighthouse: [benchLighthouse],
  library: [benchLibrary],
  desktop: [benchDesktop],
  payments: [benchPayments],
  queue: [benchStudioQueue],
  api: [benchStudioApi],
  workers: [benchStudioWorkers],
  composites: [benchComposites],
  headshots: [benchHeadshots],
  labels: [benchLabels],
  likeness: [benchLikeness],
  engine: [benchEngine],
  motion: [benchMotion],
  backup: [benchBackup],
  memory: [benchMemory, benchMotionMemory],
  'worker-memory': [benchStudioMemory],
} as const;

const SLOW = /memory$|^(?:backup|api)$/;

const word = process.argv[2];
const chosen = Object.entries(TABLES).filter(([name]) =>
  word === undefined ? !SLOW.test(name) : name === word,
);
if (chosen.length === 0)
  throw new Error(`There is no bench '${String(word)}', but ${Object.keys(TABLES).join(', ')}.`);
for (const bench of chosen.flatMap(([, benches]) => benches)) console.log(await bench());
