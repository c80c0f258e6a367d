import { signUpSchema, type AccountInput } from '../../core/accounts/forms.ts';
import { Notice } from '../../ui/notice.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { EmailField, NewPassword } from './account-fields.tsx';
import styles from './account.module.css';
import { FormFoot } from './form-foot.tsx';
import { Remember } from './sign-in.tsx';
import { useAccountForm, weakPassword } from './use-account-form.ts';

interface SignUpProps {
  readonly onCreate: (values: AccountInput) => Promise<void>;
}

/** The form for a new account on this device. */
export function SignUp({ onCreate }: SignUpProps) {
  const state = useAccountForm<AccountInput>(
    signUpSchema,
    { email: '', password: '', confirm: '', remember: false },
    onCreate,
    weakPassword,
  );
  const {
    field,
    form: { register, formState, watch },
  } = state;
  const [email, password] = watch(['email', 'password']);
  return (
    <form className={styles.form} noValidate aria-label="Create Account" onSubmit={state.submit}>
      <Notice title="This account lives on this device">
        There is no server of ours: your email and password open a sealed library here and nowhere
        else. A backup file takes it to another device.
      </Notice>
      <EmailField {...field('email')} />
      <NewPassword
        label="Password"
        confirmLabel="Confirm Password"
        password={field('password', { deps: formState.touchedFields.confirm ? ['confirm'] : [] })}
        confirm={field('confirm')}
        typed={password}
        email={email}
      />
      <Remember {...register('remember')} />
      <FormFoot state={state} label="Create Account" working="Sealing your library…" />
      <p className={styles.small}>
        By creating an account you agree to the{' '}
        <TextLink to="/terms">Terms &amp; Conditions</TextLink> and the{' '}
        <TextLink to="/privacy">Privacy Policy</TextLink>.
      </p>
    </form>
  );
}
