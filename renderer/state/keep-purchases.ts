import { atom } from 'jotai';

import { noted } from '../core/log/log.ts';
import { isPaid } from '../core/orders/selectors.ts';
import type { Scope } from '../core/scope.ts';
import type { Subscribable } from '../core/subscribable.ts';
import type { Store } from '../ports/store.ts';
import { keepStorageAtom } from './device.ts';
import { portsAtom } from './ports.ts';
import { localMemory, type Memory } from './remembered.ts';
import { scopeAtom } from './scope.ts';

interface Deps {
  readonly store: Pick<Store, 'list' | 'watch'>;
  readonly scope: Subscribable<Scope | undefined>;
  readonly memory: Memory;
  /** Asks the browser not to clear our storage by itself. */
  readonly keep: () => Promise<boolean>;
}

const KEY = 'asked-to-keep';

/**
 * From the first payment on there is something to lose, so the browser is asked once to keep our
 * storage, however the payment was made. Returns a function that stops watching.
 */
export function keepFromFirstPayment({ store, scope, memory, keep }: Deps): () => void {
  const check = async (): Promise<void> => {
    const where = scope.snapshot();
    if (where === undefined || memory.read(KEY) === true) return;
    const orders = await store.list('orders', where);
    if (memory.read(KEY) === true || !orders.some(isPaid)) return;
    memory.write(KEY, true);
    await keep();
  };
  // The settings offer it as well.
  const tryIt = (): void => void check().catch(noted('device.persist'));
  const stops = [store.watch(['orders'], tryIt), scope.subscribe(tryIt)];
  tryIt();
  return () => {
    for (const stop of stops) stop();
  };
}

/** Set once by the composition root. */
export const keepFromFirstPaymentAtom = atom(null, (get, set) => {
  return keepFromFirstPayment({
    ...get(portsAtom),
    scope: get(scopeAtom),
    memory: localMemory(),
    keep: () => set(keepStorageAtom),
  });
});
