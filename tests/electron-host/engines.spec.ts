import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, type Page } from '@playwright/test';

import { AvatarCreatorPage, rendered } from '../e2e/pages/avatar-creator.ts';
import { seedPlan } from '../e2e/support/seeded-plan.ts';
import { openPainter } from '../engines/painter.ts';
import { openComfy, openEdits, openSdapi, openSdcpp } from '../engines/stand-in.ts';
import { EXAMPLE_JOB } from '../support/example-job.ts';
import { minutes } from '../support/timeouts.ts';
import { test as onSandbox } from './beside-browser.ts';
import { invoke, press, test } from './fixtures.ts';

/** The page's own part of a job; a photo can't be handed to it. */
const { photo: _, ...JOB } = EXAMPLE_JOB;
/** A painter that needs no picture to paint from. */
const painter = {
  paint: () => Promise.resolve(Buffer.from('a picture')),
  close: () => Promise.resolve(),
};
/** The edge of a file that the browser itself reads. */
const widthOf = (page: Page, bytes: Buffer): Promise<number> =>
  page.evaluate(async (base64) => {
    const file = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    return (await createImageBitmap(new Blob([file]))).width;
  }, bytes.toString('base64'));
/** Has a picture made, as the page's port does: an engine's own name for the job is acknowledged. */
const make = (page: Page): Promise<unknown> =>
  page.evaluate((job) => {
    const { likenessDesktop: main } = window;
    const id = '0b6f1e37-5f0e-4c53-8a55-a9d1b3f5e001';
    main?.subscribe('engine', (event) => {
      if (typeof event === 'object' && event && 'engineJob' in event)
        void main.invoke('engines.kept', { id });
    });
    return main?.invoke('engines.make', {
      id,
      name: 'own',
      job: { ...job, photo: new Uint8Array([0xff, 0xd8, 0xff, 0x21]) },
    });
  }, JOB);

test('an engine is contacted, and gets a photo, only after the user has said so outside the page', async ({
  page,
  desktop,
  root,
}) => {
  const engine = await openEdits(painter, 'secret-key');
  const { systemUi } = desktop.host;
  const { host } = new URL(engine.address);
  const setup = { name: 'own', kind: 'edits', address: engine.address };
  const save = () => invoke(page, 'engines.save', { setup, key: 'secret-key' });
  const allow = () => invoke(page, 'engines.allowPhotos', { name: 'own', allowed: 'machine' });
  const refused = { ok: true, value: { failure: { code: 'not-allowed' } } };
  try {
    const [declined] = await Promise.all([save(), press(systemUi, 'Cancel', 1)]);
    expect(declined).toMatchObject({ value: { failure: { code: 'not-contacted' } } });
    expect(engine.seen).toEqual([]);
    const [saved] = await Promise.all([save(), press(systemUi, 'Allow', 2)]);
    expect(saved).toMatchObject({ value: { value: { hasKey: true, photoBytes: 0 } } });
    expect(systemUi.questions[1]).toMatchObject({
      message: `Let Likeness contact ${host}?`,
      defaultId: 1,
    });

    expect(await make(page)).toMatchObject(refused);
    const [no] = await Promise.all([allow(), press(systemUi, 'Cancel', 3)]);
    expect(no).toMatchObject(refused);
    expect(await make(page)).toMatchObject(refused);
    expect(engine.seen).toEqual([]);

    const [yes] = await Promise.all([allow(), press(systemUi, 'Allow', 4)]);
    expect(yes).toMatchObject({ ok: true, value: { value: null } });
    expect(systemUi.questions[3]).toMatchObject({ message: `Send photos to ${host}?` });
    const made = await make(page);
    expect(made).toMatchObject({ ok: true, value: { sent: { photoBytes: 4, host } } });
    expect(engine.seen.flatMap(({ files }) => files.map(({ bytes }) => bytes.length))).toEqual([4]);

    const listed = await invoke(page, 'engines.list', null);
    expect(listed).toMatchObject({
      value: { value: [{ photosAllowed: 'machine', photoBytes: 4 }] },
    });
    expect(JSON.stringify(listed)).not.toContain('secret');
    for (const name of ['engines.json', 'engine-keys.json', 'settings.json'])
      expect(await readFile(join(root, 'user-data', name), 'utf8').catch(() => '')).not.toContain(
        'secret-key',
      );
  } finally {
    await engine.close();
  }
});

