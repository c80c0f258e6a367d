import { useId, type ReactNode } from 'react';

import styles from './dialog.module.css';
import { CloseIcon } from './icons.tsx';
import { Modal } from './modal.tsx';
import t from './type.module.css';

export interface DialogProps {
  readonly open: boolean;
  /** Escape, the cross, or a click beside it. */
  readonly onClose: () => void;
  readonly title: string;
  readonly children: ReactNode;
}

/** A question or a form over the page. */
export function Dialog({ open, onClose, title, children }: DialogProps) {
  const id = useId();
  return (
    <Modal open={open} onClose={onClose} className={styles.dialog} labelledBy={id}>
      <div className={styles.sheet}>
        <div className={styles.head}>
          <h2 id={id} className={t.heading}>
            {title}
          </h2>
          <button type="button" className={styles.close} aria-label="Close" onClick={onClose}>
            <CloseIcon size={20} strokeWidth={1.6} aria-hidden="true" />
          </button>
        </div>
        {children}
      </div>
    </Modal>
  );
}
