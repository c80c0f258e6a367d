import { afterEach, expect, it, vi } from 'vitest';

import { discoverEthereum, type InjectedEthereum } from './discovery.ts';
import { createMetaMask } from './metamask.ts';

const ACCOUNT = '0x52908400098527886E0F7030069857D2E4169EE7';
const OTHER = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';

function ethereum(flags: Partial<InjectedEthereum> = {}, accounts: unknown = [ACCOUNT]) {
  const listeners = new Map<string, Set<(value: unknown) => void>>();
  const of = (event: string) => {
    const known = listeners.get(event) ?? new Set();
    listeners.set(event, known);
    return known;
  };
  return {
    isMetaMask: true,
    request: vi.fn(() => Promise.resolve(accounts)),
    on: (event: string, listener: (value: unknown) => void) => of(event).add(listener),
    removeListener: (event: string, listener: (value: unknown) => void) =>
      of(event).delete(listener),
    emit: (event: string, value: unknown) => of(event).forEach((listener) => listener(value)),
    ...flags,
  };
}

/** A window in which these wallets announce themselves on request. */
function page(
  announced: readonly { rdns: string; provider: InjectedEthereum }[],
  injected?: InjectedEthereum,
): void {
  const window = new EventTarget();
  window.addEventListener('eip6963:requestProvider', () => {
    for (const { rdns, provider } of announced) {
      window.dispatchEvent(
        new CustomEvent('eip6963:announceProvider', {
          detail: { info: { uuid: rdns, name: rdns, icon: '', rdns }, provider },
        }),
      );
    }
  });
  vi.stubGlobal('window', window);
  vi.stubGlobal('ethereum', injected);
}

afterEach(() => vi.unstubAllGlobals());

it('prefers the announced MetaMask to other wallets that claim to be it', async () => {
  const real = ethereum();
  page(
    [
      { rdns: 'com.other', provider: ethereum() },
      { rdns: 'io.metamask', provider: real },
    ],
    ethereum(),
  );
  const metaMask = createMetaMask(discoverEthereum(window), false);
  expect(metaMask.choice()?.installed).toBe(true);
  expect(await metaMask.connect()).toBe(ACCOUNT.toLowerCase());
  expect(real.request).toHaveBeenCalledWith({ method: 'eth_requestAccounts' });
});

it.each([
  ['the plain window.ethereum', ethereum(), true],
  [
    'one of several',
    {
      ...ethereum(),
      isMetaMask: false,
      providers: [ethereum({ isBraveWallet: true }), ethereum()],
    },
    true,
  ],
  ['no other that sets its mark', ethereum({ isPhantom: true }), false],
  ['nothing where nothing is', undefined, false],
])('takes %s', (_, injected, installed) => {
  page([], injected);
  expect(createMetaMask(discoverEthereum(window), false).choice()?.installed).toBe(installed);
});

it('reports another account, and the loss of the last one', async () => {
  const wallet = ethereum();
  page([], wallet);
  const metaMask = createMetaMask(discoverEthereum(window), false);
  await metaMask.connect();
  const notified = vi.fn();
  const stop = metaMask.onAccount(notified);
  wallet.emit('accountsChanged', [OTHER]);
  wallet.emit('accountsChanged', []);
  stop();
  wallet.emit('accountsChanged', [ACCOUNT]);
  expect(notified.mock.calls).toEqual([[OTHER.toLowerCase()], [undefined]]);
});

it('provides its provider only while connected', async () => {
  const wallet = ethereum({}, [ACCOUNT]);
  page([], wallet);
  const metaMask = createMetaMask(discoverEthereum(window), false);
  await expect(metaMask.provider.request({ method: 'eth_chainId' })).rejects.toThrow('connected');
  await metaMask.connect();
  await metaMask.provider.request({ method: 'eth_chainId' });
  expect(wallet.request).toHaveBeenLastCalledWith({ method: 'eth_chainId' });
});

it.each([[[]], [['not an address']], ['0x']])(
  'refuses an answer without an account: %j',
  async (answer) => {
    page([], ethereum({}, answer));
    await expect(createMetaMask(discoverEthereum(window), false).connect()).rejects.toThrow(
      'no account',
    );
  },
);
