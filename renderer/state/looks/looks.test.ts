import { beforeEach, describe, expect, it } from 'vitest';

import { fakeEngine } from '../../../tests/support/fake-engine.ts';
import { engineFailure as failure, FakeEngines } from '../../../tests/support/fake-engines.ts';
import { DRAFT, SCOPE } from '../../../tests/support/generation-simulation.ts';
import { LockTable } from '../../../tests/support/memory-locks.ts';
import { emptyStorage, memoryStore, rowsIn } from '../../../tests/support/memory-store.ts';
import { boughtOrder, paidOrder } from '../../../tests/support/paid-order.ts';
import { settle, VirtualClock } from '../../../tests/support/virtual-clock.ts';
import { sumCredits } from '../../core/credits.ts';
import type { EngineKind } from '../../core/engines/setup.ts';
import { LikenessError } from '../../core/errors.ts';
import type { LookRun } from '../../core/look-runs.ts';
import { LOOKS, ownLook } from '../../core/looks.ts';
import type { Order } from '../../core/orders/order.ts';
import { emailProfile, type Scope } from '../../core/scope.ts';
import { createState } from '../../core/subscribable.ts';
import type { Engines } from '../../ports/engines.ts';
import type { Rows, Table } from '../../ports/store.ts';
import { createDraftAnalyses, isRunning } from '../drafts/draft-analyses.ts';
import { removeDraft } from '../drafts/photo-life.ts';
import { resumeWithScope } from '../tasks/index.ts';
import { createLooks } from './service.ts';

/** A device with a photo and the credits of a plan, and the runs of the program on it. */
class Device {
  readonly storage = emptyStorage();
  readonly host = new FakeEngines();
  readonly locks = new LockTable();
  readonly time = new VirtualClock(1);
  kind: EngineKind = 'edits';
  fault: (what: 'read' | 'write') => void = () => undefined;
  #seed = 1;
  #jobs = 0;

  constructor(order: Order = boughtOrder(SCOPE, 'LK-1', 'pro')) {
    this.storage.tables.set('orders', new Map([[order.id, order]]));
    this.storage.tables.set('drafts', new Map([['draft', DRAFT]]));
    this.storage.photos.set('draft', new Blob(['photo']));
  }

  rows<T extends Table>(table: T): Rows[T][] {
    return rowsIn(this.storage, table);
  }
  get run(): LookRun | undefined {
    return this.rows('looks')[0];
  }
  get credits() {
    return sumCredits(this.rows('orders'), this.rows('ledger'));
  }
  /** One run of the program. `dieAt`: the step of storage or engine at which it dies. */
  boot(dieAt = Number.POSITIVE_INFINITY) {
    const tab = Symbol('tab');
    let steps = 0;
    let isDead = false;
    const die = (): Promise<never> => {
      isDead = true;
      this.locks.drop(tab);
      return new Promise(() => undefined);
    };
    const step = (): Promise<void> => (isDead || steps++ >= dieAt ? die() : Promise.resolve());
    const store = memoryStore(this.storage, {
      step,
      fault: (what) => this.fault(what),
      checked: true,
    });
    const engine = fakeEngine(step);
    const engines = this.host.of(this.kind);
    const own: Engines = {
      ...engines,
      make: async (...args) => {
        await step();
        const made = await engines.make(...args);
        await step();
        return made;
      },
    };
    const open = () => Promise.resolve(engine);
    const analyses = createDraftAnalyses(open, store);
    const looks = createLooks({
      store,
      engine: open,
      engines: () => Promise.resolve(own),
      analyses,
      drafts: () => ({
        flush: () => Promise.resolve(),
        async release(id) {
          const row = await store.get('drafts', id);
          if (row && !(await isRunning(store, row))) await removeDraft({ store, analyses }, id);
        },
      }),
      locks: this.locks.forTab(tab),
      clock: this.time.clock,
      random: () => this.#seed++,
      newJob: () => `job-${String(++this.#jobs)}`,
    });
    return { looks, store, engine, die, steps: () => steps, isDead: () => isDead };
  }

