import { useId, type ReactNode } from 'react';

import cover from './cover.module.css';
import { cx } from './cx.ts';
import styles from './segmented.module.css';

export interface SegmentedProps<T extends string> {
  readonly label: string;
  readonly options: readonly {
    readonly id: T;
    readonly label: ReactNode;
    readonly disabled?: boolean;
  }[];
  readonly value: T;
  readonly onChange: (id: T) => void;
  /** 'words': a row of words, the chosen one underlined; 'box': joined buttons. */
  readonly look?: 'box' | 'words';
}

/** One of a few: native radios, so that arrows, forms and screen readers know them. */
export function Segmented<T extends string>({
  label,
  options,
  value,
  onChange,
  look = 'box',
}: SegmentedProps<T>) {
  const name = useId();
  return (
    <fieldset className={cx(styles.group, styles[look])} aria-label={label}>
      {options.map((option) => (
        <label key={option.id} className={styles.option}>
          <input
            className={cover.cover}
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
