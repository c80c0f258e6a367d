import { LikenessError } from '../../renderer/core/errors.ts';
import { isEmailProfile, type Scope } from '../../renderer/core/scope.ts';
import { createState } from '../../renderer/core/subscribable.ts';
import type { Locks } from '../../renderer/ports/locks.ts';
import type { Store } from '../../renderer/ports/store.ts';
import { resumeWithScope, type Resumable } from '../../renderer/state/tasks/index.ts';
import { LockTable } from './memory-locks.ts';
import { clearStorage, emptyStorage, memoryStore } from './memory-store.ts';
import { settle, VirtualClock } from './virtual-clock.ts';

/** Awaited wherever a tab awaits. A tab that dies there never continues. */
export type Step = () => Promise<void>;

interface Tab<S> {
  readonly owner: symbol;
  readonly service: S;
  /** Awaits left until the tab dies; Infinity for never. */
  life: number;
  dead: boolean;
  /** Stops following the account. */
  leave: () => void;
}

/** The storage's current fault. */
export type StorageFault = 'none' | 'full' | 'away';

/** Another person's account on the same device. */
export const STRANGER = 'email:stranger';

/**
 * A device whose tabs can die at any await, releasing their locks, and be reopened. Its account can
 * be locked, opened and changed in all tabs together, and its storage can fail.
 */
export abstract class TabbedSimulation<S extends Resumable> {
  readonly time = new VirtualClock();
  readonly locks = new LockTable();
  readonly storage = emptyStorage();
  readonly tabs: Tab<S>[] = [];
  readonly home: Scope;
  storageFault: StorageFault = 'none';
  /** Writes until one fails; Infinity for never. */
  nextFailure = Infinity;
  /** The browser's data was cleared: losing what was stored before doesn't count as a fault. */
  cleared = false;
  readonly #scope = createState<Scope | undefined>(undefined);

  constructor(home: Scope) {
    this.home = home;
    this.#scope.set(home);
  }

  abstract open(index: number): S;

  protected openTab(index: number, start: (step: Step, locks: Locks, store: Store) => S): S {
    const owner = Symbol('tab');
    const life: { tab?: Tab<S> } = {};
    const step: Step = () => {
      const { tab } = life;
      if (tab && !tab.dead && (tab.life -= 1) < 0) this.kill(index);
      // A dead page's promises never settle.
      return tab?.dead ? new Promise<void>(() => undefined) : Promise.resolve();
    };
    const store = memoryStore(this.storage, {
      step,
      isOpen: (profileId) => this.#scope.snapshot()?.profileId === profileId,
      fault: (what) => this.#fail(what),
      checked: true,
    });
    const service = start(step, this.locks.forTab(owner), store);
    life.tab = { owner, service, life: Infinity, dead: false, leave: () => undefined };
    this.tabs[index] = life.tab;
    return service;
  }

  #fail(what: 'read' | 'write'): void {
    if (this.storageFault === 'away') throw new LikenessError('storage-unavailable');
    if (what === 'read') return;
    if (this.storageFault === 'full') throw new LikenessError('storage-full');
    this.nextFailure -= 1;
    if (this.nextFailure >= 0) return;
    this.nextFailure = Infinity;
    throw new LikenessError('storage-unavailable');
  }

  kill(index: number): void {
    const tab = this.tabs[index];
    if (!tab || tab.dead) return;
    tab.dead = true;
    tab.leave();
    this.locks.drop(tab.owner);
  }

  /** Opens the tab (again), which continues from storage. */
  async reopen(index: number): Promise<S> {
    this.kill(index);
    const service = this.open(index);
    const tab = this.tabs[index];
    if (tab) tab.leave = resumeWithScope(this.#scope, service);
    await settle();
    return service;
  }

  async tab(index: number): Promise<S> {
    const tab = this.tabs[index];
    return tab && !tab.dead ? tab.service : this.reopen(index);
  }

  /** Locks every tab. A guest has nothing to lock. */
  lock(): void {
    if (isEmailProfile(this.home.profileId)) this.#scope.set(undefined);
  }

  unlock(): void {
    this.#scope.set(this.home);
  }

  /** Opens another account instead. */
  change(): void {
    if (isEmailProfile(this.home.profileId)) this.#scope.set({ ...this.home, profileId: STRANGER });
  }

  clear(): void {
    clearStorage(this.storage);
    this.cleared = true;
  }

  /** The account is open, storage works, and a tab is open: from here on nothing is touched. */
  protected async heal(): Promise<void> {
    this.storageFault = 'none';
    this.nextFailure = Infinity;
    for (const tab of this.tabs) tab.life = Infinity;
    this.unlock();
    if (this.tabs.every(({ dead }) => dead)) await this.reopen(0);
    await settle();
  }

  /** Index of a living tab. */
  protected get living(): number {
    return Math.max(
      0,
      this.tabs.findIndex(({ dead }) => !dead),
    );
  }
}

/** What may happen to the device in any scenario, besides the scenario's own commands. */
export type DeviceCommand =
  | { do: 'lock' | 'unlock' | 'change' }
  | { do: 'storage'; fault: StorageFault }
  | { do: 'fail-write'; after: number }
  | { do: 'pass'; seconds: number }
  | { do: 'reopen'; tab: number }
  | { do: 'crash'; tab: number; after: number };

export async function happenToDevice<S extends Resumable>(
  simulation: TabbedSimulation<S>,
  now: DeviceCommand,
): Promise<void> {
  if (now.do === 'lock') simulation.lock();
  else if (now.do === 'unlock') simulation.unlock();
  else if (now.do === 'change') simulation.change();
  else if (now.do === 'storage') simulation.storageFault = now.fault;
  else if (now.do === 'fail-write') simulation.nextFailure = now.after;
  else if (now.do === 'pass') await simulation.time.pass(now.seconds * 1_000);
  else if (now.do === 'reopen') await simulation.reopen(now.tab);
  else if ('after' in now) {
    const dying = simulation.tabs[now.tab];
    if (dying) dying.life = now.after;
  }
}
