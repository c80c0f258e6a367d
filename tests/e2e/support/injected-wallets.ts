import type { Page } from '@playwright/test';

export const SOLANA_ADDRESS = '4g1bN2QmhU1CPNdHD3yaZAXAEC8sF2quaCDfZqJkzWjA';
export const ETHEREUM_ADDRESSES = [
  '0x52908400098527886E0F7030069857D2E4169EE7',
  '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
] as const;

export interface PhantomBehaviour {
  /** What connecting throws: the user's no, or a failure of the extension. */
  readonly refuses?: 'declined' | 'broken';
}

/** Of MetaMask: how it is found, and what connecting throws. */
export interface MetaMaskBehaviour extends PhantomBehaviour {
  readonly how: 'announced' | 'plain';
}

/** Phantom as its extension injects itself; it can connect, and breaks when it is to sign. */
export async function installPhantom(
  page: Page,
  { refuses }: PhantomBehaviour = {},
): Promise<void> {
  await page.addInitScript(
    ({ address, fails }) => {
      const listeners = new Map<string, (value: unknown) => void>();
      const publicKey = { toString: () => address };
      const solana = {
        isPhantom: true,
        connect: () => {
          if (fails === 'declined')
            return Promise.reject(
              Object.assign(new Error('User rejected the request.'), { code: 4001 }),
            );
          return fails
            ? Promise.reject(new Error('The extension is broken'))
            : Promise.resolve({ publicKey });
        },
        disconnect: () => Promise.resolve(),
        signTransaction: () => Promise.reject(new Error('The extension is broken')),
        on: (event: string, listener: (value: unknown) => void) => listeners.set(event, listener),
        off: (event: string) => listeners.delete(event),
        say: (event: string) => listeners.get(event)?.(undefined),
      };
      Object.assign(window, { phantom: { solana } });
    },
    { address: SOLANA_ADDRESS, fails: refuses },
  );
}

/** The extension's own word, e.g. 'disconnect'. */
export const phantomSays = (page: Page, event: string): Promise<void> =>
  page.evaluate(
    (name) =>
      (
        window as unknown as { phantom: { solana: { say: (event: string) => void } } }
      ).phantom.solana.say(name),
    event,
  );

/** MetaMask: announced as EIP-6963 asks, or as a plain `window.ethereum`. */
export async function installMetaMask(
  page: Page,
  { how, refuses }: MetaMaskBehaviour,
): Promise<void> {
  await page.addInitScript(
    ({ account, plain, fails }) => {
      const listeners = new Set<(value: unknown) => void>();
      const ethereum = {
        isMetaMask: true,
        request: ({ method }: { method: string }) => {
          if (fails === 'declined')
            return Promise.reject(
              Object.assign(new Error('User rejected the request.'), { code: 4001 }),
            );
          if (fails) return Promise.reject(new Error('The extension is broken'));
          return Promise.resolve(method === 'eth_chainId' ? '0x1' : [account]);
        },
        on: (event: string, listener: (value: unknown) => void) => {
          if (event === 'accountsChanged') listeners.add(listener);
        },
        removeListener: (_event: string, listener: (value: unknown) => void) =>
          listeners.delete(listener),
      };
      Object.assign(window, {
        metaMaskSays: (accounts: unknown) => listeners.forEach((listener) => listener(accounts)),
      });
      if (plain) {
        Object.assign(window, { ethereum });
        return;
      }
      const detail = {
        info: { uuid: 'b4c6', name: 'MetaMask', icon: '', rdns: 'io.metamask' },
        provider: ethereum,
      };
      const announce = () =>
        window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
      window.addEventListener('eip6963:requestProvider', announce);
    },
    { account: ETHEREUM_ADDRESSES[0], plain: how === 'plain', fails: refuses },
  );
}

/** MetaMask's accountsChanged. */
export const metaMaskSays = (page: Page, accounts: readonly string[]): Promise<void> =>
  page.evaluate(
    (now) => (window as unknown as { metaMaskSays: (accounts: unknown) => void }).metaMaskSays(now),
    accounts,
  );
