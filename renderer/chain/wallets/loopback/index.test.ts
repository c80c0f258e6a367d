import { expect, it, vi } from 'vitest';

import { memoryStorage } from '../../../../tests/support/memory-storage.ts';
import { toBase64 } from '../../../core/base64.ts';
import { LikenessError } from '../../../core/errors.ts';
import type { BrowserWallet } from '../../../ports/browser-wallet.ts';
import { createWalletsFrom } from '../wallets.ts';
import { loopbackTransports } from './index.ts';

const ADDRESS = '4g1bN2QmhU1CPNdHD3yaZAXAEC8sF2quaCDfZqJkzWjA';
const ACCOUNT = '0x52908400098527886E0F7030069857D2E4169EE7';

function stage(known?: string) {
  const ask = vi.fn<BrowserWallet['ask']>();
  const forget = vi.fn(() => Promise.resolve());
  const browser: BrowserWallet = {
    ask,
    forget,
    connected: () => Promise.resolve(known),
    snapshot: () => undefined,
    subscribe: () => () => undefined,
    openAgain: () => Promise.resolve(),
    cancel: () => Promise.resolve(),
  };
  const storage = memoryStorage();
  const again = () =>
    createWalletsFrom({
      storage,
      tabs: { notify: () => undefined, onNotified: () => undefined },
      transports: loopbackTransports(browser),
    });
  return { ask, forget, again, wallets: again() };
}

it('connects Phantom in the user’s browser and signs with that account', async () => {
  const { ask, wallets, forget } = stage();
  await wallets.start();
  ask.mockResolvedValueOnce(ADDRESS);
  expect(await wallets.connect('phantom-browser')).toEqual({ address: ADDRESS });
  expect(wallets.snapshot()).toMatchObject({
    type: 'phantom',
    transport: 'loopback',
    solana: { answers: 'signed' },
  });
  ask.mockResolvedValueOnce(toBase64(Uint8Array.of(7, 8)));
  expect(await wallets.signTransaction(Uint8Array.of(1, 2, 3))).toEqual(Uint8Array.of(7, 8));
  expect(ask).toHaveBeenLastCalledWith({
    method: 'solana_signTransaction',
    params: [ADDRESS, 'AQID'],
  });
  ask.mockRejectedValueOnce(new LikenessError('wallet-page-closed'));
  await expect(wallets.signMessage(Uint8Array.of(1))).rejects.toMatchObject({
    code: 'wallet-page-closed',
  });
  await wallets.disconnect();
  expect(forget).toHaveBeenCalledOnce();
});

it('comes back without asking, as main remembers it', async () => {
  const { ask, again } = stage(ADDRESS);
  const first = again();
  await first.start();
  ask.mockResolvedValueOnce(ADDRESS);
  await first.connect('phantom-browser');
  ask.mockClear();
  const second = again();
  await second.start();
  expect(second.snapshot()).toMatchObject({ status: 'connected', address: ADDRESS });
  expect(ask).not.toHaveBeenCalled();
});

it('passes on MetaMask’s listed calls and refuses others', async () => {
  const { ask, wallets } = stage();
  await wallets.start();
  ask.mockResolvedValueOnce([ACCOUNT]);
  expect(await wallets.connect('metamask-browser')).toEqual({ address: ACCOUNT.toLowerCase() });
  ask.mockResolvedValueOnce('0x13882');
  expect(await wallets.ethereum()?.request({ method: 'eth_chainId' })).toBe('0x13882');
  ask.mockClear();
  await expect(
    wallets.ethereum()?.request({ method: 'eth_sign', params: [] }),
  ).rejects.toMatchObject({ code: 4200 });
  expect(ask).not.toHaveBeenCalled();
});
