import { useId, useState, type ReactNode } from 'react';

import { t } from '../i18n/index.ts';
import button from './button.module.css';
import { Button, TextButton, type ButtonProps } from './button.tsx';
import styles from './dialog.module.css';
import { CloseIcon } from './icons.tsx';
import { Modal } from './modal.tsx';
import { cx, ui } from './shared.ts';

interface DialogProps {
  readonly open: boolean;
  /** Called on Escape, on the close button, and on a click outside. */
  readonly onClose: () => void;
  readonly title: string;
  /** Uses the window’s whole width, for pictures. */
  readonly wide?: boolean;
  readonly children: ReactNode;
}

/** A modal with a title, for a question or a form. */
export function Dialog({ open, onClose, title, wide = false, children }: DialogProps) {
  const id = useId();
  return (
    <Modal
      open={open}
      onClose={onClose}
      className={cx(styles.dialog, wide && styles.wide)}
      labelledBy={id}
    >
      <div className={cx(ui.stack5, styles.sheet)}>
        <div className={styles.head}>
          <h2 id={id} className={ui.heading}>
            {title}
          </h2>
          <button
            type="button"
            data-close
            className={cx(button.icon, styles.close)}
            aria-label={t('Close')}
            onClick={onClose}
          >
            <CloseIcon size={20} strokeWidth={1.6} aria-hidden="true" />
          </button>
        </div>
        {children}
      </div>
    </Modal>
  );
}

interface AnswersProps {
  readonly no?: string;
  readonly yes: string;
  readonly onYes: () => void;
  readonly close: () => void;
}

/** The two answers to a dialog's question. The safe one comes first. */
export const Answers = ({ no = t('Cancel'), yes, onYes, close }: AnswersProps) => (
  <div className={ui.halves}>
    <Button onClick={close}>{no}</Button>
    <Button
      variant="accent"
      onClick={() => {
        close();
        onYes();
      }}
    >
      {yes}
    </Button>
  </div>
);

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
