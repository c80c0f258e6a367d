import { useRef, type CSSProperties } from 'react';

import styles from './slider.module.css';

export interface SliderProps {
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  /** Where the fill starts: the neutral value. */
  readonly origin: number;
  /** The value in words, beside the label and for screen readers, which say it as the input's. */
  readonly text: string;
  /** Goes from left to right in every language, as what it moves does in a picture. */
  readonly inPicture?: boolean;
  /** `gesture` is the same for all changes of one drag or one held key. */
  readonly onChange: (value: number, gesture: string) => void;
}

let gestures = 0;
/** Returns a name that no other drag or key press of this visit has. */
export const newGesture = (what: string): string => `${what} ${String(++gestures)}`;

/** A native range input, filled from its neutral value. */
export function Slider({
  label,
  value,
  min,
  max,
  step,
  origin,
  text,
  inPicture,
  onChange,
}: SliderProps) {
  const gesture = useRef('');
  const begin = (): void => {
    gesture.current = newGesture(label);
  };
  const at = (point: number): string => `${String(((point - min) / (max - min)) * 100)}%`;
  const vars = {
    '--from': at(Math.min(value, origin)),
    '--to': at(Math.max(value, origin)),
  } as CSSProperties;
  return (
    <label className={styles.slider} style={vars}>
      <span className={styles.label}>{label}</span>
      <span className={styles.text} aria-hidden="true">
        {text}
      </span>
      <input
        type="range"
        dir={inPicture ? 'ltr' : undefined}
        min={min}
        max={max}
        step={step}
        value={value}
        aria-label={label}
        aria-valuetext={text}
        onPointerDown={begin}
        onKeyDown={(event) => !event.repeat && begin()}
        onChange={(event) => onChange(event.target.valueAsNumber, gesture.current)}
      />
    </label>
  );
}
