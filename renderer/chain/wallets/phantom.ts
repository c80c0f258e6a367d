import { getWallets } from '@wallet-standard/core';

export const PHANTOM = 'Phantom';
/** Name of the adapter for Phantom's links. */
export const PHANTOM_LINK = 'Phantom (link)';
export const PHANTOM_URL = 'https://phantom.app/download';

/** The part of Phantom's provider that we use: https://docs.phantom.com/solana */
export interface InjectedPhantom {
  readonly isPhantom: true;
  connect(options: { onlyIfTrusted?: boolean }): Promise<{ publicKey: { toString(): string } }>;
  disconnect(): Promise<void>;
  signTransaction<T>(transaction: T): Promise<T>;
  on(event: 'disconnect' | 'accountChanged', listener: (value: unknown) => void): void;
  off(event: 'disconnect' | 'accountChanged', listener: (value: unknown) => void): void;
}

export function injectedPhantom(): InjectedPhantom | undefined {
  const { phantom } = globalThis as { phantom?: { solana?: InjectedPhantom } };
  return phantom?.solana?.isPhantom ? phantom.solana : undefined;
}

/** Whether the extension is installed, by either way that it announces itself. */
export const phantomPresent = (): boolean =>
  injectedPhantom() !== undefined ||
  getWallets()
    .get()
    .some(({ name }) => name === PHANTOM);

/** Calls back when a wallet registers after the page started. */
export const onWalletRegistered = (listener: () => void): (() => void) =>
  getWallets().on('register', listener);
