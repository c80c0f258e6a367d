import { onTestFinished } from 'vitest';

export const SOLANA_ADDRESS = '4g1bN2QmhU1CPNdHD3yaZAXAEC8sF2quaCDfZqJkzWjA';
export const ETHEREUM_ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';

/** Why connecting fails: the user refuses, or the extension breaks. */
type Refusal = 'declined' | 'broken';

const refuse = (refusal: Refusal): Promise<never> =>
  Promise.reject(
    refusal === 'declined'
      ? Object.assign(new Error('User rejected the request.'), { code: 4001 })
      : new Error('The extension is broken'),
  );

/** Phantom as its extension injects it, until the test ends. Call before the app is opened. */
export function installPhantom(refusal?: Refusal): void {
  const solana = {
    isPhantom: true,
    connect: () =>
      refusal
        ? refuse(refusal)
        : Promise.resolve({ publicKey: { toString: () => SOLANA_ADDRESS } }),
    disconnect: () => Promise.resolve(),
    on: () => undefined,
    off: () => undefined,
  };
  Object.assign(window, { phantom: { solana } });
  onTestFinished(() => void Reflect.deleteProperty(window, 'phantom'));
}

/** MetaMask, announced through EIP-6963, until the test ends. Call before the app is opened. */
export function installMetaMask(refusal?: Refusal): void {
  const provider = {
    isMetaMask: true,
    request: ({ method }: { method: string }) =>
      refusal
        ? refuse(refusal)
        : Promise.resolve(method === 'eth_chainId' ? '0x1' : [ETHEREUM_ADDRESS]),
    on: () => undefined,
    removeListener: () => undefined,
  };
  const info = { uuid: 'b4c6', name: 'MetaMask', icon: '', rdns: 'io.metamask' };
  const announce = (): void =>
    void dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: { info, provider } }));
  addEventListener('eip6963:requestProvider', announce);
  onTestFinished(() => removeEventListener('eip6963:requestProvider', announce));
}
