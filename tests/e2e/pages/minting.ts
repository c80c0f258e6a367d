import type { Page } from '@playwright/test';

import { answerWallet } from './payment.ts';

/** /nft-minting, as a user operates it. */
export class MintingPage {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  async open(query = ''): Promise<void> {
    await this.#page.goto(`/nft-minting${query}`);
  }

  async choosePolygon(): Promise<void> {
    await this.#page.getByRole('radio', { name: /^Polygon/ }).check();
  }

  async connect(button = 'Use Sandbox Wallet'): Promise<void> {
    await this.#page.getByRole('main').getByRole('button', { name: button }).click();
    await this.#page
      .getByRole('complementary', { name: 'Preview' })
      .getByText(/^Wallet/)
      .waitFor();
  }

  /** Goes from the button through the explanation to the wallet's sheet. */
  async askForMint(): Promise<void> {
    await this.#page.getByRole('button', { name: 'Mint NFT' }).click();
    const consent = this.#page.getByRole('dialog', {
      name: 'This makes the picture public, for good',
    });
    await consent.getByLabel('I understand that this can’t be undone').check();
    await consent.getByRole('button', { name: /^Publish and mint/ }).click();
  }

  async mint(): Promise<void> {
    await this.askForMint();
    await answerWallet(this.#page, 'Approve');
  }
}
