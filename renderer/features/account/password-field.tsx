import { useState, type ComponentProps } from 'react';

import { strengthOf, type Strength } from '../../core/accounts/strength.ts';
import { i18n } from '../../i18n/index.ts';
import { Field, type FieldProps } from '../../ui/field.tsx';
import styles from './account.module.css';

/** Each toggle of a form gets a distinct name: one field has 'Show password'. */
const TOGGLES = {
  password: { show: i18n.t('Show password'), hide: i18n.t('Hide password') },
  characters: { show: i18n.t('Show characters'), hide: i18n.t('Hide characters') },
} as const;

export type PasswordFieldProps = Omit<FieldProps, 'type' | 'trailing'> &
  Required<Pick<ComponentProps<'input'>, 'autoComplete'>> & {
    /** What the toggle calls the content: 'password' in the field labelled Password. */
    readonly hides?: keyof typeof TOGGLES | undefined;
  };

/** A password field, hidden until asked for. It allows pasting, as password managers need. */
export function PasswordField({ hides = 'characters', ...props }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  return (
    <Field
      {...props}
      type={shown ? 'text' : 'password'}
      spellCheck={false}
      autoCapitalize="none"
      trailing={
        <button
          type="button"
          aria-label={TOGGLES[hides][shown ? 'hide' : 'show']}
          onClick={() => setShown(!shown)}
        >
          {shown ? i18n.t('Hide') : i18n.t('Show')}
        </button>
      }
    />
  );
}

const STRENGTH_LABELS: Readonly<Record<Strength, string>> = {
  0: i18n.t('A few unrelated words make a good password.'),
  1: i18n.t('Weak password'),
  2: i18n.t('Fair password'),
  3: i18n.t('Good password'),
  4: i18n.t('Strong password'),
};

/** Four bars and words. Advice only: the one rule is the length. */
export function StrengthMeter({
  password,
  email,
}: {
  readonly password: string;
  readonly email?: string;
}) {
  const strength = strengthOf(password, email);
  return (
    <div className={styles.strength} data-strength={strength}>
      <span className={styles.bars} aria-hidden="true">
        {[1, 2, 3, 4].map((step) => (
          <i key={step} data-on={step <= strength || undefined} />
        ))}
      </span>
      <span role="status">{STRENGTH_LABELS[strength]}</span>
    </div>
  );
}
