import { note, noted } from '../../core/log/log.ts';
import { afterAttempt, type Attempt } from '../../core/messages/delivery.ts';
import {
  NO_CHAIN,
  type MessageContent,
  type MessageState,
  type OutgoingMessage,
} from '../../core/messages/message.ts';
import type { Subscribable } from '../../core/subscribable.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Ports } from '../../ports/index.ts';
import type { Requests } from '../../ports/requests.ts';
import type { Store } from '../../ports/store.ts';
import type { Memory } from '../remembered.ts';
import { createMessageList, type MessageList, type OutboxState } from './message-list.ts';

const LONGEST_SLEEP = 60 * 60_000;

/** Delivers each waiting message when its time has come, and sleeps in between. */
function createSendLoop(
  list: Pick<MessageList, 'refresh'>,
  dueAt: (message: OutgoingMessage) => number,
  deliver: (id: string) => Promise<void>,
  clock: Clock,
) {
  let nap: AbortController | undefined;
  let pokes = 0;
  const run = async (): Promise<void> => {
    for (;;) {
      const seen = pokes;
      const messages = (await list.refresh().catch(noted('messages.list'))) ?? [];
      const now = clock.now();
      const due = messages.filter((message) => dueAt(message) <= now);
      for (const { id } of due) await deliver(id).catch(noted('messages.send'));
      if (seen === pokes && due.length === 0) {
        const next = Math.min(...messages.map(dueAt), now + LONGEST_SLEEP);
        nap = new AbortController();
        await clock.wait(next - now, nap.signal).catch(() => undefined); // Woken early.
      }
    }
  };
  /** Makes the loop check again: what it waits for may have changed. */
  const poke = (): void => {
    pokes++;
    nap?.abort();
  };
  return { run, poke };
}

/** Messages to us. Each is stored before it is sent, until it is delivered or withdrawn. */
export interface Outbox extends Subscribable<OutboxState> {
  /** Continues with what earlier visits left, for as long as the page lives. Call it once. */
  start(): void;
  /**
   * To be called when an account is opened, changed or locked: shows the messages that can be read
   * now, and sends those that are due.
   */
  resume(): Promise<void>;
  /**
   * Stores the message, then tries once to deliver it. Resolves with its id after that try; the
   * result is in the state.
   * @throws LikenessError 'storage-*', and nothing was sent
   */
  send(
    content: MessageContent,
    from: { readonly profileId: string; readonly priority: boolean },
  ): Promise<string>;
  /** Tries again now, without waiting any longer. */
  retry(id: string): Promise<void>;
  /** Deletes it: it was sent another way, or isn't wanted any more. */
  withdraw(id: string): Promise<void>;
}

interface Deps extends Pick<Ports, 'locks' | 'clock'> {
  readonly store: Pick<Store, 'get' | 'listAll' | 'updateEach' | 'write' | 'watch'>;
  readonly requests: Pick<Requests, 'json'>;
  /** Shared by all tabs. */
  readonly memory: Memory;
  /** Where messages are posted; without one they wait for the user. */
  readonly endpoint: string | undefined;
  readonly appVersion: string;
  readonly newId: () => string;
  /** Calls back when the network returns. */
  readonly onOnline: (listener: () => void) => void;
}

/** The body that the endpoint gets. */
const payload = ({ id, createdAt, priority, content }: OutgoingMessage, app: string): string =>
  JSON.stringify({ id, createdAt: new Date(createdAt).toISOString(), priority, app, ...content });

async function post(
  message: OutgoingMessage,
  url: string,
  requests: Pick<Requests, 'json'>,
  app: string,
): Promise<Attempt> {
  try {
    const { status, retryAfter } = await requests.json({
      url,
      purpose: 'message',
      label: message.content.kind,
      body: payload(message, app),
      idempotencyKey: message.id,
    });
    return { kind: 'answered', status, ...(retryAfter !== undefined && { retryAfter }) };
  } catch (thrown) {
    note('messages.send', thrown);
    return { kind: 'unreachable' };
  }
}

export function createOutbox({
  store,
  requests,
  locks,
  clock,
  memory,
  endpoint,
  appVersion,
  newId,
  onOnline,
}: Deps): Outbox {
  const list = createMessageList(store, memory);
  /** When the next attempt may come at the earliest, though storage may not have taken the last. */
  const notBefore = new Map<string, number>();
  const dueAt = ({ id, state }: OutgoingMessage): number =>
    state.kind === 'waiting' ? Math.max(state.nextAt, notBefore.get(id) ?? 0) : Infinity;

  /**
   * Delivers the message in its stored state. Tabs take turns, and the second one finds it gone.
   */
  const deliver = (id: string, when: 'now' | 'due' = 'now'): Promise<void> =>
    locks.exclusive(`message:${id}`, async () => {
      const message = await store.get('messages', id);
      if (!message || endpoint === undefined) return;
      // The previous holder of the lock may just have tried.
      if (when === 'due' && dueAt(message) > clock.now()) return;
      await list.sending(id, async () => {
        const outcome = afterAttempt({
          state: message.state,
          createdAt: message.createdAt,
          attempt: await post(message, endpoint, requests, appVersion),
          now: clock.now(),
        });
        const isWaiting = outcome !== 'sent' && outcome.kind === 'waiting';
        notBefore.set(id, isWaiting ? outcome.nextAt : clock.now() + LONGEST_SLEEP);
        if (outcome === 'sent') {
          list.sent(id);
          await store.write([{ table: 'messages', remove: id }]);
        } else {
          await store.updateEach('messages', [id], (row) => ({ ...row, state: outcome }));
        }
        await list.refresh();
      });
    });

  const loop = createSendLoop(list, dueAt, (id) => deliver(id, 'due'), clock);

  const dueNow = async (): Promise<void> => {
    const now = clock.now();
    notBefore.clear();
    for (const { id, state: was } of await list.refresh()) {
      if (was.kind === 'waiting' && was.nextAt > now) {
        await store.updateEach('messages', [id], (row) => ({
          ...row,
          state: { ...was, nextAt: now },
        }));
      }
    }
    loop.poke();
  };

  return {
    snapshot: list.snapshot,
    subscribe: list.subscribe,
    start() {
      const refresh = (): void => void list.refresh().catch(noted('messages.list'));
      store.watch(['messages'], refresh);
      onOnline(() => void dueNow().catch(noted('messages.send')));
      if (endpoint === undefined) refresh();
      else void loop.run();
    },
    async resume() {
      await list.refresh('new');
      loop.poke();
    },

    async send(content, { profileId, priority }) {
      const now = clock.now();
      const waits: MessageState =
        endpoint === undefined
          ? { kind: 'needs-you', why: 'no-endpoint' }
          : { kind: 'waiting', attempts: 0, nextAt: now };
      const message: OutgoingMessage = {
        id: newId(),
        profileId,
        genesis: NO_CHAIN,
        createdAt: now,
        priority,
        content,
        state: waits,
      };
      await store.write([{ table: 'messages', put: message }]);
      await list.refresh();
      await deliver(message.id, 'due');
      loop.poke();
      return message.id;
    },

    async retry(id) {
      await deliver(id);
      loop.poke();
    },

    async withdraw(id) {
      list.withdrawn(id);
      await locks.exclusive(`message:${id}`, () =>
        store.write([{ table: 'messages', remove: id }]),
      );
      await list.refresh();
    },
  };
}
