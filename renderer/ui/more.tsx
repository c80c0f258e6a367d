import type { ReactNode } from 'react';

import styles from './more.module.css';

/** A line that opens its explanation. */
export const More = ({
  summary,
  children,
}: {
  readonly summary: ReactNode;
  readonly children: ReactNode;
}) => (
  <details className={styles.more}>
    <summary>{summary}</summary>
    <p>{children}</p>
  </details>
);
