import { useEffect } from 'react';

import { signInSchema, type AccountInput } from '../../core/accounts/forms.ts';
import { i18n } from '../../i18n/index.ts';
import { useAccount, usePorts } from '../../state/ports.ts';
import { CheckField } from '../../ui/field.tsx';
import { TextButton } from '../../ui/text-link.tsx';
import { EmailField } from './account-fields.tsx';
import styles from './account.module.css';
import { FormFoot } from './form-foot.tsx';
import { PasswordField } from './password-field.tsx';
import { useAccountForm } from './use-account-form.ts';

export interface SignInProps {
  readonly label?: string;
  readonly onForgotten: () => void;
  readonly onOpened?: () => void;
}

/** Signs in to an account on this device. */
export function SignIn({ label = i18n.t('Sign In'), onForgotten, onOpened }: SignInProps) {
  const { accounts } = usePorts();
  const { email } = useAccount();
  const state = useAccountForm<AccountInput>(
    signInSchema,
    { email: email ?? '', password: '', confirm: '', remember: false },
    async (values) => {
      await accounts.open(values);
      onOpened?.();
    },
  );
  const {
    field,
    form: { register, setValue, getValues },
  } = state;
  useEffect(() => {
    // If the account was locked in this page, its address is still known.
    if (email !== undefined && getValues('email') === '') setValue('email', email);
  }, [email, setValue, getValues]);
  return (
    <form className={styles.form} noValidate aria-label={label} onSubmit={state.submit}>
      <EmailField {...field('email')} />
      <PasswordField
        label={i18n.t('Password')}
        hides="password"
        autoComplete="current-password"
        {...field('password')}
      />
      <div className={styles.beside}>
        <Remember {...register('remember')} />
        <TextButton onClick={onForgotten}>{i18n.t('Forgot password?')}</TextButton>
      </div>
      <FormFoot state={state} label={label} working={i18n.t('Opening…')} />
    </form>
  );
}

/** The hint says what it means: a kept key is there for anyone who copies this device's files. */
export const Remember = (
  input: Omit<React.ComponentProps<typeof CheckField>, 'label' | 'hint'>,
) => (
  <CheckField
    label={i18n.t('Remember me')}
    hint={i18n.t(
      'Keeps you signed in on this device. Don’t use it on a shared computer. Without it, the account locks when this page closes or reloads.',
    )}
    {...input}
  />
);
