import { sharedPhotos, withHarness } from '../engine/harness.ts';
import type { HeadshotFigures } from '../engine/page/headshot.ts';

/** Measures Realistic and Professional on clean white against the shared portraits they are made of. */
export async function benchHeadshots(): Promise<string> {
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
