import { useEffect, useRef, useState } from 'react';

import { isAbort, sentence } from '../../core/errors.ts';
import { framesOf, MOTION_RATE, type Living, type MotionNote } from '../../core/motion.ts';
import { t } from '../../i18n/index.ts';
import { useAnimator, type Animation } from '../../state/motion/index.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNote } from '../../ui/notice.tsx';
import { Progress } from '../../ui/progress.tsx';
import { ui } from '../../ui/shared.ts';
import styles from './motion.module.css';
import { NOTE_WORDS } from './words.ts';

const REDUCED = '(prefers-reduced-motion: reduce)';

/** Marks the preview with words across it, again and again. */
function mark(context: CanvasRenderingContext2D): void {
  const edge = context.canvas.width;
  context.save();
  context.translate(edge / 2, edge / 2);
  context.rotate(-Math.PI / 6);
  context.font = '600 22px system-ui, sans-serif';
  context.textAlign = 'center';
  for (let row = -4; row <= 4; row += 1)
    for (let column = -1; column <= 1; column += 1) {
      const [x, y] = [(column + (row % 2) / 2) * 210, row * 74];
      context.fillStyle = 'rgb(0 0 0 / 30%)';
      context.fillText(t('Likeness preview'), x + 1, y + 1);
      context.fillStyle = 'rgb(255 255 255 / 55%)';
      context.fillText(t('Likeness preview'), x, y);
    }
  context.restore();
}

/** Plays a loop once it is complete. With reduced motion, it shows the still and a button. */
function Player({
  loop,
  name,
  marked,
}: {
  readonly loop: Loop;
  readonly name: string;
  readonly marked: boolean;
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [playing, setPlaying] = useState(() => !matchMedia(REDUCED).matches);
  const { frames, ready } = loop;
  const edge = frames[0]?.width ?? 360;
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    const [first] = frames;
    if (!context || !first) return undefined;
    const show = (frame: ImageData): void => {
      context.putImageData(frame, 0, 0);
      if (marked) mark(context);
    };
    if (!ready || !playing) {
      show(first);
      return undefined;
    }
    const began = performance.now();
    let shown = -1;
    let next = 0;
    const step = (now: number): void => {
      const at = Math.floor(((now - began) / 1000) * MOTION_RATE) % frames.length;
      const frame = frames[Math.max(0, at)];
      if (at !== shown && frame) show(frame);
      shown = at;
      next = requestAnimationFrame(step);
    };
    next = requestAnimationFrame(step);
    return () => cancelAnimationFrame(next);
  }, [frames, edge, ready, playing, marked]);
  return (
    <figure className={styles.player}>
      <canvas
        ref={canvas}
        width={edge}
        height={edge}
        role="img"
        aria-label={ready && playing ? t('{name}, moving', { name }) : t('{name}, still', { name })}
      />
      <figcaption>
        <Button size="small" disabled={!ready} onClick={() => setPlaying(!playing)}>
          {playing ? t('Pause') : t('Play')}
        </Button>
      </figcaption>
    </figure>
  );
}

/** Edge of the preview's frames in pixels: whole loops are in memory, so long ones are smaller. */
const previewEdge = ({ premium }: Pick<Living, 'premium'>): number => (premium ? 288 : 360);

interface Loop {
  /** The frames made so far. */
  readonly frames: readonly ImageData[];
  readonly ready: boolean;
  /** 0 to 1. */
  readonly done: number;
  readonly notes: readonly MotionNote[];
  readonly failed?: string;
}

const NOTHING: Loop = { frames: [], ready: false, done: 0, notes: [] };

/** The loop as it will be saved, but small; rendered again when the request changes. */
function useLoop({ avatar, photo, living }: Animation, wanted: boolean): Loop {
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

/** A small preview of the loop, its progress, and what may look odd in it. */
export function LoopPreview({
  animation,
  marked,
  wanted = true,
}: {
  readonly animation: Animation;
  readonly marked: boolean;
  /** Frames that are missing are made only then. */
  readonly wanted?: boolean;
}) {
  const loop = useLoop(animation, wanted);
  if (loop.failed !== undefined) return <ErrorNote what={loop.failed} />;
  return (
    <>
      <Player loop={loop} name={animation.avatar.name} marked={marked} />
      {wanted && !loop.ready && <Progress label={t('Preview')} done={loop.done} />}
      {loop.notes.length > 0 && (
        <p className={ui.note}>{loop.notes.map((note) => NOTE_WORDS[note]).join(' ')}</p>
      )}
    </>
  );
}
