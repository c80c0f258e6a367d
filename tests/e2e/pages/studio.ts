import type { Locator, Page } from '@playwright/test';
import type { Driver } from '../drivers/driver.ts';

/** /customize, as a person uses it. */
export class StudioPage {
  readonly #app: Driver;

  constructor(app: Driver) {
    this.#app = app;
  }

  /** The page changes when the app crashes and is opened again. */
  get #page(): Page {
    return this.#app.page;
  }

  async upload(path: string): Promise<void> {
    await this.#app.choosePhotos([path], () => this.#page.getByRole('button', { name: 'Upload photo' }).click());
  }

  async choose(group: 'Style' | 'Background', name: string): Promise<void> {
    await this.#page.getByRole('group', { name: group }).getByRole('radio', { name }).check();
  }

  /** The handle of before and after: it stands there once a picture was developed. */
  get loupe(): Locator {
    return this.#page.getByRole('slider', { name: 'Photo and avatar' });
  }
}
