import { beforeEach, describe, expect, it } from 'vitest';

import { memoryLocks } from '../../../tests/support/memory-locks.ts';
import {
  emptyStorage,
  memoryStore,
  rowsIn,
  type MemoryStorage,
} from '../../../tests/support/memory-store.ts';
import { memoryOf } from '../../../tests/support/memory.ts';
import { settle, VirtualClock } from '../../../tests/support/virtual-clock.ts';
import { LikenessError } from '../../core/errors.ts';
import type { MessageContent } from '../../core/messages/message.ts';
import { emailProfile } from '../../core/scope.ts';
import { createOutbox, type Outbox } from './outbox.ts';

const ENDPOINT = 'https://support.example/messages';
const CONTENT: MessageContent = {
  kind: 'contact',
  subject: 'billing',
  email: 'ada@example.com',
  message: 'Where is it?',
};
const FROM = { profileId: 'guest', priority: true };

let storage: MemoryStorage;
let time: VirtualClock;
let answers: (number | 'unreachable')[];
let got: { body: Record<string, unknown>; key: string | undefined }[];
let online: () => void;
let ids: number;
/** Runs when the endpoint is asked. */
let asked: () => void;
let full: boolean;
/** What all tabs remember. */
let kept: Map<string, unknown>;

/** One visit, or one tab, on the shared storage; after `answers`, the endpoint accepts everything. */
function visit({
  configured = true,
  locks = memoryLocks(),
  isOpen = (): boolean => true,
} = {}): Outbox {
  return createOutbox({
    store: memoryStore(storage, {
      isOpen,
      fault(what) {
        if (full && what === 'write') throw new LikenessError('storage-full');
      },
    }),
    requests: {
      json: ({ body, idempotencyKey, url }) => {
        expect(url).toBe(ENDPOINT);
        asked();
        got.push({ body: JSON.parse(body) as Record<string, unknown>, key: idempotencyKey });
        const status = answers.shift() ?? 202;
        return status === 'unreachable'
          ? Promise.reject(new LikenessError('network-unreachable'))
          : Promise.resolve({ status, text: '' });
      },
    },
    locks,
    clock: time.clock,
    memory: memoryOf(kept),
    endpoint: configured ? ENDPOINT : undefined,
    appVersion: '1.2.3',
    newId: () => `message-${++ids}`,
    onOnline: (listener) => {
      online = listener;
    },
  });
}

/** A visit that is going on. */
function running(options?: Parameters<typeof visit>[0]): Outbox {
  const outbox = visit(options);
  outbox.start();
  return outbox;
}

const stored = () => rowsIn(storage, 'messages');

beforeEach(() => {
  storage = emptyStorage();
  time = new VirtualClock();
  answers = [];
  got = [];
  ids = 0;
  asked = () => undefined;
  full = false;
  kept = new Map();
});

