import type { Locator, Page } from '@playwright/test';

import { ENGLISH, type Language } from '../support/language.ts';
import { answerWallet } from './payment.ts';

/** /nft-minting, as a user operates it. */
export class MintingPage {
  readonly #page: Page;
  readonly #language: Language;

  constructor(page: Page, language = ENGLISH) {
    this.#page = page;
    this.#language = language;
  }

  async open(query = ''): Promise<void> {
    await this.#page.goto(this.#language.path(`/nft-minting${query}`));
  }

  /** What is shown once the mint is final. */
  get success(): Locator {
    return this.#page.getByRole('link', { name: 'View in Dashboard' });
  }

  /** A value of the certificate, in full. */
  async value(label: string): Promise<string> {
    const group = this.#page.getByRole('group', { name: label, exact: true });
    return (await group.locator('[title]').first().getAttribute('title')) ?? '';
  }

  async choosePolygon(): Promise<void> {
    await this.#page.getByRole('radio', { name: /^Polygon/ }).check();
  }

  async connect(
    button = this.#language.t('Use {name}', { name: 'Sandbox Wallet' }),
  ): Promise<void> {
    await this.#page.getByRole('main').getByRole('button', { name: button }).click();
    await this.#page
      .getByRole('complementary', { name: 'Preview' })
      .getByText(/^Wallet/)
      .waitFor();
  }

  /** Goes from the button through the explanation to the wallet's sheet. */
  async askForMint(): Promise<void> {
    const { t, like } = this.#language;
    await this.#page.getByRole('button', { name: t('Mint NFT') }).click();
    const consent = this.#page.getByRole('dialog', {
      name: t('This makes the picture public, for good'),
    });
    await consent.getByLabel(t('I understand that this can’t be undone')).check();
    await consent
      .getByRole('button', {
        name: like(
          'Publish and mint',
          'Publish and mint for {total}',
          'Publish and mint {count, plural, one {# avatar} other {# avatars}}',
          'Publish and mint {count, plural, one {# avatar} other {# avatars}} for {total}',
        ),
      })
      .click();
  }

  async mint(): Promise<void> {
    await this.askForMint();
    await answerWallet(this.#page, 'Approve', this.#language);
  }
}
