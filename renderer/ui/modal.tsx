import { useEffect, useRef, type ReactNode } from 'react';

export interface ModalProps {
  readonly open: boolean;
  /** Called on Escape and on a click outside. */
  readonly onClose: () => void;
  readonly className: string | undefined;
  /** Its name, or the id of the element that holds its name. */
  readonly label?: string;
  readonly labelledBy?: string;
  readonly children: ReactNode;
}

/**
 * The element to focus first: the first field, else the first button or link, which is the safe
 * answer. The close button comes last.
 */
const firstOf = (dialog: HTMLDialogElement): HTMLElement | undefined =>
  [
    ...dialog.querySelectorAll<HTMLElement>(
      'input:enabled:not([type="file"]), select:enabled, textarea:enabled',
    ),
    ...dialog.querySelectorAll<HTMLElement>('button:enabled:not([data-close]), a[href]'),
  ].find((element) => element.checkVisibility({ visibilityProperty: true }));

/** A native modal dialog. The browser keeps the focus inside and returns it afterwards. */
export function Modal({ open, onClose, className, label, labelledBy, children }: ModalProps) {
  const ref = useRef<HTMLDialogElement>(null);
  /**
   * Counts our own `close()` calls. The browser fires `close` later, when the next question may be
   * open already; those events aren't the user's.
   */
  const ownClosings = useRef(0);
  /**
   * True from opening until the first single click. It blocks the second click of a double click on
   * the opener.
   */
  const fresh = useRef(false);
  useEffect(() => {
    const dialog = ref.current;
    if (!dialog || dialog.open === open) return;
    fresh.current = open;
    if (open) {
      dialog.showModal();
      firstOf(dialog)?.focus();
    } else {
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
