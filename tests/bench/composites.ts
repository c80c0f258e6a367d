import { readdirSync } from 'node:fs';
import type { Page } from '@playwright/test';

import { bytesOf, withHarness } from '../engine/harness.ts';
import type { CompositeGround } from '../engine/page/composite.ts';
import { matteErrors, type MatteErrors } from './matte-errors.ts';

/** Distance from the true outline, in widths of the picture, within which errors are measured. */
const NEAR = 0.04;

interface CutOutErrors extends MatteErrors {
  /** OKLab distance times 100 from the true colours on clean white, along the outline. */
  readonly colour: number;
}

/** Longer side of photos as people have them, compressed; the others are PNG of full size. */
const SMALL = 600;

async function run(
  page: Page,
  name: string,
  ground: CompositeGround,
  longest?: number,
): Promise<CutOutErrors> {
  const { truth, made, width, height, colour } = await page.evaluate(
    async ([name, ground, longest]) => {
      const { drawComposite, cutOutOf, rimApart, base64 } = window.harness;
      const drawn = await drawComposite(`people/${name}`, ground, longest);
      const { person, width, height } = await cutOutOf(drawn.photo, true);
      const alphaOf = (pixels: Uint8ClampedArray): Promise<string> =>
        base64(
          new Blob([Uint8Array.from({ length: width * height }, (_, i) => pixels[i * 4 + 3] ?? 0)]),
        );
      return {
        truth: await alphaOf(drawn.person),
        made: await alphaOf(person),
        width,
        height,
        colour: rimApart(drawn.person, person),
      };
    },
    [name, ground, longest] as const,
  );
  const size = { width, height };
  const errors = matteErrors(
    { ...size, alpha: bytesOf(made) },
    { ...size, alpha: bytesOf(truth) },
    Math.round(NEAR * width),
  );
  return { ...errors, colour };
}

const GROUNDS: readonly CompositeGround[] = ['flag', 'bricks', 'leaves', 'window'];
const KEYS = ['sad', 'mse', 'gradient', 'colour'] as const;
const mean = (all: readonly CutOutErrors[]): CutOutErrors => {
  const of = (key: (typeof KEYS)[number]): number =>
    all.reduce((sum, errors) => sum + errors[key], 0) / all.length;
  return { sad: of('sad'), mse: of('mse'), gradient: of('gradient'), colour: of('colour') };
};

/** The fine cut-out's errors on our people before busy backgrounds, at full size and small. */
export async function benchComposites(): Promise<string> {
  return withHarness(async (page) => {
    const rows: (readonly [string, CutOutErrors])[] = [];
    const small: CutOutErrors[] = [];
    for (const person of readdirSync('resources/people').filter((name) => name.endsWith('.webp'))) {
      const runs: CutOutErrors[] = [];
      for (const ground of GROUNDS) {
        runs.push(await run(page, person, ground));
        small.push(await run(page, person, ground, SMALL));
      }
      rows.push([person, mean(runs)]);
    }
    const row = (name: string, errors: CutOutErrors): string =>
      `${name.padEnd(14)}${KEYS.map((key) => errors[key].toFixed(2).padStart(10)).join('')}`;
    return [
      `Errors of ${String(rows.length * GROUNDS.length)} cut-outs of people before other backgrounds`,
      `${''.padEnd(14)}${['SAD/1000', 'MSEx1000', 'gradient', 'colour'].map((name) => name.padStart(10)).join('')}`,
      ...rows.map(([name, errors]) => row(name, errors)),
      row('all', mean(rows.map(([, errors]) => errors))),
      row(`${String(SMALL)} px, JPEG`, mean(small)),
      '',
    ].join('\n');
  });
}
