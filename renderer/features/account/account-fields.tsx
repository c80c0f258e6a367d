import { i18n } from '../../i18n/index.ts';
import { Field } from '../../ui/field.tsx';
import styles from './account.module.css';
import { PasswordField, StrengthMeter, type PasswordFieldProps } from './password-field.tsx';
import type { FormField } from './use-account-form.ts';

/** The account's email address; password managers file the password under it. */
export const EmailField = (field: FormField) => (
  <Field
    label={i18n.t('Email')}
    type="email"
    autoComplete="username"
    inputMode="email"
    spellCheck={false}
    {...field}
  />
);

interface NewPasswordProps {
  readonly label: string;
  readonly hides?: PasswordFieldProps['hides'];
  readonly confirmLabel: string;
  readonly password: FormField;
  readonly confirm: FormField;
  /** The password typed so far; its strength is judged against the address, which is no secret. */
  readonly typed: string;
  readonly email?: string | undefined;
}

/** Two fields for a new password, with its strength. */
export const NewPassword = ({
  label,
  hides,
  confirmLabel,
  password,
  confirm,
  typed,
  email,
}: NewPasswordProps) => (
  <>
    <div className={styles.stacked}>
      <PasswordField label={label} hides={hides} autoComplete="new-password" {...password} />
      <StrengthMeter password={typed} {...(email !== undefined && { email })} />
    </div>
    <PasswordField label={confirmLabel} autoComplete="new-password" {...confirm} />
  </>
);
