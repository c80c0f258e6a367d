import { describe, expect, it } from 'vitest';

import { memoryStorage } from '../../../tests/support/memory-storage.ts';
import {
  clearSaved,
  readSaved,
  readSecondary,
  writeSaved,
  writeSecondary,
  type SavedWallet,
} from './saved.ts';

const ADDRESS = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU';
const OTHER = '4g1bN2QmhU1CPNdHD3yaZAXAEC8sF2quaCDfZqJkzWjA';

describe('the saved wallet', () => {
  it('is stored in the specification’s form, next to its transport', () => {
    const storage = memoryStorage();
    const saved: SavedWallet = { address: ADDRESS, walletType: 'phantom', transport: 'sandbox' };
    writeSaved(storage, saved);
    expect(JSON.parse(storage.getItem('walletState') ?? '')).toEqual({
      connected: true,
      address: ADDRESS,
      walletType: 'phantom',
    });
    expect(readSaved(storage)).toEqual(saved);
    clearSaved(storage);
    expect(storage.entries.size).toBe(0);
  });

  it.each([
    ['no state', undefined],
    ['broken JSON', '{"connected":true'],
    ['another shape', '[1]'],
    [
      'not connected',
      JSON.stringify({ connected: false, address: ADDRESS, walletType: 'phantom' }),
    ],
    ['no address', JSON.stringify({ connected: true, address: '', walletType: 'phantom' })],
    ['an unknown type', JSON.stringify({ connected: true, address: ADDRESS, walletType: 'none' })],
  ])('is nothing when corrupt: %s', (_, state) => {
    expect(
      readSaved(memoryStorage(state === undefined ? {} : { walletState: state })),
    ).toBeUndefined();
  });

  it('is nothing with an unknown transport', () => {
    const state = JSON.stringify({ connected: true, address: ADDRESS, walletType: 'phantom' });
    expect(
      readSaved(memoryStorage({ walletState: state, walletTransport: 'pigeon' })),
    ).toBeUndefined();
    expect(readSaved(memoryStorage({ walletState: state }))?.transport).toBe('extension');
  });
});

it('the secondary wallets beside it are stored separately, and ignored when corrupt', () => {
  const storage = memoryStorage();
  const wallet: SavedWallet = { address: OTHER, walletType: 'phantom', transport: 'link' };
  writeSecondary(storage, [wallet]);
  expect(storage.getItem('walletState')).toBeNull();
  expect(readSecondary(storage)).toEqual([wallet]);
  writeSecondary(storage, []);
  expect(storage.entries.size).toBe(0);
  for (const corrupt of ['{', '{}', JSON.stringify([{ ...wallet, transport: 'pigeon' }])]) {
    expect(readSecondary(memoryStorage({ walletTools: corrupt }))).toEqual([]);
  }
});
