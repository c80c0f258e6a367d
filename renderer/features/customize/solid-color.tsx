import { useRef } from 'react';

import { i18n } from '../../i18n/index.ts';
import { CheckIcon } from '../../ui/icons.tsx';
import { newGesture } from '../../ui/slider.tsx';
import styles from './solid-color.module.css';

/** Flattering grounds: muted, single hue, light to dark. */
const SWATCHES = [
  ['#d9a24a', i18n.t('Ochre')],
  ['#be5a3c', i18n.t('Brick')],
  ['#7f9a86', i18n.t('Sage')],
  ['#3f6f7d', i18n.t('Petrol')],
  ['#8a86b8', i18n.t('Lavender')],
  ['#c9beae', i18n.t('Stone')],
  ['#2b2a33', i18n.t('Graphite')],
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
    <div className={styles.colors} role="group" aria-label={i18n.t('Background colour')}>
      {onClear && (
        <button
          type="button"
          className={styles.matched}
          aria-pressed={matched && value === undefined}
          onClick={onClear}
        >
          {i18n.t('Matched')}
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
        {i18n.t('Custom colour')}
      </label>
    </div>
  );
}
