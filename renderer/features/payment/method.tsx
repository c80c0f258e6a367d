import { useId, type ReactNode } from 'react';

import t from '../../ui/type.module.css';
import styles from './payment.module.css';

export interface MethodProps {
  readonly number: number;
  readonly title: string;
  readonly words: ReactNode;
  readonly children?: ReactNode;
}

/** One numbered way to pay, separated from the next by a rule. */
export function Method({ number, title, words, children }: MethodProps) {
  const id = useId();
  return (
    <section className={styles.method} aria-labelledby={id}>
      <span className={styles.number} aria-hidden="true">
        {number}
      </span>
      <div className={styles.body}>
        <h2 id={id} className={t.heading}>
          {title}
        </h2>
        <p className={styles.words}>{words}</p>
        {children}
      </div>
    </section>
  );
}
