import { useId, type ReactNode } from 'react';

import styles from './segmented.module.css';
import { cx, ui } from './shared.ts';

export interface SegmentedProps<T extends string | number> {
  readonly label: string;
  readonly options: readonly {
    readonly id: T;
    readonly label: ReactNode;
    readonly disabled?: boolean;
  }[];
  readonly value: T;
  readonly onChange: (id: T) => void;
  /** 'words': a row of words, the selected one underlined. 'box': joined buttons. */
  readonly variant?: 'box' | 'words';
}

/**
 * Selects one of a few options. Native radios, so that arrow keys, forms and screen readers work.
 */
export function Segmented<T extends string | number>({
  label,
  options,
  value,
  onChange,
  variant = 'box',
}: SegmentedProps<T>) {
  const name = useId();
  return (
    <fieldset className={cx(styles.group, styles[variant])} aria-label={label}>
      {options.map((option) => (
        <label key={option.id} className={styles.option}>
          <input
            className={ui.cover}
            type="radio"
            name={name}
            checked={option.id === value}
            disabled={option.disabled}
            onChange={() => onChange(option.id)}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </fieldset>
  );
}
