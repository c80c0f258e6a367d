import { readFileSync } from 'node:fs';
import type { Browser, Page } from '@playwright/test';

import { BACKGROUND_IDS, STYLE_IDS } from '../../renderer/core/styles.ts';
import { withHarness } from '../engine/harness.ts';
import { tableOf } from './figures.ts';
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
  return withHarness(async (page, browser) => {
    // Keep one analysis throughout: released ones are freed gradually, which would hide growth.
    const analysis = await analyse(page);
    await renderMany(page, analysis, 0, FIRST);
    const early = await resident(browser);
    await renderMany(page, analysis, FIRST, LAST);
    const late = await resident(browser);
    const row = (kind: 'renderer' | 'GPU'): string =>
      `| ${kind} process | ${early[kind].toFixed(0)} | ${late[kind].toFixed(0)} | ${(late[kind] / early[kind]).toFixed(2)} |`;
    return tableOf(
      '## Memory (MB resident; aim: at most 1.1 x)',
      `| | after ${String(FIRST)} | after ${String(LAST)} | ratio |`,
      [row('renderer'), row('GPU')],
    );
  });
}

/** After how many animations memory is measured. */
const ANIMATIONS = [10, 30, 50] as const;

/**
 * Counts a worker's live WebGL textures and their bytes. The worker runs this first and answers
 * 'count textures' on the channel.
 */
const COUNT_TEXTURES = `
  const sizes = new Map();
  const { createTexture, deleteTexture, bindTexture, texStorage2D } = WebGL2RenderingContext.prototype;
  let bound;
  Object.assign(WebGL2RenderingContext.prototype, {
    createTexture() { const made = createTexture.call(this); sizes.set(made, 0); return made; },
    deleteTexture(texture) { sizes.delete(texture); deleteTexture.call(this, texture); },
    bindTexture(target, texture) { bound = texture; bindTexture.call(this, target, texture); },
    texStorage2D(target, levels, format, width, height) {
      const bytes = format === this.RGBA16F ? 8 : format === this.RGBA32F ? 16 : format === this.R8 ? 1 : 4;
      sizes.set(bound, width * height * bytes * (levels > 1 ? 4 / 3 : 1));
      texStorage2D.call(this, target, levels, format, width, height);
    },
  });
  new BroadcastChannel('count textures').onmessage = ({ target, data }) => {
    if (data === 'asked')
      target.postMessage({ count: sizes.size, bytes: [...sizes.values()].reduce((sum, one) => sum + one, 0) });
  };
`;

/** Live WebGL textures of the engine's worker, and their megabytes. */
const texturesOf = (page: Page): Promise<{ readonly count: number; readonly size: number }> =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        const channel = new BroadcastChannel('count textures');
        channel.onmessage = ({ data }: MessageEvent<{ count: number; bytes: number }>) => {
          channel.close();
          resolve({ count: data.count, size: data.bytes / 1024 / 1024 });
        };
        channel.postMessage('asked');
      }),
  );

/** Megabytes of the page's own JavaScript heap, after a collection. */
async function heapOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize / 1024 / 1024;
}

/**
 * Memory after 10, 30 and 50 animations in one page, in all styles in turn: the page's heap, the
 * engine's textures, and the browser's processes.
 */
export async function benchMotionMemory(): Promise<string> {
  return withHarness(async (page, browser) => {
    await page.evaluate((fault) => {
      window.harness.faults.push(fault);
    }, COUNT_TEXTURES);
    const rows = new Map<string, number[]>();
    const note = (what: string, value: number): void => {
      rows.set(what, [...(rows.get(what) ?? []), value]);
    };
    let made = 0;
    for (const count of ANIMATIONS) {
      for (; made < count; made += 1)
        await animate(page, STYLE_IDS[made % STYLE_IDS.length] ?? 'realistic', {
          motion: 'lively',
          strength: 1,
          size: 480,
          ...(made % 5 === 4 && {
            premium: { seconds: 4, moves: ['look'], camera: 'push', styles: ['artistic'] },
          }),
        });
      note('heap of the page, MB', await heapOf(page));
      const textures = await texturesOf(page);
      note('textures', textures.count);
      note('textures, MB', textures.size);
      const { renderer, GPU } = await resident(browser);
      note('renderer process, MB', renderer);
      note('GPU process, MB', GPU);
    }
    return tableOf(
      '## Memory of animations (aim: at most 1.1 x)',
      `| after | ${ANIMATIONS.join(' | ')} | ratio of the last to the first |`,
      [...rows].map(
        ([what, values]) =>
          `| ${what} | ${values.map((value) => value.toFixed(what.includes('heap') ? 1 : 0)).join(' | ')} | ${((values.at(-1) ?? 0) / (values[0] ?? 1)).toFixed(2)} |`,
      ),
    );
  });
}
