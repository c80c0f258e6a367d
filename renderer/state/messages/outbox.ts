import { note, noted } from '../../core/log/log.ts';
import { afterAttempt, type Attempt } from '../../core/messages/delivery.ts';
import {
  NO_CHAIN,
  type MessageContent,
  type MessageState,
  type OutgoingMessage,
} from '../../core/messages/message.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Locks } from '../../ports/locks.ts';
import type { Requests } from '../../ports/requests.ts';
import type { Store } from '../../ports/store.ts';
import { observable, type Watched } from '../observable.ts';

export interface OutboxState {
  /** Of every profile that is open, oldest first. */
  readonly messages: readonly OutgoingMessage[];
  /** Those that arrived during this visit. */
  readonly sent: ReadonlySet<string>;
  readonly sending: ReadonlySet<string>;
}

/** Messages to us. Each is stored before it is sent, and stays stored until it arrived or was withdrawn. */
export interface Outbox extends Watched<OutboxState> {
  /** Takes up what earlier visits left. Runs until `stop`. */
  start(): void;
  stop(): void;
  /**
   * Stores the message, then tries once to deliver it. Resolves with its id once that is over: what
   * came of it is in the state. @throws LikenessError 'storage-*', and nothing was sent
   */
  send(
    content: MessageContent,
    from: { readonly profileId: string; readonly priority: boolean },
  ): Promise<string>;
  /** Tries again now, whatever was waited for. */
  retry(id: string): Promise<void>;
  /** Takes it out: it went another way, or isn't wanted any more. */
  withdraw(id: string): Promise<void>;
}

interface Deps {
  readonly store: Pick<Store, 'get' | 'listAll' | 'update' | 'write' | 'watch'>;
  readonly requests: Pick<Requests, 'json'>;
  readonly locks: Locks;
  readonly clock: Clock;
  /** Where messages go; without one they wait for the person. */
  readonly endpoint: string | undefined;
  readonly appVersion: string;
  readonly newId: () => string;
  /** Calls back when the network returns; gives a function that ends it. */
  readonly onOnline: (listener: () => void) => () => void;
}

const LONGEST_SLEEP = 60 * 60_000;

/** What the endpoint gets. */
const payload = ({ id, createdAt, priority, content }: OutgoingMessage, app: string): string =>
  JSON.stringify({ id, createdAt: new Date(createdAt).toISOString(), priority, app, ...content });

