import type { Browser, Page } from '@playwright/test';

import {
  BANNER_LAYOUT_IDS,
  BANNER_LAYOUT_LABELS,
  NEW_BANNER,
} from '../../renderer/core/banners/design.ts';
import {
  INTRO_TEMPLATE_IDS,
  INTRO_TEMPLATE_LABELS,
  NEW_INTRO,
} from '../../renderer/core/intro/design.ts';
import { framesOf, MOTION_RATE, type Living } from '../../renderer/core/motion.ts';
import { STYLE_IDS, STYLE_LABELS, type StyleId } from '../../renderer/core/styles.ts';
import { withHarness } from '../engine/harness.ts';
import { tableOf } from './figures.ts';

/**
 * CPU seconds used by all of a browser's processes; unlike elapsed time, unaffected by other work
 * on the machine.
 */
async function cpuSeconds(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0);
}

const LOOP: Living = { motion: 'lively', strength: 1, size: 720 };
const PREMIUM: Living = {
  ...LOOP,
  size: 1080,
  premium: {
    seconds: 8,
    moves: ['look', 'smile'],
    camera: 'push',
    styles: ['artistic', 'ink', 'comic'],
  },
};

interface Cost {
  readonly seconds: number;
  readonly cpu: number;
}

/** Elapsed time and CPU time of some work in the page. */
async function costOf(browser: Browser, work: () => Promise<void>): Promise<Cost> {
  const before = await cpuSeconds(browser);
  const began = performance.now();
  await work();
  return {
    seconds: (performance.now() - began) / 1000,
    cpu: (await cpuSeconds(browser)) - before,
  };
}

const row = (what: string, { seconds, cpu }: Cost, aim: string): string =>
  `| ${what} | ${seconds.toFixed(1)} | ${cpu.toFixed(1)} | ${aim} |`;

/** Renders and encodes an animation of a person, who is cut out once for all of them. */
export const animate = (page: Page, style: StyleId, living: Living): Promise<void> =>
  page.evaluate(
    async ({ style, living, rate, count }) => {
      const { analysisOf, engine, recipeOf } = window.harness;
      const analysis = await analysisOf('people/leila.webp');
      const recipe = recipeOf(style, 'gradient', 5);
      const { size } = living;
      const some = (from: number) => engine.animate(analysis, recipe, { living, from, count: 6 });
      async function* frames(): AsyncGenerator<ImageData> {
        let next = some(0);
        for (let from = 0; from < count; from += 6) {
          const { frames: made } = await next;
          // As in the app, the next frames are made while these are encoded.
          if (from + 6 < count) next = some(from + 6);
          for (const frame of made) yield new ImageData(frame, size, size);
        }
      }
      const video = await engine.video();
      await video.encode('mp4', { width: size, height: size, rate, count, frames: frames() });
    },
    { style, living, rate: MOTION_RATE, count: framesOf(living) },
  );

/** Measures the seconds per animation, intro and banner. */
export async function benchMotion(): Promise<string> {
  return withHarness(async (page, browser) => {
    // As in the app, the person has been cut out and seen in each style before.
    await page.evaluate(async (styles) => {
      const { analysisOf, engine } = window.harness;
      const analysis = await analysisOf('people/leila.webp');
      for (const style of styles)
        await engine.render(
          analysis,
          { style, background: 'gradient', seed: 5, options: {}, engine: engine.version },
          { size: 720, format: 'png' },
        );
    }, STYLE_IDS);
    const rows: string[] = [];
    for (const style of STYLE_IDS)
      rows.push(
        row(
          `living avatar, ${STYLE_LABELS[style]}, 3 s at 720 px`,
          await costOf(browser, () => animate(page, style, LOOP)),
          '8',
        ),
      );
    rows.push(
      row(
        'premium animation, four styles, 8 s at 1080 px',
        await costOf(browser, () => animate(page, 'realistic', PREMIUM)),
        '',
      ),
    );
    const material = await page.evaluateHandle(async () => {
      const { engine, file, painting } = window.harness;
      return (await painting()).materialOf(engine, [await file('people/leila.webp')]);
    });
    for (const template of INTRO_TEMPLATE_IDS)
      rows.push(
        row(
          `intro, ${INTRO_TEMPLATE_LABELS[template]}, 6 s at 1080p`,
          await costOf(browser, () =>
            page.evaluate(
              async ({ material, design }) => {
                const { engine, painting } = window.harness;
                await (await painting()).encodeIntro(engine, material, design, 'mp4');
              },
              { material, design: { ...NEW_INTRO, template, name: 'Leila', handle: '@leila' } },
            ),
          ),
          '40',
        ),
      );
    for (const layout of BANNER_LAYOUT_IDS)
      rows.push(
        row(
          `banner, ${BANNER_LAYOUT_LABELS[layout]}, YouTube`,
          await costOf(browser, () =>
            page.evaluate(
              async ({ material, design }) => {
                const { painting } = window.harness;
                const canvas = await (await painting()).drawBanner(design, material);
                // Only reading makes sure that it is drawn.
                canvas.getContext('2d')?.getImageData(0, 0, 1, 1);
              },
              {
                material,
                design: { ...NEW_BANNER, layout, size: 'youtube' as const, name: 'Leila' },
              },
            ),
          ),
          '0.5',
        ),
      );
    return tableOf(
      '## Living avatars, intros and banners, on the software renderer',
      '| | seconds | processor seconds | aim |',
      rows,
    );
  });
}
