import { useSetAtom } from 'jotai';
import { useEffect, useState } from 'react';

import {
  recoverSchema,
  signInSchema,
  signUpSchema,
  type AccountInput,
  type RecoverInput,
} from '../../core/accounts/forms.ts';
import { parseRecoveryCode } from '../../core/accounts/recovery-code.ts';
import { t } from '../../i18n/index.ts';
import { newCodeAtom } from '../../state/accounts/index.ts';
import { useAccount, usePorts } from '../../state/ports.ts';
import { TextButton, TextLink } from '../../ui/button.tsx';
import { CheckField, Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { cx, ui } from '../../ui/shared.ts';
import { Trans } from '../../ui/text.tsx';
import {
  AccountEmail,
  AccountForm,
  NewPassword,
  OwnPassword,
  useAccountForm,
  weakPassword,
} from './account-fields.tsx';
import styles from './account.module.css';

/** Replaces screens while the account is locked, so that nothing new lands in another library. */
export function Locked() {
  const { accounts } = usePorts();
  const { email } = useAccount();
  const [forgotten, setForgotten] = useState(false);
  return (
    <div className={cx(ui.page, ui.stack5, ui.start, styles.locked)}>
      <header>
        <h1 className={ui.title}>{t('Your library is locked')}</h1>
        <p className={ui.lead}>
          {email === undefined
            ? t('Everything in it is encrypted on this device. Your password opens it.')
            : t(
                'Everything in the account {email} is encrypted on this device. Your password opens it.',
                {
                  email,
                },
              )}
        </p>
      </header>
      {forgotten ? (
        <Recover onBack={() => setForgotten(false)} />
      ) : (
        <SignIn label={t('Unlock')} onForgotten={() => setForgotten(true)} />
      )}
      <TextButton onClick={() => void accounts.signOut()}>{t('Continue as guest')}</TextButton>
    </div>
  );
}

/** 'Forgot password?': opens the account with the recovery code and sets a new password. */
export function Recover({ onBack }: { readonly onBack: () => void }) {
  const { accounts } = usePorts();
  const { email } = useAccount();
  const setNewCode = useSetAtom(newCodeAtom);
  const begin: RecoverInput = {
    email: email ?? '',
    code: '',
    password: '',
    confirm: '',
    remember: false,
  };
  const state = useAccountForm<RecoverInput>(
    recoverSchema,
    begin,
    async (values) => {
      const code = parseRecoveryCode(values.code) ?? '';
      setNewCode((await accounts.recover({ ...values, code })).recoveryCode);
    },
    weakPassword,
  );
  const { field, form } = state;
  return (
    <AccountForm
      name={t('Set a new password')}
      state={state}
      label={t('Set new password')}
      working={t('Opening…')}
      foot={<TextButton onClick={onBack}>{t('Back to sign-in')}</TextButton>}
    >
      <p className={cx(ui.quiet, ui.measure)}>
        {t(
          'Nobody can reset a password for you: there is no server that could. The recovery code that you kept opens the account instead, once: a new code then takes its place.',
        )}
      </p>
      <AccountEmail {...field('email')} />
      <Field
        label={t('Recovery code')}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        className={styles.codeField}
        placeholder="XXXXX-XXXXX-XXXXX-XXXXX-XXXXX"
        {...field('code')}
      />
      <NewPassword
        label={t('New password')}
        confirmLabel={t('Confirm password')}
        state={state}
        email={form.watch('email')}
      />
    </AccountForm>
  );
}

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
  const { field, form } = state;
  return (
    <AccountForm
      name={t('Create Account')}
      state={state}
      label={t('Create Account')}
      working={t('Encrypting your library…')}
      foot={
        <p className={ui.footnote}>
          <Trans
            id="By creating an account you agree to the <terms>Terms & Conditions</terms> and the <privacy>Privacy Policy</privacy>."
            components={{ terms: <TextLink to="/terms" />, privacy: <TextLink to="/privacy" /> }}
          />
        </p>
      }
    >
      <Notice title={t('This account lives on this device')}>
        {t(
          'There is no server of ours: your email and password open an encrypted library here and nowhere else. A backup file takes it to another device.',
        )}
      </Notice>
      <AccountEmail {...field('email')} />
      <NewPassword
        label={t('Password')}
        hides="password"
        confirmLabel={t('Confirm password')}
        state={state}
        email={form.watch('email')}
      />
      <Remember {...form.register('remember')} />
    </AccountForm>
  );
}

export interface SignInProps {
  readonly label?: string;
  readonly onForgotten: () => void;
}

/** Signs in to an account on this device. */
export function SignIn({ label = t('Sign In'), onForgotten }: SignInProps) {
  const { accounts } = usePorts();
  const { email } = useAccount();
  const state = useAccountForm<AccountInput>(
    signInSchema,
    { email: email ?? '', password: '', confirm: '', remember: false },
    (values) => accounts.open(values),
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
    <AccountForm name={label} state={state} label={label} working={t('Opening…')}>
      <AccountEmail {...field('email')} />
      <OwnPassword {...field('password')} />
      <div className={cx(ui.between, styles.beside)}>
        <Remember {...register('remember')} />
        <TextButton onClick={onForgotten}>{t('Forgot password?')}</TextButton>
      </div>
    </AccountForm>
  );
}

/** The hint says what it means: a kept key is there for anyone who copies this device's files. */
export const Remember = (
  input: Omit<React.ComponentProps<typeof CheckField>, 'label' | 'hint'>,
) => (
  <CheckField
    label={t('Remember me')}
    hint={t(
      'Keeps you signed in on this device. Don’t use it on a shared computer. Without it, the account locks when this page closes or reloads.',
    )}
    {...input}
  />
);
