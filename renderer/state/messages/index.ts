import type { MessageContent } from '../../core/messages/message.ts';
import { hasPaidFor } from '../../core/orders/selectors.ts';
import { GUEST_PROFILE } from '../../core/scope.ts';
import { atom, useAtomValue } from '../jotai.ts';
import { useWatched } from '../observable.ts';
import { portsAtom } from '../ports.ts';
import { scopeAtom } from '../scope.ts';
import { createOutbox, type Outbox, type OutboxState } from './outbox.ts';

export type { Outbox, OutboxState } from './outbox.ts';

const outboxAtom = atom((get): Outbox => {
  const { store, requests, locks, clock, config } = get(portsAtom);
  return createOutbox({
    store,
    requests,
    locks,
    clock,
    endpoint: config.supportEndpoint,
    appVersion: config.version,
    newId: () => crypto.randomUUID(),
    onOnline: (listener) => {
      addEventListener('online', listener);
      return () => removeEventListener('online', listener);
    },
  });
});

export const useOutbox = (): Outbox => useAtomValue(outboxAtom);
export const useOutboxState = (): OutboxState => useWatched(useOutbox());

/** Set once by the composition root: messages of earlier visits go out without a screen. */
export const startOutboxAtom = atom(null, (get) => get(outboxAtom).start());

/** Sends a message from whoever is here, marked when their plan has priority support. Gives its id. */
export const sendMessageAtom = atom(
  null,
  async (get, _set, content: MessageContent): Promise<string> => {
    const { store } = get(portsAtom);
    const scope = get(scopeAtom).snapshot();
    const orders = scope ? await store.list('orders', scope) : [];
    return get(outboxAtom).send(content, {
      profileId: scope?.profileId ?? GUEST_PROFILE,
      priority: hasPaidFor(orders, 'priority-support'),
    });
  },
);
