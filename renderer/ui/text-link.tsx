import type { AnchorHTMLAttributes, ButtonHTMLAttributes } from 'react';

import { Anchor, type AnchorProps } from './anchor.tsx';
import { cx } from './cx.ts';
import styles from './text-link.module.css';

/** Underlined words that lead somewhere in the app; 44 px tall for a finger. */
export const TextLink = ({ className, ...rest }: AnchorProps) => (
  <Anchor {...rest} className={cx(styles.link, className)} />
);

/** The same look for a file of the app that is saved. */
export const FileLink = ({ className, ...rest }: AnchorHTMLAttributes<HTMLAnchorElement>) => (
  <a {...rest} className={cx(styles.link, className)} />
);

/** The same look for an action that stays here. */
export const TextButton = ({
  className,
  type = 'button',
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement>) => (
  <button {...rest} type={type} className={cx(styles.link, styles.button, className)} />
);
