import { readFileSync } from 'node:fs';
import { type Browser, type Page } from '@playwright/test';

import { BACKGROUND_IDS, STYLE_IDS } from '../../renderer/core/looks.ts';
import { openHarness, startHarness } from '../engine/harness.ts';

const FIRST = 100;
const LAST = 500;

/** Resident megabytes of the browser's processes of a kind, added up. */
async function resident(browser: Browser): Promise<Readonly<Record<'renderer' | 'GPU', number>>> {
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

const sit = (page: Page) =>
  page.evaluateHandle(async () => {
    const { engine, file } = window.harness;
    return engine.sit(await file('people/leila.webp'));
  });

const renderMany = (
  page: Page,
  sitting: Awaited<ReturnType<typeof sit>>,
  from: number,
  to: number,
): Promise<void> =>
  page.evaluate(
    async ({ sitting, from, to, styles, backgrounds }) => {
      const { engine } = window.harness;
      for (let k = from; k < to; k += 1) {
        const [style, background] = [
          styles[k % styles.length],
          backgrounds[Math.floor(k / styles.length) % backgrounds.length],
        ];
        if (!style || !background) throw new Error('no look');
        await engine.render(
          sitting,
          { style, background, seed: k, options: {}, engine: engine.version },
          { size: 1024, format: 'png', check: true, priority: 'batch' },
        );
      }
    },
    { sitting, from, to, styles: STYLE_IDS, backgrounds: BACKGROUND_IDS },
  );

/** `npm run bench -- memory`: what the browser's processes hold after 100 and after 500 avatars (on Linux). */
export async function benchMemory(): Promise<string> {
  const harness = await startHarness();
  const { browser, page } = await openHarness(harness.url);
  try {
    // One sitting all along: what it holds is freed bit by bit, and would blur what grows.
    const sitting = await sit(page);
    await renderMany(page, sitting, 0, FIRST);
    const early = await resident(browser);
    await renderMany(page, sitting, FIRST, LAST);
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
