import { atom, useAtomValue } from 'jotai';

import type { MessageContent } from '../../core/messages/message.ts';
import { GUEST_PROFILE } from '../../core/scope.ts';
import { unlockedBy } from '../../core/unlocks.ts';
import { portsAtom } from '../ports.ts';
import { localMemory } from '../remembered.ts';
import { scopeAtom } from '../scope.ts';
import { resumeWithScope } from '../tasks/index.ts';
import { useSnapshot } from '../use-snapshot.ts';
import type { OutboxState } from './message-list.ts';
import { createOutbox, type Outbox } from './outbox.ts';

export type { OutboxState } from './message-list.ts';
export type { Outbox } from './outbox.ts';

const outboxAtom = atom((get): Outbox => {
  const ports = get(portsAtom);
  return createOutbox({
    ...ports,
    memory: localMemory(),
    endpoint: ports.config.supportEndpoint,
    appVersion: ports.config.version,
    newId: () => crypto.randomUUID(),
    onOnline: (listener) => addEventListener('online', listener),
  });
});

export const useOutbox = (): Outbox => useAtomValue(outboxAtom);
export const useOutboxState = (): OutboxState => useSnapshot(useOutbox());

/**
 * Sends the messages of earlier visits, and of an account once it is open, without any screen. The
 * composition root sets this once.
 */
export const startOutboxAtom = atom(null, (get) => {
  get(outboxAtom).start();
  resumeWithScope(get(scopeAtom), get(outboxAtom));
});

/**
 * Sends a message from the current user, marked if their plan has priority support. Returns its id.
 */
export const sendMessageAtom = atom(
  null,
  async (get, _set, content: MessageContent): Promise<string> => {
    const { store } = get(portsAtom);
    const scope = get(scopeAtom).snapshot();
    const orders = scope ? await store.list('orders', scope) : [];
    return get(outboxAtom).send(content, {
      profileId: scope?.profileId ?? GUEST_PROFILE,
      priority: unlockedBy(orders).has('priority-support'),
    });
  },
);
