import { useState } from 'react';

import { sentence } from '../../core/errors.ts';
import { useAccount } from '../../state/accounts/index.ts';
import { useSetAtom } from '../../state/jotai.ts';
import { usePorts } from '../../state/ports.ts';
import { showToastAtom } from '../../state/toasts.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { CheckField, SelectField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import t from '../../ui/type.module.css';
import { AccountDialogs, type AccountDialog } from './account-dialogs.tsx';
import styles from './account.module.css';

const IDLE_CHOICES = [
  [5, 'after 5 minutes'],
  [15, 'after 15 minutes'],
  [60, 'after an hour'],
  [0, 'only when I lock or close it'],
] as const;

/** The email account in the settings: when it locks, password, recovery code, deletion. */
export function AccountSection() {
  const { accounts } = usePorts();
  const { status, email, remembered, idleMinutes, codeKept } = useAccount();
  const [dialog, setDialog] = useState<AccountDialog>();
  const showToast = useSetAtom(showToastAtom);
  const run = (work: Promise<void>, done?: string): void => {
    work.then(
      () => done !== undefined && showToast(done, 'good'),
      (failure: unknown) => showToast(sentence(failure), 'bad'),
    );
  };

  if (status !== 'open') {
    return (
      <section className={styles.section}>
        <h2 className={t.heading}>Email account</h2>
        <p className={styles.quiet}>
          An email and a password seal a library of your own on this device. Without one, whoever
          can open this device can see your avatars.
        </p>
        <ButtonLink size="small" to="/login?mode=signup">
          Create email account
        </ButtonLink>
      </section>
    );
  }
  return (
    <section className={styles.section}>
      <h2 className={t.heading}>Email account</h2>
      <p className={styles.address}>{email}</p>
      <p className={styles.quiet}>
        It lives on this device: sealed while it is locked, and nowhere else. Keep a backup.
      </p>
      <p className={styles.quiet}>
        A new password or code protects what is here from now on. An older copy of this device’s
        files still opens with the old one, and a backup with the passphrase it was saved with.
      </p>
      {!codeKept && (
        <Notice
          tone="careful"
          title="You haven’t shown that you kept the recovery code"
          actions={
            <Button size="small" onClick={() => setDialog('code')}>
              Get a new code
            </Button>
          }
        >
          Without it, a forgotten password means a lost library.
        </Notice>
      )}
      <SelectField
        label="Lock automatically"
        className={styles.select}
        value={idleMinutes}
        disabled={remembered}
        hint={remembered ? 'Not while it is remembered on this device.' : undefined}
        onChange={(event) => run(accounts.setIdleMinutes(Number(event.target.value)))}
      >
        {IDLE_CHOICES.map(([minutes, label]) => (
          <option key={minutes} value={minutes}>
            {label}
          </option>
        ))}
      </SelectField>
      <CheckField
        label="Remember me on this device"
        hint="You stay signed in. Don’t use this on a shared computer: someone who copies its files could open the account."
        checked={remembered}
        onChange={(event) => run(accounts.remember(event.target.checked))}
      />
      <div className={styles.row}>
        <Button size="small" onClick={() => run(accounts.lock())}>
          Lock now
        </Button>
        <Button
          size="small"
          onClick={() => run(accounts.signOut(), 'Signed out. Your library is sealed.')}
        >
          Sign out
        </Button>
      </div>
      <div className={styles.row}>
        <Button variant="quiet" size="small" onClick={() => setDialog('password')}>
          Change password
        </Button>
        <Button variant="quiet" size="small" onClick={() => setDialog('code')}>
          New recovery code
        </Button>
        <Button variant="quiet" size="small" onClick={() => setDialog('erase')}>
          Delete account…
        </Button>
      </div>
      <AccountDialogs open={dialog} onClose={() => setDialog(undefined)} />
    </section>
  );
}
