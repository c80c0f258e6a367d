import { expect, it, vi } from 'vitest';

import { exampleOrder } from '../../tests/support/example-rows.ts';
import { emptyStorage, memoryStore } from '../../tests/support/memory-store.ts';
import { memoryOf } from '../../tests/support/memory.ts';
import { settle } from '../../tests/support/virtual-clock.ts';
import type { Scope } from '../core/scope.ts';
import { createState } from '../core/subscribable.ts';
import { keepFromFirstPayment } from './keep-purchases.ts';
import type { Memory } from './remembered.ts';

const here: Scope = { profileId: 'guest', genesis: 'chain' };

function visit(memory: Memory, keep: () => Promise<boolean>) {
  const store = memoryStore(emptyStorage());
  const scope = createState<Scope | undefined>(undefined);
  const stop = keepFromFirstPayment({ store, scope, memory, keep });
  return { store, scope, stop };
}

it('asks once, when an order is paid, and not before', async () => {
  const keep = vi.fn(() => Promise.resolve(false));
  const { store, scope } = visit(memoryOf(), keep);
  scope.set(here);
  await store.write([{ table: 'orders', put: exampleOrder(here, 'submitted') }]);
  await settle();
  expect(keep).not.toHaveBeenCalled();
  await store.write([{ table: 'orders', put: exampleOrder(here, 'finalized') }]);
  await settle();
  await store.write([{ table: 'orders', put: exampleOrder(here, 'finalized', 2) }]);
  await settle();
  expect(keep).toHaveBeenCalledTimes(1);
});

it('finds a payment that arrived before the profile was known, and doesn’t ask again on a later visit', async () => {
  const keep = vi.fn(() => Promise.resolve(true));
  const memory = memoryOf();
  const { store, scope } = visit(memory, keep);
  await store.write([{ table: 'orders', put: exampleOrder(here, 'finalized') }]);
  await settle();
  expect(keep).not.toHaveBeenCalled();
  scope.set(here);
  await settle();
  expect(keep).toHaveBeenCalledTimes(1);

  const later = visit(memory, keep);
  later.scope.set(here);
  await later.store.write([{ table: 'orders', put: exampleOrder(here, 'finalized') }]);
  await settle();
  expect(keep).toHaveBeenCalledTimes(1);
});
