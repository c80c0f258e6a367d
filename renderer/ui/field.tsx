import { type InputHTMLAttributes, type ReactNode, useId } from 'react';
import { cx } from './cx.ts';
import styles from './field.module.css';

export interface FieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'id'> {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  /** What is wrong and how to mend it; marks the input as invalid. */
  readonly error?: string | undefined;
}

/** A labelled input with its hint and its error. */
export function Field({ label, hint, error, className, ...input }: FieldProps) {
  const id = useId();
  const described = cx(hint !== undefined && `${id}-hint`, error && `${id}-error`);
  return (
    <div className={cx(styles['field'], className)}>
      <label htmlFor={id}>{label}</label>
      <input {...input} id={id} aria-invalid={error ? true : undefined} aria-describedby={described || undefined} />
      {hint !== undefined && (
        <p id={`${id}-hint`} className={styles['hint']}>
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className={styles['error']} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
