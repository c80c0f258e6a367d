import { useEffect, useState } from 'react';

import { isAbort, sentence } from '../../core/errors.ts';
import { framesOf, type Living, type MotionNote } from '../../core/motion.ts';
import { useAnimator, type Animation } from '../../state/motion/index.ts';

/** Edge of the preview's frames in pixels: whole loops are in memory, so long ones are smaller. */
const previewEdge = ({ premium }: Pick<Living, 'premium'>): number => (premium ? 288 : 360);

export interface Loop {
  /** The frames made so far. */
  readonly frames: readonly ImageData[];
  readonly ready: boolean;
  /** 0 to 1. */
  readonly done: number;
  readonly notes: readonly MotionNote[];
  readonly failed?: string;
}

const NOTHING: Loop = { frames: [], ready: false, done: 0, notes: [] };

/** A small preview of the loop as it will be saved; rendered again when the request changes. */
export function useLoop({ avatar, photo, living }: Animation, wanted: boolean): Loop {
  const animator = useAnimator();
  const { motion, strength, premium } = living;
  const key = JSON.stringify([avatar.uid, photo, motion, strength, premium]);
  const [loop, setLoop] = useState<{ key: string; loop: Loop }>({ key, loop: NOTHING });
  const complete = loop.key === key && loop.loop.ready;
  useEffect(() => {
    if (!wanted || complete) return undefined;
    const control = new AbortController();
    const { signal } = control;
    const make = async (): Promise<void> => {
      const frames: ImageData[] = [];
      let notes: readonly MotionNote[] = [];
      const asked = { motion, strength, ...(premium && { premium }) };
      const small = { ...asked, size: previewEdge(asked) };
      const report = (ready: boolean): void => {
        if (signal.aborted) return;
        const done = frames.length / framesOf(small);
        setLoop({ key, loop: { frames: [...frames], ready, done, notes } });
      };
      try {
        const all = animator.frames(
          { avatar, photo, living: small },
          { signal, onNotes: (found) => (notes = found) },
        );
        for await (const frame of all) {
          frames.push(frame);
          if (frames.length % 6 === 1) report(false);
        }
        report(true);
      } catch (failure) {
        if (!signal.aborted && !isAbort(failure))
          setLoop({ key, loop: { ...NOTHING, failed: sentence(failure) } });
      }
    };
    // Waits until a slider stops moving.
    const timer = setTimeout(() => void make(), 250);
    return () => {
      clearTimeout(timer);
      control.abort();
    };
  }, [animator, avatar, photo, motion, strength, premium, key, wanted, complete]);
  return loop.key === key ? loop.loop : NOTHING;
}
