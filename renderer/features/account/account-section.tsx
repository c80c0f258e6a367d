import { useAtom, useAtomValue } from 'jotai';
import { useCallback, useState } from 'react';
import { z } from 'zod';

import { changePasswordSchema } from '../../core/accounts/forms.ts';
import { shortenAddress } from '../../core/constants.ts';
import { noted } from '../../core/log/log.ts';
import { emailProfile, GUEST_PROFILE } from '../../core/scope.ts';
import { formatList, formatPercent, t } from '../../i18n/index.ts';
import {
  newCodeAtom,
  useGuestMigration,
  useGuestMigrationOffer,
} from '../../state/accounts/index.ts';
import { useDrafts } from '../../state/drafts/index.ts';
import { madeKey } from '../../state/folder-copy/index.ts';
import { useLibraryState } from '../../state/library/index.ts';
import { useAccount, usePorts, useWallet } from '../../state/ports.ts';
import { restoringAtom } from '../../state/restoring.ts';
import { showFailure, showToast } from '../../state/toasts.ts';
import { unlessAborted, useAction, useAsync } from '../../state/use-async.ts';
import { Button, ButtonLink, TextButton } from '../../ui/button.tsx';
import { Dialog, DialogButton } from '../../ui/dialog.tsx';
import { CheckField, Options, SelectField } from '../../ui/field.tsx';
import { ErrorNote, Notice } from '../../ui/notice.tsx';
import { Progress } from '../../ui/progress.tsx';
import { cx, ui } from '../../ui/shared.ts';
import { Section } from '../../ui/text.tsx';
import {
  AccountForm,
  KeepCode,
  NewPassword,
  OwnPassword,
  PasswordField,
  useAccountForm,
  weakPassword,
} from './account-fields.tsx';
import styles from './account.module.css';

interface Closing {
  readonly onClose: () => void;
}

function ChangePassword({ onClose }: Closing) {
  const { accounts } = usePorts();
  const { email } = useAccount();
  const state = useAccountForm(
    changePasswordSchema,
    { current: '', password: '', confirm: '' },
    async ({ current, password }) => {
      await accounts.changePassword(current, password);
      showToast(t('Password changed.'), 'good');
      onClose();
    },
    (typed) => weakPassword({ ...typed, email }),
  );
  const { field } = state;
  return (
    <AccountForm
      name={t('Change password')}
      state={state}
      label={t('Change password')}
      working={t('Encrypting…')}
    >
      <input type="hidden" autoComplete="username" value={email ?? ''} readOnly />
      <PasswordField
        label={t('Current password')}
        autoComplete="current-password"
        {...field('current')}
      />
      <NewPassword
        label={t('New password')}
        confirmLabel={t('Confirm password')}
        state={state}
        email={email}
      />
    </AccountForm>
  );
}

const onePassword = z.object({ password: z.string().min(1, t('Enter your password.')) });

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
      name={t('New recovery code')}
      state={state}
      label={t('Make a new code')}
      working={t('Opening…')}
    >
      <p className={ui.quiet}>{t('Your old code will stop working.')}</p>
      <OwnPassword {...field('password')} />
    </AccountForm>
  );
}

const erasing = onePassword.extend({
  sure: z.boolean().refine((sure) => sure, t('Tick the box to continue.')),
});

function Erase({ onClose }: Closing) {
  const { accounts, files, pictureFolder } = usePorts();
  const { id = '' } = useAccount();
  const drafts = useDrafts();
  const restoring = useAtomValue(restoringAtom);
  const { avatars } = useLibraryState();
  const state = useAccountForm(erasing, { password: '', sure: false }, async ({ password }) => {
    await accounts.erase(password);
    restoring.forget();
    const profileId = emailProfile(id);
    localStorage.removeItem(`likeness.${madeKey(profileId)}`);
    await pictureFolder?.()
      .then((folder) => folder.forget(profileId))
      .catch(noted('device.erase'));
    await drafts.clearAll();
    await files.sweep(Infinity).catch(noted('files.sweep'));
    showToast(t('The account and everything in it were deleted.'), 'good');
    onClose();
  });
  const { field, form } = state;
  return (
    <AccountForm
      name={t('Delete account')}
      state={state}
      label={t('Delete account')}
      working={t('Deleting…')}
    >
      <p className={ui.quiet}>
        {avatars.length === 0
          ? t('Its orders, credits and settings are removed from this device for good.')
          : t(
              'Its {avatars, plural, one {# avatar} other {# avatars}}, orders, credits and settings are removed from this device for good.',
              { avatars: avatars.length },
            )}{' '}
        {t(
          'If you saved a backup, only you have a copy. What you paid for can be restored with the wallet or the receipt.',
        )}
      </p>
      <OwnPassword {...field('password')} />
      <CheckField
        label={t('Delete everything in this account')}
        hint={form.formState.errors.sure?.message}
        {...form.register('sure')}
      />
    </AccountForm>
  );
}

