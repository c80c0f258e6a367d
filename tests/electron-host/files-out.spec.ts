import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile } from 'node:fs/promises';
import { basename, extname, join, resolve } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { ALL_FORMATS, BufferSource, Input } from 'mediabunny';

import {
  FILE_EXTENSIONS,
  isDrawing,
  REPORT_PAGE,
  type FileExtension,
} from '../../renderer/core/file-name.ts';
import type { HostDriver } from '../e2e/drivers/desktop-host.ts';
import { confirmCode, signUp } from '../e2e/pages/account.ts';
import { AvatarCreatorPage, makeOne } from '../e2e/pages/avatar-creator.ts';
import { saveBackup } from '../e2e/pages/backup.ts';
import { seedLibrary } from '../e2e/support/seeded-library.ts';
import { seedPlan } from '../e2e/support/seeded-plan.ts';
import { minutes } from '../support/timeouts.ts';
import { wavOf } from '../support/wav.ts';
import { test as onSandbox } from './beside-browser.ts';
import { invoke, test } from './fixtures.ts';

/** How a file of each type begins, its bytes read as Latin-1. */
const BEGINS: Readonly<Record<FileExtension | 'html', RegExp>> = {
  png: /^\x89PNG\r\n/,
  jpg: /^\xff\xd8\xff/,
  webp: /^RIFF.{4}WEBP/s,
  svg: /^<svg /,
  gif: /^GIF89a/,
  mp4: /^.{4}ftyp/s,
  webm: /^\x1a\x45\xdf\xa3/,
  zip: /^PK\x03\x04/,
  json: /^\{/,
  txt: /^\w/,
  likeness: /^LIKENESS-BACKUP\n/,
  html: /^<!doctype html>/i,
};

/** A file on the disk, and its type, which its content must agree with. */
function typeOf(name: string, bytes: Buffer): string {
  const type = extname(name).slice(1) as keyof typeof BEGINS;
  expect(bytes.toString('latin1'), name).toMatch(BEGINS[type]);
  return type;
}

/** The frames of a film or of a moving picture, as decoders count them. */
async function framesIn(page: Page, name: string, bytes: Buffer): Promise<number> {
  const type = extname(name).slice(1);
  if (type === 'mp4' || type === 'webm') {
    const input = new Input({ source: new BufferSource(bytes), formats: ALL_FORMATS });
    const stats = await (await input.getPrimaryVideoTrack())?.computePacketStats();
    return stats?.packetCount ?? 0;
  }
  return page.evaluate(
    async ([base64, type]) => {
      const data = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const decoder = new ImageDecoder({ data, type });
      await decoder.tracks.ready;
      await decoder.completed;
      return decoder.tracks.selectedTrack?.frameCount ?? 0;
    },
    [bytes.toString('base64'), `image/${type}`] as const,
  );
}

/** Saves by pressing a button, and checks the file that lies on the disk. */
const saverOf = (desktop: HostDriver, types: Set<string>) => async (button: string) => {
  const file = await desktop.savedFile(() =>
    desktop.page.getByRole('button', { name: button, exact: true }).click(),
  );
  types.add(typeOf(file.name, file.bytes));
  return file;
};

/**
 * The types of files that the three tests below save. A browser alone saves an archive, and drawings
 * have a test of their own.
 */
const BY_MOTION = ['gif', 'jpg', 'mp4', 'png', 'webm', 'webp'];
const BY_RUN = ['html', 'json', 'mp4', 'png'];
const BY_APP = ['json', 'likeness', 'png', 'txt'];

test('the features below save every type of file that the app makes', () => {
  expect([...new Set([...BY_MOTION, ...BY_RUN, ...BY_APP, 'svg', 'zip'])].sort()).toEqual(
    [...FILE_EXTENSIONS, 'html'].sort(),
  );
});

onSandbox(
  'what moves is on the disk once its button was pressed, and costs what was said @long',
  async ({ app: page, desktop }) => {
    onSandbox.setTimeout(minutes(8)); // A picture and five films.
    const types = new Set<string>();
    const save = saverOf(desktop, types);
    const dialog = page.getByRole('dialog');
    const photo = resolve('resources/people/amara.webp');

    await onSandbox.step('an avatar: PNG, JPEG, WebP', async () => {
      await seedPlan(page, 'pro');
      await desktop.open('/customize');
      await new AvatarCreatorPage(desktop).upload(photo);
      await makeOne(page);
      await desktop.open('/avatar/101');
      for (const [format, extension] of [
        ['JPEG', 'jpg'],
        ['WebP', 'webp'],
        ['PNG', 'png'],
      ] as const) {
        await page.getByRole('radio', { name: format }).check();
        expect((await save('Download HD')).name).toBe(`Realistic_1_avatar_hd.${extension}`);
      }
    });

    await onSandbox.step('a card of before and after', async () => {
      await page.getByRole('button', { name: 'Before and after' }).click();
      expect((await save('Save the card')).name).toBe('Realistic_1_before_after.jpg');
      await page.keyboard.press('Escape');
    });

    await onSandbox.step('a living avatar in each format, for one credit', async () => {
      await page.getByRole('button', { name: 'Animate' }).click();
      await dialog.getByRole('radio', { name: 'Lively' }).check();
      await dialog.getByRole('radio', { name: '480 px' }).check();
      await expect(dialog).toContainText('This uses one of your 11,199 credits.');
      for (const [format, ending, frames] of [
        ['MP4', 'mp4', 72],
        ['WebM', 'webm', 72],
        ['WebP', 'webp', 72],
        // At half the rate.
        ['GIF', 'gif', 36],
      ] as const) {
        await dialog.getByRole('radio', { name: format, exact: true }).check();
        const { name, bytes } = await save(`Save as ${format}`);
        expect(name).toBe(`Realistic_1_living.${ending}`);
        expect(await framesIn(page, name, bytes), name).toBe(frames);
        await expect(dialog).toContainText('You already have this one');
      }
    });

    await onSandbox.step(
      'a premium one through other styles in front of a camera, for another',
      async () => {
        await dialog.getByRole('radio', { name: 'Premium' }).check();
        await dialog.getByRole('radio', { name: '4 s' }).check();
        await dialog.getByRole('radio', { name: 'Around' }).check();
        for (const style of ['Ink', 'Comic', 'Pixel', 'Modern', 'Minimalist'])
          await dialog.getByRole('checkbox', { name: style }).check();
        await expect(dialog).toContainText('This uses one of your 11,198 credits.');
        await dialog.getByRole('radio', { name: 'MP4' }).check();
        const { name, bytes } = await save('Save as MP4');
        expect(name).toBe('Realistic_1_living (2).mp4');
        expect(await framesIn(page, name, bytes)).toBe(96);
        await expect(dialog).toContainText('You already have this one');
      },
    );

    expect([...types].sort()).toEqual(BY_MOTION);
  },
);

onSandbox(
  'an intro, a banner and a run are on the disk once their buttons were pressed @long',
  async ({ app: page, desktop, folders: { root } }) => {
    onSandbox.setTimeout(minutes(6)); // A film at 1080p and a picture.
    const downloads = desktop.host.app.getPath('downloads');
    const types = new Set<string>();
    const save = saverOf(desktop, types);
    await seedPlan(page, 'pro');

    await onSandbox.step('an intro with a sound, and its end', async () => {
      await desktop.open('/avatar/2?make=intro');
      await page.getByLabel('Name', { exact: true }).fill('Ada Light');
      const silence = Buffer.from(await wavOf(new Int16Array(8_000), 8_000).arrayBuffer());
      await page
        .getByLabel('Sound file')
        .setInputFiles({ name: 'a.wav', mimeType: 'audio/wav', buffer: silence });
      await expect(page.getByText('a.wav')).toBeVisible();
      await page.getByRole('radio', { name: '5 s' }).check();
      const film = page.getByRole('button', { name: 'Save as MP4' });
      // Busy until the person's cut-out is ready.
      await expect(film).not.toHaveAttribute('aria-busy', { timeout: minutes(2) });
      const { name, bytes } = await save('Save as MP4');
      expect(name).toBe('Ada_Light_intro.mp4');
      const input = new Input({ source: new BufferSource(bytes), formats: ALL_FORMATS });
      expect(await input.getPrimaryAudioTrack()).not.toBeNull();
      expect(Math.round(await input.computeDuration())).toBe(5);
      expect((await save('Save the end frame as PNG')).name).toBe('Ada_Light_intro_end.png');
    });

    await onSandbox.step('a banner', async () => {
      await desktop.open('/avatar/2?make=banner');
      await page.getByLabel('Name', { exact: true }).fill('Ada Light');
      await expect(page.getByRole('button', { name: 'Save as PNG' })).not.toHaveAttribute(
        'aria-busy',
        { timeout: minutes(2) },
      );
      expect((await save('Save as PNG')).name).toBe('Ada_Light_banner_x.png');
    });

    await onSandbox.step(
      'a folder of photos: its pictures, its licence and its report',
      async () => {
        const folder = join(root, 'people');
        await mkdir(folder);
        await cp('resources/people/amara.webp', join(folder, 'amara.webp'));
        await desktop.open('/bulk');
        const [chooser] = await Promise.all([
          page.waitForEvent('filechooser'),
          page.getByRole('button', { name: 'Choose a folder' }).click(),
        ]);
        await chooser.setFiles(folder);
        await expect(page.getByText('Uses 1 of 11,200 credits.')).toBeVisible();
        await page.getByRole('button', { name: 'Start the run' }).click();
        await expect(page.getByText('Done: 1 of 1 made')).toBeVisible({ timeout: minutes(2) });
        await page.getByRole('button', { name: 'Save all 1' }).click();
        const saved = join(downloads, 'Likeness avatars');
        await expect(page.getByText(`Saved to ${saved}.`)).toBeVisible();
        await expect(page.getByRole('button', { name: 'Save all 1' })).toBeVisible();
        const names = (await readdir(saved)).sort();
        expect(names).toEqual([
          'amara_Realistic_avatar_hd.png',
          'licence.json',
          REPORT_PAGE,
          'report.json',
        ]);
        for (const name of names) types.add(typeOf(name, await readFile(join(saved, name))));
        await desktop.open('/dashboard');
        await expect(page.getByText('11,199', { exact: true })).toBeVisible();
      },
    );

    expect([...types].sort()).toEqual(BY_RUN);
  },
);

onSandbox(
  'what the app itself writes is on the disk once its button was pressed',
  async ({ app: page, desktop }) => {
    const downloads = desktop.host.app.getPath('downloads');
    const types = new Set<string>();
    const save = saverOf(desktop, types);
    await seedPlan(page, 'pro');
    await page.reload();
    await seedLibrary(page, 1);
    await page.reload();

    await onSandbox.step('a backup', async () => {
      const { name, bytes } = await saveBackup(desktop, 'violet anchor drizzle');
      expect(name).toMatch(/^Likeness backup /);
      types.add(typeOf(name, bytes));
    });

    await onSandbox.step('a receipt', async () => {
      expect((await save('Save receipt')).name).toMatch(/^Likeness_receipt_LK-\w+\.json$/);
    });

    await onSandbox.step('an avatar in all sizes, in a folder', async () => {
      await desktop.open('/avatar/101');
      await page.getByRole('button', { name: 'Ready-made sizes' }).click();
      await page.getByRole('button', { name: /^Save all \d+ sizes/ }).click();
      await expect(page.getByText(/^Saved to .*Realistic 1 sizes/)).toBeVisible();
      const folder = join(downloads, 'Realistic 1 sizes');
      const names = await readdir(folder);
      expect(names.length).toBeGreaterThan(5);
      for (const name of names) types.add(typeOf(name, await readFile(join(folder, name))));
    });

    await onSandbox.step('a licence', async () => {
      await desktop.open('/avatar/101?make=licence');
      expect((await save('Save as JSON')).name).toBe('licence.json');
    });

    await onSandbox.step('the licences of the packages', async () => {
      await desktop.open('/terms');
      const { name, bytes } = await desktop.savedFile(() =>
        page.getByRole('link', { name: 'Open-source licences' }).click(),
      );
      expect(name).toBe('Likeness licences.txt');
      expect(bytes.toString()).toContain('@solana/web3.js');
      types.add(typeOf(name, bytes));
      await expect(page.getByText(`Saved to ${join(downloads, name)}.`)).toBeVisible();
    });

    await onSandbox.step('a recovery code', async () => {
      const code = await signUp(page);
      const { name, bytes } = await save('Save as a file');
      expect(name).toBe('Likeness recovery code.txt');
      expect(bytes.toString()).toContain(code);
      await confirmCode(page, code);
    });

    expect([...types].sort()).toEqual(BY_APP);
  },
);

test('the page can’t start a download of its own, past the list of types', async ({
  page,
  desktop: { host },
}) => {
  await page.evaluate(() => {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob(['MZ']));
    link.download = 'a.exe';
    link.click();
  });
  await expect.poll(() => host.systemUi.refusedDownloads).toEqual(['a.exe']);
  expect(await readdir(host.app.getPath('downloads'))).toEqual([]);
});

