import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
  DRAFT,
  GenerationSimulation,
  ORDER,
} from '../../../tests/support/generation-simulation.ts';
import { settle } from '../../../tests/support/virtual-clock.ts';
import { photosOf } from '../../core/batches.ts';

describe('a crash at any moment', () => {
  /**
   * Runs the whole scenario, crashing at step `at` of the first run (and `again` of the second).
   */
  async function scenario(at: number, again: number): Promise<boolean> {
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

    const second = simulation.boot(again);
    void second.drafts.start();
    void second.generation.resume('chain');
    await simulation.until(() => second.dead() || isDone());
    simulation.expectConsistent();

    const third = simulation.boot();
    await third.drafts.start();
    await third.generation.resume('chain');
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
      if (!(await scenario(at, Number.POSITIVE_INFINITY))) {
        expect(at).toBeGreaterThan(100);
        return;
      }
    }
  }, 60_000);

  it('can happen twice in a row, at random moments', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(140), fc.nat(140), async (at, again) => {
        await scenario(at, again);
      }),
      { numRuns: 40, seed: 2026 },
    );
  }, 60_000);
});
