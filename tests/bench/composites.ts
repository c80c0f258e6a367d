import { readdirSync } from 'node:fs';
import type { Page } from '@playwright/test';

import { bytesOf, withHarness } from '../engine/harness.ts';
import type { CompositeGround } from '../engine/page/composite.ts';
import { matteErrors, type MatteErrors } from './matte-errors.ts';

/** Distance from the true outline, in widths of the picture, within which errors are measured. */
const NEAR = 0.04;

async function run(page: Page, person: string, ground: CompositeGround): Promise<MatteErrors> {
  const { truth, made, width, height } = await page.evaluate(
    async ([name, ground]) => {
      const { drawComposite, cutOutOf, base64 } = window.harness;
      const { photo, alpha } = await drawComposite(`people/${name}`, ground);
      const { person, width, height } = await cutOutOf(photo, true);
      const made = Uint8Array.from({ length: width * height }, (_, i) => person[i * 4 + 3] ?? 0);
      return {
        truth: await base64(new Blob([alpha])),
        made: await base64(new Blob([made])),
        width,
        height,
      };
    },
    [person, ground] as const,
  );
  const size = { width, height };
  return matteErrors(
    { ...size, alpha: bytesOf(made) },
    { ...size, alpha: bytesOf(truth) },
    Math.round(NEAR * width),
  );
}

const GROUNDS: readonly CompositeGround[] = ['flag', 'bricks', 'leaves', 'window'];
const KEYS = ['sad', 'mse', 'gradient'] as const;
const mean = (all: readonly MatteErrors[]): MatteErrors => {
  const of = (key: (typeof KEYS)[number]): number =>
    all.reduce((sum, errors) => sum + errors[key], 0) / all.length;
  return { sad: of('sad'), mse: of('mse'), gradient: of('gradient') };
};

/** The fine cut-out's errors on our people before busy backgrounds. */
export async function benchComposites(): Promise<string> {
  return withHarness(async (page) => {
    const rows: (readonly [string, MatteErrors])[] = [];
    for (const person of readdirSync('resources/people').filter((name) => name.endsWith('.webp'))) {
      const runs: MatteErrors[] = [];
      for (const ground of GROUNDS) runs.push(await run(page, person, ground));
      rows.push([person, mean(runs)]);
    }
    const row = (name: string, errors: MatteErrors): string =>
      `${name.padEnd(14)}${KEYS.map((key) => errors[key].toFixed(2).padStart(10)).join('')}`;
    return [
      `Errors of ${String(rows.length * GROUNDS.length)} cut-outs of people before other backgrounds`,
      `${''.padEnd(14)}${['SAD/1000', 'MSEx1000', 'gradient'].map((name) => name.padStart(10)).join('')}`,
      ...rows.map(([name, errors]) => row(name, errors)),
      row('all', mean(rows.map(([, errors]) => errors))),
      '',
    ].join('\n');
  });
}
