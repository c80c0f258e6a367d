import type { Batch } from '../../renderer/core/batches.ts';
import { sumCredits } from '../../renderer/core/credits.ts';
import { draftScope, type Draft } from '../../renderer/core/drafts.ts';
import { LikenessError } from '../../renderer/core/errors.ts';
import type { Order } from '../../renderer/core/orders/order.ts';
import type { Scope } from '../../renderer/core/scope.ts';
import { createState } from '../../renderer/core/subscribable.ts';
import type { Rows, Store, Table } from '../../renderer/ports/store.ts';
import type { Generation } from '../../renderer/state/generation/contract.ts';
import { fakeEngine } from './fake-engine.ts';
import { DRAFT } from './generation-simulation.ts';
import { makersOn } from './makers.ts';
import { memoryStore, rowsIn } from './memory-store.ts';
import { paidOrder } from './paid-order.ts';
import { TabbedSimulation } from './tabbed-simulation.ts';
import { settle } from './virtual-clock.ts';

/** An account of this device. */
export const ACCOUNT: Scope = { profileId: 'email:mine', genesis: 'chain' };
/** Duration of each engine step, in milliseconds. */
const ENGINE_STEP = 700;
const CREDITS = 20;
/** The failures that a picture may have in these scenarios. Any other is a bug. */
const HONEST: ReadonlySet<string | undefined> = new Set(['engine-failed', 'photo-expired']);

/** A device with two tabs that make avatars from two photos, one of them paid for. */
export class BatchSimulation extends TabbedSimulation<Generation> {
  /** The engine's current fault. */
  engine: 'none' | 'engine-failed' | 'engine-unsupported' = 'none';
  readonly #store: Store;
  readonly #wrong: string[] = [];
  readonly #expired = new Set<string>();
  #seed = 1;

  constructor(home: Scope = ACCOUNT) {
    super(home);
    this.#store = memoryStore(this.storage);
    const listener = (): void => this.#look();
    this.storage.watchers.add({ tables: ['batches'], listener });
  }

  /** Detects a photo that was given up although it still existed, perhaps in a locked account. */
  #look(): void {
    for (const { draftId, items } of this.batches)
      for (const { uid, reason } of items) {
        if (reason !== 'photo-expired' || this.#expired.has(uid)) continue;
        this.#expired.add(uid);
        if (this.storage.photos.has(draftId))
          this.#wrong.push(`${uid} gave up a photo that is there`);
      }
  }

  /** Stores a photo to work on, and an earlier purchase's credits. */
  async furnish(): Promise<void> {
    const draft: Draft = {
      ...DRAFT,
      ...draftScope(this.home.profileId),
      createdAt: this.time.time,
    };
    for (const id of ['draft', 'paid-draft']) {
      await this.#store.write([{ table: 'drafts', put: { ...draft, id } }]);
      await this.#store.draftPhotos.put(id, new Blob([id]), this.home.profileId);
    }
    await this.#store.write([{ table: 'orders', put: this.#paid('LK-0') }]);
  }

  /** Pays an order of the second photo. */
  pay(): Promise<void> {
    return this.#store.write([
      { table: 'orders', put: this.#paid('LK-1', { draftId: 'paid-draft' }) },
    ]);
  }

  #paid(id: string, change: Partial<Order> = {}): Order {
    return paidOrder(this.home, id, { credits: CREDITS, ...change });
  }

  override open(index: number): Generation {
    return this.openTab(index, (step, locks, store) => {
      const engine = fakeEngine(async () => {
        await step();
        await this.time.clock.wait(ENGINE_STEP);
      });
      engine.fault = (what) => {
        if (what === 'render' && this.engine !== 'none') throw new LikenessError(this.engine);
      };
      return makersOn({
        store,
        engine: () => Promise.resolve(engine),
        locks,
        clock: this.time.clock,
        random: () => this.#seed++,
        scope: createState(draftScope(this.home.profileId)),
      }).generation;
    });
  }

  rows<T extends Table>(table: T): Rows[T][] {
    return rowsIn(this.storage, table);
  }

  get batches(): Batch[] {
    return this.rows('batches');
  }

  /** Clears all faults and lets time pass until nothing more can happen. */
  async comeToRest(): Promise<void> {
    this.engine = 'none';
    await this.heal();
    await this.time.pass(10 * 60_000);
    for (const { id, state } of this.batches)
      if (state === 'running') this.#wrong.push(`${id} stands running, nobody is on it`);
    this.kill(1);
    await this.reopen(0);
    await this.time.pass(10 * 60_000);
    this.kill(0);
    await settle();
  }

  /** The invariants at the end of every scenario. Returns the violations. */
  faults(): string[] {
    const wrong = [...this.#wrong];
    const avatars = this.rows('avatars');
    const pictures = new Set(this.rows('pictures').map(({ uid }) => uid));
    const sum = sumCredits(this.rows('orders'), this.rows('ledger'));
    if (sum.available + sum.reserved + sum.spent !== sum.granted)
      wrong.push(`credits don't add up: ${JSON.stringify(sum)}`);
    if (sum.spent !== avatars.length)
      wrong.push(`${String(sum.spent)} credits for ${String(avatars.length)} avatars`);
    if (sum.granted !== CREDITS * this.rows('orders').length)
      wrong.push(`${String(sum.granted)} credits from nowhere`);
    if (new Set(avatars.map(({ id }) => id)).size !== avatars.length)
      wrong.push('two avatars have one number');
    for (const { uid } of avatars) if (!pictures.has(uid)) wrong.push(`${uid} has no picture`);
    const items = this.batches.flatMap((batch) => batch.items);
    const waiting = items.filter(({ state }) => state === 'waiting').length;
    if (sum.reserved !== waiting)
      wrong.push(`${String(sum.reserved)} reserved for ${String(waiting)} that wait`);
    for (const { uid, state, reason } of items) {
      if (state === 'done' && !avatars.some((avatar) => avatar.uid === uid))
        wrong.push(`${uid} is lost`);
      if (state === 'failed' && !HONEST.has(reason)) wrong.push(`${uid} failed: ${String(reason)}`);
    }
    for (const { id, state } of this.batches)
      if (state === 'running') wrong.push(`${id} stays running`);
    const paidFor = this.rows('drafts').find(({ id }) => id === 'paid-draft');
    if (this.rows('orders').length > 1 && paidFor && !paidFor.batchIds?.length && sum.available > 0)
      wrong.push('what was paid for isn’t made');
    return wrong;
  }
}
