import { useEffect, useMemo, useState } from 'react';

import { animationId, countedBy, type AnimationRight } from '../../core/animations.ts';
import type { Avatar } from '../../core/avatars.ts';
import { photoOfAvatar } from '../../core/batches.ts';
import { noted } from '../../core/log/log.ts';
import type { MintMotion } from '../../core/mints/mint.ts';
import { framesOf } from '../../core/motion.ts';
import { useDraft } from '../../state/drafts/index.ts';
import { useLibraryState } from '../../state/library/index.ts';
import { edgeFor, useFreeBytes } from '../../state/minting/index.ts';
import { useAnimator } from '../../state/motion/index.ts';
import { useScope } from '../../state/scope.ts';
import { useAsync } from '../../state/use-async.ts';
import type { Mintable } from './mintable.ts';

/** The initially selected motion. */
export const FIRST_MOTION: MintMotion = { motion: 'calm', strength: 1 };

/** An avatar that can move, because its photo is still kept. */
export interface Animatable {
  readonly avatar: Avatar;
  /** The draft's id. */
  readonly photo: string;
}

export interface AnimatedView {
  /** The chosen avatars that can move. */
  readonly moving: readonly Animatable[];
  /** The chosen avatars that can't move: samples, and those whose photo is gone. */
  readonly still: readonly Mintable[];
  readonly unlocked: boolean;
  /** Whether this browser encodes video; undefined until it is known. */
  readonly encodes?: boolean;
  readonly right?: AnimationRight;
  /** The number of loops that would be counted; those made earlier cost nothing. */
  readonly uncounted: number;
  /** Bytes that the gateway stores free of charge, and the edge in pixels that they allow. */
  readonly free?: number;
  readonly edge?: number;
  /** True if all chosen avatars can be minted animated. */
  readonly possible: boolean;
}

/**
 * What an animated mint of these avatars needs and has. The gateway and the encoder are asked once
 * `living` is set.
 */
export function useAnimated(
  chosen: readonly Mintable[],
  living: MintMotion | undefined,
): AnimatedView {
  const { avatars, batches, unlocked, credits } = useLibraryState();
  const { entries, phase } = useDraft();
  const animator = useAnimator();
  const scope = useScope();
  const [right, setRight] = useState<AnimationRight>();
  const wanted = living !== undefined;

  const free = useFreeBytes(wanted);
  const ask = useMemo(
    () => (wanted ? () => animator.offers(480, false) : undefined),
    [wanted, animator],
  );
  const encodes = useAsync(ask, 'mints.loop')?.some(
    ({ format }) => format === 'mp4' || format === 'webm',
  );
  useEffect(() => {
    if (!wanted || !scope) return undefined;
    let gone = false;
    animator.right(scope).then((found) => {
      if (!gone) setRight(found);
    }, noted('mints.loop'));
    return () => {
      gone = true;
    };
  }, [wanted, animator, scope, credits]);

  const photos = new Set(entries.map(({ draft }) => draft.id));
  const moving = chosen.flatMap(({ uid }): Animatable[] => {
    const avatar = avatars.find((one) => one.uid === uid);
    const photo = avatar && photoOfAvatar(avatar, batches);
    return avatar && photo !== undefined && photos.has(photo) ? [{ avatar, photo }] : [];
  });
  const movingUids = new Set(moving.map(({ avatar }) => avatar.uid));
  const still = phase === 'starting' ? [] : chosen.filter(({ uid }) => !movingUids.has(uid));
  const uncounted =
    living && right
      ? moving.filter(({ avatar }) => countedBy(right, animationId(avatar.uid, living)) !== 'made')
          .length
      : 0;
  return {
    moving,
    still,
    unlocked: unlocked.has('animated-avatars'),
    ...(encodes !== undefined && { encodes }),
    ...(free !== undefined && { free }),
    ...(free !== undefined && living && { edge: edgeFor(free, framesOf(living)) }),
    ...(right && { right }),
    uncounted,
    possible:
      unlocked.has('animated-avatars') &&
      moving.length === chosen.length &&
      encodes === true &&
      right !== undefined &&
      uncounted <= right.included + right.byCredit,
  };
}
