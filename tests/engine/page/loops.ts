import { once } from '../../../renderer/core/once.ts';
import { systemClock } from '../../../renderer/platform/clock.ts';
import type { Engine } from '../../../renderer/ports/engine.ts';
import { createLoops } from '../../../renderer/state/minting/loops.ts';
import { memoryLocks } from '../../support/memory-locks.ts';
import { emptyStorage, memoryStore } from '../../support/memory-store.ts';
import { animatable, paid } from '../../support/screens/rows.ts';

/**
 * Makes the loop of an animated NFT of at most `room` bytes as the app does, with the engine's own
 * encoders, from these frames of a given edge length.
 */
export async function fittedLoop(
  engine: Engine,
  room: number,
  framesOf: (edge: number) => AsyncGenerator<ImageData>,
): Promise<{ readonly file: Blob; readonly details: readonly number[] }> {
  const store = memoryStore(emptyStorage());
  await store.write([...(await animatable()), ...paid('creator').rows]);
  const details: number[] = [];
  const loops = createLoops({
    store,
    locks: memoryLocks(),
    clock: systemClock,
    animator: { frames: ({ living }) => framesOf(living.size) },
    engine: once(() =>
      Promise.resolve({
        ...engine,
        async video() {
          const video = await engine.video();
          return {
            ...video,
            encode(...[format, clip, options]: Parameters<typeof video.encode>) {
              details.push(options?.detail ?? 1);
              return video.encode(format, clip, options);
            },
          };
        },
      }),
    ),
  });
  const file = await loops.make('own-0', { motion: 'lively', strength: 1 }, room, {
    onProgress: () => undefined,
  });
  return { file, details };
}
