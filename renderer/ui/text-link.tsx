import type { AnchorHTMLAttributes, ButtonHTMLAttributes } from 'react';

import { Anchor, type AnchorProps } from './anchor.tsx';
import { cx } from './cx.ts';
import styles from './text-link.module.css';

/** An underlined link within the app; 44 px tall for touch. */
export const TextLink = ({ className, ...rest }: AnchorProps) => (
  <Anchor {...rest} className={cx(styles.link, className)} />
);

/** Looks the same; saves one of the app's files. */
export const FileLink = ({ className, ...rest }: AnchorHTMLAttributes<HTMLAnchorElement>) => (
  <a {...rest} className={cx(styles.link, className)} />
);

/** Looks the same; a button for an action on this page. */
export const TextButton = ({
  className,
  type = 'button',
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement>) => (
  <button {...rest} type={type} className={cx(styles.link, styles.button, className)} />
);