const IDLE_CHOICES = [
  [5, t('after 5 minutes')],
  [15, t('after 15 minutes')],
  [60, t('after an hour')],
  [0, t('only when I lock or close it')],
] as const;

/** The email account in the settings: when it locks, password, recovery code, deletion. */
export function AccountSection() {
  const { accounts } = usePorts();
  const { status, email, remembered, idleMinutes, codeKept } = useAccount();
  const [renewing, setRenewing] = useState(false);
  const run = (work: Promise<void>, done?: string): void => {
    work.then(() => done !== undefined && showToast(done, 'good'), showFailure);
  };

  if (status !== 'open') {
    return (
      <Section id="account" title={t('Email account')} className={styles.section}>
        <p className={ui.quiet}>
          {t(
            'With an email and a password, this device keeps an encrypted library of your own. Without them, anyone who can open this device can see your avatars.',
          )}
        </p>
        <ButtonLink size="small" to="/login?mode=signup">
          {t('Create email account')}
        </ButtonLink>
      </Section>
    );
  }
  return (
    <Section id="account" title={t('Email account')} className={styles.section}>
      <p className={styles.address}>{email}</p>
      <p className={ui.quiet}>
        {t(
          'This account is stored on this device only, and is encrypted while it is locked. Keep a backup.',
        )}
      </p>
      <p className={ui.quiet}>
        {t(
          'The new password or code protects what is here from now on. Older copies of this device’s files still open with the old one. A backup opens with its own passphrase.',
        )}
      </p>
      {!codeKept && (
        <Notice
          tone="careful"
          title={t('You haven’t confirmed that you saved your recovery code')}
          actions={
            <Button size="small" onClick={() => setRenewing(true)}>
              {t('Get a new code')}
            </Button>
          }
        >
          {t('Without it, a forgotten password means a lost library.')}
        </Notice>
      )}
      <SelectField
        label={t('Lock automatically')}
        className={styles.select}
        value={idleMinutes}
        disabled={remembered}
        hint={
          remembered ? t('It doesn’t lock while you are remembered on this device.') : undefined
        }
        onChange={(event) => run(accounts.setIdleMinutes(Number(event.target.value)))}
      >
        <Options of={IDLE_CHOICES} />
      </SelectField>
      <CheckField
        label={t('Remember me on this device')}
        hint={t(
          'You stay signed in. Don’t use this on a shared computer: someone who copies its files could open the account.',
        )}
        checked={remembered}
        onChange={(event) => run(accounts.remember(event.target.checked))}
      />
      <div className={ui.wrap3}>
        <Button size="small" onClick={() => run(accounts.lock())}>
          {t('Lock now')}
        </Button>
        <Button
          size="small"
          onClick={() => run(accounts.signOut(), t('Signed out. Your library is encrypted.'))}
        >
          {t('Sign out')}
        </Button>
      </div>
      <div className={ui.wrap5}>
        <DialogButton text label={t('Change password')}>
          {(close) => <ChangePassword onClose={close} />}
        </DialogButton>
        <TextButton onClick={() => setRenewing(true)}>{t('New recovery code')}</TextButton>
        <DialogButton text label={t('Delete account…')} title={t('Delete this account?')}>
          {(close) => <Erase onClose={close} />}
        </DialogButton>
      </div>
      <Dialog open={renewing} onClose={() => setRenewing(false)} title={t('New recovery code')}>
        <RenewCode onClose={() => setRenewing(false)} />
      </Dialog>
    </Section>
  );
}

