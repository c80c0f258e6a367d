import type { Locks } from '../../renderer/ports/locks.ts';
import { LockTable } from './memory-locks.ts';

/** Awaited wherever a tab does; the tab may die there, and then it never settles. */
export type Step = () => Promise<void>;

/** What a tab runs. */
interface Service {
  resume(genesis: string): Promise<unknown>;
  close(): void;
}

interface Tab<S> {
  readonly owner: symbol;
  readonly service: S;
  /** Awaits left until the tab dies; Infinity lives on. */
  life: number;
  dead: boolean;
}

/** One device whose tabs can die at any await, let go of their locks, and be opened again. */
export abstract class TabbedWorld<S extends Service> {
  readonly locks = new LockTable();
  readonly tabs: Tab<S>[] = [];
  readonly #genesis: string;

  constructor(genesis: string) {
    this.#genesis = genesis;
  }

  abstract open(index: number): S;

  protected openTab(index: number, start: (step: Step, locks: Locks) => S): S {
    const owner = Symbol('tab');
    const life: { tab?: Tab<S> } = {};
    const step: Step = () => {
      const { tab } = life;
      if (tab && !tab.dead && (tab.life -= 1) < 0) this.kill(index);
      // A dead page's promises never settle.
      return tab?.dead ? new Promise<void>(() => undefined) : Promise.resolve();
    };
    const service = start(step, this.locks.forTab(owner));
    life.tab = { owner, service, life: Infinity, dead: false };
    this.tabs[index] = life.tab;
    return service;
  }

  kill(index: number): void {
    const tab = this.tabs[index];
    if (!tab || tab.dead) return;
    tab.dead = true;
    tab.service.close();
    this.locks.drop(tab.owner);
  }

  /** The tab opens (again) and goes on with what storage holds. */
  async reopen(index: number): Promise<S> {
    this.kill(index);
    const service = this.open(index);
    await service.resume(this.#genesis);
    return service;
  }

  async tab(index: number): Promise<S> {
    const tab = this.tabs[index];
    return tab && !tab.dead ? tab.service : this.reopen(index);
  }
}
