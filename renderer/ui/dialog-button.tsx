import { useState, type ReactNode } from 'react';

import { Button, TextButton, type ButtonProps } from './button.tsx';
import { Dialog, type DialogProps } from './dialog.tsx';

interface DialogButtonProps extends Pick<ButtonProps, 'size'>, Pick<DialogProps, 'wide'> {
  readonly label: string;
  /** Before the label. */
  readonly icon?: ReactNode;
  /** The dialog's, unless it is the label. */
  readonly title?: string;
  /** Looks like a link. */
  readonly text?: boolean;
  /** The dialog's content, or what makes it with a function that closes the dialog. */
  readonly children: ReactNode | ((close: () => void) => ReactNode);
}

/** A button that opens a dialog. */
export function DialogButton({
  label,
  icon,
  title = label,
  text = false,
  size,
  wide = false,
  children,
}: DialogButtonProps) {
  const [open, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  const Trigger = text ? TextButton : Button;
  return (
    <>
      <Trigger {...(!text && { size })} onClick={() => setOpen(true)}>
        {icon}
        {label}
      </Trigger>
      <Dialog open={open} onClose={close} title={title} wide={wide}>
        {typeof children === 'function' ? children(close) : children}
      </Dialog>
    </>
  );
}
