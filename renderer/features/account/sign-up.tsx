import { signUpSchema, type AccountInput } from '../../core/accounts/forms.ts';
import { i18n } from '../../i18n/index.ts';
import { Notice } from '../../ui/notice.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { Trans } from '../../ui/trans.tsx';
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
    <form
      className={styles.form}
      noValidate
      aria-label={i18n.t('Create Account')}
      onSubmit={state.submit}
    >
      <Notice title={i18n.t('This account lives on this device')}>
        {i18n.t(
          'There is no server of ours: your email and password open a sealed library here and nowhere else. A backup file takes it to another device.',
        )}
      </Notice>
      <EmailField {...field('email')} />
      <NewPassword
        label={i18n.t('Password')}
        hides="password"
        confirmLabel={i18n.t('Confirm Password')}
        password={field('password', { deps: formState.touchedFields.confirm ? ['confirm'] : [] })}
        confirm={field('confirm')}
        typed={password}
        email={email}
      />
      <Remember {...register('remember')} />
      <FormFoot
        state={state}
        label={i18n.t('Create Account')}
        working={i18n.t('Sealing your library…')}
      />
      <p className={styles.small}>
        <Trans
          id="By creating an account you agree to the <terms>Terms & Conditions</terms> and the <privacy>Privacy Policy</privacy>."
          components={{ terms: <TextLink to="/terms" />, privacy: <TextLink to="/privacy" /> }}
        />
      </p>
    </form>
  );
}
