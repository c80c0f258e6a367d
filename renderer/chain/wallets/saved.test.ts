import { describe, expect, it } from 'vitest';
import { clearSaved, type KeyValue, readSaved, restorable, type SavedWallet, writeSaved } from './saved.ts';

const ADDRESS = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU';
const OTHER = '4g1bN2QmhU1CPNdHD3yaZAXAEC8sF2quaCDfZqJkzWjA';

function memory(entries: Record<string, string> = {}): KeyValue & { readonly entries: Map<string, string> } {
  const map = new Map(Object.entries(entries));
  return {
    entries: map,
    getItem: (key) => map.get(key) ?? null,
    setItem: (key, value) => void map.set(key, value),
    removeItem: (key) => void map.delete(key),
  };
}

describe('the saved wallet', () => {
  it('is kept in the specification’s shape, the transport beside it', () => {
    const storage = memory();
    const saved: SavedWallet = { address: ADDRESS, walletType: 'phantom', transport: 'sandbox' };
    writeSaved(storage, saved);
    expect(JSON.parse(storage.getItem('walletState') ?? '')).toEqual({ connected: true, address: ADDRESS, walletType: 'phantom' });
    expect(readSaved(storage)).toEqual(saved);
    clearSaved(storage);
    expect(storage.entries.size).toBe(0);
  });

  it.each([
    ['no state', undefined],
    ['broken JSON', '{"connected":true'],
    ['another shape', '[1]'],
    ['not connected', JSON.stringify({ connected: false, address: ADDRESS, walletType: 'phantom' })],
    ['no address', JSON.stringify({ connected: true, address: '', walletType: 'phantom' })],
    ['an unknown type', JSON.stringify({ connected: true, address: ADDRESS, walletType: 'none' })],
  ])('is nothing when corrupt: %s', (_, state) => {
    expect(readSaved(memory(state === undefined ? {} : { walletState: state }))).toBeUndefined();
  });

  it('is nothing with an unknown transport', () => {
    const state = JSON.stringify({ connected: true, address: ADDRESS, walletType: 'phantom' });
    expect(readSaved(memory({ walletState: state, walletTransport: 'pigeon' }))).toBeUndefined();
    expect(readSaved(memory({ walletState: state }))?.transport).toBe('extension');
  });
});

describe('what is restored', () => {
  const phantom: SavedWallet = { address: ADDRESS, walletType: 'phantom', transport: 'extension' };
  const sandbox: SavedWallet = { ...phantom, transport: 'sandbox' };
  it.each([
    ['Phantom with its extension', phantom, { phantom: true }, 'phantom'],
    ['Phantom without its extension', phantom, { phantom: false }, 'none'],
    ['Phantom gone, sandbox wallet there', phantom, { phantom: false, sandbox: ADDRESS }, 'none'],
    ['the sandbox wallet, same address', sandbox, { phantom: false, sandbox: ADDRESS }, 'sandbox'],
    ['the sandbox wallet, another address', sandbox, { phantom: true, sandbox: OTHER }, 'none'],
    ['the sandbox wallet off the sandbox', sandbox, { phantom: true }, 'none'],
    ['MetaMask', { ...phantom, walletType: 'metamask' }, { phantom: true }, 'none'],
    ['a phone’s link', { ...phantom, transport: 'link' }, { phantom: true }, 'none'],
    ['nothing saved', undefined, { phantom: true, sandbox: ADDRESS }, 'none'],
  ] as const)('%s', (_, saved, present, expected) => {
    expect(restorable(saved, present)).toBe(expected);
  });
});
