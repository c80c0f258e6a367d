import type { Locator, Page } from '@playwright/test';
import type { Driver } from '../drivers/driver.ts';

/** /customize, as a person uses it. */
export class StudioPage {
  readonly preview: Locator;
  readonly #page: Page;
  readonly #app: Driver;

  constructor(app: Driver) {
    this.#app = app;
    this.#page = app.page;
    this.preview = this.#page.getByRole('region', { name: 'Preview' });
  }

  async upload(path: string): Promise<void> {
    await this.#app.choosePhoto(path, () => this.#page.getByRole('button', { name: 'Upload photo' }).click());
  }

  async choose(group: 'Style' | 'Background', name: string): Promise<void> {
    await this.#page.getByRole('group', { name: group }).getByRole('radio', { name }).check();
  }

  /** The handle of the loupe stands only once a picture was developed. */
  get developed(): Locator {
    return this.#page.getByRole('slider');
  }
}
