import { createHash } from 'node:crypto';
import type { Page } from '@playwright/test';

import { bytesOf, withHarness } from '../engine/harness.ts';
import {
  COMPOSITE_GROUNDS,
  COMPOSITE_PEOPLE,
  FACE_WIDTH,
  type CompositeGround,
} from '../engine/page/composite.ts';
import { matteErrors, type MatteErrors } from './matte-errors.ts';
import { median } from './median.ts';

/** Distance from the true outline, in faces, within which errors are measured. */
const NEAR = 0.15;

/**
 * Results of the first engine's cut-out (commit 8a42576) for the same pictures: from its `analyse`
 * in its own test page, measured by the same `matteErrors`. `pictures` is the start of the
 * pictures' SHA-256, so that figures for other pictures aren't compared.
 */
const FIRST: {
  readonly commit: string;
  readonly pictures: string;
  readonly errors: Readonly<Record<string, MatteErrors>>;
} = {
  commit: '8a42576',
  pictures: 'af676cc8e28b4d5b',
  errors: {
    long: { sad: 8.622, mse: 27.234, gradient: 177.05 },
    curls: { sad: 6.538, mse: 21.331, gradient: 96.74 },
    cropped: { sad: 2.333, mse: 6.928, gradient: 44.69 },
    bun: { sad: 5.643, mse: 13.218, gradient: 118.13 },
    bald: { sad: 1.742, mse: 5.505, gradient: 34.66 },
  },
};

interface Run {
  readonly errors: MatteErrors;
  readonly photo: string;
  readonly timings: Readonly<Record<string, number>>;
}

async function run(page: Page, person: string, ground: CompositeGround): Promise<Run> {
  const { photo, truth, made, width, height, timings } = await page.evaluate(
    async ([name, ground]) => {
      const { drawComposite, cutOutOf, base64 } = window.harness;
      const { photo, alpha } = await drawComposite(name, ground);
      const { person, width, height, timings } = await cutOutOf(photo, true);
      const made = Uint8Array.from({ length: width * height }, (_, i) => person[i * 4 + 3] ?? 0);
      return {
        photo: await base64(photo),
        truth: await base64(new Blob([alpha])),
        made: await base64(new Blob([made])),
        width,
        height,
        timings,
      };
    },
    [person, ground] as const,
  );
  const size = { width, height };
  return {
    errors: matteErrors(
      { ...size, alpha: bytesOf(made) },
      { ...size, alpha: bytesOf(truth) },
      Math.round(NEAR * FACE_WIDTH),
    ),
    photo,
    timings,
  };
}

const KEYS = ['sad', 'mse', 'gradient'] as const;
const mean = (all: readonly MatteErrors[]): MatteErrors => {
  const of = (key: (typeof KEYS)[number]): number =>
    all.reduce((sum, errors) => sum + errors[key], 0) / all.length;
  return { sad: of('sad'), mse: of('mse'), gradient: of('gradient') };
};

/**
 * Compares the fine cut-out's errors on drawn composites with the first engine's, and times each
 * stage.
 */
export async function benchComposites(): Promise<string> {
  return withHarness(async (page) => {
    const pictures = createHash('sha256');
    const timings: Run['timings'][] = [];
    const now: Record<string, MatteErrors> = {};
    for (const person of COMPOSITE_PEOPLE) {
      const runs: Run[] = [];
      for (const ground of COMPOSITE_GROUNDS) runs.push(await run(page, person, ground));
      now[person] = mean(runs.map(({ errors }) => errors));
      timings.push(...runs.map((one) => one.timings));
      for (const { photo } of runs) pictures.update(photo);
    }
    const same = pictures.digest('hex').slice(0, 16) === FIRST.pictures;
    const row = (name: string, then: MatteErrors, is: MatteErrors): string =>
      `${name.padEnd(10)}${KEYS.map((key) => `${then[key].toFixed(2).padStart(8)}${is[key].toFixed(2).padStart(8)}${(is[key] / then[key]).toFixed(2).padStart(7)}`).join('  ')}`;
    const none = { sad: NaN, mse: NaN, gradient: NaN };
    return [
      `Cut-outs of ${String(timings.length)} drawn composites against ${FIRST.commit}: then, now, ratio`,
      ...(same ? [] : ['(The pictures are not those that the first engine was measured on.)']),
      `${''.padEnd(10)}${'SAD/1000'.padStart(16)}${'MSEx1000'.padStart(25)}${'gradient'.padStart(25)}`,
      ...Object.entries(now).map(([name, errors]) => row(name, FIRST.errors[name] ?? none, errors)),
      row('all', mean(Object.values(FIRST.errors)), mean(Object.values(now))),
      'aim'.padEnd(26) + '0.65'.padStart(7) + '0.60'.padStart(25) + '0.75'.padStart(25),
      '',
      ' stages, median',
      ...Object.keys(timings[0] ?? {}).map(
        (stage) =>
          `  ${stage.padEnd(14)}${median(timings.map((one) => one[stage] ?? 0))
            .toFixed(0)
            .padStart(7)} ms`,
      ),
      '',
    ].join('\n');
  });
}
