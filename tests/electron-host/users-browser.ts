import { ed25519 } from '@noble/curves/ed25519.js';
import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test';

import { parseTransaction } from '../../renderer/chain/solana/message.ts';
import { encodeBase58 } from '../../renderer/core/base58.ts';
import { installSigningMetaMask } from '../e2e/support/injected-ethereum.ts';
import { installStandardPhantom } from '../e2e/support/injected-phantom.ts';
import type { TestEthereum } from '../support/test-ethereum.ts';
import { browserOptions } from '../tools/browser.ts';

/** What the test's Phantom does with a request. */
export type Mood = 'signs' | 'declines' | 'swaps';

/**
 * The user's own browser beside the app: another Chromium, with or without a Phantom that really
 * signs.
 */
export class UsersBrowser {
  readonly #browser: Browser;
  readonly #context: BrowserContext;
  readonly #secret = crypto.getRandomValues(new Uint8Array(32));
  readonly #publicKey = ed25519.getPublicKey(this.#secret);
  readonly address = encodeBase58(this.#publicKey);
  mood: Mood = 'signs';
  /** The page that the app opened last. */
  page: Page | undefined;

  private constructor(browser: Browser, context: BrowserContext) {
    this.#browser = browser;
    this.#context = context;
  }

  static async launch(colorScheme: 'light' | 'dark' = 'light'): Promise<UsersBrowser> {
    const browser = await chromium.launch(browserOptions());
    return new UsersBrowser(
      browser,
      await browser.newContext({ viewport: { width: 1000, height: 860 }, colorScheme }),
    );
  }

  async open(url: string): Promise<void> {
    this.page = await this.#context.newPage();
    await this.page.goto(url);
  }

  close(): Promise<void> {
    return this.#browser.close();
  }

  installPhantom(): Promise<void> {
    return installStandardPhantom(this.#context, this.#publicKey, 'signTransaction', (wire) =>
      this.#answer(Uint8Array.from(wire)),
    );
  }

  /** MetaMask as its extension announces itself, on a chain that it chooses. */
  installMetaMask(rpcUrl: string): Promise<TestEthereum> {
    return installSigningMetaMask(this.#context, rpcUrl);
  }

  #answer(wire: Uint8Array) {
    if (this.mood === 'declines') return { message: 'User rejected the request.', code: 4001 };
    if (wire.length === 0) return [];
    const { message } = parseTransaction(wire);
    // Changes the last instruction's last byte (another amount or memo) and signs it.
    if (this.mood === 'swaps') wire[wire.length - 1] = (wire.at(-1) ?? 0) ^ 1;
    wire.set(ed25519.sign(message, this.#secret), 1);
    return [...wire];
  }
}
