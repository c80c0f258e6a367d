import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

import { memoryLocks } from '../../tests/support/memory-locks.ts';
import { LOCK_ORDER, outOfOrder, type LockName } from '../core/lock-order.ts';
import { forgetLog, logEntries } from '../core/log/log.ts';
import type { Locks } from '../ports/locks.ts';
import { inOrder, noteDisorder } from './locks.ts';

/** One lock for each row of the order, in order. */
const ROWS = LOCK_ORDER.map((row): LockName => (row === 'credits:guest' ? row : `${row}:x`));
const done = (): Promise<string> => Promise.resolve('done');

describe('the order of locks', () => {
  it('is the table of docs/locks.md, row by row', () => {
    const table = readFileSync('docs/locks.md', 'utf8').matchAll(
      /^\| \d+ \| `([a-z-:]+?)(?::<\w+>)*` \|/gm,
    );
    expect([...table].map(([, name]) => name)).toEqual(LOCK_ORDER);
  });

  it('lets every lock be taken inside those above it, and no other', () => {
    for (const [outer, held] of ROWS.entries())
      for (const [inner, asked] of ROWS.entries())
        expect(outOfOrder([held], asked) === undefined, `${asked} inside ${held}`).toBe(
          inner > outer,
        );
  });

  it('counts all that is held, not the last alone', () => {
    expect(outOfOrder(['wallet:x', 'photo:x'], 'credits:x')).toBe(
      'credits was asked for inside photo',
    );
    expect(outOfOrder(['order:x', 'wallet:x'], 'credits:x')).toBeUndefined();
  });

  it('knows a guest’s credits from an account’s, and no lock that isn’t listed', () => {
    expect(outOfOrder(['credits:guest'], 'credits:email:1')).toBeUndefined();
    expect(outOfOrder(['credits:email:1'], 'credits:guest')).toBe(
      'credits:guest was asked for inside credits',
    );
    expect(outOfOrder(['credits:email:1'], 'credits:wallet:2')).toBe(
      'credits was asked for inside credits',
    );
    expect(outOfOrder([], 'other:x' as LockName)).toBe('no such lock: other');
  });
});

describe('locks', () => {
  it('that are taken in order are held together, at any depth', async () => {
    await expect(
      memoryLocks().exclusive('order:1', (locks) =>
        locks.exclusive('wallet:1', async (locks) =>
          locks.ifFree('credits:guest', (locks) => locks.exclusive('credits:email:1', done)),
        ),
      ),
    ).resolves.toBe('done');
  });

  it.each([
    ['wallet:1', 'order:1'],
    ['credits:email:1', 'credits:guest'],
    ['order:1', 'order:2'],
    ['photo:1', 'batch:1'],
  ] as const)('refuse %s → %s, before they wait, and are free again', async (outer, inner) => {
    const locks = memoryLocks();
    const asks = [
      (locks: Locks) => locks.exclusive(inner, done),
      (locks: Locks) => locks.ifFree(inner, done),
    ];
    for (const ask of asks)
      await expect(locks.exclusive(outer, ask)).rejects.toThrow(/was asked for inside/);
    expect(await locks.ifFree(outer, done)).toBe('done');
    expect(await locks.ifFree(inner, done)).toBe('done');
  });

  it('of flows beside each other have no order between them', async () => {
    const locks = memoryLocks();
    let letGo = (): void => undefined;
    const held = locks.exclusive(
      'photo:1',
      () => new Promise<void>((resolve) => (letGo = resolve)),
    );
    await expect(locks.exclusive('order:1', done)).resolves.toBe('done');
    letGo();
    await held;
  });

  it('note a wrong order where people pay, and go on', async () => {
    forgetLog();
    const plain = {
      exclusive: <T>(_: string, work: () => Promise<T>): Promise<T> => work(),
      ifFree: <T>(_: string, work: () => Promise<T>): Promise<T | undefined> => work(),
    };
    await expect(
      inOrder(plain, noteDisorder).exclusive('photo:1', (locks) =>
        locks.exclusive('batch:1', done),
      ),
    ).resolves.toBe('done');
    expect(logEntries()).toMatchObject([{ place: 'locks.order', code: 'Error', times: 1 }]);
  });
});