export function createOutbox({
  store,
  requests,
  locks,
  clock,
  endpoint,
  appVersion,
  newId,
  onOnline,
}: Deps): Outbox {
  const state = observable<OutboxState>({ messages: [], sent: new Set(), sending: new Set() });
  const withdrawn = new Set<string>();
  let running: AbortController | undefined;
  let nap: AbortController | undefined;
  let pokes = 0;
  let reads = 0;
  let shown = 0;

  const without = (set: ReadonlySet<string>, id: string): Set<string> =>
    new Set([...set].filter((one) => one !== id));

  /** A read that began before the one that is shown changes nothing any more. */
  const refresh = async (): Promise<readonly OutgoingMessage[]> => {
    const mine = ++reads;
    const messages = (await store.listAll('messages', NO_CHAIN)).sort(
      (a, b) => a.createdAt - b.createdAt,
    );
    if (mine < shown) return messages;
    shown = mine;
    state.update((before) => {
      const here = new Set(messages.map(({ id }) => id));
      // Another tab took it out of storage: it arrived, since this one didn't withdraw it.
      const gone = before.messages
        .filter(({ id }) => !here.has(id) && !withdrawn.has(id))
        .map(({ id }) => id);
      return {
        ...before,
        messages,
        sent: gone.length > 0 ? new Set([...before.sent, ...gone]) : before.sent,
      };
    });
    return messages;
  };

  const attempt = async (message: OutgoingMessage, url: string): Promise<Attempt> => {
    try {
      const { status, retryAfter } = await requests.json({
        url,
        purpose: 'message',
        label: message.content.kind,
        body: payload(message, appVersion),
        idempotencyKey: message.id,
      });
      return { kind: 'answered', status, ...(retryAfter !== undefined && { retryAfter }) };
    } catch (thrown) {
      note('messages.send', thrown);
      return { kind: 'unreachable' };
    }
  };

  /** Delivers the message as it stands in storage; tabs take turns, and the second finds it gone. */
  const deliver = (id: string): Promise<void> =>
    locks.exclusive(`message:${id}`, async () => {
      const message = await store.get('messages', id);
      if (!message || endpoint === undefined) return;
      state.update((before) => ({ ...before, sending: new Set([...before.sending, id]) }));
      try {
        const outcome = afterAttempt({
          state: message.state,
          createdAt: message.createdAt,
          attempt: await attempt(message, endpoint),
          now: clock.now(),
        });
        if (outcome === 'sent') {
          state.update((before) => ({ ...before, sent: new Set([...before.sent, id]) }));
          await store.write([{ table: 'messages', remove: id }]);
        } else {
          await store.update('messages', id, (row) =>
            row ? [{ table: 'messages', put: { ...row, state: outcome } }] : [],
          );
        }
        await refresh();
      } finally {
        state.update((before) => ({ ...before, sending: without(before.sending, id) }));
      }
    });

  /** Has the loop look again: what it waits for may have changed. */
  const poke = (): void => {
    pokes++;
    nap?.abort();
  };

  const sleep = async (milliseconds: number, stopped: AbortSignal): Promise<void> => {
    nap = new AbortController();
    // Woken, or stopped.
    await clock.wait(milliseconds, AbortSignal.any([nap.signal, stopped])).catch(() => undefined);
  };

  const run = async (stopped: AbortSignal): Promise<void> => {
    while (!stopped.aborted) {
      const seen = pokes;
      const waiting = ((await refresh().catch(noted('messages.list'))) ?? []).flatMap(
        ({ id, state: { ...at } }) => (at.kind === 'waiting' ? [{ id, nextAt: at.nextAt }] : []),
      );
      const now = clock.now();
      for (const { id, nextAt } of waiting)
        if (nextAt <= now) await deliver(id).catch(noted('messages.send'));
      const next = Math.min(
        ...waiting.map(({ nextAt }) => nextAt).filter((at) => at > now),
        now + LONGEST_SLEEP,
      );
      if (seen === pokes && waiting.every(({ nextAt }) => nextAt > now))
        await sleep(next - now, stopped);
    }
  };

  const dueNow = async (): Promise<void> => {
    const now = clock.now();
    for (const { id, state: was } of await refresh()) {
      if (was.kind === 'waiting' && was.nextAt > now) {
        await store.update('messages', id, (row) =>
          row ? [{ table: 'messages', put: { ...row, state: { ...was, nextAt: now } } }] : [],
        );
      }
    }
    poke();
  };

  return {
    snapshot: state.snapshot,
    subscribe: state.subscribe,
    start() {
      if (running) return;
      running = new AbortController();
      const { signal } = running;
      const unwatch = store.watch(['messages'], () => void refresh().catch(noted('messages.list')));
      const offline = onOnline(() => void dueNow().catch(noted('messages.send')));
      signal.addEventListener('abort', () => {
        unwatch();
        offline();
      });
      if (endpoint === undefined) void refresh().catch(noted('messages.list'));
      else void run(signal);
    },
    stop() {
      running?.abort();
      running = undefined;
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
      await refresh();
      await deliver(message.id);
      poke();
      return message.id;
    },

    async retry(id) {
      await deliver(id);
      poke();
    },

    async withdraw(id) {
      withdrawn.add(id);
      await locks.exclusive(`message:${id}`, () =>
        store.write([{ table: 'messages', remove: id }]),
      );
      await refresh();
    },
  };
}
