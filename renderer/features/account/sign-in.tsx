import { useEffect } from 'react';

import { signInSchema, type AccountInput } from '../../core/accounts/forms.ts';
import { useAccount } from '../../state/accounts/index.ts';
import { usePorts } from '../../state/ports.ts';
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

/** Opens an account of this device. */
export function SignIn({ label = 'Sign In', onForgotten, onOpened }: SignInProps) {
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
    // Locked in this page: its address is still known here.
    if (email !== undefined && getValues('email') === '') setValue('email', email);
  }, [email, setValue, getValues]);
  return (
    <form className={styles.form} noValidate aria-label={label} onSubmit={state.submit}>
      <EmailField {...field('email')} />
      <PasswordField label="Password" autoComplete="current-password" {...field('password')} />
      <div className={styles.beside}>
        <Remember {...register('remember')} />
        <TextButton onClick={onForgotten}>Forgot password?</TextButton>
      </div>
      <FormFoot state={state} label={label} working="Opening…" />
    </form>
  );
}

/** What it means stands with it: a kept key is there for whoever copies this device's files. */
export const Remember = (
  input: Omit<React.ComponentProps<typeof CheckField>, 'label' | 'hint'>,
) => (
  <CheckField
    label="Remember me"
    hint="Keeps a key on this device, so it opens by itself. That doesn’t protect against someone who copies its files. Without it, the account locks when this page closes or reloads."
    {...input}
  />
);
