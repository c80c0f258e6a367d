import { cx } from './cx.ts';
import { CloseIcon } from './icons.tsx';
import styles from './toasts.module.css';

export interface ToastView {
  readonly id: number;
  readonly text: string;
  readonly tone: 'plain' | 'good' | 'bad';
}

export interface ToastsProps {
  readonly toasts: readonly ToastView[];
  readonly onDismiss: (id: number) => void;
}

/** Short news at the foot of the window. The live region stays in the page so that news is heard. */
export const Toasts = ({ toasts, onDismiss }: ToastsProps) => (
  <div className={styles.stack} role="status" aria-live="polite">
    {toasts.map(({ id, text, tone }) => (
      <div key={id} className={cx(styles.toast, tone !== 'plain' && styles[tone])}>
        <span>{text}</span>
        <button type="button" aria-label="Dismiss" onClick={() => onDismiss(id)}>
          <CloseIcon size={16} strokeWidth={1.8} aria-hidden="true" />
        </button>
      </div>
    ))}
  </div>
);
