import { useSetAtom } from 'jotai';

import { recoverSchema, type RecoverInput } from '../../core/accounts/forms.ts';
import { parseRecoveryCode } from '../../core/accounts/recovery-code.ts';
import { i18n } from '../../i18n/index.ts';
import { newCodeAtom } from '../../state/accounts/index.ts';
import { useAccount, usePorts } from '../../state/ports.ts';
import { Field } from '../../ui/field.tsx';
import { TextButton } from '../../ui/text-link.tsx';
import { EmailField, NewPassword } from './account-fields.tsx';
import styles from './account.module.css';
import { FormFoot } from './form-foot.tsx';
import { useAccountForm, weakPassword } from './use-account-form.ts';

interface RecoverProps {
  readonly onBack: () => void;
}

/** 'Forgot password?': opens the account with the recovery code and sets a new password. */
export function Recover({ onBack }: RecoverProps) {
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
  const {
    field,
    form: { formState, watch },
  } = state;
  const [address, password] = watch(['email', 'password']);
  return (
    <form
      className={styles.form}
      noValidate
      aria-label={i18n.t('Set a new password')}
      onSubmit={state.submit}
    >
      <p className={styles.quiet}>
        {i18n.t(
          'Nobody can reset a password for you: there is no server that could. The recovery code that you kept opens the account instead, once: a new code then takes its place.',
        )}
      </p>
      <EmailField {...field('email')} />
      <Field
        label={i18n.t('Recovery code')}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        className={styles.codeField}
        placeholder="XXXXX-XXXXX-XXXXX-XXXXX-XXXXX"
        {...field('code')}
      />
      <NewPassword
        label={i18n.t('New password')}
        confirmLabel={i18n.t('Confirm Password')}
        password={field('password', { deps: formState.touchedFields.confirm ? ['confirm'] : [] })}
        confirm={field('confirm')}
        typed={password}
        email={address}
      />
      <FormFoot state={state} label={i18n.t('Set New Password')} working={i18n.t('Opening…')}>
        <TextButton onClick={onBack}>{i18n.t('Back to Sign In')}</TextButton>
      </FormFoot>
    </form>
  );
}
