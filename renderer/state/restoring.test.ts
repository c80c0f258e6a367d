import { describe, expect, it } from 'vitest';

import { LockTable, memoryLocks } from '../../tests/support/memory-locks.ts';
import { memoryOf } from '../../tests/support/memory.ts';
import { settle } from '../../tests/support/virtual-clock.ts';
import { connectedTo, NO_WALLET } from '../../tests/support/wallet-snapshots.ts';
import { LikenessError } from '../core/errors.ts';
import { emailProfile, type Scope } from '../core/scope.ts';
import { createState } from '../core/subscribable.ts';
import { createRestoring } from './restoring.ts';

const GENESIS = 'g';

function begin(kept = new Map<string, unknown>(), locks = memoryLocks()) {
  const wallets = createState(NO_WALLET);
  const scope = createState<Scope | undefined>({ profileId: emailProfile('p'), genesis: GENESIS });
  const asked: string[] = [];
  const open: { resolve: (left?: number) => void; reject: (why: unknown) => void }[] = [];
  const restoring = createRestoring({
    wallets,
    scope: {
      ...scope,
      confirmed() {
        const now = scope.snapshot();
        return now ? Promise.resolve(now) : Promise.reject(new LikenessError('storage-locked'));
      },
    },
    locks,
    memory: memoryOf(kept),
    payments: {
      restore: ({ payer, signal, onProgress }) => {
        asked.push(payer);
        onProgress({ done: 1, all: 2, found: 0 });
        return new Promise((resolve, reject) => {
          open.push({ resolve: (left = 0) => resolve({ found: [], known: 0, left }), reject });
          signal.addEventListener('abort', () => reject(signal.reason as Error));
        });
      },
    },
  });
  /** Connects this wallet, after the one before has left. */
  const connect = (address: string): Promise<unknown> => {
    wallets.set(NO_WALLET);
    wallets.set(connectedTo(address));
    return settle();
  };
  return { connect, scope, restoring, asked, open, kept };
}

describe('restoring', () => {
  it('searches automatically once for each wallet, and again on request', async () => {
    const { connect, restoring, asked, open } = begin();
    expect(restoring.snapshot().kind).toBe('idle');
    await connect('A');
    expect(restoring.snapshot()).toEqual({
      kind: 'searching',
      progress: { done: 1, all: 2, found: 0 },
    });
    open[0]?.resolve();
    await settle();
    expect(restoring.snapshot()).toEqual({ kind: 'idle' });
    await connect('A');
    expect(asked).toEqual(['A']);
    restoring.search();
    await settle();
    expect(asked).toEqual(['A', 'A']);
  });

  it('says what it left, and searches automatically again until nothing is left', async () => {
    const { connect, restoring, asked, open } = begin();
    await connect('A');
    open[0]?.resolve(120);
    await settle();
    expect(restoring.snapshot()).toMatchObject({ kind: 'done', restored: { left: 120 } });
    await connect('A');
    open[1]?.resolve();
    await settle();
    await connect('A');
    expect(asked).toEqual(['A', 'A']);
  });

  it('searches on request after another tab’s search, and automatically not at all', async () => {
    const table = new LockTable();
    let end = (): void => undefined;
    const other = new Promise<void>((resolve) => (end = resolve));
    const held = table.forTab(Symbol('other')).exclusive(`restore:${GENESIS}:A`, () => other);
    const { connect, restoring, asked } = begin(new Map(), table.forTab(Symbol('this')));
    await connect('A');
    expect(restoring.snapshot().kind).toBe('idle');
    restoring.search();
    await settle();
    expect([restoring.snapshot().kind, asked]).toEqual(['searching', []]);
    end();
    await held;
    await settle();
    expect(asked).toEqual(['A']);
  });

  it('searches automatically again after an account was deleted', async () => {
    const { connect, restoring, asked, open } = begin();
    await connect('A');
    open[0]?.resolve();
    await settle();
    restoring.forget();
    await connect('A');
    open[1]?.resolve();
    await settle();
    await connect('A');
    expect(asked).toEqual(['A', 'A']);
  });

  it('ends when cancelled, and searches again at the next connection', async () => {
    const { connect, restoring, asked } = begin();
    await connect('A');
    restoring.cancel();
    await settle();
    expect(restoring.snapshot()).toEqual({ kind: 'idle' });
    await connect('A');
    expect(asked).toEqual(['A', 'A']);
  });

  it('continues in the same page once a locked account is open', async () => {
    const { connect, scope, restoring, asked, open } = begin();
    const account = scope.snapshot();
    await connect('A');
    scope.set(undefined);
    open[0]?.reject(new LikenessError('storage-locked'));
    await settle();
    expect(restoring.snapshot()).toEqual({ kind: 'idle' });
    scope.set(account);
    await settle();
    expect(restoring.snapshot().kind).toBe('searching');
    open[1]?.resolve();
    await settle();
    expect(restoring.snapshot()).toEqual({ kind: 'idle' });
    // A search that has finished isn't started again.
    scope.set(undefined);
    scope.set(account);
    await settle();
    expect(asked).toEqual(['A', 'A']);
  });

  it('reports why it failed if it was asked for', async () => {
    const { connect, restoring, open } = begin();
    await connect('A');
    open[0]?.reject(new Error('?'));
    await settle();
    expect(restoring.snapshot()).toEqual({ kind: 'idle' });
    restoring.search();
    await settle();
    open[1]?.reject(new Error('?'));
    await settle();
    expect(restoring.snapshot()).toEqual({ kind: 'failed', code: 'unexpected' });
    restoring.dismiss();
    expect(restoring.snapshot().kind).toBe('idle');
  });
});
