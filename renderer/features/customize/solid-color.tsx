import { useRef } from 'react';

import { CheckIcon } from '../../ui/icons.tsx';
import { newGesture } from '../../ui/slider.tsx';
import styles from './solid-color.module.css';

/** Grounds that flatter: muted, single hue, light to dark. */
const SWATCHES = [
  ['#d9a24a', 'Ochre'],
  ['#be5a3c', 'Brick'],
  ['#7f9a86', 'Sage'],
  ['#3f6f7d', 'Petrol'],
  ['#8a86b8', 'Lavender'],
  ['#c9beae', 'Stone'],
  ['#2b2a33', 'Graphite'],
] as const;

export interface SolidColorProps {
  readonly value: string | undefined;
  /** `gesture` is the same for all colours passed on the way in the system's picker. */
  readonly onChange: (color: string, gesture?: string) => void;
}

/** The ground's colour: a swatch, or any colour of one's own. */
export function SolidColor({ value, onChange }: SolidColorProps) {
  const gesture = useRef('');
  return (
    <div className={styles.colors} role="group" aria-label="Background colour">
      {SWATCHES.map(([color, name]) => (
        <button
          key={color}
          type="button"
          className={styles.swatch}
          style={{ background: color }}
          aria-label={name}
          aria-pressed={value === color}
          onClick={() => onChange(color)}
        >
          {value === color && <CheckIcon size={16} strokeWidth={2.4} aria-hidden="true" />}
        </button>
      ))}
      <label className={styles.own}>
        <input
          type="color"
          value={value ?? SWATCHES[0][0]}
          onClick={() => {
            gesture.current = newGesture('color');
          }}
          onChange={(event) => onChange(event.target.value.toLowerCase(), gesture.current)}
        />
        Own
      </label>
    </div>
  );
}