  start(looks: ReturnType<Device['boot']>['looks'], look = LOOKS[0] ?? ownLook('A red hat.')) {
    return looks.start(
      { draftId: 'draft', look, title: 'LinkedIn', engine: this.host.known(this.kind) },
      SCOPE,
    );
  }

  async until(done: () => boolean): Promise<void> {
    for (let turn = 0; turn < 500 && !done(); turn++) await settle();
    expect(done()).toBe(true);
  }
  untilIs(kind: LookRun['state']['kind']): Promise<void> {
    return this.until(() => this.run?.state.kind === kind);
  }

  /** Starts a look in a new run of the program, and waits until it is there. */
  async reach(kind: LookRun['state']['kind']) {
    const { looks, store } = this.boot();
    const { id } = await this.start(looks);
    await this.untilIs(kind);
    return { looks, store, id };
  }

  /** Nothing is charged that isn't in the library, and nothing is there that wasn't. */
  expectConsistent(): void {
    const { available, reserved, spent, granted } = this.credits;
    expect(available + reserved + spent).toBe(granted);
    expect(this.rows('avatars')).toHaveLength(spent);
    expect(this.rows('pictures')).toHaveLength(spent);
  }
}

let device: Device;
beforeEach(() => void (device = new Device()));

describe('a look', () => {
  it('is kept as an avatar that says what made it, for one credit', async () => {
    await device.reach('kept');
    await device.until(() => device.rows('drafts')[0]?.lookIds?.length === 0);
    device.expectConsistent();
    expect(device.credits).toMatchObject({ reserved: 0, spent: 1 });
    const [avatar] = device.rows('avatars');
    expect(avatar).toMatchObject({
      name: 'LinkedIn 1',
      likeness: 0.8,
      generated: { look: 'linkedin', version: 1, engine: 'own', kind: 'edits' },
    });
    const [picture] = device.rows('pictures');
    expect(await picture?.full.text()).toContain('trainedAlgorithmicMedia');
    // The photo stays in the Avatar Creator.
    expect(device.storage.photos.size).toBe(1);
  });

  it('is of the face that was chosen, and is compared with it', async () => {
    device.storage.tables.set('drafts', new Map([['draft', { ...DRAFT, options: { face: 1 } }]]));
    const { looks, engine } = device.boot();
    await device.start(looks);
    await device.untilIs('kept');
    expect(engine.faces).toEqual([1, 1]);
  });

  it('belongs to the set that its photo made last, or to that of the photo’s looks', async () => {
    const { looks, store } = await device.reach('kept');
    await store.update('drafts', 'draft', (row) =>
      row ? [{ table: 'drafts', put: { ...row, batchIds: ['first', 'set'] } }] : [],
    );
    await device.start(looks);
    await device.until(() => device.rows('avatars').length === 2);
    expect(device.rows('avatars').map(({ batchId }) => batchId)).toEqual(['draft', 'set']);
  });

  it('is asked for three times at most, each with another seed, and costs nothing if none is kept', async () => {
    device.host.answers.push('other', 'other', 'other');
    await device.reach('rejected');
    expect(device.run?.rejected.map(({ code }) => code)).toEqual(Array(3).fill('somebody-else'));
    expect(new Set(device.host.asked.map(({ seed }) => seed)).size).toBe(3);
    expect(device.credits).toMatchObject({ reserved: 0, spent: 0 });
  });

  it('that may be somebody else waits for the user, who keeps or discards it', async () => {
    device.host.answers.push('unsure', 'unsure');
    const { looks, id } = await device.reach('unsure');
    expect(device.credits).toMatchObject({ reserved: 1, spent: 0 });
    await looks.keep(id);
    await looks.keep(id);
    device.expectConsistent();
    expect(device.credits).toMatchObject({ reserved: 0, spent: 1 });

    const discarded = await device.start(looks);
    await device.until(
      () => device.rows('looks').filter(({ state }) => state.kind === 'unsure').length === 1,
    );
    await looks.dismiss(discarded.id);
    device.expectConsistent();
    expect(device.credits).toMatchObject({ reserved: 0, spent: 1 });
  });

  it('that the engine refuses fails with its code and its words, for nothing', async () => {
    device.host.answers.push(failure('moderation', 'no uniforms'), 'not-a-picture');
    const { looks, id } = await device.reach('failed');
    expect(device.run?.state).toEqual({ kind: 'failed', code: 'moderation', said: 'no uniforms' });
    await looks.dismiss(id);
    await device.start(looks);
    await device.until(() =>
      device
        .rows('looks')
        .some(({ state }) => state.kind === 'failed' && state.code === 'not-a-picture'),
    );
    expect(device.credits).toMatchObject({ reserved: 0, spent: 0 });
  });

  it('whose answer was lost isn’t asked for again unless the user says so', async () => {
    device.host.answers.push(failure('lost-after-sending'));
    const { looks, id } = await device.reach('lost');
    await device.time.pass(60_000);
    expect(device.host.asked).toHaveLength(1);
    await looks.again(id);
    await device.untilIs('kept');
    expect(device.host.asked.map(({ how }) => how)).toEqual(['make', 'make']);
    device.expectConsistent();
  });

  it('that is cancelled stops the engine, and returns the credit', async () => {
    device.host.answers.push('hold');
    const { looks } = device.boot();
    const { id } = await device.start(looks);
    await device.until(() => looks.snapshot().get(id) === 3);
    await looks.cancel(id);
    await device.until(() => device.host.cancelled === 1);
    expect(device.run?.state.kind).toBe('cancelled');
    expect(device.credits).toMatchObject({ reserved: 0, spent: 0 });
  });

  it('goes on at the engine when its account is locked, and is asked for afterwards', async () => {
    device.kind = 'sdcpp';
    device.host.answers.push('hold');
    const { looks } = device.boot();
    const { id } = await device.start(looks);
    await device.until(() => looks.snapshot().get(id) === 3);
    await looks.resume(SCOPE.genesis);
    await device.untilIs('kept');
    expect(device.host.asked.map(({ how }) => how)).toEqual(['make', 'resume']);
    expect(device.host.cancelled).toBe(0);
  });

  it('isn’t interrupted by an account that is opened', async () => {
    device.host.answers.push('hold');
    const { looks } = device.boot();
    const scope = createState<Scope | undefined>(SCOPE);
    resumeWithScope(scope, looks);
    await device.start(looks);
    await device.until(() => device.host.asked.length === 1);
    scope.set({ ...SCOPE, profileId: emailProfile('mine') });
    await settle();
    device.host.release();
    await device.untilIs('kept');
    expect(device.host.asked).toHaveLength(1);
  });

  it('is made by one engine after the other, also in two tabs', async () => {
    device.host.answers.push('hold', 'hold');
    const [one, two] = [device.boot(), device.boot()];
    await device.start(one.looks);
    await device.start(two.looks);
    await device.until(() => device.host.asked.length > 0);
    await device.time.pass(1_000);
    expect(device.host.asked).toHaveLength(1);
    device.host.release();
    await device.until(() => device.host.asked.length === 2);
    device.host.release();
    await device.until(() => device.rows('avatars').length === 2);
    expect(device.rows('avatars').map(({ name }) => name)).toEqual(['LinkedIn 1', 'LinkedIn 2']);
  });

  it('keeps the photo until it ends, even if a batch ended or the user put the photo away', async () => {
    device.host.answers.push('hold');
    const { looks, store } = device.boot();
    await device.start(looks);
    await device.until(() => device.host.asked.length === 1);
    await store.update('drafts', 'draft', (row) =>
      row ? [{ table: 'drafts', put: { ...row, putAway: true } }] : [],
    );
    device.host.release();
    await device.untilIs('kept');
    await device.until(() => device.storage.photos.size === 0);
    expect(device.rows('drafts')).toEqual([]);
  });

  it('of a photo that is gone fails, and costs nothing', async () => {
    device.storage.photos.clear();
    await device.reach('failed');
    expect(device.run?.state).toMatchObject({ code: 'photo-expired' });
    expect(device.host.asked).toEqual([]);
    expect(device.credits).toMatchObject({ reserved: 0, spent: 0 });
  });

  it('isn’t lost when storage is full as it arrives', async () => {
    const { looks } = device.boot();
    device.host.answers.push('hold');
    await device.start(looks);
    await device.until(() => device.host.asked.length === 1);
    let refusals = 2;
    device.fault = (what) => {
      if (what === 'write' && refusals-- > 0) throw new LikenessError('storage-full');
    };
    device.host.release();
    await device.until(() => refusals < 2);
    await device.time.pass(30_000);
    await device.untilIs('kept');
    expect(device.host.asked).toHaveLength(1);
    device.expectConsistent();
  });
});

