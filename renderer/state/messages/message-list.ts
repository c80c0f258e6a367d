import { z } from 'zod';

import { NO_CHAIN, type OutgoingMessage } from '../../core/messages/message.ts';
import { createState, type Subscribable } from '../../core/subscribable.ts';
import type { Store } from '../../ports/store.ts';
import type { Memory } from '../remembered.ts';

export interface OutboxState {
  /** Those of every profile that is open, oldest first. */
  readonly messages: readonly OutgoingMessage[];
  /** Ids of those delivered during this visit. */
  readonly sent: ReadonlySet<string>;
  /** Ids of those deleted lately, here or in another tab. */
  readonly withdrawn: ReadonlySet<string>;
  readonly sending: ReadonlySet<string>;
}

/** The messages that are stored now, and what this visit knows of them. */
export interface MessageList extends Subscribable<OutboxState> {
  /** Reads again. `view` is 'new' if other accounts' rows are read than before. */
  refresh(view?: 'same' | 'new'): Promise<readonly OutgoingMessage[]>;
  /** Shows the message as being sent while the work runs. */
  sending(id: string, work: () => Promise<void>): Promise<void>;
  sent(id: string): void;
  /** The message is about to be deleted: that it is gone won't mean that it was delivered. */
  withdrawn(id: string): void;
}

/** Key of the ids of messages deleted lately, for the other tabs. */
const WITHDRAWN = 'messages.withdrawn';
const idsSchema = z.array(z.string()).catch([]);

export function createMessageList(store: Pick<Store, 'listAll'>, memory: Memory): MessageList {
  const state = createState<OutboxState>({
    messages: [],
    sent: new Set(),
    withdrawn: new Set(),
    sending: new Set(),
  });
  let reads = 0;
  let shown = 0;
  /** Number of the first read under the current account state. */
  let viewSince = 0;

  return {
    snapshot: state.snapshot,
    subscribe: state.subscribe,

    async refresh(view = 'same') {
      const mine = ++reads;
      if (view === 'new') viewSince = mine;
      const messages = (await store.listAll('messages', NO_CHAIN)).sort(
        (a, b) => a.createdAt - b.createdAt,
      );
      // Ignores a read that began before the one that is shown.
      if (mine < Math.max(shown, viewSince)) return messages;
      const isNewView = shown < viewSince;
      shown = mine;
      state.update((before) => {
        const here = new Set(messages.map(({ id }) => id));
        const withdrawn = new Set(idsSchema.parse(memory.read(WITHDRAWN)));
        // If a message is gone and no tab deleted it, another tab delivered it. Messages that were
        // locked away weren't.
        const gone = isNewView
          ? []
          : before.messages
              .filter(({ id }) => !here.has(id) && !withdrawn.has(id))
              .map(({ id }) => id);
        return {
          ...before,
          messages,
          withdrawn,
          sent: gone.length > 0 ? new Set([...before.sent, ...gone]) : before.sent,
        };
      });
      return messages;
    },

    async sending(id, work) {
      state.update((before) => ({ ...before, sending: new Set([...before.sending, id]) }));
      await work().finally(() =>
        state.update((before) => ({
          ...before,
          sending: new Set([...before.sending].filter((one) => one !== id)),
        })),
      );
    },
    sent: (id) => state.update((before) => ({ ...before, sent: new Set([...before.sent, id]) })),
    withdrawn: (id) =>
      memory.write(WITHDRAWN, [...idsSchema.parse(memory.read(WITHDRAWN)), id].slice(-20)),
  };
}