for (const [kind, open] of [
  ['comfy', openComfy],
  ['sdcpp', openSdcpp],
  ['sdapi', (of: typeof painter) => openSdapi(of, 'me:secret')],
] as const)
  test(`${kind}: main asks, sends the photo once, and gives the page its picture`, async ({
    page,
    desktop,
  }) => {
    const engine = await open(painter);
    const { systemUi } = desktop.host;
    const photos = () => engine.seen.flatMap(({ files }) => files);
    try {
      const setup = { name: 'own', kind, address: engine.address };
      await Promise.all([
        invoke(page, 'engines.save', { setup, key: 'me:secret' }),
        press(systemUi, 'Allow', 1),
      ]);
      expect(await make(page)).toMatchObject({ value: { failure: { code: 'not-allowed' } } });
      expect(photos()).toEqual([]);
      await Promise.all([
        invoke(page, 'engines.allowPhotos', { name: 'own', allowed: 'machine' }),
        press(systemUi, 'Allow', 2),
      ]);
      const made = await make(page);
      expect(made).toMatchObject({ ok: true, value: { sent: { photoBytes: 4 } } });
      expect(made).not.toHaveProperty('value.failure');
      expect(engine.asked()).toBe(1);
    } finally {
      await engine.close();
    }
  });

test('without a keychain a key stays in memory, and the page learns that', async ({
  page,
  desktop,
  root,
}) => {
  const { systemUi } = desktop.host;
  systemUi.hasKeychain = false;
  const setup = { name: 'own', kind: 'edits', address: 'http://127.0.0.1:9/v1' };
  const [saved] = await Promise.all([
    invoke(page, 'engines.save', { setup, key: 'secret-key' }),
    press(systemUi, 'Allow', 1),
  ]);
  expect(saved).toMatchObject({ value: { value: { hasKey: true, keyInMemory: true } } });
  const kept = await readFile(join(root, 'user-data/engine-keys.json'), 'utf8').catch(() => '');
  expect(kept).toBe('');
  expect(await readFile(join(root, 'user-data/engines.json'), 'utf8')).not.toContain('secret-key');
});

onSandbox(
  'from the settings to a file: an engine is added, tries a look, and makes one once there is a plan',
  async ({ app: page, desktop }) => {
    onSandbox.setTimeout(minutes(5)); // Two pictures, and 11 MB to recognise the face by.
    const painting = await openPainter('resources/people/rafael.webp');
    const engine = await openEdits(painting);
    const { systemUi } = desktop.host;
    const add = page.getByRole('button', { name: 'Add engine' });
    const card = page.getByRole('article', { name: 'images' });
    const photos = () => engine.seen.flatMap(({ files }) => files);
    const openLooks = async () => {
      await desktop.open('/customize');
      await page.getByRole('radio', { name: 'Looks' }).check();
    };
    try {
      await desktop.open('/dashboard?tab=settings');
      await page.getByLabel('Address of the engine').fill(engine.address);
      await add.click();
      await press(systemUi, 'Cancel', 1);
      await expect(page.getByRole('region', { name: 'Engines' }).getByRole('alert')).toContainText(
        'The address was not contacted.',
      );
      expect(engine.seen).toEqual([]);
      await add.click();
      await press(systemUi, 'Allow', 2);
      await expect(card.getByText('Ready to use')).toBeVisible();

      await desktop.open('/customize');
      await new AvatarCreatorPage(desktop).upload(resolve('resources/people/mara.webp'));
      await rendered(page);
      await openLooks();
      for (const [button, asked] of [
        ['Cancel', 3],
        ['Allow', 4],
      ] as const) {
        expect(photos()).toEqual([]);
        await page.getByRole('button', { name: 'Try this look' }).click();
        await page.getByRole('button', { name: 'Send my photos there' }).click();
        await press(systemUi, button, asked);
      }
      await expect(page.getByText('This is a preview.')).toBeVisible({ timeout: minutes(2) });
      await expect(page.getByText('This photo had the one look', { exact: false })).toBeVisible();
      expect(photos()).toHaveLength(1);

      await seedPlan(page, 'pro');
      await openLooks();
      const tried = page.getByRole('list', { name: 'Your looks' });
      await tried.getByRole('button', { name: 'Make this look' }).click();
      await page.getByRole('link', { name: 'It is in your library.' }).click({
        timeout: minutes(1),
      });
      const { name, bytes } = await desktop.savedFile(() =>
        page.getByRole('button', { name: 'Download HD' }).click(),
      );
      expect(name).toBe('LinkedIn_classic_1_avatar_hd.png');
      expect(bytes.toString('latin1')).toContain('digitalsourcetype/trainedAlgorithmicMedia');
      expect(await widthOf(page, bytes)).toBe(1024);

      await desktop.open('/dashboard?tab=settings');
      await expect(card.getByText('Photos may be sent to it.', { exact: false })).toBeVisible();
      await card.getByRole('button', { name: 'Remove' }).click();
      await card.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
      await expect(card).toHaveCount(0);
      expect(systemUi.questions).toHaveLength(4);
    } finally {
      await engine.close();
      await painting.close();
    }
  },
);
