import { ed25519 } from '@noble/curves/ed25519.js';
import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test';

import { parseTransaction } from '../../renderer/chain/solana/message.ts';
import { encodeBase58 } from '../../renderer/core/base58.ts';
import { installSigningMetaMask } from '../e2e/support/injected-ethereum.ts';
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

  /** Phantom as a Wallet Standard wallet, as its extension announces itself. */
  async installPhantom(): Promise<void> {
    await this.#context.exposeFunction('phantomSigns', (wire: number[]) =>
      this.#sign(Uint8Array.from(wire)),
    );
    await this.#context.addInitScript(
      ({ address, publicKey }) => {
        const sign = (
          window as unknown as { phantomSigns: (wire: number[]) => Promise<number[] | null> }
        ).phantomSigns;
        const chains = ['solana:mainnet', 'solana:devnet'];
        const features = ['solana:signTransaction', 'solana:signMessage'];
        const account = { address, publicKey: Uint8Array.from(publicKey), chains, features };
        const asked = async (wire: number[]): Promise<Uint8Array> => {
          const signed = await sign(wire);
          if (!signed) throw Object.assign(new Error('User rejected the request.'), { code: 4001 });
          return Uint8Array.from(signed);
        };
        const wallet = {
          version: '1.0.0',
          name: 'Phantom',
          icon: 'data:image/svg+xml;base64,',
          chains,
          accounts: [account],
          features: {
            'standard:connect': {
              version: '1.0.0',
              connect: async () => {
                await asked([]);
                return { accounts: [account] };
              },
            },
            'solana:signTransaction': {
              version: '1.0.0',
              supportedTransactionVersions: ['legacy', 0],
              signTransaction: async ({ transaction }: { transaction: Uint8Array }) => [
                { signedTransaction: await asked([...transaction]) },
              ],
            },
            'solana:signMessage': {
              version: '1.0.0',
              signMessage: () => Promise.reject(new Error('not in this test')),
            },
          },
        };
        const register = (api: { register: (one: unknown) => void }) => api.register(wallet);
        window.addEventListener('wallet-standard:app-ready', (event) =>
          register((event as CustomEvent<Parameters<typeof register>[0]>).detail),
        );
        window.dispatchEvent(
          new CustomEvent('wallet-standard:register-wallet', { detail: register }),
        );
      },
      { address: this.address, publicKey: [...this.#publicKey] },
    );
  }

  /** MetaMask as its extension announces itself, on a chain that it chooses. */
  installMetaMask(rpcUrl: string): Promise<TestEthereum> {
    return installSigningMetaMask(this.#context, rpcUrl);
  }

  /** The signed wire transaction; null if the user refuses. Connecting asks with no bytes. */
  #sign(wire: Uint8Array): number[] | null {
    if (this.mood === 'declines') return null;
    if (wire.length === 0) return [];
    const { message } = parseTransaction(wire);
    // Changes the last instruction's last byte (another amount or memo) and signs it.
    if (this.mood === 'swaps') wire[wire.length - 1] = (wire.at(-1) ?? 0) ^ 1;
    wire.set(ed25519.sign(message, this.#secret), 1);
    return [...wire];
  }
}
