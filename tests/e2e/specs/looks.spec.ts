import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';

import type { EngineSetup } from '../../../renderer/core/engines/setup.ts';
import { LOOKS } from '../../../renderer/core/looks.ts';
import { openPainter, type Painter } from '../../engines/painter.ts';
import { openEdits, openSdcpp, type StandIn } from '../../engines/stand-in.ts';
import { minutes } from '../../support/timeouts.ts';
import { addPhotos, rendered } from '../pages/avatar-creator.ts';
import { seedPlan } from '../support/seeded-plan.ts';
import { expect, savedBy, test } from '../support/visit.ts';

const PHOTO = 'resources/people/mara.webp';

let painter: Painter;
test.beforeAll(async () => {
  painter = await openPainter('resources/people/rafael.webp');
});
test.afterAll(() => painter.close());

/** Sets an engine up through the local server, as the settings do. */
const setUp = (page: Page, setup: EngineSetup): Promise<number> =>
  page.evaluate(async (given) => {
    const body = JSON.stringify({ setup: given });
    const headers = { 'Content-Type': 'application/json' };
    return (await fetch('/engines/save', { method: 'POST', headers, body })).status;
  }, setup);

/** The Avatar Creator of somebody with Pro, with a photo, and the engine that is set up. */
async function openLooks(page: Page, kind: EngineSetup['kind'], engine: StandIn): Promise<void> {
  test.setTimeout(minutes(6)); // The engine's first pictures, and 11 MB to recognise the face by.
  await seedPlan(page, 'pro');
  expect(await setUp(page, { name: 'own', kind, address: engine.address })).toBe(200);
  await page.goto('/customize');
  await addPhotos(page, PHOTO);
  await rendered(page);
  await page.getByRole('radio', { name: 'Looks' }).check();
}

const runs = (page: Page) => page.getByRole('list', { name: 'Your looks' });
const ask = (page: Page) => page.getByRole('button', { name: 'Make this look' }).click();
const allow = (page: Page) => page.getByRole('button', { name: 'Send my photos there' }).click();

test('one photo goes to the engine, without what its file says of it, and the look is marked in each file', async ({
  page,
}) => {
  const engine = await openEdits(painter);
  try {
    await openLooks(page, 'edits', engine);
    await ask(page);
    await allow(page);
    await expect(runs(page).getByText('It is in your library.')).toBeVisible({
      timeout: minutes(2),
    });
    const [photo, ...others] = engine.seen.flatMap(({ files }) => files);
    expect(others).toEqual([]);
    expect(photo?.bytes.subarray(0, 3).toString('hex')).toBe('ffd8ff');
    expect(photo?.bytes.includes('Exif')).toBe(false);
    expect(engine.seen.at(-1)?.fields['prompt']).toBe(LOOKS[0]?.text.instruction);

    await runs(page).getByText('It is in your library.').click();
    await expect(page.getByText('Generated with own')).toBeVisible();
    for (const format of ['PNG', 'JPEG', 'WebP']) {
      await page.getByRole('radio', { name: format }).check();
      const download = await savedBy(page.getByRole('button', { name: 'Download HD' }));
      const file = await readFile(await download.path());
      expect(file.toString('latin1'), format).toContain('trainedAlgorithmicMedia');
      // The browser itself still reads it.
      const type = `image/${format.toLowerCase()}`;
      const edge = await page.evaluate(
        async ({ base64, as }) => {
          const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
          return (await createImageBitmap(new Blob([bytes], { type: as }))).width;
        },
        { base64: file.toString('base64'), as: type },
      );
      expect(edge).toBe(1024);
    }

    // And so is what is made of it.
    const avatar = new URL(page.url()).pathname;
    for (const [made, button] of [
      ['banner', 'Save as PNG'],
      ['intro', 'Save the end frame as PNG'],
    ] as const) {
      await page.goto(`${avatar}?make=${made}`);
      await page.getByRole('radio', { name: 'PNG' }).check();
      const save = page.getByRole('button', { name: button });
      // Until the person's cut-out is ready.
      await expect(save).toBeEnabled({ timeout: minutes(1) });
      await expect(save).not.toHaveAttribute('aria-busy', { timeout: minutes(1) });
      await expect(page.getByText('couldn’t be cut out')).toHaveCount(0);
      const download = await savedBy(save);
      const file = await readFile(await download.path());
      expect(file.toString('latin1'), made).toContain('trainedAlgorithmicMedia');
    }
  } finally {
    await engine.close();
  }
});

test('a look is asked after by its job when the page is gone, and made only once', async ({
  page,
}) => {
  const engine = await openSdcpp(painter);
  engine.next.push('hold');
  try {
    await openLooks(page, 'sdcpp', engine);
    await ask(page);
    await allow(page);
    await expect(runs(page).getByText('own is making the picture')).toBeVisible({
      timeout: minutes(1),
    });
    await page.reload();
    engine.release();
    await page.getByRole('radio', { name: 'Looks' }).check();
    await expect(runs(page).getByText('It is in your library.')).toBeVisible({
      timeout: minutes(2),
    });
    expect(engine.asked()).toBe(1);
  } finally {
    await engine.close();
  }
});
