import { useEffect, useRef, useState } from 'react';

import { MOTION_RATE } from '../../core/motion.ts';
import { i18n } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import styles from './motion.module.css';
import type { Loop } from './use-loop.ts';

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
      context.fillText(i18n.t('Likeness preview'), x + 1, y + 1);
      context.fillStyle = 'rgb(255 255 255 / 55%)';
      context.fillText(i18n.t('Likeness preview'), x, y);
    }
  context.restore();
}

/** Plays a loop once it is complete. With reduced motion, it shows the still and a button. */
export function Player({
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
        aria-label={
          ready && playing ? i18n.t('{name}, moving', { name }) : i18n.t('{name}, still', { name })
        }
      />
      <figcaption>
        <Button size="small" disabled={!ready} onClick={() => setPlaying(!playing)}>
          {playing ? i18n.t('Pause') : i18n.t('Play')}
        </Button>
      </figcaption>
    </figure>
  );
}
