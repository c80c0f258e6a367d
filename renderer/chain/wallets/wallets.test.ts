import { afterEach, describe, expect, it, vi } from 'vitest';
import type { BridgeFeed, BridgeState } from './feed.ts';
import type { KeyValue } from './saved.ts';
import { createWalletsFrom } from './wallets.ts';

const ADDRESS = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU';
const OTHER = '4g1bN2QmhU1CPNdHD3yaZAXAEC8sF2quaCDfZqJkzWjA';

function memory(entries: Record<string, string> = {}): KeyValue {
  const map = new Map(Object.entries(entries));
  return { getItem: (key) => map.get(key) ?? null, setItem: (key, value) => void map.set(key, value), removeItem: (key) => void map.delete(key) };
}

/** Stands in for the adapter behind the bridge: publishes a state after each change, as React would. */
function adapter(behaviour: { connect?: () => Promise<string>; silent?: () => string | undefined; sign?: () => Promise<Uint8Array> } = {}) {
  let feed: BridgeFeed | undefined;
  const now = { selected: undefined as string | undefined, address: undefined as string | undefined };
  const publish = (change: Partial<typeof now>): void => {
    Object.assign(now, change);
    const state: BridgeState = {
      ...now,
      installed: ['Phantom', 'Sandbox Wallet'],
      select: (name) => queueMicrotask(() => publish({ selected: name })),
      connect: async () => {
        const address = await (behaviour.connect ?? (() => Promise.resolve(ADDRESS)))();
        queueMicrotask(() => publish({ address }));
      },
      connectSilently: () => {
        const address = behaviour.silent?.();
        if (address) queueMicrotask(() => publish({ address }));
        return Promise.resolve(address !== undefined);
      },
      disconnect: () => {
        publish({ address: undefined });
        return Promise.resolve();
      },
      signTransaction: behaviour.sign ?? (() => Promise.resolve(Uint8Array.of(9))),
    };
    feed?.publish(state);
  };
  const mountBridge = vi.fn((mounted: BridgeFeed) => {
    feed = mounted;
    publish({});
    return Promise.resolve();
  });
  return { mountBridge, publish };
}

const savedState = (address: string, transport: string): Record<string, string> => ({
  walletState: JSON.stringify({ connected: true, address, walletType: 'phantom' }),
  walletTransport: transport,
});
const sandboxWallet = (): Promise<{ name: string; address: string }> => Promise.resolve({ name: 'Sandbox Wallet', address: ADDRESS });
const withPhantom = (): void => {
  vi.stubGlobal('phantom', { solana: { isPhantom: true } });
};

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('Wallets', () => {
  it('connects, saves, signs, and forgets at the user’s word', async () => {
    const storage = memory();
    const { mountBridge } = adapter();
    const wallets = createWalletsFrom({ storage, mountBridge, sandboxWallet });
    const seen: string[] = [];
    wallets.subscribe(() => seen.push(wallets.snapshot().status));
    await wallets.start();
    expect(mountBridge).not.toHaveBeenCalled();
    expect(wallets.snapshot().choices.map(({ name }) => name)).toEqual(['Sandbox Wallet', 'Phantom']);

    expect(await wallets.connect('sandbox')).toEqual({ address: ADDRESS });
    expect(wallets.snapshot()).toMatchObject({ status: 'connected', type: 'phantom', address: ADDRESS });
    expect(seen).toContain('connecting');
    expect(storage.getItem('walletTransport')).toBe('sandbox');
    expect(await wallets.signTransaction(Uint8Array.of(1))).toEqual(Uint8Array.of(9));

    await wallets.disconnect();
    expect(wallets.snapshot()).toMatchObject({ status: 'idle', type: 'none', address: '' });
    expect(storage.getItem('walletState')).toBeNull();
    await expect(wallets.signTransaction(Uint8Array.of(1))).rejects.toMatchObject({ code: 'wallet-not-connected' });
  });

  it('follows the wallet’s own events', async () => {
    withPhantom();
    const storage = memory();
    const { mountBridge, publish } = adapter();
    const wallets = createWalletsFrom({ storage, mountBridge });
    await wallets.connect('phantom');
    publish({ address: OTHER });
    expect(wallets.snapshot().address).toBe(OTHER);
    expect(storage.getItem('walletState')).toContain(OTHER);
    publish({ address: undefined });
    expect(wallets.snapshot().status).toBe('idle');
    expect(storage.getItem('walletState')).toBeNull();
  });

  it('says what went wrong in the catalogue’s words', async () => {
    const missing = createWalletsFrom({ storage: memory(), mountBridge: adapter().mountBridge });
    await expect(missing.connect('phantom')).rejects.toMatchObject({ code: 'phantom-not-installed', message: 'Phantom wallet not installed' });

    withPhantom();
    const failing = async (thrown: Error): Promise<unknown> =>
      createWalletsFrom({ storage: memory(), mountBridge: adapter({ connect: () => Promise.reject(thrown) }).mountBridge }).connect('phantom');
    await expect(failing(new Error('port closed'))).rejects.toMatchObject({ message: 'Failed to connect to Phantom wallet' });
    await expect(failing(Object.assign(new Error('wrapped'), { error: { code: 4001 } }))).rejects.toMatchObject({ code: 'wallet-rejected' });

    const declining = createWalletsFrom({ storage: memory(), mountBridge: adapter({ sign: () => Promise.reject(new Error('User rejected the request.')) }).mountBridge });
    await declining.connect('phantom');
    await expect(declining.signTransaction(Uint8Array.of(1))).rejects.toMatchObject({ code: 'wallet-rejected' });
  });

  it('refuses a second connection while the first is being asked for', async () => {
    withPhantom();
    const wallets = createWalletsFrom({ storage: memory(), mountBridge: adapter().mountBridge });
    const first = wallets.connect('phantom');
    await expect(wallets.connect('phantom')).rejects.toMatchObject({ code: 'wallet-busy' });
    await first;
  });

  it.each([
    ['the sandbox wallet it had', savedState(ADDRESS, 'sandbox'), () => ADDRESS, ADDRESS],
    ['Phantom, at the account it shows now', savedState(ADDRESS, 'extension'), () => OTHER, OTHER],
    ['nothing, when the wallet would have to ask', savedState(ADDRESS, 'extension'), () => undefined, ''],
    ['nothing, when the sandbox wallet is another', savedState(OTHER, 'sandbox'), () => ADDRESS, ''],
    ['nothing, when the state is corrupt', { walletState: '{' }, () => ADDRESS, ''],
  ])('restores %s', async (_, entries, silent, expected) => {
    withPhantom();
    const storage = memory(entries);
    const wallets = createWalletsFrom({ storage, mountBridge: adapter({ silent }).mountBridge, sandboxWallet });
    await wallets.start();
    expect(wallets.snapshot()).toMatchObject({ status: expected ? 'connected' : 'idle', address: expected });
    expect(storage.getItem('walletState') === null).toBe(expected === '');
  });
});
