import type { ReactNode } from 'react';

import styles from './notice.module.css';
import { cx, ui } from './shared.ts';

export interface NoticeProps {
  readonly tone?: 'plain' | 'good' | 'careful' | 'bad' | 'chain';
  readonly title?: ReactNode;
  readonly children?: ReactNode;
  /** Buttons and links: what to do next. */
  readonly actions?: ReactNode;
  readonly className?: string | undefined;
}

/** A message for the user; announced politely. */
export const Notice = ({ tone = 'plain', title, children, actions, className }: NoticeProps) => (
  <div
    className={cx(styles.notice, tone !== 'plain' && styles[tone], className)}
    role={tone === 'bad' ? 'alert' : 'status'}
  >
    {title !== undefined && <p className={styles.title}>{title}</p>}
    {children !== undefined && <div className={styles.text}>{children}</div>}
    {actions !== undefined && <div className={cx(ui.wrap3, styles.actions)}>{actions}</div>}
  </div>
);

export interface ErrorNoteProps {
  /** What happened: a sentence from core/errors.ts. */
  readonly what: string;
  /** What is safe, e.g. 'You have not been charged.', unless `what` says so. */
  readonly safe?: string | undefined;
  /** What to do next. */
  readonly actions?: ReactNode;
  readonly className?: string | undefined;
}

/** An error where it occurred: what happened, what is safe, what to do next. */
export const ErrorNote = ({ what, safe, actions, className }: ErrorNoteProps) => (
  <Notice tone="bad" title={what} actions={actions} className={className}>
    {safe}
  </Notice>
);
