import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, type Browser } from '@playwright/test';

import { PLANS } from '../../renderer/core/plans.ts';
import { askForBackup, chooseBackup } from '../e2e/pages/backup.ts';
import { seedLibrary } from '../e2e/support/seeded-library.ts';
import { withSandbox } from '../support/with-sandbox.ts';
import { browserOptions } from '../tools/browser.ts';
import { tableOf } from './figures.ts';
import { resident } from './memory.ts';

const AVATARS = 500;
/** Bytes of a picture of 1024 px as the engine writes it. */
const PICTURE_BYTES = 1_600_000;
const PASSPHRASE = 'violet anchor drizzle';
const LONGEST_MS = 15 * 60_000;

/** Seconds that `work` takes, and the most megabytes that the page's process has meanwhile. */
async function watched(
  browser: Browser,
  work: () => Promise<unknown>,
): Promise<{ readonly seconds: number; readonly megabytes: number }> {
  const began = performance.now();
  let megabytes = 0;
  let ended = false;
  const isEnded = (): boolean => ended;
  const ending = work().finally(() => {
    ended = true;
  });
  while (!isEnded()) {
    megabytes = Math.max(megabytes, (await resident(browser)).renderer);
    await Promise.race([ending, new Promise((resolve) => setTimeout(resolve, 250))]);
  }
  await ending;
  return { seconds: (performance.now() - began) / 1_000, megabytes };
}

/** A browser whose storage is on the disk, as a user's is. */
async function open(url: string, folder: string) {
  const context = await chromium.launchPersistentContext(folder, {
    ...browserOptions(),
    reducedMotion: 'reduce',
  });
  const browser = context.browser();
  if (!browser) throw new Error('the context has no browser');
  const page = await context.newPage();
  page.setDefaultTimeout(LONGEST_MS);
  // tsx makes functions call a helper, `__name`, which doesn't exist in the page.
  await page.addInitScript('globalThis.__name = (named) => named;');
  await page.goto(`${url}/dashboard?tab=settings`);
  return { context, browser, page };
}

/**
 * `npm run bench -- backup`: saves a library of real size as a backup, and restores it in another
 * browser. Takes minutes, so it isn't part of a full run.
 */
export async function benchBackup(): Promise<string> {
  const lines: string[] = [];
  const line = (
    what: string,
    { seconds, megabytes }: { readonly seconds: number; readonly megabytes: number },
  ): void => {
    const most = (PLANS.pro.avatars / AVATARS) * (seconds / 60);
    lines.push(
      `| ${what} | ${seconds.toFixed(0)} | ${megabytes.toFixed(0)} | ${most.toFixed(0)} |`,
    );
  };
  return withSandbox(async (sandbox, folder) => {
    const path = join(folder, 'library.likeness');
    const from = await open(sandbox.appUrl, join(folder, 'from'));
    try {
      await seedLibrary(from.page, AVATARS, { pictures: PICTURE_BYTES });
      await from.page.reload();
      const dialog = await askForBackup(from.page, PASSPHRASE);
      line(
        'saved and read back',
        await watched(from.browser, async () => {
          const [file] = await Promise.all([
            from.page.waitForEvent('download'),
            dialog.getByRole('button', { name: 'Save backup' }).click(),
          ]);
          await file.saveAs(path);
        }),
      );
    } finally {
      await from.context.close();
    }
    const to = await open(sandbox.appUrl, join(folder, 'to'));
    try {
      const restore = to.page.getByRole('button', { name: `Restore ${String(AVATARS)} Avatars` });
      line(
        'checked',
        await watched(to.browser, async () => {
          await chooseBackup(to.page, path, PASSPHRASE);
          await restore.waitFor();
        }),
      );
      line(
        'restored',
        await watched(to.browser, async () => {
          await restore.click();
          await to.page.getByText(`Restored ${String(AVATARS)} avatars`).waitFor();
        }),
      );
    } finally {
      await to.context.close();
    }
    const { size } = await stat(path);
    return tableOf(
      `## Backup of ${String(AVATARS)} avatars at real size (${(size / 1_000_000).toFixed(0)} MB)`,
      `| | s | MB of the page at most | min for ${PLANS.pro.avatars.toLocaleString('en')} |`,
      lines,
    );
  });
}
