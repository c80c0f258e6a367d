import { CheckIcon } from '../../ui/icons.tsx';
import { useRef } from 'react';
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
  readonly onChange: (color: string) => void;
}

/** The ground's colour: a swatch, or any colour of one's own. */
export function SolidColor({ value, onChange }: SolidColorProps) {
  const timer = useRef(0);
  // A picker that is dragged reports many colours a second; the engine gets the one it rests on.
  const settle = (color: string): void => {
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => onChange(color), 150);
  };

  return (
    <div className={styles['colors']} role="group" aria-label="Background colour">
      {SWATCHES.map(([color, name]) => (
        <button
          key={color}
          type="button"
          className={styles['swatch']}
          style={{ background: color }}
          aria-label={name}
          aria-pressed={value === color}
          onClick={() => onChange(color)}
        >
          {value === color && <CheckIcon size={16} strokeWidth={2.4} aria-hidden="true" />}
        </button>
      ))}
      <label className={styles['own']}>
        <input
          key={value}
          type="color"
          defaultValue={value ?? SWATCHES[0][0]}
          onInput={(event) => settle(event.currentTarget.value.toLowerCase())}
        />
        Own
      </label>
    </div>
  );
}
