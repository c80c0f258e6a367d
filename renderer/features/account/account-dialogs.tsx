import { useAtomValue, useSetAtom } from 'jotai';
import { useState } from 'react';
import { z } from 'zod';

import { changePasswordSchema } from '../../core/accounts/forms.ts';
import { noted } from '../../core/log/log.ts';
import { i18n } from '../../i18n/index.ts';
import { useDrafts } from '../../state/drafts/index.ts';
import { useLibraryState } from '../../state/library/index.ts';
import { useAccount, usePorts } from '../../state/ports.ts';
import { restoringAtom } from '../../state/restoring.ts';
import { showToastAtom } from '../../state/toasts.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { CheckField } from '../../ui/field.tsx';
import {
  AccountForm,
  NewPassword,
  OwnPassword,
  PasswordField,
  useAccountForm,
  weakPassword,
} from './account-fields.tsx';
import styles from './account.module.css';
import { KeepCode } from './keep-code.tsx';

export type AccountDialog = 'password' | 'code' | 'erase';

const TITLES: Record<AccountDialog, string> = {
  password: i18n.t('Change password'),
  code: i18n.t('New recovery code'),
  erase: i18n.t('Delete this account?'),
};
interface Closing {
  readonly onClose: () => void;
}

/** Dialogs that ask for the password again before they change the account. */
export const AccountDialogs = ({
  open,
  onClose,
}: Closing & { readonly open: AccountDialog | undefined }) => (
  <Dialog open={open !== undefined} onClose={onClose} title={open ? TITLES[open] : ''}>
    {open === 'password' && <ChangePassword onClose={onClose} />}
    {open === 'code' && <RenewCode onClose={onClose} />}
    {open === 'erase' && <Erase onClose={onClose} />}
  </Dialog>
);

function ChangePassword({ onClose }: Closing) {
  const { accounts } = usePorts();
  const { email } = useAccount();
  const showToast = useSetAtom(showToastAtom);
  const state = useAccountForm(
    changePasswordSchema,
    { current: '', password: '', confirm: '' },
    async ({ current, password }) => {
      await accounts.changePassword(current, password);
      showToast(i18n.t('Password changed.'), 'good');
      onClose();
    },
    (typed) => weakPassword({ ...typed, email }),
  );
  const { field } = state;
  return (
    <AccountForm
      name={i18n.t('Change password')}
      state={state}
      label={i18n.t('Change Password')}
      working={i18n.t('Sealing…')}
    >
      <input type="hidden" autoComplete="username" value={email ?? ''} readOnly />
      <PasswordField
        label={i18n.t('Current password')}
        autoComplete="current-password"
        {...field('current')}
      />
      <NewPassword
        label={i18n.t('New password')}
        confirmLabel={i18n.t('Confirm Password')}
        state={state}
        email={email}
      />
    </AccountForm>
  );
}

const onePassword = z.object({ password: z.string().min(1, i18n.t('Enter your password.')) });

function RenewCode({ onClose }: Closing) {
  const { accounts } = usePorts();
  const [code, setCode] = useState<string>();
  const state = useAccountForm(onePassword, { password: '' }, async ({ password }) =>
    setCode((await accounts.renewCode(password)).recoveryCode),
  );
  if (code !== undefined) return <KeepCode code={code} onKept={onClose} />;
  const { field } = state;
  return (
    <AccountForm
      name={i18n.t('New recovery code')}
      state={state}
      label={i18n.t('Make a New Code')}
      working={i18n.t('Opening…')}
    >
      <p className={styles.quiet}>{i18n.t('Your old code will stop working.')}</p>
      <OwnPassword {...field('password')} />
    </AccountForm>
  );
}

const erasing = onePassword.extend({
  sure: z.boolean().refine((sure) => sure, i18n.t('Tick the box to go on.')),
});

function Erase({ onClose }: Closing) {
  const { accounts, files } = usePorts();
  const drafts = useDrafts();
  const restoring = useAtomValue(restoringAtom);
  const { avatars } = useLibraryState();
  const showToast = useSetAtom(showToastAtom);
  const state = useAccountForm(erasing, { password: '', sure: false }, async ({ password }) => {
    await accounts.erase(password);
    restoring.forget();
    await drafts.clearAll();
    await files.sweep(Infinity).catch(noted('files.sweep'));
    showToast(i18n.t('The account and all that it held are gone.'), 'good');
    onClose();
  });
  const { field, form } = state;
  return (
    <AccountForm
      name={i18n.t('Delete account')}
      state={state}
      label={i18n.t('Delete Account')}
      working={i18n.t('Deleting…')}
    >
      <p className={styles.quiet}>
        {avatars.length === 0
          ? i18n.t('Its orders, credits and settings are removed from this device for good.')
          : i18n.t(
              'Its {avatars, plural, one {# avatar} other {# avatars}}, orders, credits and settings are removed from this device for good.',
              { avatars: avatars.length },
            )}{' '}
        {i18n.t(
          'Nobody has a copy but you, if you saved a backup. What was paid for can be restored from its wallet or receipt.',
        )}
      </p>
      <OwnPassword {...field('password')} />
      <CheckField
        label={i18n.t('Delete everything in this account')}
        hint={form.formState.errors.sure?.message}
        {...form.register('sure')}
      />
    </AccountForm>
  );
}
