import { useLayoutEffect, useReducer, useRef, type ReactNode } from 'react';

export interface ModalProps {
  readonly open: boolean;
  /** Called on Escape and on a click outside. While `open` stays true, so does the dialog. */
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

/** In the order they were opened. */
let opened: readonly HTMLDialogElement[] = [];
let toasts: Element | null | undefined;
/**
 * Moves the toasts into the dialog on top, or back to their place: outside of an open dialog they
 * would be covered, and neither announced nor pressed.
 */
function placeToasts(): void {
  const place = document.getElementById('toasts');
  toasts = place?.firstElementChild ?? toasts;
  opened = opened.filter(({ open }) => open);
  const to = opened.at(-1) ?? place;
  if (toasts && toasts.parentElement !== to) to?.append(toasts);
}

/**
 * A native modal dialog. The browser keeps the focus inside and returns it afterwards; `open` alone
 * decides when that is.
 */
export function Modal({ open, onClose, className, label, labelledBy, children }: ModalProps) {
  const ref = useRef<HTMLDialogElement>(null);
  /**
   * True from opening until the first single click. It blocks the second click of a double click on
   * the opener.
   */
  const fresh = useRef(false);
  /** True if the last press began outside: one that only ends there, as of a selection, closes nothing. */
  const outside = useRef(false);
  /** True once `onClose` was called for a closing that the browser doesn't let a page refuse. */
  const told = useRef(false);
  /** Counts the browser's own closings. If `open` stays true, the dialog is shown again. */
  const [closings, countClosing] = useReducer((count: number) => count + 1, 0);
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (dialog && dialog.open !== open) {
      fresh.current = open;
      told.current = false;
      if (open) {
        dialog.showModal();
        opened = [...opened, dialog];
        const first = firstOf(dialog);
        // A finger's keyboard would cover the dialog: the browser's choice stays, the close button.
        if (!first?.matches(':read-write') || !matchMedia('(pointer: coarse)').matches)
          first?.focus();
      } else dialog.close();
    }
    // The browser may have closed it.
    placeToasts();
  }, [open, closings]);
  // A dialog that is removed while it is open returns the focus too.
  useLayoutEffect(() => {
    const dialog = ref.current;
    return () => {
      dialog?.close();
      placeToasts();
    };
  }, []);
  return (
    <dialog
      ref={ref}
      className={className}
      aria-label={label}
      aria-labelledby={labelledBy}
      // Escape, or Android's back. The browser's `close` comes in a later task, when the next dialog
      // may be open already.
      onCancel={(event) => {
        // A file field inside reports a picker without a choice by the same name.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        told.current = !event.cancelable;
        onClose();
      }}
      // The browser closed it by itself, as on an Escape that it doesn't let a page refuse.
      onClose={(event) => {
        const dialog = event.currentTarget;
        if (event.target !== dialog || dialog.open || !open) return;
        if (!told.current) onClose();
        told.current = false;
        countClosing();
      }}
      onClickCapture={(event) => {
        if (fresh.current && event.detail > 1) {
          event.preventDefault();
          event.stopPropagation();
        } else fresh.current = false;
      }}
      onPointerDown={(event) => {
        outside.current = event.target === event.currentTarget;
      }}
      onClick={(event) => {
        if (outside.current && event.target === event.currentTarget) onClose();
      }}
    >
      {open && children}
    </dialog>
  );
}
