import { useId, type ComponentProps, type ReactNode } from 'react';

import styles from './field.module.css';
import { cx } from './shared.ts';

interface FieldWords {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  /** What is wrong and how to fix it. Marks the control as invalid. */
  readonly error?: string | undefined;
}

/** Puts a label, a hint and an error around what `draw` returns, and wires them to it. */
const labelled = <P extends object>(draw: (control: P) => ReactNode) =>
  function Labelled({
    label,
    hint,
    error,
    className,
    ...control
  }: FieldWords & Omit<P, 'id'> & { readonly className?: string | undefined }) {
    const id = useId();
    const described = cx(hint !== undefined && `${id}-hint`, error && `${id}-error`);
    return (
      <div className={cx(styles.field, className)}>
        <label htmlFor={id}>{label}</label>
        {draw({
          ...(control as unknown as P),
          id,
          'aria-invalid': error ? true : undefined,
          'aria-describedby': described || undefined,
        })}
        {hint !== undefined && (
          <p id={`${id}-hint`} className={styles.hint}>
            {hint}
          </p>
        )}
        {error && (
          <p id={`${id}-error`} className={styles.error} role="alert">
            {error}
          </p>
        )}
      </div>
    );
  };

interface InputProps extends ComponentProps<'input'> {
  /** A button at the end of the input, e.g. 'Show'. */
  readonly trailing?: ReactNode;
}

/** A labelled input with a hint and an error. */
export const Field = labelled<InputProps>(({ trailing, ...input }) =>
  trailing === undefined ? (
    <input {...input} />
  ) : (
    <span className={styles.joined}>
      <input {...input} />
      {trailing}
    </span>
  ),
);

export type FieldProps = ComponentProps<typeof Field>;

/** A field for an email address. */
export const EmailField = (field: FieldProps) => (
  <Field type="email" autoComplete="email" inputMode="email" spellCheck={false} {...field} />
);

/**
 * A form that is sent by this code, never by the browser. If that finds an error, the first field
 * that has one gets the focus.
 */
export const Form = ({
  onSubmit,
  ...form
}: Omit<ComponentProps<'form'>, 'onSubmit'> & { readonly onSubmit: () => void }) => (
  <form
    {...form}
    onSubmit={(event) => {
      event.preventDefault();
      onSubmit();
      const { currentTarget: sent } = event;
      // React shows the errors in a microtask that it queued before this one.
      queueMicrotask(() => sent.querySelector<HTMLElement>('[aria-invalid]')?.focus());
    }}
  />
);

/** A select's options, each a value and its words. */
export const Options = ({
  of,
}: {
  readonly of: readonly (readonly [string | number, ReactNode])[];
}) =>
  of.map(([value, words]) => (
    <option key={value} value={value}>
      {words}
    </option>
  ));

/** A labelled select. */
export const SelectField = labelled<ComponentProps<'select'>>((select) => <select {...select} />);

/**
 * A labelled text area. On focus by Tab it scrolls fully into view: browsers scroll only to the
 * caret, which leaves most of the box below the window.
 */
export const TextAreaField = labelled<ComponentProps<'textarea'>>((area) => (
  <textarea
    onKeyUp={(event) => {
      if (event.key === 'Tab') event.currentTarget.scrollIntoView({ block: 'nearest' });
    }}
    {...area}
  />
));

/** A checkbox with its label beside it. */
export function CheckField({
  label,
  hint,
  className,
  ...input
}: Omit<FieldWords, 'error'> & Omit<ComponentProps<'input'>, 'id' | 'type'>) {
  const id = useId();
  return (
    <div className={cx(styles.check, className)}>
      <input
        {...input}
        id={id}
        type="checkbox"
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
      />
      <label htmlFor={id}>{label}</label>
      {hint !== undefined && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  );
}
