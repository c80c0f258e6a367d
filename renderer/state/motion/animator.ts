import { z } from 'zod';

import {
  animationEntries,
  animationId,
  animationRight,
  countedBy,
  type AnimationRight,
} from '../../core/animations.ts';
import { downloadName, paintedRecipe, type Avatar } from '../../core/avatars.ts';
import { LikenessError } from '../../core/errors.ts';
import { extensionOf } from '../../core/file-name.ts';
import { noted } from '../../core/log/log.ts';
import {
  CAMERAS,
  framesOf,
  isPremium,
  MOTION_RATE,
  MOTIONS,
  MOVES,
  STYLES_MOST,
  type Living,
} from '../../core/motion.ts';
import { once } from '../../core/once.ts';
import type { Scope } from '../../core/scope.ts';
import { STYLE_IDS } from '../../core/styles.ts';
import type { Downloads, Saved } from '../../ports/downloads.ts';
import type { Ports } from '../../ports/index.ts';
import type { Store } from '../../ports/store.ts';
import {
  VIDEO_FORMATS,
  type EncodedVideo,
  type VideoFormat,
  type VideoOffer,
} from '../../ports/video.ts';
import type { DraftAnalyses } from '../drafts/index.ts';
import type { Memory } from '../remembered.ts';
import { loopFrames, type LoopOptions } from './frames.ts';

/** An avatar to animate, and the photo that it was made from. */
export interface Animation {
  readonly avatar: Avatar;
  /** Id of the draft. */
  readonly photo: string;
  readonly living: Living;
}

export interface FramesOptions extends LoopOptions {
  readonly signal: AbortSignal;
}

/**
 * A save that a page started and didn't finish. Only the request is stored: the same one gives the
 * same file, and the frames would be hundreds of megabytes. It is offered again, never resumed
 * unasked.
 */
export interface Unfinished {
  readonly uid: string;
  readonly living: Living;
  readonly format: VideoFormat;
}

/** Living avatars: previewed, counted and saved. */
export interface Animator {
  /** The loop's frames, the still first. @throws LikenessError 'photo-expired' | engine-* */
  frames(animation: Animation, options: FramesOptions): AsyncIterable<ImageData>;
  /** The formats in which this browser can encode frames of this size. */
  offers(size: number, alpha: boolean): Promise<readonly VideoOffer[]>;
  right(scope: Scope): Promise<AnimationRight>;
  /**
   * Encodes the loop, saves the file and counts it, once for all sizes and formats. It is counted
   * when the file is saved: a save that fails, is cancelled or dies with the page costs nothing, and
   * saving it again is free. A browser's 'saved' is the download that it has begun.
   * @throws LikenessError 'credits-too-few' | 'animation-locked' | 'photo-expired' |
   * 'download-failed' | engine-* | storage-*
   */
  save(
    animation: Animation,
    format: VideoFormat,
    options: Pick<FramesOptions, 'turn' | 'signal'> & {
      readonly onProgress?: (done: number) => void;
    },
  ): Promise<{ readonly saved: Saved; readonly video: EncodedVideo }>;
  /** The save of this avatar that a page died with, if any. */
  unfinished(uid: string): Promise<Unfinished | undefined>;
}

export interface AnimatorDeps extends Pick<Ports, 'engine' | 'locks' | 'clock'> {
  readonly store: Pick<Store, 'list' | 'write'>;
  readonly analyses: Pick<DraftAnalyses, 'of' | 'use'>;
  readonly downloads: Pick<Downloads, 'save'>;
  readonly memory: Memory;
}

const remembered = z.strictObject({
  uid: z.string(),
  format: z.enum(VIDEO_FORMATS),
  living: z.strictObject({
    motion: z.enum(MOTIONS),
    strength: z.number().min(0).max(1),
    size: z.number().int().min(256).max(1080),
    premium: z
      .strictObject({
        seconds: z.number().int().min(4).max(8),
        moves: z.array(z.enum(MOVES)).max(MOVES.length),
        camera: z.enum(CAMERAS),
        styles: z.array(z.enum(STYLE_IDS)).max(STYLES_MOST - 1),
      })
      .exactOptional(),
  }),
});

const isSeeThrough = ({ recipe }: Avatar): boolean => recipe.background === 'none';

export function createAnimator(deps: AnimatorDeps): Animator {
  const { store, analyses, downloads, clock } = deps;
  // Apart from what every screen with avatars loads.
  const cutShort = once(async () =>
    (await import('../cut-short.ts')).createCutShort<Unfinished>('animation', remembered, deps),
  );

  async function* frames(
    { avatar, photo, living }: Animation,
    options: FramesOptions,
  ): AsyncGenerator<ImageData> {
    const ended = new AbortController();
    try {
      // Also once all frames are made, for the next setting of the same avatar.
      analyses.use(photo);
      const opening = analyses.of(photo, ended.signal);
      const [engine, analysis] = await Promise.all([deps.engine(), opening]);
      const recipe = paintedRecipe(avatar.recipe, avatar);
      yield* loopFrames(engine, analysis, recipe, living, options);
    } finally {
      ended.abort();
    }
  }

  const right = async (scope: Scope): Promise<AnimationRight> => {
    const [orders, ledger] = await Promise.all([
      store.list('orders', scope),
      store.list('ledger', scope),
    ]);
    return animationRight(orders, ledger);
  };

  /** @throws LikenessError 'credits-too-few' | 'animation-locked' */
  const allowed = async (
    id: string,
    living: Living,
    scope: Scope,
  ): Promise<'made' | 'included' | 'credit'> => {
    const held = await right(scope);
    if (isPremium(living) && !held.premium) throw new LikenessError('animation-locked');
    const by = countedBy(held, id);
    if (!by) throw new LikenessError('credits-too-few');
    return by;
  };

  return {
    frames,
    right,
    unfinished: async (uid) => (await cutShort()).find(uid),
    async offers(size, alpha) {
      const video = await (await deps.engine()).video();
      return video.offers({ width: size, height: size, rate: MOTION_RATE, alpha });
    },
    async save(animation, format, { signal, turn, onProgress }) {
      const { avatar, living } = animation;
      const id = animationId(avatar.uid, living);
      await allowed(id, living, avatar);
      return (await cutShort()).during({ uid: avatar.uid, living, format }, async (locks) => {
        const encoders = await (await deps.engine()).video();
        const video = await encoders.encode(
          format,
          {
            width: living.size,
            height: living.size,
            rate: MOTION_RATE,
            count: framesOf(living),
            alpha: isSeeThrough(avatar),
            frames: frames(animation, { signal, priority: 'batch', ...(turn && { turn }) }),
          },
          { signal, ...(onProgress && { onProgress }) },
        );
        // Under a lock, so that two tabs together save and count no more than one could.
        const saved = await locks.exclusive(`credits:${avatar.profileId}`, async () => {
          const by = await allowed(id, living, avatar);
          signal.throwIfAborted();
          const file = await downloads.save(
            downloadName(avatar.name, `_living.${extensionOf(format)}`),
            video.file,
          );
          if (by !== 'made')
            await store
              .write(
                animationEntries(id, by, avatar, clock.now()).map((put) => ({
                  table: 'ledger',
                  put,
                })),
              )
              // The customer has the file: one that can't be counted is free.
              .catch(noted('animation.count'));
          return file;
        });
        return { saved, video };
      });
    },
  };
}
