import { describe, expect, it } from 'vitest';

import { memoryLocks } from '../../tests/support/memory-locks.ts';
import type { WalletSnapshot } from '../ports/wallets.ts';
import { observable } from './observable.ts';
import { createRestoring } from './restoring.ts';

const GENESIS = 'g';
const held = (address: string): WalletSnapshot => ({
  status: 'connected',
  type: 'phantom',
  address,
  choices: [],
  solana: { choiceId: 'phantom', address, transport: 'extension', answers: 'signed' },
});
const idle: WalletSnapshot = { status: 'idle', type: 'none', address: '', choices: [] };
const settle = () => new Promise((resolve) => setTimeout(resolve));

function begin(kept: Record<string, unknown> = {}) {
  const wallets = observable<WalletSnapshot>(idle);
  const asked: string[] = [];
  const open: { resolve: () => void; reject: (why: unknown) => void }[] = [];
  const restoring = createRestoring({
    wallets,
    scope: { confirmed: () => Promise.resolve({ profileId: 'p', genesis: GENESIS }) },
    locks: memoryLocks(),
    memory: { read: (key) => kept[key], write: (key, value) => void (kept[key] = value) },
    payments: {
      restore: ({ payer, signal, onProgress }) => {
        asked.push(payer);
        onProgress({ done: 1, all: 2, found: 0 });
        return new Promise((resolve, reject) => {
          open.push({ resolve: () => resolve({ found: [], known: 0, left: 0 }), reject });
          signal.addEventListener('abort', () => reject(signal.reason as Error));
        });
      },
    },
  });
  return { wallets, restoring, asked, open, kept };
}

describe('restoring', () => {
  it('looks by itself once for each wallet, and again when asked', async () => {
    const { wallets, restoring, asked, open } = begin();
    expect(restoring.snapshot().kind).toBe('idle');
    wallets.set(held('A'));
    await settle();
    expect(restoring.snapshot()).toEqual({
      kind: 'looking',
      progress: { done: 1, all: 2, found: 0 },
    });
    open[0]?.resolve();
    await settle();
    expect(restoring.snapshot()).toMatchObject({ kind: 'done', byItself: true });
    wallets.set(idle);
    wallets.set(held('A'));
    await settle();
    expect(asked).toEqual(['A']);
    restoring.look();
    await settle();
    expect(asked).toEqual(['A', 'A']);
  });

  it('looks by itself again once an account was deleted', async () => {
    const { wallets, restoring, asked, open } = begin();
    wallets.set(held('A'));
    await settle();
    open[0]?.resolve();
    await settle();
    restoring.forget();
    wallets.set(idle);
    wallets.set(held('A'));
    await settle();
    open[1]?.resolve();
    await settle();
    wallets.set(idle);
    wallets.set(held('A'));
    await settle();
    expect(asked).toEqual(['A', 'A']);
  });

  it('ends when it is cancelled, and looks again at the next connection', async () => {
    const { wallets, restoring, asked } = begin();
    wallets.set(held('A'));
    await settle();
    restoring.cancel();
    await settle();
    expect(restoring.snapshot()).toEqual({ kind: 'idle' });
    wallets.set(idle);
    wallets.set(held('A'));
    await settle();
    expect(asked).toEqual(['A', 'A']);
  });

  it('says why it failed', async () => {
    const { wallets, restoring, open } = begin();
    wallets.set(held('A'));
    await settle();
    open[0]?.reject(new Error('?'));
    await settle();
    expect(restoring.snapshot()).toEqual({ kind: 'failed', code: 'unexpected', byItself: true });
    restoring.dismiss();
    expect(restoring.snapshot().kind).toBe('idle');
  });
});
