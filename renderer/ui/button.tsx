import {
  createContext,
  createElement,
  useContext,
  useRef,
  type AnchorHTMLAttributes,
  type ButtonHTMLAttributes,
  type ComponentType,
  type MouseEvent,
} from 'react';

import styles from './button.module.css';
import { cx } from './shared.ts';
import links from './text-link.module.css';

export interface AnchorProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  /** A path of the app, e.g. '/pricing'. */
  readonly to: string;
  /** Router state for the target page; it isn't part of the address. */
  readonly state?: unknown;
}

const PlainAnchor = ({ to, state: _state, ...rest }: AnchorProps) => <a href={to} {...rest} />;

const AnchorContext = createContext<ComponentType<AnchorProps>>(PlainAnchor);

/** The shell provides the router's link here, so that these components need no router. */
export const AnchorProvider = AnchorContext.Provider;

/** A link within the app. */
export function Anchor(props: AnchorProps) {
  return createElement(useContext(AnchorContext), props);
}

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
  /** Like `disabled`, but it keeps the focus: for steps such as Undo, of which there is a last one. */
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

/** An underlined link within the app; 44 px tall for touch. */
export const TextLink = ({ className, ...rest }: AnchorProps) => (
  <Anchor {...rest} className={cx(links.link, className)} />
);

/** Looks the same; saves one of the app's files. */
export const FileLink = ({ className, ...rest }: AnchorHTMLAttributes<HTMLAnchorElement>) => (
  <a {...rest} className={cx(links.link, className)} />
);

/** Looks the same; a button for an action on this page. */
export const TextButton = ({
  className,
  type = 'button',
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement>) => (
  <button {...rest} type={type} className={cx(links.link, links.button, className)} />
);

interface FileButtonProps extends Omit<ButtonProps, 'onClick'> {
  /** The accessible name of the file input. */
  readonly label: string;
  /** As in the attribute `accept`; any file without it. */
  readonly accept?: string;
  /** What the picker offers: one file by default. */
  readonly picks?: 'file' | 'files' | 'folder';
  /** Called with what was picked, never with nothing. */
  readonly onFiles: (files: readonly [File, ...File[]]) => void;
}

/** A button that opens the system's file picker. The same file can be picked again. */
export function FileButton({ label, accept, picks = 'file', onFiles, ...button }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button {...button} onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        accept={accept}
        multiple={picks !== 'file'}
        {...(picks === 'folder' && { webkitdirectory: '' })}
        aria-label={label}
        hidden
        onChange={({ target }) => {
          const [first, ...more] = target.files ?? [];
          target.value = '';
          if (first) onFiles([first, ...more]);
        }}
      />
    </>
  );
}
