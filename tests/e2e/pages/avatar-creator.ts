import { expect, type Locator, type Page } from '@playwright/test';

import { minutes } from '../../support/timeouts.ts';
import type { Driver } from '../drivers/driver.ts';
import { ENGLISH, type Language } from '../support/language.ts';

/** /customize, as a user operates it. */
export class AvatarCreatorPage {
  readonly #app: Driver;

  constructor(app: Driver) {
    this.#app = app;
  }

  /** A crash and restart of the app replace the page. */
  get #page(): Page {
    return this.#app.page;
  }

  async upload(path: string): Promise<void> {
    await this.#app.choosePhotos([path], () =>
      this.#page.getByRole('button', { name: 'Choose photos' }).click(),
    );
  }

  async choose(group: 'Style' | 'Background', name: string): Promise<void> {
    await this.#page.getByRole('group', { name: group }).getByRole('radio', { name }).check();
  }

  /** The handle of the before/after slider. It appears with the first rendered picture. */
  get loupe(): Locator {
    return this.#page.getByRole('slider', { name: 'Photo and avatar' });
  }
}

export const stage = (page: Page, { t }: Language = ENGLISH): Locator =>
  page.getByRole('region', { name: t('Preview') });
export const picture = (page: Page, language = ENGLISH): Locator =>
  stage(page, language).getByRole('img', { name: language.like('You in the style {style}') });

/** Waits until the picture shows the chosen settings at full quality. */
export const rendered = (page: Page, language = ENGLISH): Promise<void> =>
  expect(picture(page, language))
    .toBeVisible()
    .then(() => expect(stage(page, language)).toHaveAttribute('aria-busy', 'false'));

/** Opens the Avatar Creator with the sample photo on its stage. */
export async function tryAmara(page: Page): Promise<void> {
  await page.goto('/customize');
  await page.getByRole('button', { name: 'Try with amara' }).click();
  await expect(page.getByRole('slider').first()).toBeVisible({ timeout: minutes(1) });
}

/** Adds files through the button that opens the picker. */
export async function addPhotos(
  page: Page,
  files: Parameters<Locator['setInputFiles']>[0],
  button = 'Choose photos',
): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: button }).click(),
  ]);
  await chooser.setFiles(files);
}

/** Generates one avatar of the photo on the stage, and keeps the photo. */
export async function makeOne(page: Page): Promise<void> {
  await rendered(page);
  await page.getByRole('button', { name: 'Generate avatars' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('checkbox', { name: /^Keep this photo for 24 hours/ }).check();
  await dialog.getByRole('spinbutton').fill('1');
  await dialog.getByRole('button', { name: 'Generate 1 avatar' }).click();
  await expect(page.getByRole('tab', { name: 'My Avatars (1)' })).toBeVisible({
    timeout: minutes(2),
  });
}
