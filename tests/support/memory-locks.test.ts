import { expect, it } from 'vitest';

import { LockTable } from './memory-locks.ts';
import { settle } from './virtual-clock.ts';

const never = (): Promise<never> => new Promise(() => undefined);

it.each(['exclusive', 'ifFree'] as const)(
  'a tab that dies in the moment in which it asks by %s holds nothing',
  async (how) => {
    const table = new LockTable();
    const dying = Symbol('tab');
    void table.forTab(dying)[how]('order:a', never);
    table.drop(dying);
    await settle();
    void table.forTab(dying)[how]('order:a', never);
    await settle();
    const next = table.forTab(Symbol('tab'));
    expect(await next.ifFree('order:a', () => Promise.resolve('mine'))).toBe('mine');
  },
);
