import type { Recipe } from '../../core/avatars.ts';
import { framesOf, type Living, type MotionNote } from '../../core/motion.ts';
import type { Engine, MotionFrames, PhotoAnalysis } from '../../ports/engine.ts';

export interface LoopOptions {
  readonly signal?: AbortSignal;
  readonly priority?: 'preview' | 'batch';
  readonly onNotes?: (notes: readonly MotionNote[]) => void;
  /** Awaited before each frame, so that the caller can pause. */
  readonly turn?: () => Promise<void>;
}

/**
 * How many frames are requested from the engine at a time; in between, other work gets its turn.
 */
const AT_ONCE = 6;

/**
 * The frames of a living avatar, in order, the still first. The next ones are rendered while the
 * consumer works on these.
 * @throws LikenessError engine-*
 */
export async function* loopFrames(
  engine: Pick<Engine, 'animate'>,
  analysis: PhotoAnalysis,
  recipe: Recipe,
  living: Living,
  { signal, priority = 'preview', onNotes, turn }: LoopOptions,
): AsyncGenerator<ImageData> {
  const count = framesOf(living);
  const some = async (from: number): Promise<MotionFrames> => {
    await turn?.();
    signal?.throwIfAborted();
    return engine.animate(analysis, recipe, {
      living,
      from,
      count: Math.min(AT_ONCE, count - from),
      priority,
      ...(signal && { signal }),
    });
  };
  let next = some(0);
  for (let from = 0; from < count; from += AT_ONCE) {
    const { frames: made, notes } = await next;
    if (from === 0) onNotes?.(notes);
    if (from + AT_ONCE < count) {
      next = some(from + AT_ONCE);
      // A failure reaches the consumer when it asks for these frames, and is dropped if it has
      // left.
      next.catch(() => undefined);
    }
    for (const frame of made) yield new ImageData(frame, living.size, living.size);
  }
}
