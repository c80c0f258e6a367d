import { useSetAtom } from 'jotai';
import { useState } from 'react';

import { i18n } from '../../i18n/index.ts';
import { useAccount, usePorts } from '../../state/ports.ts';
import { showFailureAtom, showToastAtom } from '../../state/toasts.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { CheckField, SelectField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import t from '../../ui/type.module.css';
import { AccountDialogs, type AccountDialog } from './account-dialogs.tsx';
import styles from './account.module.css';

const IDLE_CHOICES = [
  [5, i18n.t('after 5 minutes')],
  [15, i18n.t('after 15 minutes')],
  [60, i18n.t('after an hour')],
  [0, i18n.t('only when I lock or close it')],
] as const;

/** The email account in the settings: when it locks, password, recovery code, deletion. */
export function AccountSection() {
  const { accounts } = usePorts();
  const { status, email, remembered, idleMinutes, codeKept } = useAccount();
  const [dialog, setDialog] = useState<AccountDialog>();
  const showToast = useSetAtom(showToastAtom);
  const showFailure = useSetAtom(showFailureAtom);
  const run = (work: Promise<void>, done?: string): void => {
    work.then(() => done !== undefined && showToast(done, 'good'), showFailure);
  };

  if (status !== 'open') {
    return (
      <section className={styles.section}>
        <h2 id="account" className={t.heading}>
          {i18n.t('Email account')}
        </h2>
        <p className={styles.quiet}>
          {i18n.t(
            'An email and a password seal a library of your own on this device. Without one, whoever can open this device can see your avatars.',
          )}
        </p>
        <ButtonLink size="small" to="/login?mode=signup">
          {i18n.t('Create email account')}
        </ButtonLink>
      </section>
    );
  }
  return (
    <section className={styles.section}>
      <h2 id="account" className={t.heading}>
        {i18n.t('Email account')}
      </h2>
      <p className={styles.address}>{email}</p>
      <p className={styles.quiet}>
        {i18n.t(
          'It lives on this device: sealed while it is locked, and nowhere else. Keep a backup.',
        )}
      </p>
      <p className={styles.quiet}>
        {i18n.t(
          'A new password or code protects what is here from now on. An older copy of this device’s files still opens with the old one, and a backup with the passphrase it was saved with.',
        )}
      </p>
      {!codeKept && (
        <Notice
          tone="careful"
          title={i18n.t('You haven’t shown that you kept the recovery code')}
          actions={
            <Button size="small" onClick={() => setDialog('code')}>
              {i18n.t('Get a new code')}
            </Button>
          }
        >
          {i18n.t('Without it, a forgotten password means a lost library.')}
        </Notice>
      )}
      <SelectField
        label={i18n.t('Lock automatically')}
        className={styles.select}
        value={idleMinutes}
        disabled={remembered}
        hint={remembered ? i18n.t('Not while it is remembered on this device.') : undefined}
        onChange={(event) => run(accounts.setIdleMinutes(Number(event.target.value)))}
      >
        {IDLE_CHOICES.map(([minutes, label]) => (
          <option key={minutes} value={minutes}>
            {label}
          </option>
        ))}
      </SelectField>
      <CheckField
        label={i18n.t('Remember me on this device')}
        hint={i18n.t(
          'You stay signed in. Don’t use this on a shared computer: someone who copies its files could open the account.',
        )}
        checked={remembered}
        onChange={(event) => run(accounts.remember(event.target.checked))}
      />
      <div className={styles.row}>
        <Button size="small" onClick={() => run(accounts.lock())}>
          {i18n.t('Lock now')}
        </Button>
        <Button
          size="small"
          onClick={() => run(accounts.signOut(), i18n.t('Signed out. Your library is sealed.'))}
        >
          {i18n.t('Sign out')}
        </Button>
      </div>
      <div className={styles.row}>
        <Button variant="quiet" size="small" onClick={() => setDialog('password')}>
          {i18n.t('Change password')}
        </Button>
        <Button variant="quiet" size="small" onClick={() => setDialog('code')}>
          {i18n.t('New recovery code')}
        </Button>
        <Button variant="quiet" size="small" onClick={() => setDialog('erase')}>
          {i18n.t('Delete account…')}
        </Button>
      </div>
      <AccountDialogs open={dialog} onClose={() => setDialog(undefined)} />
    </section>
  );
}
