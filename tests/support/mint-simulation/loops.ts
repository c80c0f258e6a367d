import type { Batch } from '../../../renderer/core/batches.ts';
import { LikenessError } from '../../../renderer/core/errors.ts';
import type { PlanId } from '../../../renderer/core/plans.ts';
import type { Scope } from '../../../renderer/core/scope.ts';
import type { Locks } from '../../../renderer/ports/locks.ts';
import type { Store, Write } from '../../../renderer/ports/store.ts';
import type { Loops } from '../../../renderer/state/minting/contract.ts';
import { createLoops } from '../../../renderer/state/minting/loops.ts';
import { exampleAvatar, exampleDraft } from '../example-rows.ts';
import { fakeEngine } from '../fake-engine.ts';
import { boughtOrder, orderIdOf } from '../paid-order.ts';
import type { Step } from '../tabbed-simulation.ts';
import type { VirtualClock } from '../virtual-clock.ts';

/** An avatar `uid` whose photo is kept, and what was bought. */
export function animatableRows(scope: Scope, uid: string, plans: readonly PlanId[]): Write[] {
  const avatar = exampleAvatar(scope, uid);
  const { recipe, id: avatarId, name } = avatar;
  const batch: Batch = {
    ...scope,
    id: avatar.batchId,
    draftId: 'photo',
    size: 1024,
    state: 'done',
    items: [{ uid, avatarId, name, recipe, state: 'done' }],
    createdAt: 0,
  };
  return [
    { table: 'avatars', put: avatar },
    { table: 'batches', put: batch },
    { table: 'drafts', put: exampleDraft('photo', scope) },
    ...plans.map((plan): Write => ({
      table: 'orders',
      put: boughtOrder(scope, orderIdOf(plan), plan),
    })),
  ];
}

/**
 * A device's encoder. It counts its files, whose sizes miss the requested one by `misses`, and are
 * never below `least` bytes in full detail.
 */
export class LoopStage {
  readonly #time: VirtualClock;
  made = 0;
  /** The sizes of its files, as factors of the requested size; the last one repeats. */
  misses: readonly number[] = [1];
  least = 0;
  encodes = true;
  readonly asked: number[] = [];
  readonly details: number[] = [];

  constructor(time: VirtualClock) {
    this.#time = time;
  }

  port(step: Step, locks: Locks, store: Store): Loops {
    return createLoops({
      store,
      locks,
      clock: this.#time.clock,
      animator: {
        frames: async function* () {
          // No frames: the encoder below does the counting.
        },
      },
      engine: () =>
        Promise.resolve({
          ...fakeEngine(),
          video: () =>
            Promise.resolve({
              offers: () =>
                Promise.resolve(
                  this.encodes ? [{ format: 'mp4', codec: 'H.264', alpha: false } as const] : [],
                ),
              encode: async (format, clip, { maxBytes = 0, detail = 1 } = {}) => {
                await step();
                if (format !== 'mp4') throw new LikenessError('engine-unsupported');
                this.asked.push(maxBytes);
                this.details.push(detail);
                const miss = this.misses[Math.min(this.made, this.misses.length - 1)] ?? 1;
                this.made += 1;
                const size = Math.max(Math.floor(maxBytes * miss), this.least * detail ** 2);
                const file = new Blob([new Uint8Array(size).fill(this.made)], {
                  type: 'video/mp4',
                });
                const { width, height, rate, count } = clip;
                return { file, codec: 'H.264', width, height, rate, frames: count };
              },
            }),
        }),
    });
  }
}
