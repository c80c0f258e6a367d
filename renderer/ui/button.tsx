import type { ButtonHTMLAttributes, MouseEvent } from 'react';

import { Anchor, type AnchorProps } from './anchor.tsx';
import styles from './button.module.css';
import { cx } from './cx.ts';

interface Appearance {
  /** 'accent' marks a screen's one main action; the chain variants are for money and wallets only. */
  readonly variant?: 'accent' | 'outline' | 'chain' | 'chain-outline' | 'quiet' | undefined;
  readonly size?: 'normal' | 'small' | undefined;
  /** Fills its container's width. */
  readonly wide?: boolean | undefined;
}

const appearance = (
  { variant = 'outline', size, wide }: Appearance,
  className: string | undefined,
): string =>
  cx(
    styles.button,
    styles[variant],
    size === 'small' && styles.small,
    wide && styles.wide,
    className,
  );

export interface ButtonProps
  extends Appearance, Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-busy' | 'aria-disabled'> {
  /**
   * Work is running: the button keeps focus, ignores clicks and shows an indicator. The label
   * should say what is being done.
   */
  readonly busy?: boolean;
  /** Like `disabled`, but it keeps the focus: for Undo, whose last step ends it. */
  readonly spent?: boolean;
}

export function Button({
  variant,
  size,
  wide,
  busy = false,
  spent = false,
  className,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={appearance({ variant, size, wide }, className)}
      aria-busy={busy || undefined}
      aria-disabled={busy || spent || undefined}
      onClick={(event: MouseEvent<HTMLButtonElement>) => {
        if (busy || spent) event.preventDefault();
        else onClick?.(event);
      }}
    />
  );
}

/** A link that looks like a button, for actions that open another page. */
export const ButtonLink = ({
  variant,
  size,
  wide,
  className,
  ...rest
}: Appearance & AnchorProps) => (
  <Anchor {...rest} className={appearance({ variant, size, wide }, className)} />
);
