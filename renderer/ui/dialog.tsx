import { useId, type ReactNode } from 'react';

import { i18n } from '../i18n/index.ts';
import button from './button.module.css';
import { cx } from './cx.ts';
import styles from './dialog.module.css';
import { CloseIcon } from './icons.tsx';
import { Modal } from './modal.tsx';
import ui from './shared.module.css';

export interface DialogProps {
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
      <div className={styles.sheet}>
        <div className={styles.head}>
          <h2 id={id} className={ui.heading}>
            {title}
          </h2>
          <button
            type="button"
            data-close
            className={cx(button.icon, styles.close)}
            aria-label={i18n.t('Close')}
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