test('a flat avatar is saved as a drawing', async ({ page, desktop }) => {
  test.setTimeout(minutes(3)); // The engine loads, and traces the picture.
  await desktop.open('/avatar/5');
  await page.getByRole('radio', { name: 'SVG' }).check();
  const { name, bytes } = await desktop.savedFile(() =>
    page.getByRole('button', { name: 'Download HD' }).click(),
  );
  expect(name).toBe('Badge_avatar_hd.svg');
  expect(typeOf(name, bytes)).toBe('svg');
  expect(isDrawing(bytes.toString())).toBe(true);
  expect(bytes.toString()).toContain('<g id="hair">');
});

test('after saving, the file’s location is shown', async ({ page, desktop }) => {
  await desktop.open('/avatar/1');
  const { name } = await desktop.savedFile(() =>
    page.getByRole('button', { name: 'Download HD' }).click(),
  );
  await expect(
    page.getByText(`Saved to ${join(desktop.host.app.getPath('downloads'), name)}.`),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Show in folder' }).click();
  await expect
    .poll(() => desktop.host.systemUi.shownFiles)
    .toEqual([join(desktop.host.app.getPath('downloads'), name)]);
});

test('a picture is dragged out as a separate file, which is deleted when the app quits', async ({
  page,
  desktop,
}) => {
  const { window } = desktop.host;
  await desktop.open('/avatar/2');
  const picture = page.getByRole('main').locator('figure img');
  await expect(picture).toBeVisible();
  await picture.hover();
  await page.mouse.down();
  // Chromium starts a drag after the mouse has moved some pixels.
  await page.mouse.move(20, 300, { steps: 5 });
  await expect.poll(() => window.contents.drags.length).toBe(1);
  await page.mouse.up();
  const [{ file, icon } = { file: '', icon: '' }] = window.contents.drags;
  expect(basename(file)).toMatch(/^\w+_avatar_hd\.png$/);
  expect(typeOf(file, await readFile(file))).toBe('png');
  expect(typeof icon === 'string' ? icon : icon.getSize().width).toBe(96);
  desktop.host.app.quit();
  expect(existsSync(file)).toBe(false);
});

test('what is no picture, or has a name that leads elsewhere, drags nothing from elsewhere', async ({
  page,
  desktop,
}) => {
  const drag = (name: string, head: readonly number[]) =>
    page.evaluate(
      ([name, head]) =>
        window.likenessDesktop?.invoke('downloads.drag', {
          files: [{ name, bytes: new Uint8Array(head) }],
        }),
      [name, head] as const,
    );
  expect(await drag('a.exe', [0x4d, 0x5a])).toMatchObject({ ok: false, code: 'download-failed' });
  expect(await drag('../../../etc/a.png', [0x89, 0x50, 0x4e, 0x47])).toEqual({
    ok: true,
    value: null,
  });
  const { drags } = desktop.host.window.contents;
  const [dragged] = drags;
  expect(dragged?.file.startsWith(join(desktop.host.app.getPath('userData'), 'dragged'))).toBe(
    true,
  );
  expect(basename(dragged?.file ?? '')).toBe('_.._.._etc_a.png');
  for (const files of [
    [],
    ['/etc/passwd'],
    [{ file: '/etc/passwd' }],
    [{ name: 'a.png', bytes: [1] }],
    Array.from({ length: 51 }, () => ({})),
  ]) {
    expect(await invoke(page, 'downloads.drag', { files })).toMatchObject({
      ok: false,
      code: 'unexpected',
    });
  }
  expect(drags).toHaveLength(1);
});
