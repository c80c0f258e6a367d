import { type RecoverInput, recoverSchema } from '../../core/accounts/forms.ts';
import { parseRecoveryCode } from '../../core/accounts/recovery-code.ts';
import { useAccount } from '../../state/accounts/index.ts';
import { usePorts } from '../../state/ports.ts';
import { Field } from '../../ui/field.tsx';
import { TextButton } from '../../ui/text-link.tsx';
import styles from './account.module.css';
import { FormFoot } from './form-foot.tsx';
import { PasswordField, StrengthMeter } from './password-field.tsx';
import { useAccountForm } from './use-account-form.ts';

interface RecoverProps {
  readonly onBack: () => void;
  readonly onOpened?: () => void;
}

/** 'Forgot password?': the recovery code opens the account and sets a new password. */
export function Recover({ onBack, onOpened }: RecoverProps) {
  const { accounts } = usePorts();
  const { email } = useAccount();
  const begin: RecoverInput = { email: email ?? '', code: '', password: '', confirm: '', remember: false };
  const state = useAccountForm<RecoverInput>(recoverSchema, begin, async (values) => {
    await accounts.recover({ ...values, code: parseRecoveryCode(values.code) ?? '' });
    onOpened?.();
  });
  const { register, formState, watch } = state.form;
  const [address, password] = watch(['email', 'password']);
  return (
    <form className={styles['form']} noValidate aria-label="Set a new password" onSubmit={state.submit}>
      <p className={styles['quiet']}>
        Nobody can reset a password for you: there is no server that could. The recovery code that you kept opens the account instead.
      </p>
      <Field
        label="Email"
        type="email"
        autoComplete="username"
        inputMode="email"
        spellCheck={false}
        error={formState.errors.email?.message}
        {...register('email')}
      />
      <Field
        label="Recovery code"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        className={styles['codeField']}
        placeholder="XXXXX-XXXXX-XXXXX-XXXXX-XXXXX"
        error={formState.errors.code?.message}
        {...register('code')}
      />
      <div className={styles['stacked']}>
        <PasswordField
          label="New password"
          autoComplete="new-password"
          error={formState.errors.password?.message}
          {...register('password', { deps: formState.touchedFields.confirm ? ['confirm'] : [] })}
        />
        <StrengthMeter password={password} email={address} />
      </div>
      <PasswordField label="Confirm Password" autoComplete="new-password" error={formState.errors.confirm?.message} {...register('confirm')} />
      <FormFoot state={state} label="Set New Password" working="Opening…">
        <TextButton onClick={onBack}>Back to Sign In</TextButton>
      </FormFoot>
    </form>
  );
}
