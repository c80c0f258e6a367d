import { t } from '../i18n/index.ts';
import button from './button.module.css';
import { CloseIcon } from './icons.tsx';
import { cx } from './shared.ts';
import styles from './toasts.module.css';

export interface ToastView {
  readonly id: number;
  readonly text: string;
  readonly tone: 'plain' | 'good' | 'bad';
}

export interface ToastsProps {
  readonly toasts: readonly ToastView[];
  readonly onDismiss: (id: number) => void;
  /** True while the pointer or the focus is on a toast. */
  readonly onHold: (hold: boolean) => void;
}

/**
 * Short messages at the bottom of the window. The live region is always in the page, so that screen
 * readers announce each message. An open dialog takes it out of its place (`modal.tsx`).
 */
export const Toasts = ({ toasts, onDismiss, onHold }: ToastsProps) => (
  <div id="toasts">
    <div
      className={styles.stack}
      role="status"
      onPointerEnter={() => onHold(true)}
      onPointerLeave={() => onHold(false)}
      onFocus={() => onHold(true)}
      onBlur={() => onHold(false)}
    >
      {toasts.map(({ id, text, tone }) => (
        <div key={id} className={cx(styles.toast, tone !== 'plain' && styles[tone])}>
          <span>{text}</span>
          <button
            type="button"
            className={button.icon}
            aria-label={t('Dismiss')}
            onClick={() => onDismiss(id)}
          >
            <CloseIcon size={16} strokeWidth={1.8} aria-hidden="true" />
          </button>
        </div>
      ))}
    </div>
  </div>
);
