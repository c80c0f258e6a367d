import { useState, type ComponentProps } from 'react';

import { STRENGTH_WORDS, strengthOf } from '../../core/accounts/strength.ts';
import { i18n } from '../../i18n/index.ts';
import { Field, type FieldProps } from '../../ui/field.tsx';
import styles from './account.module.css';

type PasswordFieldProps = Omit<FieldProps, 'type' | 'trailing'> &
  Required<Pick<ComponentProps<'input'>, 'autoComplete'>>;

/** A password field, hidden until asked for. It allows pasting, as password managers need. */
export function PasswordField(props: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  // Each toggle gets a distinct name: 'Show password' belongs to the field labelled Password.
  const what = props.label === 'Password' ? 'password' : 'characters';
  return (
    <Field
      {...props}
      type={shown ? 'text' : 'password'}
      spellCheck={false}
      autoCapitalize="none"
      trailing={
        <button
          type="button"
          aria-label={`${shown ? i18n.t('Hide') : i18n.t('Show')} ${what}`}
          onClick={() => setShown(!shown)}
        >
          {shown ? i18n.t('Hide') : i18n.t('Show')}
        </button>
      }
    />
  );
}

/** Four bars and a word. Advice only: the one rule is the length. */
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
      <span role="status">
        {strength === 0
          ? i18n.t('A few unrelated words make a good password.')
          : i18n.t('{strengthwords} password', { strengthwords: STRENGTH_WORDS[strength] })}
      </span>
    </div>
  );
}
