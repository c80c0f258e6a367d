import { useEffect, useEffectEvent, useRef, useState } from 'react';

import { formatNumber } from '../../core/format.ts';
import { trimmed } from '../../core/intro/sound.ts';
import type { Intro } from '../../drawing/intro.ts';
import { i18n } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { Slider } from '../../ui/slider.tsx';
import styles from './intro.module.css';
import { playSound, type ChosenSound } from './sound-choice.tsx';

const REDUCED = '(prefers-reduced-motion: reduce)';
const EDGE = 960;

/** Names the picture, with the words that are drawn on it. */
function labelOf(words: string, marked: boolean): string {
  if (words === '') return marked ? i18n.t('Intro, a preview') : i18n.t('Intro');
  return marked
    ? i18n.t('Intro, a preview: {words}', { words })
    : i18n.t('Intro: {words}', { words });
}

/**
 * Plays the intro with its sound, or holds one of its moments. With reduced motion it starts held
 * at the end.
 */
export function Preview({
  intro,
  sound,
  words,
  marked,
}: {
  readonly intro: Intro;
  readonly sound: ChosenSound | undefined;
  readonly words: string;
  readonly marked: boolean;
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { seconds } = intro;
  const [reduced] = useState(() => matchMedia(REDUCED).matches);
  const [at, setAt] = useState(reduced ? seconds : 0);
  const [playing, setPlaying] = useState(!reduced);
  const moment = Math.min(at, seconds);

  useEffect(() => {
    if (canvas.current) intro.draw(canvas.current, moment, marked);
  }, [intro, moment, marked]);

  const start = useEffectEvent(() => (moment >= seconds - 0.05 ? 0 : moment));
  useEffect(() => {
    if (!playing) return undefined;
    const from = start();
    const quiet = sound && playSound(trimmed(sound.samples, sound.from, seconds), from);
    const began = performance.now();
    let next = 0;
    const step = (now: number): void => {
      const passed = from + (now - began) / 1000;
      setAt(Math.min(seconds, passed));
      if (passed < seconds) next = requestAnimationFrame(step);
      else setPlaying(false);
    };
    next = requestAnimationFrame(step);
    return () => {
      cancelAnimationFrame(next);
      quiet?.();
    };
  }, [playing, seconds, sound]);

  return (
    <>
      <canvas
        ref={canvas}
        className={styles.canvas}
        width={EDGE}
        height={(EDGE * 9) / 16}
        role="img"
        aria-label={labelOf(words, marked)}
      />
      <div className={styles.under}>
        <Button size="small" onClick={() => setPlaying(!playing)}>
          {playing ? i18n.t('Pause') : i18n.t('Play')}
        </Button>
        <Slider
          label={i18n.t('Moment')}
          value={moment}
          min={0}
          max={seconds}
          step={0.1}
          origin={0}
          text={i18n.t('{moment} s of {length}', {
            moment: formatNumber(moment, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
            length: formatNumber(seconds),
          })}
          onChange={(value) => {
            setPlaying(false);
            setAt(value);
          }}
        />
      </div>
    </>
  );
}
