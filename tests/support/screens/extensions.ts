import { onTestFinished } from 'vitest';

export const SOLANA_ADDRESS = '4g1bN2QmhU1CPNdHD3yaZAXAEC8sF2quaCDfZqJkzWjA';
export const ETHEREUM_ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';

/** Why connecting fails: the user refuses, the extension breaks, or it never answers. */
type Refusal = 'declined' | 'broken' | 'silent';

const refuse = (refusal: Refusal): Promise<never> =>
  refusal === 'silent'
    ? new Promise(() => undefined)
    : Promise.reject(
        refusal === 'declined'
          ? Object.assign(new Error('User rejected the request.'), { code: 4001 })
          : new Error('The extension is broken'),
      );

type Listener = (value?: unknown) => void;

/**
 * Phantom as its extension injects it, until the test ends. Call before the app is opened.
 * @returns fires one of its events
 */
export function installPhantom(refusal?: Refusal): (event: string) => void {
  const listeners = new Map<string, Listener>();
  const solana = {
    isPhantom: true,
    connect: () =>
      refusal
        ? refuse(refusal)
        : Promise.resolve({ publicKey: { toString: () => SOLANA_ADDRESS } }),
    disconnect: () => Promise.resolve(),
    on: (event: string, listener: Listener) => listeners.set(event, listener),
    off: (event: string) => listeners.delete(event),
  };
  Object.assign(window, { phantom: { solana } });
  onTestFinished(() => void Reflect.deleteProperty(window, 'phantom'));
  return (event) => listeners.get(event)?.();
}

/**
 * MetaMask, announced through EIP-6963, until the test ends. Call before the app is opened.
 * @returns fires its accountsChanged
 */
export function installMetaMask(refusal?: Refusal): (accounts: readonly string[]) => void {
  const listeners = new Set<Listener>();
  const provider = {
    isMetaMask: true,
    request: ({ method }: { method: string }) =>
      refusal
        ? refuse(refusal)
        : Promise.resolve(method === 'eth_chainId' ? '0x1' : [ETHEREUM_ADDRESS]),
    on: (event: string, listener: Listener) =>
      event === 'accountsChanged' && listeners.add(listener),
    removeListener: (_event: string, listener: Listener) => listeners.delete(listener),
  };
  const info = { uuid: 'b4c6', name: 'MetaMask', icon: '', rdns: 'io.metamask' };
  const announce = (): void =>
    void dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: { info, provider } }));
  addEventListener('eip6963:requestProvider', announce);
  onTestFinished(() => removeEventListener('eip6963:requestProvider', announce));
  return (accounts) => listeners.forEach((listener) => listener(accounts));
}
