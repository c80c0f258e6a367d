import { useEffect, useId, useRef, type ReactNode } from 'react';

import styles from './dialog.module.css';
import { CloseIcon } from './icons.tsx';
import t from './type.module.css';

export interface DialogProps {
  readonly open: boolean;
  /** Escape, the cross, or a click beside it. */
  readonly onClose: () => void;
  readonly title: string;
  readonly children: ReactNode;
}

/** A native modal dialog: the browser keeps the focus in it and gives it back. */
export function Dialog({ open, onClose, title, children }: DialogProps) {
  const id = useId();
  const ref = useRef<HTMLDialogElement>(null);
  /** The browser tells of a closing later, when the next question may be open already: ours are not the user's. */
  const ownClosings = useRef(0);
  useEffect(() => {
    const dialog = ref.current;
    if (!dialog || dialog.open === open) return;
    if (open) dialog.showModal();
    else {
      ownClosings.current += 1;
      dialog.close();
    }
  }, [open]);
  const onClosed = (): void => {
    if (ownClosings.current > 0) ownClosings.current -= 1;
    else onClose();
  };
  return (
    <dialog
      ref={ref}
      className={styles.dialog}
      aria-labelledby={id}
      onClose={onClosed}
      onClick={(event) => {
        // A double click on what opened it ends beside it: that isn't meant.
        if (event.target === event.currentTarget && event.detail < 2) event.currentTarget.close();
      }}
    >
      {open && (
        <div className={styles.sheet}>
          <div className={styles.head}>
            <h2 id={id} className={t.heading}>
              {title}
            </h2>
            <button
              type="button"
              className={styles.close}
              aria-label="Close"
              onClick={() => ref.current?.close()}
            >
              <CloseIcon size={20} strokeWidth={1.6} aria-hidden="true" />
            </button>
          </div>
          {children}
        </div>
      )}
    </dialog>
  );
}
