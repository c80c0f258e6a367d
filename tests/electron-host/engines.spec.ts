import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';

import { openEdits } from '../engines/stand-in.ts';
import { invoke, test } from './fixtures.ts';
import type { SystemUi } from './system-ui.ts';

const JOB = {
  id: '6f2b1c3e-0d4a-4a57-9d51-0c8a5f0f2b11',
  text: { instruction: 'Put on a red hat.', description: 'a red hat' },
  size: 1024,
  seed: 7,
};
/** A painter that needs no picture to paint from. */
const painter = {
  paint: () => Promise.resolve(Buffer.from('a picture')),
  close: () => Promise.resolve(),
};
async function press({ questions }: SystemUi, button: 'Allow' | 'Cancel', asked: number) {
  await expect.poll(() => questions.length).toBe(asked);
  questions.at(-1)?.answer(button);
}
/** Has a picture made, as the page's port does. */
const make = (page: Page): Promise<unknown> =>
  page.evaluate((job) => {
    return window.likenessDesktop?.invoke('engines.make', {
      id: '0b6f1e37-5f0e-4c53-8a55-a9d1b3f5e001',
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
    expect(declined).toMatchObject(refused);
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

test('the settings find and show an engine, once the user lets it be contacted', async ({
  page,
  desktop,
}) => {
  const engine = await openEdits(painter);
  const { systemUi } = desktop.host;
  try {
    await desktop.open('/dashboard?tab=settings');
    const section = page.getByRole('region', { name: 'Engines' });
    await section.getByLabel('Address of the engine').fill(engine.address);
    await section.getByRole('button', { name: 'Add Engine' }).click();
    await press(systemUi, 'Cancel', 1);
    await expect(section.getByRole('alert')).toBeVisible();
    expect(engine.seen).toEqual([]);
    await section.getByRole('button', { name: 'Add Engine' }).click();
    await press(systemUi, 'Allow', 2);
    const card = section.getByRole('article', { name: 'images' });
    await expect(card.getByText('Ready to use')).toBeVisible();
    await expect(card.getByText('No photo may be sent to it.', { exact: false })).toBeVisible();
    await card.getByRole('button', { name: 'Remove' }).click();
    await expect(card).toHaveCount(0);
    expect(engine.seen.flatMap(({ files }) => files)).toEqual([]);
  } finally {
    await engine.close();
  }
});
