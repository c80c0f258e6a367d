import { readFileSync } from 'node:fs';
import { type Browser, type Page } from '@playwright/test';

import { BACKGROUND_IDS, STYLE_IDS } from '../../renderer/core/styles.ts';
import { openHarness, startHarness } from '../engine/harness.ts';
import { animate } from './motion.ts';

const FIRST = 100;
const LAST = 500;

/** Resident megabytes of the browser's renderer and GPU processes, summed by kind (on Linux). */
export async function resident(
  browser: Browser,
): Promise<Readonly<Record<'renderer' | 'GPU', number>>> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const sum = (type: string): number =>
    processInfo
      .filter((process) => process.type === type)
      .reduce((total, { id }) => {
        const kilobytes = /^VmRSS:\s+(\d+)/m.exec(
          readFileSync(`/proc/${String(id)}/status`, 'utf8'),
        )?.[1];
        return total + Number(kilobytes ?? 0) / 1024;
      }, 0);
  return { renderer: sum('renderer'), GPU: sum('GPU') };
}

const analyse = (page: Page) =>
  page.evaluateHandle(async () => {
    const { engine, file } = window.harness;
    return engine.analyse(await file('people/leila.webp'));
  });

const renderMany = (
  page: Page,
  analysis: Awaited<ReturnType<typeof analyse>>,
  from: number,
  to: number,
): Promise<void> =>
  page.evaluate(
    async ({ analysis, from, to, styles, backgrounds }) => {
      const { engine } = window.harness;
      for (let k = from; k < to; k += 1) {
        const [style, background] = [
          styles[k % styles.length],
          backgrounds[Math.floor(k / styles.length) % backgrounds.length],
        ];
        if (!style || !background) throw new Error('no look');
        await engine.render(
          analysis,
          { style, background, seed: k, options: {}, engine: engine.version },
          { size: 1024, format: 'png', check: true, priority: 'batch' },
        );
      }
    },
    { analysis, from, to, styles: STYLE_IDS, backgrounds: BACKGROUND_IDS },
  );

/**
 * `npm run bench -- memory`: memory of the browser's processes after 100 and 500 avatars (on
 * Linux).
 */
export async function benchMemory(): Promise<string> {
  const harness = await startHarness();
  const { browser, page } = await openHarness(harness.url);
  try {
    // Keep one analysis throughout: released ones are freed gradually, which would hide growth.
    const analysis = await analyse(page);
    await renderMany(page, analysis, 0, FIRST);
    const early = await resident(browser);
    await renderMany(page, analysis, FIRST, LAST);
    const late = await resident(browser);
    const row = (kind: 'renderer' | 'GPU'): string =>
      `| ${kind} process | ${early[kind].toFixed(0)} | ${late[kind].toFixed(0)} | ${(late[kind] / early[kind]).toFixed(2)} |`;
    return [
      '## Memory (MB resident; aim: at most 1.1 x)',
      '',
      `| | after ${String(FIRST)} | after ${String(LAST)} | ratio |`,
      '|---|---|---|---|',
      row('renderer'),
      row('GPU'),
      '',
    ].join('\n');
  } finally {
    await browser.close();
    await harness.close();
  }
}

const ANIMATIONS = { first: 10, last: 50 } as const;

/** Memory of the browser's processes after 10 and 50 animations, in all styles in turn. */
export async function benchMotionMemory(): Promise<string> {
  const harness = await startHarness();
  const { browser, page } = await openHarness(harness.url);
  try {
    const make = async (from: number, to: number): Promise<void> => {
      for (let k = from; k < to; k += 1)
        await animate(page, STYLE_IDS[k % STYLE_IDS.length] ?? 'realistic', {
          motion: 'lively',
          strength: 1,
          size: 480,
          ...(k % 5 === 4 && {
            premium: { seconds: 4, moves: ['look'], camera: 'push', styles: ['artistic'] },
          }),
        });
    };
    await make(0, ANIMATIONS.first);
    const early = await resident(browser);
    await make(ANIMATIONS.first, ANIMATIONS.last);
    const late = await resident(browser);
    return [
      '## Memory of animations (MB resident; aim: at most 1.1 x)',
      '',
      `| | after ${String(ANIMATIONS.first)} | after ${String(ANIMATIONS.last)} | ratio |`,
      '|---|---|---|---|',
      ...(['renderer', 'GPU'] as const).map(
        (kind) =>
          `| ${kind} process | ${early[kind].toFixed(0)} | ${late[kind].toFixed(0)} | ${(late[kind] / early[kind]).toFixed(2)} |`,
      ),
      '',
    ].join('\n');
  } finally {
    await browser.close();
    await harness.close();
  }
}
