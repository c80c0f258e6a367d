import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from '@playwright/test';

import { PLANS } from '../../renderer/core/plans.ts';
import { ANY_PORTS } from '../sandbox/start-networks.ts';
import { startSandbox } from '../sandbox/start-sandbox.ts';
import { BROWSER_FLAGS, ensureBrowser } from '../tools/browser.ts';
import { resident } from './memory.ts';

const AVATARS = 500;
/** Bytes of a picture of 1024 px as the engine writes it. */
const PICTURE_BYTES = 1_600_000;
const PASSPHRASE = 'violet anchor drizzle';
const LONGEST_MS = 15 * 60_000;

/** Puts avatars into the guest's storage; their pictures are random, so nothing compresses them. */
async function plant(page: Page): Promise<void> {
  await page.getByLabel('Email (optional)').fill('bench@example.com');
  await page.getByRole('button', { name: 'Save Settings' }).click();
  await page.getByText('Settings saved.').waitFor();
  await page.evaluate(
    async ({ count, bytes }) => {
      const genesis = JSON.parse(
        localStorage.getItem('likeness.genesis.sandbox') ?? 'null',
      ) as string;
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open('likeness');
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(new Error('no database'));
      });
      const most = 65_536;
      for (let n = 0; n < count; n += 1) {
        const pieces = Array.from({ length: Math.ceil(bytes / most) }, () =>
          crypto.getRandomValues(new Uint8Array(most)),
        );
        const full = new Blob(pieces, { type: 'image/png' }).slice(0, bytes, 'image/png');
        const thumb = new Blob([new Uint8Array(12_000)], { type: 'image/webp' });
        const uid = `planted-${n}`;
        const createdAt = 1_700_000_000_000 + n;
        const scope = { profileId: 'guest', genesis };
        const row = (body: object) => ({
          key: uid,
          ...scope,
          createdAt,
          revision: crypto.randomUUID(),
          body,
        });
        const transaction = database.transaction(['avatars', 'pictures'], 'readwrite');
        transaction.objectStore('avatars').put(
          row({
            ...scope,
            id: 101 + n,
            uid,
            name: `Realistic ${n + 1}`,
            size: 1024,
            bytes: full.size,
            likeness: 0.97,
            softened: false,
            createdAt,
            downloads: 0,
            liked: false,
            batchId: 'planted',
            recipe: { style: 'realistic', background: 'none', seed: n, options: {}, engine: 2 },
          }),
        );
        transaction.objectStore('pictures').put(row({ ...scope, uid, full, thumb }));
        await new Promise((resolve, reject) => {
          transaction.oncomplete = resolve;
          transaction.onerror = () => reject(new Error('not written'));
        });
      }
      database.close();
    },
    { count: AVATARS, bytes: PICTURE_BYTES },
  );
  await page.reload();
}

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
    executablePath: ensureBrowser(),
    args: [...BROWSER_FLAGS],
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
  const folder = await mkdtemp(join(tmpdir(), 'likeness-bench-'));
  const path = join(folder, 'library.likeness');
  const sandbox = await startSandbox({ folder, appPort: 0, ports: ANY_PORTS });
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
  try {
    const from = await open(sandbox.appUrl, join(folder, 'from'));
    try {
      await plant(from.page);
      await from.page.getByRole('button', { name: 'Save a backup…' }).click();
      const dialog = from.page.getByRole('dialog', { name: 'Save a backup' });
      await dialog.getByLabel('Passphrase', { exact: true }).fill(PASSPHRASE);
      await dialog.getByLabel('Confirm passphrase').fill(PASSPHRASE);
      line(
        'saved and read back',
        await watched(from.browser, async () => {
          const [file] = await Promise.all([
            from.page.waitForEvent('download'),
            dialog.getByRole('button', { name: 'Save Backup' }).click(),
          ]);
          await file.saveAs(path);
        }),
      );
    } finally {
      await from.context.close();
    }
    const to = await open(sandbox.appUrl, join(folder, 'to'));
    try {
      await to.page.getByRole('button', { name: 'Restore from a backup…' }).click();
      const dialog = to.page.getByRole('dialog', { name: 'Restore from a backup' });
      await dialog.getByLabel('Backup file').setInputFiles(path);
      await dialog.getByLabel('Passphrase').fill(PASSPHRASE);
      const restore = dialog.getByRole('button', { name: `Restore ${String(AVATARS)} Avatars` });
      line(
        'checked',
        await watched(to.browser, async () => {
          await dialog.getByRole('button', { name: 'Check the Backup' }).click();
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
    return [
      `## Backup of ${String(AVATARS)} avatars at real size (${(size / 1_000_000).toFixed(0)} MB)`,
      '',
      `| | s | MB of the page at most | min for ${PLANS.pro.avatars.toLocaleString('en')} |`,
      '|---|---|---|---|',
      ...lines,
      '',
    ].join('\n');
  } finally {
    await sandbox.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
