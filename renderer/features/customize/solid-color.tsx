import { useRef } from 'react';

import { CheckIcon } from '../../ui/icons.tsx';
import { newGesture } from '../../ui/slider.tsx';
import styles from './solid-color.module.css';

/** Flattering grounds: muted, single hue, light to dark. */
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
  /** True: without a colour, the variation picks one. False: something else is shown instead. */
  readonly matched?: boolean;
  /** `gesture` stays the same for all colours passed while dragging in the system's picker. */
  readonly onChange: (color: string, gesture?: string) => void;
  /** Leaves the colour to the variation. Without it, there always is a colour. */
  readonly onClear?: () => void;
}

/** The ground's colour: a swatch or any other colour. */
export function SolidColor({ value, matched = true, onChange, onClear }: SolidColorProps) {
  const gesture = useRef('');
  return (
    <div className={styles.colors} role="group" aria-label="Background colour">
      {onClear && (
        <button
          type="button"
          className={styles.matched}
          aria-pressed={matched && value === undefined}
          onClick={onClear}
        >
          Matched
        </button>
      )}
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
        Custom colour
      </label>
    </div>
  );
}
