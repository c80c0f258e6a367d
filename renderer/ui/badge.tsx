import type { ReactNode } from 'react';

import styles from './badge.module.css';
import { cx } from './cx.ts';

export interface BadgeProps {
  readonly tone: 'good' | 'careful' | 'bad' | 'chain' | 'quiet';
  readonly children: ReactNode;
}

/** A state in a word, with a dot of its colour: Ready, Processing, Failed. */
export const Badge = ({ tone, children }: BadgeProps) => (
  <span className={cx(styles.badge, styles[tone])}>{children}</span>
);
