import type { Page } from '@playwright/test';

import {
  BACKGROUND_IDS,
  PREMIUM_STYLE_IDS,
  STANDARD_STYLE_IDS,
  STYLE_IDS,
  STYLE_LABELS,
  type StyleId,
} from '../../renderer/core/styles.ts';
import people from '../../resources/people/people.json' with { type: 'json' };
import { openHarness, startHarness } from '../engine/harness.ts';
import { median } from './figures.ts';

/** Milliseconds. */
interface Measured {
  readonly analysis: number;
  readonly avatar: number;
}

const whole = (value: number): string => value.toFixed(0).padStart(7);

/** Analyses a photo and makes a 1024 px PNG of it with the likeness check, as the app does. */
const measure = (page: Page, file: string, style: StyleId): Promise<Measured> =>
  page.evaluate(
    async ({ file, style }) => {
      const { engine, file: get } = window.harness;
      const photo = await get(`people/${file}`);
      const began = performance.now();
      const analysis = await engine.analyse(photo);
      const analysed = performance.now();
      const recipe = { style, background: 'gradient', seed: 5, options: {}, engine: 1 } as const;
      await engine.render(analysis, recipe, { size: 1024, format: 'png', check: true });
      const made = performance.now();
      engine.release(analysis);
      return { analysis: analysed - began, avatar: made - analysed };
    },
    { file, style },
  );

/**
 * Avatars per minute in a batch of these styles on every background. The photo's cut-out is there: it
 * is made once, while a person looks at the first preview.
 */
const measureBatch = (page: Page, styles: readonly StyleId[]): Promise<number> =>
  page.evaluate(
    async ({ styles, backgrounds }) => {
      const { engine, file } = window.harness;
      const analysis = await engine.analyse(await file('people/leila.webp'));
      const settings = { size: 1024, format: 'png', check: true } as const;
      const recipes = styles.flatMap((style, row) =>
        backgrounds.map(
          (background, column) =>
            ({
              style,
              background,
              seed: 1000 + row * backgrounds.length + column,
              options: {},
              engine: engine.version,
            }) as const,
        ),
      );
      const [first] = recipes;
      if (!first) throw new Error('no recipe');
      await engine.render(analysis, first, settings);
      const began = performance.now();
      await Promise.all(
        recipes.map((recipe) =>
          engine.render(analysis, recipe, { ...settings, priority: 'batch' }),
        ),
      );
      return recipes.length / ((performance.now() - began) / 60_000);
    },
    { styles, backgrounds: BACKGROUND_IDS },
  );

function table(title: string, runs: readonly Measured[]): string[] {
  const row = (name: string, ms: (run: Measured) => number): string =>
    `${name.padEnd(24)}${whole(median(runs.map(ms)))} ms`;
  return [
    row(title, ({ analysis, avatar }) => analysis + avatar),
    row('  analysis of the photo', ({ analysis }) => analysis),
    row('  one avatar', ({ avatar }) => avatar),
    '',
  ];
}

/** Measures a 1024 px avatar on the software renderer, cold and warm (median of five photos). */
export async function benchEngine(): Promise<string> {
  const harness = await startHarness();
  try {
    const cold: Measured[] = [];
    for (let run = 0; run < 3; run += 1) {
      // A fresh browser, with nothing compiled or cached.
      const { browser, page } = await openHarness(harness.url);
      cold.push(await measure(page, people[0]?.file ?? '', 'artistic'));
      await browser.close();
    }
    const { browser, page } = await openHarness(harness.url);
    const warm = async (style: StyleId): Promise<Measured[]> => {
      await measure(page, people[0]?.file ?? '', style);
      const runs: Measured[] = [];
      for (const { file } of people.slice(1)) runs.push(await measure(page, file, style));
      return runs;
    };
    const tables: string[] = [];
    for (const style of STYLE_IDS)
      tables.push(...table(`${STYLE_LABELS[style]}, warm`, await warm(style)));
    const perMinute = await measureBatch(page, STANDARD_STYLE_IDS);
    const premium = await measureBatch(page, PREMIUM_STYLE_IDS);
    await browser.close();
    return [
      'Engine: photo to 1024 px PNG, checked, on the software renderer',
      '',
      ...table('Artistic, cold', cold),
      ...tables,
      `Batch of 36 in the six styles ${whole(perMinute)} avatars a minute (aim: 180)`,
      `Batch of 36 in the premium styles ${whole(premium)} avatars a minute`,
    ].join('\n');
  } finally {
    await harness.close();
  }
}
