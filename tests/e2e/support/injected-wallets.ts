import type { Page } from '@playwright/test';

export const SOLANA_ADDRESS = '4g1bN2QmhU1CPNdHD3yaZAXAEC8sF2quaCDfZqJkzWjA';
export const ETHEREUM_ADDRESSES = [
  '0x52908400098527886E0F7030069857D2E4169EE7',
  '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
] as const;

/** Phantom as its extension injects it. It can connect, and no more. */
export async function installPhantom(page: Page): Promise<void> {
  await page.addInitScript((address) => {
    const listeners = new Map<string, (value: unknown) => void>();
    const publicKey = { toString: () => address };
    const solana = {
      isPhantom: true,
      connect: () => Promise.resolve({ publicKey }),
      disconnect: () => Promise.resolve(),
      on: (event: string, listener: (value: unknown) => void) => listeners.set(event, listener),
      off: (event: string) => listeners.delete(event),
      say: (event: string) => listeners.get(event)?.(undefined),
    };
    Object.assign(window, { phantom: { solana } });
  }, SOLANA_ADDRESS);
}

/** Fires one of the extension's events, e.g. 'disconnect'. */
export const phantomSays = (page: Page, event: string): Promise<void> =>
  page.evaluate(
    (name) =>
      (
        window as unknown as { phantom: { solana: { say: (event: string) => void } } }
      ).phantom.solana.say(name),
    event,
  );

/** MetaMask, announced through EIP-6963 or as a plain `window.ethereum`. */
export async function installMetaMask(page: Page, how: 'announced' | 'plain'): Promise<void> {
  await page.addInitScript(
    ({ account, plain }) => {
      const listeners = new Set<(value: unknown) => void>();
      const ethereum = {
        isMetaMask: true,
        request: ({ method }: { method: string }) =>
          Promise.resolve(method === 'eth_chainId' ? '0x1' : [account]),
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
    { account: ETHEREUM_ADDRESSES[0], plain: how === 'plain' },
  );
}

/** Fires MetaMask's accountsChanged. */
export const metaMaskSays = (page: Page, accounts: readonly string[]): Promise<void> =>
  page.evaluate(
    (now) => (window as unknown as { metaMaskSays: (accounts: unknown) => void }).metaMaskSays(now),
    accounts,
  );
