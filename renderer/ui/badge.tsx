import type { ReactNode } from 'react';

import styles from './badge.module.css';
import { cx } from './shared.ts';

export interface BadgeProps {
  readonly tone: 'good' | 'careful' | 'bad' | 'chain' | 'quiet';
  readonly children: ReactNode;
}

/** A status word with a coloured dot: Ready, Processing, Failed. */
export const Badge = ({ tone, children }: BadgeProps) => (
  <span className={cx(styles.badge, styles[tone])}>{children}</span>
);
