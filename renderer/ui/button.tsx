import type { ButtonHTMLAttributes, MouseEvent } from 'react';

import { Anchor, type AnchorProps } from './anchor.tsx';
import styles from './button.module.css';
import { cx } from './cx.ts';

interface Appearance {
  /** 'accent' marks the one action of a screen; the chain looks are for money and wallets only. */
  readonly look?: 'accent' | 'outline' | 'chain' | 'chain-outline' | 'quiet';
  readonly size?: 'normal' | 'small';
  /** As wide as its place. */
  readonly wide?: boolean;
}

const appearance = (
  { look = 'outline', size = 'normal', wide = false }: Appearance,
  className?: string,
): string =>
  cx(styles.button, styles[look], size === 'small' && styles.small, wide && styles.wide, className);

export interface ButtonProps extends Appearance, ButtonHTMLAttributes<HTMLButtonElement> {
  /** At work: keeps the focus, ignores clicks, shows a moving foot. Let the label say what is done. */
  readonly busy?: boolean;
}

export function Button({
  look,
  size,
  wide,
  busy = false,
  className,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={appearance(
        { ...(look && { look }), ...(size && { size }), ...(wide && { wide }) },
        className,
      )}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={(event: MouseEvent<HTMLButtonElement>) => {
        if (busy) event.preventDefault();
        else onClick?.(event);
      }}
    />
  );
}

/** A link that looks like a button, for actions that lead elsewhere. */
export function ButtonLink({ look, size, wide, className, ...rest }: Appearance & AnchorProps) {
  return (
    <Anchor
      {...rest}
      className={appearance(
        { ...(look && { look }), ...(size && { size }), ...(wide && { wide }) },
        className,
      )}
    />
  );
}
