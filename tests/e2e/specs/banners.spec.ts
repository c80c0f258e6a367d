import { readFile } from 'node:fs/promises';

import { seedPlan } from '../support/seeded-plan.ts';
import { expect, savedBy, test } from '../support/visit.ts';

test('a banner of an avatar, its person cut out by the engine, is saved at its own size', async ({
  page,
}) => {
  await seedPlan(page, 'pro');
  await page.goto('/avatar/2?make=banner');
  await page.getByLabel('Name', { exact: true }).fill('Ada Light');
  await page.getByRole('radio', { name: 'Quiet studio' }).check();
  const save = page.getByRole('button', { name: 'Save as PNG' });
  // Busy until the person's cut-out is ready.
  await expect(save).not.toHaveAttribute('aria-busy', { timeout: 60_000 });
  await expect(page.getByText('couldn’t be cut out')).toHaveCount(0);
  const file = await savedBy(save);
  expect(file.suggestedFilename()).toBe('Ada_Light_banner_x.png');
  const bytes = await readFile(await file.path());
  // Colours per column: the text's side is plain, the person's isn't.
  const seen = await page.evaluate(async (base64) => {
    const data = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([data], { type: 'image/png' }));
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    if (!context) throw new Error('no 2d context');
    context.drawImage(bitmap, 0, 0);
    const colours = (x: number): number => {
      const column = context.getImageData(x, 0, 1, bitmap.height).data;
      const found = new Set<number>();
      for (let at = 0; at < column.length; at += 4)
        found.add(
          (((column[at] ?? 0) >> 4) << 8) |
            (((column[at + 1] ?? 0) >> 4) << 4) |
            ((column[at + 2] ?? 0) >> 4),
        );
      return found.size;
    };
    return { size: [bitmap.width, bitmap.height], calm: colours(40), person: colours(1192) };
  }, bytes.toString('base64'));
  expect(seen.size).toEqual([1500, 500]);
  expect(seen.person).toBeGreaterThan(2 * seen.calm);
});
