import { animationEntries, animationId, animationRight, countedBy } from '../../core/animations.ts';
import { photoOfAvatar } from '../../core/batches.ts';
import { errorCode, LikenessError } from '../../core/errors.ts';
import { framesOf, MOTION_RATE } from '../../core/motion.ts';
import type { Scope } from '../../core/scope.ts';
import type { Ports } from '../../ports/index.ts';
import type { Store } from '../../ports/store.ts';
import type { VideoFormat } from '../../ports/video.ts';
import type { Animator } from '../motion/index.ts';
import type { Loops } from './contract.ts';

export interface LoopsDeps extends Pick<Ports, 'engine' | 'locks' | 'clock'> {
  readonly store: Pick<Store, 'get' | 'list'>;
  readonly animator: Pick<Animator, 'frames'>;
}

/** Edge lengths in pixels, the largest first. Nothing smaller than the last is published. */
const EDGES = [720, 600, 480] as const;
/** Bits per pixel and frame, below which a smaller picture looks better. */
const ENOUGH = 0.035;
/**
 * Share of the size limit that the encoder is asked for first, and how often it is asked again for
 * less.
 */
const AIM = 0.94;
const TRIES = 6;
/**
 * If a file misses its size by more than this factor twice, its encoder can't get it smaller in full
 * detail.
 */
const MISSES = 1.2;
/** Formats that wallets and marketplaces play, in order of preference. */
const FORMATS: readonly VideoFormat[] = ['mp4', 'webm'];

/** The largest edge length for which this many bytes suffice for this many frames. */
export const edgeFor = (bytes: number, frames: number): number =>
  EDGES.find((edge) => (8 * bytes) / (frames * edge * edge) >= ENOUGH) ?? 480;

export function createLoops({ store, engine, animator, locks, clock }: LoopsDeps): Loops {
  /** @throws LikenessError 'credits-too-few' */
  const allowed = async (id: string, scope: Scope): Promise<'made' | 'included' | 'credit'> => {
    const [orders, ledger] = await Promise.all([
      store.list('orders', scope),
      store.list('ledger', scope),
    ]);
    const by = countedBy(animationRight(orders, ledger), id);
    if (!by) throw new LikenessError('credits-too-few');
    return by;
  };

  return {
    async make(avatarUid, living, room, { signal = new AbortController().signal, onProgress }) {
      const avatar = await store.get('avatars', avatarUid);
      const batch = avatar && (await store.get('batches', avatar.batchId));
      const photo = avatar && batch && photoOfAvatar(avatar, [batch]);
      if (!avatar || photo === undefined || !(await store.get('drafts', photo)))
        throw new LikenessError('mint-photo-gone', { avatarUid });
      await allowed(animationId(avatarUid, living), avatar);
      const count = framesOf(living);
      const size = edgeFor(room, count);
      const video = await (await engine()).video();
      const offers = await video.offers({ width: size, height: size, rate: MOTION_RATE });
      const format = FORMATS.find((one) => offers.some((offer) => offer.format === one));
      if (!format) throw new LikenessError('mint-no-video');
      let aim = room * AIM;
      let detail = 1;
      for (let tried = 1; tried <= TRIES; tried += 1) {
        const { file } = await video
          .encode(
            format,
            {
              width: size,
              height: size,
              rate: MOTION_RATE,
              count,
              // Not every player supports transparent video, so the background is white, as in a
              // JPEG.
              alpha: avatar.recipe.background === 'none',
              frames: animator.frames(
                { avatar, photo, living: { ...living, size } },
                { signal, priority: 'batch' },
              ),
            },
            { signal, onProgress, maxBytes: Math.floor(aim), detail },
          )
          .catch((thrown: unknown) => {
            signal.throwIfAborted();
            if (errorCode(thrown) !== 'photo-expired') throw thrown;
            throw new LikenessError('mint-photo-gone', { avatarUid }, { cause: thrown });
          });
        if (file.size <= room) return file;
        if (tried > 1 && file.size > MISSES * aim) {
          detail /= 2;
          aim = room * AIM;
        } else aim *= (AIM * room) / file.size;
      }
      throw new LikenessError('mint-loop-too-large', { room });
    },
    counting: (id, scope, write) =>
      locks.exclusive(`credits:${scope.profileId}`, async () => {
        const by = await allowed(id, scope);
        return write(
          by === 'made'
            ? []
            : animationEntries(id, by, scope, clock.now()).map((put) => ({
                table: 'ledger',
                put,
              })),
        );
      }),
  };
}
