import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { GenerationWorld, ORDER } from '../../../tests/support/generation-world.ts';
import { settle } from '../../../tests/support/virtual-clock.ts';
import type { Avatar } from '../../core/avatars.ts';

describe('a crash at any moment', () => {
  /** Runs the whole story, dying at step `at` of the first run (and `again` of the second). */
  async function story(at: number, again: number): Promise<boolean> {
    const world = new GenerationWorld();
    const first = world.boot(at);
    world.disk.tables.set('orders', new Map([[ORDER.id, ORDER]]));
    void first.drafts.start();
    void first.generation.startForOrder(ORDER);
    await world.until(
      () =>
        first.dead() ||
        (world.rows('batches').length > 0 && world.allEnded && world.disk.photos.size === 0),
    );
    await settle();
    world.expectConsistent();
    const died = first.dead();

    const second = world.boot(again);
    void second.drafts.start();
    void second.generation.resume('chain');
    await world.until(
      () =>
        second.dead() ||
        (world.rows('batches').length > 0 && world.allEnded && world.disk.photos.size === 0),
    );
    world.expectConsistent();

    const third = world.boot();
    await third.drafts.start();
    await third.generation.resume('chain');
    await world.until(() => world.allEnded && world.disk.photos.size === 0);
    world.expectConsistent();
    expect(world.rows('batches')).toHaveLength(1);
    expect(world.rows('drafts')).toEqual([]);
    expect(world.credits).toMatchObject({ granted: 20, available: 8, reserved: 0, spent: 12 });
    expect(new Set(world.rows<Avatar>('avatars').map(({ recipe }) => recipe.seed)).size).toBe(12);
    return died;
  }

  it('loses nothing and makes nothing twice: every step once', async () => {
    for (let at = 0; ; at++) {
      if (!(await story(at, Number.POSITIVE_INFINITY))) {
        expect(at).toBeGreaterThan(100);
        return;
      }
    }
  }, 60_000);

  it('twice in a row, at random moments', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(140), fc.nat(140), async (at, again) => {
        await story(at, again);
      }),
      { numRuns: 40, seed: 2026 },
    );
  }, 60_000);
});
