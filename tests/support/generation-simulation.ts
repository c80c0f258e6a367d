import { expect } from 'vitest';

import type { Avatar } from '../../renderer/core/avatars.ts';
import { sumCredits, type Credits } from '../../renderer/core/credits.ts';
import { DRAFT_SCOPE } from '../../renderer/core/drafts.ts';
import type { Scope } from '../../renderer/core/scope.ts';
import { DEFAULT_SET, type SetChoice } from '../../renderer/core/sets.ts';
import { createState } from '../../renderer/core/subscribable.ts';
import type { Rows, Table } from '../../renderer/ports/store.ts';
import { exampleDraft } from './example-rows.ts';
import { fakeEngine, type FakeEngine } from './fake-engine.ts';
import { makersOn } from './makers.ts';
import { memoryLocks } from './memory-locks.ts';
import { emptyStorage, memoryStore, rowsIn, type MemoryStorage } from './memory-store.ts';
import { paidOrder } from './paid-order.ts';
import { settle, VirtualClock } from './virtual-clock.ts';

export const SCOPE: Scope = { profileId: 'guest', genesis: 'chain' };
export const DRAFT = exampleDraft('draft');
export const ORDER = paidOrder(SCOPE, 'LK-1', { draftId: 'draft', credits: 20 });

interface Run extends ReturnType<typeof makersOn> {
  readonly engine: FakeEngine;
  readonly dead: () => boolean;
  /** It dies at its next step. */
  readonly die: () => void;
}

/** A device with a paid order's twenty credits and the photo that it was paid for. */
export class GenerationSimulation {
  readonly storage: MemoryStorage = emptyStorage();
  chosenSize: Avatar['size'] = 1024;
  chosenSet: SetChoice = DEFAULT_SET;
  /** How much a picture of another photo differs. */
  difference = 0;
  #seed = 1;

  constructor() {
    // The order names no photo: a batch starts when a test says so.
    const paid = paidOrder(SCOPE, ORDER.id, { credits: 20 });
    this.storage.tables.set('drafts', new Map([['draft', DRAFT]]));
    this.storage.tables.set('orders', new Map([[paid.id, paid]]));
    this.storage.photos.set('draft', new Blob(['photo']));
  }

  rows<T extends Table>(table: T): Rows[T][] {
    return rowsIn(this.storage, table);
  }

  get credits(): Credits {
    return sumCredits(this.rows('orders'), this.rows('ledger'));
  }

  get allEnded(): boolean {
    return this.rows('batches').every(({ state }) => state === 'done' || state === 'cancelled');
  }

  /** One run of the program on the storage. `dieAt`: the step at which it dies. */
  boot(dieAt = Number.POSITIVE_INFINITY): Run {
    let steps = 0;
    const step = (): Promise<void> =>
      steps++ >= dieAt ? new Promise(() => undefined) : Promise.resolve();
    const store = memoryStore(this.storage, { step });
    const engine = fakeEngine(step);
    const makers = makersOn({
      store,
      engine: () => Promise.resolve(engine),
      locks: memoryLocks(),
      clock: new VirtualClock(1).clock,
      random: () => this.#seed++,
      scope: createState(DRAFT_SCOPE),
      size: () => this.chosenSize,
      set: () => this.chosenSet,
      difference: () => Promise.resolve(this.difference),
    });
    return {
      ...makers,
      engine,
      dead: () => steps > dieAt,
      die: () => {
        dieAt = 0;
      },
    };
  }

  async until(done: () => boolean): Promise<void> {
    for (let turn = 0; turn < 2_000 && !done(); turn++) await settle();
    expect(done()).toBe(true);
  }

  async untilAllEnded(): Promise<void> {
    await this.until(() => this.allEnded);
    this.expectConsistent();
  }

  /** Until every batch has ended and its photos are deleted. */
  async untilPhotosGone(): Promise<void> {
    await this.until(() => this.allEnded && this.storage.photos.size === 0);
    this.expectConsistent();
  }

  /** The invariants that hold at any moment. */
  expectConsistent(): void {
    const sum = this.credits;
    expect(sum.available + sum.reserved + sum.spent).toBe(sum.granted);
    const avatars = this.rows('avatars');
    expect(sum.spent).toBe(avatars.length);
    expect(new Set(avatars.map(({ id }) => id)).size).toBe(avatars.length);
    expect(new Set(this.rows('pictures').map(({ uid }) => uid))).toEqual(
      new Set(avatars.map(({ uid }) => uid)),
    );
    const waiting = this.rows('batches').flatMap(({ items }) =>
      items.filter(({ state }) => state === 'waiting'),
    );
    expect(sum.reserved).toBe(waiting.length);
  }
}