describe('the outbox', () => {
  it('delivers under an idempotency key and then forgets the message', async () => {
    const outbox = visit();
    const id = await outbox.send(CONTENT, FROM);
    expect(got).toEqual([
      {
        key: id,
        body: {
          id,
          createdAt: '2026-11-01T00:00:00.000Z',
          priority: true,
          app: '1.2.3',
          ...CONTENT,
        },
      },
    ]);
    expect(outbox.snapshot().sent.has(id)).toBe(true);
    expect(stored()).toEqual([]);
  });

  it('stores the message before anything is sent', async () => {
    const seen: unknown[] = [];
    asked = () => seen.push(...stored());
    await visit().send(CONTENT, FROM);
    expect(seen).toMatchObject([{ id: 'message-1', content: CONTENT, state: { kind: 'waiting' } }]);
  });

  it('keeps trying under the same key, and another visit continues', async () => {
    answers = ['unreachable', 503];
    const first = visit();
    first.start();
    const id = await first.send(CONTENT, FROM);
    expect(first.snapshot().messages).toMatchObject([
      { id, state: { kind: 'waiting', attempts: 1 } },
    ]);
    await time.pass(2_000);
    await settle();
    expect(got).toHaveLength(2);
    // The first visit ends: its clock stands still.
    time = new VirtualClock(time.time);

    const second = running();
    await settle();
    expect(got).toHaveLength(2);
    await time.pass(10_000);
    await settle();
    expect(got.map(({ key }) => key)).toEqual([id, id, id]);
    expect(second.snapshot()).toMatchObject({ messages: [] });
    expect(stored()).toEqual([]);
  });

  it('sends at once when the network is back', async () => {
    answers = ['unreachable', 'unreachable', 'unreachable', 'unreachable', 'unreachable'];
    const outbox = running();
    await outbox.send(CONTENT, FROM);
    for (const wait of [2_000, 10_000, 30_000, 120_000]) {
      await time.pass(wait);
      await settle();
    }
    expect(got).toHaveLength(5);
    online();
    await settle();
    expect(got).toHaveLength(6);
    expect(outbox.snapshot().messages).toEqual([]);
  });

  it.each([503, 422, 202])('waits after %i even if storage is full', async (status) => {
    answers = ['unreachable', status, status, status];
    asked = () => (full = got.length > 0 && got.length < 5);
    await running().send(CONTENT, FROM);
    await time.pass(2_000);
    await settle();
    expect(got).toHaveLength(2);
    await time.pass(3_600_000);
    await settle();
    expect(got.length).toBeGreaterThan(2);
  });

  it('sends once from two tabs that share their locks', async () => {
    answers = ['unreachable'];
    const locks = memoryLocks();
    const [one, two] = [running({ locks }), running({ locks })];
    const id = await one.send(CONTENT, FROM);
    await Promise.all([one.retry(id), two.retry(id)]);
    expect(got).toHaveLength(2);
    expect(one.snapshot().sent.has(id)).toBe(true);
  });

  it('takes no message for delivered that another tab deleted', async () => {
    answers = ['unreachable'];
    const locks = memoryLocks();
    const [one, two] = [running({ locks }), running({ locks })];
    const id = await one.send(CONTENT, FROM);
    await two.withdraw(id);
    await settle();
    expect(one.snapshot()).toMatchObject({ messages: [], withdrawn: new Set([id]) });
    expect(one.snapshot().sent.has(id)).toBe(false);
  });

  it('keeps a locked account’s message, doesn’t take it for delivered, and sends it once the account is open', async () => {
    answers = ['unreachable', 'unreachable'];
    let locked = false;
    const outbox = running({ isOpen: () => !locked });
    const from = { profileId: emailProfile('mine'), priority: false };
    const id = await outbox.send(CONTENT, from);
    locked = true;
    await outbox.resume();
    // Whatever happens to other messages meanwhile.
    await outbox.send(CONTENT, FROM);
    expect(outbox.snapshot().messages.map(({ profileId }) => profileId)).toEqual(['guest']);
    expect(outbox.snapshot().sent.has(id)).toBe(false);
    await time.pass(600_000);
    expect(got.filter(({ key }) => key === id)).toHaveLength(1);
    locked = false;
    await outbox.resume();
    await settle();
    expect(got.filter(({ key }) => key === id)).toHaveLength(2);
    expect(outbox.snapshot()).toMatchObject({ messages: [] });
    expect(outbox.snapshot().sent.has(id)).toBe(true);
  });

  it('leaves what the endpoint refuses to the user, until it is retried or withdrawn', async () => {
    answers = [422, 422];
    const outbox = running();
    const id = await outbox.send(CONTENT, FROM);
    expect(outbox.snapshot().messages).toMatchObject([
      { state: { kind: 'needs-you', why: 'refused' } },
    ]);
    await time.pass(10_000_000);
    expect(got).toHaveLength(1);
    await outbox.retry(id);
    expect(got).toHaveLength(2);
    await outbox.withdraw(id);
    expect(stored()).toEqual([]);
    expect(outbox.snapshot().sent.has(id)).toBe(false);
  });

  it('waits for the user and sends nothing without an endpoint', async () => {
    const outbox = running({ configured: false });
    await outbox.send(CONTENT, FROM);
    expect(outbox.snapshot().messages).toMatchObject([
      { state: { kind: 'needs-you', why: 'no-endpoint' } },
    ]);
    expect(got).toEqual([]);
  });
});
