import { useEffect, useId, useRef, useState, type ReactNode } from 'react';

import { t } from '../i18n/index.ts';
import styles from './copy-field.module.css';
import { VisuallyHidden } from './text.tsx';

export interface CopyFieldProps {
  /** Names the value, e.g. 'Exact amount'. */
  readonly label: string;
  /** The text to copy; '' while it isn't known. */
  readonly value: string;
  /** Shown instead of the value. */
  readonly children?: ReactNode;
}

/** How long 'Copied' stays visible. */
const CONFIRMATION_MS = 2_000;

/**
 * A value to copy. The page holds the whole value as text, so that it can be selected by hand where
 * the clipboard is refused.
 */
export function CopyField({ label, value, children }: CopyFieldProps) {
  const id = useId();
  const [outcome, setOutcome] = useState<'copied' | 'refused'>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const text = useRef<HTMLSpanElement>(null);
  useEffect(() => () => clearTimeout(timer.current), []);

  const copy = async (): Promise<void> => {
    const result = await navigator.clipboard.writeText(value).then(
      () => 'copied' as const,
      () => 'refused' as const, // The browser or the user refused.
    );
    if (result === 'refused' && text.current) getSelection()?.selectAllChildren(text.current);
    setOutcome(result);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setOutcome(undefined), CONFIRMATION_MS);
  };

  return (
    <div className={styles.field} role="group" aria-labelledby={id}>
      <VisuallyHidden>
        <span id={id}>{label}</span>
      </VisuallyHidden>
      <span ref={text} className={styles.value} translate="no">
        {children ?? value}
      </span>
      <button type="button" disabled={value === ''} onClick={() => void copy()}>
        <span aria-hidden={outcome !== undefined}>
          {outcome === 'copied' ? t('Copied') : outcome === 'refused' ? t('Selected') : t('Copy')}
        </span>
        <VisuallyHidden>{label}</VisuallyHidden>
      </button>
      <VisuallyHidden>
        <span role="status">
          {outcome === 'copied'
            ? t('{label} copied', { label })
            : outcome === 'refused'
              ? t('{label} selected: copy it with your keyboard', { label })
              : ''}
        </span>
      </VisuallyHidden>
    </div>
  );
}
