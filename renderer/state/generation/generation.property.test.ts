import { describe, expect, it } from 'vitest';

import {
  DRAFT,
  GenerationSimulation,
  ORDER,
} from '../../../tests/support/generation-simulation.ts';
import { settle } from '../../../tests/support/virtual-clock.ts';
import { photosOf } from '../../core/batches.ts';

describe('a crash at any moment', () => {
  /** Runs the whole scenario, crashing at this step of the first run. */
  async function scenario(at: number): Promise<boolean> {
    const simulation = new GenerationSimulation();
    simulation.storage.tables.get('drafts')?.set('second', { ...DRAFT, id: 'second', seed: 90 });
    simulation.storage.photos.set('second', new Blob(['another']));
    const isDone = (): boolean =>
      simulation.rows('batches').length > 0 &&
      simulation.allEnded &&
      simulation.storage.photos.size === 0;
    const first = simulation.boot(at);
    simulation.storage.tables.set('orders', new Map([[ORDER.id, ORDER]]));
    void first.drafts.start();
    void first.generation.startForOrder(ORDER);
    await simulation.until(() => first.dead() || isDone());
    await settle();
    simulation.expectConsistent();
    const died = first.dead();

    const second = simulation.boot();
    await second.drafts.start();
    await second.generation.resume('chain');
    await simulation.untilPhotosGone();
    const [batch, ...others] = simulation.rows('batches');
    expect(others).toEqual([]);
    expect(batch && photosOf(batch)).toEqual(['draft', 'second']);
    expect(simulation.rows('drafts')).toEqual([]);
    expect(simulation.credits).toMatchObject({ granted: 20, available: 8, reserved: 0, spent: 12 });
    expect(new Set(simulation.rows('avatars').map(({ recipe }) => recipe.seed)).size).toBe(12);
    return died;
  }

  it('loses nothing and makes nothing twice: every step once', async () => {
    for (let at = 0; ; at++) {
      if (!(await scenario(at))) {
        expect(at).toBeGreaterThan(100);
        return;
      }
    }
  }, 60_000);
});
