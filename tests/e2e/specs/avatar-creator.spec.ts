import type { Locator, Page } from '@playwright/test';

import { picture, rendered, stage } from '../pages/avatar-creator.ts';
import { expect, savedBy, test } from '../support/visit.ts';

const tool = (page: Page, name: string): Promise<void> =>
  stage(page).getByRole('radio', { name, exact: true }).check();
const undo = (page: Page): Locator => stage(page).getByRole('button', { name: /^Undo/ });
const redo = (page: Page): Locator => stage(page).getByRole('button', { name: /^Redo/ });

/** The picture on the stage, as its pixels at 32 × 32, which makes sizes comparable. */
const seen = (page: Page): Promise<number[]> =>
  picture(page).evaluate(async (image: HTMLImageElement) => {
    await image.decode();
    const canvas = new OffscreenCanvas(32, 32);
    const context = canvas.getContext('2d');
    if (!context) throw new Error('no 2d context');
    context.drawImage(image, 0, 0, 32, 32);
    return [...context.getImageData(0, 0, 32, 32).data];
  });
/** Mean difference of two such pictures, 0 to 255. */
const distance = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, value, at) => sum + Math.abs(value - (b[at] ?? 0)), 0) / a.length;

async function analyse(page: Page): Promise<void> {
  await page.goto('/customize');
  await page.getByRole('button', { name: 'Try with amara' }).click();
  await rendered(page);
}

test('framing on the picture: drag, wheel and keys change it; undo and redo go step by step, over a reload too', async ({
  page,
}) => {
  await analyse(page);
  const before = await seen(page);
  await tool(page, 'Framing');
  const surface = stage(page).getByRole('group', { name: /^Framing/ });
  const box = await surface.boundingBox();
  if (!box) throw new Error('no surface');

  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.6, box.y + box.height * 0.55, { steps: 5 });
  await page.mouse.move(box.x + box.width * 0.7, box.y + box.height / 2, { steps: 5 });
  await page.mouse.up();
  await rendered(page);
  const moved = await seen(page);
  expect(distance(before, moved)).toBeGreaterThan(10);

  await page.mouse.wheel(0, -300);
  await expect(stage(page).getByRole('slider', { name: 'Zoom' })).toHaveAttribute(
    'aria-valuetext',
    /1[1-9]\d%/,
  );
  await surface.press(']');
  await surface.press('Shift+]');
  await expect(stage(page).getByRole('slider', { name: 'Tilt' })).toHaveValue('6');
  await rendered(page);

  // Undo two tilts and one zoom. The drag was a single step, whatever its path.
  for (let step = 0; step < 3; step++) await page.keyboard.press('Control+z');
  await rendered(page);
  expect(distance(await seen(page), moved)).toBeLessThan(2);
  await page.keyboard.press('Control+z');
  await rendered(page);
  expect(distance(await seen(page), before)).toBeLessThan(2);
  await expect(undo(page)).toHaveAttribute('aria-disabled', 'true');

  await page.reload();
  await rendered(page);
  await redo(page).click();
  await expect(redo(page)).toHaveAccessibleName('Redo framing');
  await rendered(page);
  expect(distance(await seen(page), moved)).toBeLessThan(2);
  await tool(page, 'Framing');
  await stage(page).getByRole('button', { name: 'Reset' }).click();
  await rendered(page);
  expect(distance(await seen(page), before)).toBeLessThan(2);
});

test('section 2: Download HD as PNG, JPEG or WebP; the choice is remembered', async ({ page }) => {
  await page.goto('/avatar/1');
  const format = page.getByRole('group', { name: 'File format' });
  await expect(format.getByRole('radio', { name: 'PNG' })).toBeChecked();
  for (const [name, extension, magic] of [
    ['PNG', 'png', '89504e47'],
    ['JPEG', 'jpg', 'ffd8ff'],
    ['WebP', 'webp', '52494646'],
  ] as const) {
    await format.getByRole('radio', { name }).check();
    const file = await savedBy(page.getByRole('button', { name: 'Download HD' }));
    expect(file.suggestedFilename()).toMatch(new RegExp(`^\\w+_avatar_hd\\.${extension}$`));
    const stream = await file.createReadStream();
    const [first] = (await stream.take(1).toArray()) as Buffer[];
    expect(first?.toString('hex').startsWith(magic)).toBe(true);
  }
  await page.goto('/avatar/2');
  await expect(format.getByRole('radio', { name: 'WebP' })).toBeChecked();
});
