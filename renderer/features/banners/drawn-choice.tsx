import { useEffect, useId, useRef } from 'react';

import cover from '../../ui/cover.module.css';
import { cx } from '../../ui/cx.ts';
import styles from './maker.module.css';

interface DrawnChoiceProps<T extends string> {
  readonly label: string;
  readonly ids: readonly T[];
  readonly labels: Readonly<Record<T, string>>;
  readonly chosen: T;
  readonly onChoose: (id: T) => void;
  /** Of each sample's canvas, in its own pixels. */
  readonly width: number;
  readonly height: number;
  readonly className: string | undefined;
  /** Draws one sample. A new function draws all of them again, so memoise it. */
  readonly draw: (id: T, canvas: HTMLCanvasElement) => void;
  /** What drawing has to wait for. */
  readonly prepare?: () => Promise<void>;
  /** Milliseconds before each sample, so that drawing never blocks anything else. */
  readonly pause: number;
}

const SETTLED_MS = 400;

/** A choice of samples that are drawn here: a radio group of canvases. */
export function DrawnChoice<T extends string>({
  label,
  ids,
  labels,
  chosen,
  onChoose,
  width,
  height,
  className,
  draw,
  prepare,
  pause,
}: DrawnChoiceProps<T>) {
  const name = useId();
  const canvases = useRef(new Map<T, HTMLCanvasElement>());
  useEffect(() => {
    let gone = false;
    const drawAll = async (): Promise<void> => {
      await prepare?.();
      for (const [id, canvas] of canvases.current) {
        await new Promise((next) => setTimeout(next, pause));
        if (gone) return;
        draw(id, canvas);
      }
    };
    const timer = setTimeout(() => void drawAll(), SETTLED_MS);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [draw, prepare, pause]);
  return (
    <fieldset className={styles.choices} aria-label={label}>
      {ids.map((id) => (
        <label key={id} className={styles.choice}>
          <input
            className={cover.cover}
            type="radio"
            name={name}
            checked={id === chosen}
            onChange={() => onChoose(id)}
          />
          <canvas
            ref={(canvas) => {
              if (canvas) canvases.current.set(id, canvas);
              else canvases.current.delete(id);
            }}
            className={cx(styles.sample, className)}
            width={width}
            height={height}
            aria-hidden="true"
          />
          <span>{labels[id]}</span>
        </label>
      ))}
    </fieldset>
  );
}