/** Asks at sign-in whether the guest's avatars and purchases should move into the account. */
function GuestMigrationOffered() {
  const migration = useGuestMigration();
  const offer = useGuestMigrationOffer();
  const { email } = useAccount();
  const { address } = useWallet();
  const { pictureFolder } = usePorts();
  const readFolder = useCallback(
    async () => (await pictureFolder?.())?.state(GUEST_PROFILE),
    [pictureFolder],
  );
  const { kind = 'none' } = useAsync(readFolder, 'files.disk') ?? {};
  const { problem, run } = useAction(unlessAborted);
  if (!migration || !offer) return null;
  const whose = email ?? shortenAddress(address);
  const { avatars, credits, done, moved = 0 } = offer;
  const things = formatList([
    ...(avatars > 0
      ? [t('{count, plural, one {# avatar} other {# avatars}}', { count: avatars })]
      : []),
    ...(credits > 0 ? [t('{credits, plural, one {# credit} other {# credits}}', { credits })] : []),
  ]);
  const cameAlong =
    things === ''
      ? t(
          '{moved, plural, one {# avatar} other {# avatars}} came along. The rest can follow into the library of {whose}.',
          { moved, whose },
        )
      : t(
          '{moved, plural, one {# avatar} other {# avatars}} came along. {things} can follow into the library of {whose}.',
          { moved, things, whose },
        );
  const made =
    things === ''
      ? t(
          'You made a start here as a guest. It can move into the library of {whose}, with its purchases.',
          { whose },
        )
      : t(
          'You have {things} here as a guest. All of it can move into the library of {whose}, with its purchases.',
          { things, whose },
        );
  /** Closing the dialog cancels a running move; it stays open with what is left. */
  const close = (): void => {
    if (done === undefined) migration.decline();
    else migration.cancel();
  };
  const bring = async (): Promise<void> => {
    await migration.accept();
    showToast(t('Your guest library came along.'), 'good');
  };
  return (
    <Dialog open onClose={close} title={t('Bring your work along?')}>
      <p className={ui.quiet}>
        {moved > 0 ? cameAlong : made}{' '}
        {t('Otherwise it stays with the guest, where anyone who opens this device sees it.')}
      </p>
      {kind !== 'none' && (
        <p className={ui.quiet}>
          {t(
            'The folder for pictures and backups doesn’t come along: choose it again in the settings.',
          )}
        </p>
      )}
      {problem !== undefined && (
        <ErrorNote
          what={problem}
          safe={t('Nothing was lost; what hasn’t moved is still with the guest.')}
        />
      )}
      {done === undefined ? (
        <div className={ui.wrap3}>
          <Button variant="accent" onClick={() => run(bring)}>
            {moved > 0 ? t('Bring the rest') : t('Bring it along')}
          </Button>
          <Button onClick={() => migration.decline()}>{t('Leave it')}</Button>
        </div>
      ) : (
        <WorkBar
          label={t('Moving your library')}
          work={{ done, cancel: () => migration.cancel() }}
        />
      )}
    </Dialog>
  );
}

/**
 * The dialogs that follow the opening of an account, on any screen: first the new recovery code if
 * the old one was used up, then the offer to move the guest's work.
 */
export function AccountNotices() {
  const [code, setCode] = useAtom(newCodeAtom);
  const close = (): void => setCode(undefined);
  if (code === undefined) return <GuestMigrationOffered />;
  return (
    <Dialog open onClose={close} title={t('Your recovery code has been used')}>
      <KeepCode code={code} onKept={close} />
    </Dialog>
  );
}

/** A progress bar with its number and a way to stop. */
export const WorkBar = ({
  label,
  work,
}: {
  readonly label: string;
  readonly work: { readonly done: number | undefined; readonly cancel: () => void };
}) => (
  <div className={cx(ui.stack2, styles.work)}>
    <Progress label={label} done={work.done ?? 0} />
    <p>
      <span role="status">{label}…</span>
      <span>{formatPercent(work.done ?? 0)}</span>
    </p>
    <div>
      <Button size="small" onClick={work.cancel}>
        {t('Cancel')}
      </Button>
    </div>
  </div>
);
