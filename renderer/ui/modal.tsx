import { useEffect, useRef, type ReactNode } from 'react';

export interface ModalProps {
  readonly open: boolean;
  /** Escape, or a click beside it. */
  readonly onClose: () => void;
  readonly className: string | undefined;
  /** Its name, or the id of the element that says it. */
  readonly label?: string;
  readonly labelledBy?: string;
  readonly children: ReactNode;
}

/** A native modal dialog: the browser keeps the focus in it and gives it back. */
export function Modal({ open, onClose, className, label, labelledBy, children }: ModalProps) {
  const ref = useRef<HTMLDialogElement>(null);
  /** The browser tells of a closing later, when the next question may be open already: ours are not the user's. */
  const ownClosings = useRef(0);
  /** Opened, and not clicked since: what ends a double click on the opener isn't meant for what is in here. */
  const fresh = useRef(false);
  useEffect(() => {
    const dialog = ref.current;
    if (!dialog || dialog.open === open) return;
    fresh.current = open;
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
      className={className}
      aria-label={label}
      aria-labelledby={labelledBy}
      onClose={onClosed}
      onClickCapture={(event) => {
        if (fresh.current && event.detail > 1) {
          event.preventDefault();
          event.stopPropagation();
        } else fresh.current = false;
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) event.currentTarget.close();
      }}
    >
      {open && children}
    </dialog>
  );
}
