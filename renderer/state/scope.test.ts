import { describe, expect, it } from 'vitest';

import { memoryOf } from '../../tests/support/memory.ts';
import { connectedTo, NO_WALLET } from '../../tests/support/wallet-snapshots.ts';
import { GENESIS } from '../core/network.ts';
import { createState } from '../core/subscribable.ts';
import type { AccountSnapshot } from '../ports/accounts.ts';
import type { WalletSnapshot } from '../ports/wallets.ts';
import { createScope } from './scope.ts';

const none: AccountSnapshot = { status: 'none', remembered: false, idleMinutes: 0, codeKept: true };
const begin = (change: Partial<Parameters<typeof createScope>[0]> = {}) =>
  createScope({
    wallets: createState(NO_WALLET),
    accounts: createState(none),
    genesis: () => Promise.resolve('g'),
    network: 'sandbox',
    memory: memoryOf(),
    ...change,
  });

describe('scope', () => {
  it('starts with the chain seen last and corrects it when the chain answers', async () => {
    const kept = new Map<string, unknown>([['genesis.sandbox', 'old']]);
    const scope = begin({
      genesis: () => Promise.resolve('new'),
      memory: memoryOf(kept),
    });
    expect(scope.snapshot()).toEqual({ profileId: 'guest', genesis: 'old' });
    await scope.confirmed();
    expect(scope.snapshot()).toEqual({ profileId: 'guest', genesis: 'new' });
    expect(kept.get('genesis.sandbox')).toBe('new');
  });

  it('knows a public chain without asking it', async () => {
    const scope = begin({
      genesis: () => Promise.reject(new Error('asked')),
      network: 'mainnet',
      memory: memoryOf(new Map([['genesis.mainnet', 'another']])),
    });
    const mainnet = { profileId: 'guest', genesis: GENESIS.mainnet };
    expect(scope.chainSeen()).toBe(true);
    expect(scope.snapshot()).toEqual(mainnet);
    expect(await scope.confirmed()).toEqual(mainnet);
  });

  it('never shows the guest while a wallet is being restored', async () => {
    const wallets = createState<WalletSnapshot>({ ...NO_WALLET, status: 'restoring' });
    const scope = begin({
      wallets,
    });
    const confirmed = scope.confirmed();
    expect(scope.snapshot()).toBeUndefined();
    wallets.set(connectedTo('AbC'));
    expect(await confirmed).toEqual({ profileId: 'wallet:AbC', genesis: 'g' });
    expect(scope.snapshot()).toEqual({ profileId: 'wallet:AbC', genesis: 'g' });
  });

  it('asks again after a network failure', async () => {
    let calls = 0;
    const scope = begin({
      genesis: () => (calls++ === 0 ? Promise.reject(new Error('down')) : Promise.resolve('g')),
    });
    await expect(scope.confirmed()).rejects.toThrow('down');
    expect(await scope.confirmed()).toEqual({ profileId: 'guest', genesis: 'g' });
  });

  it('is the open account’s, whatever wallet is connected, and nobody’s while it is locked', async () => {
    const account = createState<AccountSnapshot>({ ...none, status: 'restoring' });
    const scope = begin({
      wallets: createState(connectedTo('AbC')),
      accounts: account,
    });
    const confirmed = scope.confirmed();
    expect(scope.snapshot()).toBeUndefined();
    account.set({ ...none, status: 'open', id: 'v1' });
    expect(await confirmed).toEqual({ profileId: 'email:v1', genesis: 'g' });
    account.set({ ...none, status: 'locked' });
    expect(scope.snapshot()).toBeUndefined();
    await expect(scope.confirmed()).rejects.toMatchObject({ code: 'storage-locked' });
    account.set(none);
    expect(scope.snapshot()).toEqual({ profileId: 'wallet:AbC', genesis: 'g' });
  });
});