describe('without the plan', () => {
  beforeEach(() => void (device = new Device(paidOrder(SCOPE, 'LK-1', { credits: 20 }))));

  it('a photo has one look to try, which costs nothing and isn’t kept', async () => {
    const { looks, id } = await device.reach('tried');
    await expect(device.start(looks)).rejects.toMatchObject({ code: 'looks-locked' });
    await looks.dismiss(id);
    await expect(device.start(looks)).rejects.toMatchObject({ code: 'looks-locked' });
    expect(device.rows('ledger')).toEqual([]);
    expect(device.rows('avatars')).toEqual([]);
    expect(device.host.asked).toHaveLength(1);
  });

  it.each([
    ['failed', [failure('busy')]],
    ['rejected', ['other', 'other', 'other']],
    ['lost', [failure('lost-after-sending')]],
  ] as const)('a look that was %s wasn’t the one to try', async (state, answers) => {
    device.host.answers.push(...answers);
    const { looks, id } = await device.reach(state);
    await looks.dismiss(id);
    await device.start(looks);
    await device.until(() => device.rows('looks').some(({ state }) => state.kind === 'tried'));
  });
});

describe.each(['edits', 'sdcpp'] as const)('an app that dies (%s)', (kind) => {
  it('at any step goes on, charges once and sends nothing twice unasked', async () => {
    let asks = 0;
    let resumed = 0;
    for (let dieAt = 0; ; dieAt += 1) {
      device = new Device();
      device.kind = kind;
      device.host.answers.push('other');
      const first = device.boot(dieAt);
      void device.start(first.looks).catch(() => undefined);
      for (let turn = 0; turn < 60; turn++) await settle();
      if (!first.isDead() && device.run?.state.kind === 'kept') break;
      expect(first.isDead()).toBe(true);
      const sent = device.host.asked.length;
      const second = device.boot();
      if (!device.run) await device.start(second.looks);
      else await second.looks.resume(SCOPE.genesis);
      await device.until(() => ['kept', 'lost'].includes(device.run?.state.kind ?? ''));
      if (device.run?.state.kind === 'lost') {
        expect(kind).toBe('edits');
        // The photo may have gone out; nothing was sent since.
        expect(device.host.asked).toHaveLength(sent);
        asks += 1;
        await second.looks.again(device.run.id);
        await device.untilIs('kept');
      }
      resumed += device.host.asked.filter(({ how }) => how === 'resume').length;
      // A job that the engine knows by its id isn't made a second time.
      const made = device.host.asked.filter(({ how }) => how === 'make').map(({ job }) => job);
      expect(new Set(made).size).toBe(made.length);
      device.expectConsistent();
      expect(device.credits).toMatchObject({ reserved: 0, spent: 1 });
    }
    expect(asks > 0).toBe(kind === 'edits');
    expect(resumed > 0).toBe(kind === 'sdcpp');
  });
});
