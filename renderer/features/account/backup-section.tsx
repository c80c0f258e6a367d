import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { z } from 'zod';

import { passphraseSchema } from '../../core/accounts/forms.ts';
import { createPassphrase } from '../../core/accounts/recovery-code.ts';
import { BACKUP_EXTENSION, backupName } from '../../core/backup/format.ts';
import { isAbort } from '../../core/errors.ts';
import { noted } from '../../core/log/log.ts';
import { fileSize } from '../../core/units.ts';
import { formatDate, formatNumber, formatTime, t } from '../../i18n/index.ts';
import type { CheckedBackup } from '../../ports/backups.ts';
import { autoBackupAtom, type KeptBackup } from '../../state/folder-copy/index.ts';
import { usePayments } from '../../state/payments/index.ts';
import { usePorts } from '../../state/ports.ts';
import { randomBytes } from '../../state/random.ts';
import { scopeAtom } from '../../state/scope.ts';
import { showToast } from '../../state/toasts.ts';
import { unlessAborted, useAction, useAsync } from '../../state/use-async.ts';
import { Button, FileButton, TextButton } from '../../ui/button.tsx';
import { CopyField } from '../../ui/copy-field.tsx';
import { DialogButton } from '../../ui/dialog.tsx';
import { Fact } from '../../ui/fact.tsx';
import { Options, SelectField } from '../../ui/field.tsx';
import { ErrorNote, Notice } from '../../ui/notice.tsx';
import { cx, ui } from '../../ui/shared.ts';
import { Section } from '../../ui/text.tsx';
import { useLongWork } from '../parts/use-long-work.ts';
import {
  AccountForm,
  FormFoot,
  NewPassword,
  PasswordField,
  useAccountForm,
} from './account-fields.tsx';
import { WorkBar } from './account-section.tsx';
import styles from './account.module.css';

const schema = z.object({ password: z.string().min(1, t('Enter the backup’s passphrase.')) });

const NONE: readonly KeptBackup[] = [];

/** The automatic backups in the folder that the user chose; none where there is no folder. */
function useKeptBackups(): readonly KeptBackup[] {
  const backup = useAtomValue(autoBackupAtom);
  return useAsync(backup?.kept, 'files.disk') ?? NONE;
}

const whatItHolds = ({ at, holds }: KeptBackup): string => {
  const date = formatTime(at);
  return holds?.credits === undefined
    ? t('{date}: contents shown after opening', { date })
    : t(
        '{date}: {avatars, plural, one {# avatar} other {# avatars}}, {credits, plural, one {# credit} other {# credits}}, {size}',
        { date, avatars: holds.avatars, credits: holds.credits, size: fileSize(holds.bytes) },
      );
};

/** Asks for a file and its passphrase, shows what is in it, then imports all of it or nothing. */
function RestoreBackup({ onDone }: { readonly onDone: () => void }) {
  const { backups } = usePorts();
  const scope = useAtomValue(scopeAtom);
  const work = useLongWork();
  const kept = useKeptBackups();
  const [file, setFile] = useState<Pick<KeptBackup, 'name' | 'file'>>();
  const chosen = kept.find(({ name }) => name === file?.name);
  const [tried, setTried] = useState(false);
  const [checked, setChecked] = useState<CheckedBackup>();
  const payments = usePayments();
  const bringing = useAction(unlessAborted);
  const state = useAccountForm(schema, { password: '' }, async ({ password }) => {
    if (!file) return;
    setTried(true);
    const current = await scope.confirmed();
    await work
      .run(async (options) => backups.check(await file.file(), password, current, options))
      .then(setChecked, (thrown: unknown) => {
        if (!isAbort(thrown)) throw thrown;
      });
  });
  const bring = async (backup: CheckedBackup): Promise<void> => {
    const brought = await work.run((options) => backup.bring(options));
    const { avatars, purchases } = brought;
    showToast(
      avatars === 0
        ? purchases > 0
          ? t(
              '{purchases, plural, one {# purchase is} other {# purchases are}} being checked on the blockchain; your credits follow.',
              { purchases },
            )
          : t('The backup is restored.')
        : purchases > 0
          ? t(
              'Restored {avatars, plural, one {# avatar} other {# avatars}}. {purchases, plural, one {# purchase is} other {# purchases are}} being checked on the blockchain; your credits follow.',
              { avatars, purchases },
            )
          : t('Restored {avatars, plural, one {# avatar} other {# avatars}}.', {
              avatars,
            }),
      'good',
    );
    const { genesis } = await scope.confirmed();
    payments.resume(genesis).catch(noted('tasks.resume')); // Each order also reports its own trouble.
    onDone();
  };

  if (work.done !== undefined)
    return <WorkBar label={checked ? t('Restoring') : t('Checking the whole file')} work={work} />;
  if (checked) {
    const fresh = checked.avatars - checked.here;
    const { purchases, others } = checked.adds;
    return (
      <div className={ui.stack4}>
        <dl className={cx(ui.stack2, styles.facts)}>
          <Fact name={t('Made on')}>{formatDate(checked.madeAt, { dateStyle: 'medium' })}</Fact>
          <Fact name={t('Avatars')}>{formatNumber(checked.avatars)}</Fact>
          <Fact name={t('Already on this device')}>{formatNumber(checked.here)}</Fact>
          <Fact name={t('Purchases')}>{formatNumber(checked.purchases)}</Fact>
        </dl>
        {checked.elsewhere > 0 && (
          <Notice
            tone="careful"
            title={t(
              '{purchases, plural, one {# purchase belongs} other {# purchases belong}} to another library on this device',
              { purchases: checked.elsewhere },
            )}
          >
            {t('Each payment counts once on a device, so its credits stay there.')}
          </Notice>
        )}
        {checked.refused > 0 && (
          <Notice
            tone="careful"
            title={t(
              '{purchases, plural, one {# purchase in the file is} other {# purchases in the file are}} not one of ours',
              { purchases: checked.refused },
            )}
          >
            {t('Likeness never sold such a plan, so it isn’t restored.')}
          </Notice>
        )}
        {bringing.problem !== undefined && (
          <ErrorNote what={bringing.problem} safe={t('Nothing was added.')} />
        )}
        <Button
          variant="accent"
          wide
          onClick={() =>
            fresh + purchases > 0 || others ? bringing.run(() => bring(checked)) : onDone()
          }
        >
          {fresh > 0
            ? t('Restore {avatars, plural, one {# avatar} other {# avatars}}', {
                avatars: fresh,
              })
            : purchases > 0
              ? t('Restore purchases')
              : others
                ? t('Restore the rest')
                : t('Nothing new to restore')}
        </Button>
      </div>
    );
  }
  return (
    <form
      className={ui.stack4}
      noValidate
      aria-label={t('Restore from a backup')}
      onSubmit={state.submit}
    >
      <p className={ui.quiet}>
        {t('The whole file is checked before anything is added. What you have stays as it is.')}
      </p>
      {kept.length > 0 && (
        <SelectField
          label={t('Automatic backups')}
          // A closed list cuts off what the chosen one holds.
          hint={chosen && whatItHolds(chosen)}
          value={chosen?.name ?? ''}
          onChange={(event) => setFile(kept.find(({ name }) => name === event.target.value))}
        >
          <option value="">{t('Choose one, or a file below')}</option>
          <Options of={kept.map((one) => [one.name, whatItHolds(one)])} />
        </SelectField>
      )}
      <div className={ui.wrap3}>
        <FileButton
          label={t('Backup file')}
          accept={BACKUP_EXTENSION}
          size="small"
          onFiles={([one]) => setFile({ name: one.name, file: () => Promise.resolve(one) })}
        >
          {file ? t('Choose another file') : t('Choose the file')}
        </FileButton>
        {file && !chosen && <span className={styles.address}>{file.name}</span>}
      </div>
      {file && (
        <>
          <PasswordField
            label={t('Passphrase')}
            autoComplete="off"
            // The form was away during the check, and the focus with it.
            autoFocus={tried}
            {...state.field('password')}
          />
          <FormFoot state={state} label={t('Check the backup')} working={t('Opening…')} />
        </>
      )}
    </form>
  );
}

/** Asks for a passphrase, then writes the backup file picture by picture. */
function SaveBackup({ onDone }: { readonly onDone: () => void }) {
  const { backups, files, clock } = usePorts();
  const scope = useAtomValue(scopeAtom);
  const work = useLongWork();
  const [made, setMade] = useState<string>();
  const [saved, setSaved] = useState<{
    avatars: number;
    bytes: number;
    place: string | undefined;
  }>();
  const state = useAccountForm(
    passphraseSchema,
    { password: '', confirm: '' },
    async ({ password }) => {
      const { profileId } = await scope.confirmed();
      const file = await files.begin(backupName(clock.now()));
      try {
        const written = await work.run((options) =>
          backups.save(profileId, password, file, options),
        );
        const { place } = await file.close();
        setSaved({ ...written, place });
      } catch (failure) {
        await file.abort().catch(noted('files.abort'));
        if (!isAbort(failure)) throw failure;
        showToast(t('Cancelled. No file was saved.'), 'plain');
      }
    },
  );
  if (saved) {
    return (
      <Notice
        tone="good"
        title={t('The backup is saved')}
        actions={
          <Button size="small" onClick={onDone}>
            {t('Done')}
          </Button>
        }
      >
        {t(
          '{avatars, plural, one {# avatar} other {# avatars}}, {size}: {place}. Keep the passphrase: without it nobody can open the file, not even us.',
          {
            avatars: saved.avatars,
            size: fileSize(saved.bytes),
            place: saved.place ?? t('your downloads folder'),
          },
        )}
      </Notice>
    );
  }
  if (work.done !== undefined) return <WorkBar label={t('Encrypting your library')} work={work} />;
  const { form } = state;
  const make = (): void => {
    const passphrase = createPassphrase(randomBytes);
    setMade(passphrase);
    for (const name of ['password', 'confirm'] as const)
      form.setValue(name, passphrase, { shouldValidate: true });
  };
  const typed = form.watch('password');
  return (
    <AccountForm
      name={t('Save a backup')}
      state={state}
      label={t('Save backup')}
      working={t('Encrypting…')}
    >
      <p className={ui.quiet}>
        {t('It contains no photos, and no batch that is still being made.')}
      </p>
      <NewPassword label={t('Passphrase')} confirmLabel={t('Confirm passphrase')} state={state} />
      {made !== undefined && made === typed ? (
        <CopyField label={t('Your passphrase')} value={made} />
      ) : (
        // Keeps the focus in the field: its blur would show an error and move this button away.
        <TextButton onMouseDown={(event) => event.preventDefault()} onClick={make}>
          {t('Make one for me')}
        </TextButton>
      )}
    </AccountForm>
  );
}

/** A button that asks for a passphrase and saves the library as a file. */
export function BackUp({
  label,
  size = 'normal',
}: {
  readonly label: string;
  readonly size?: 'normal' | 'small';
}) {
  return (
    <DialogButton size={size} label={label} title={t('Save a backup')}>
      {(close) => <SaveBackup onDone={close} />}
    </DialogButton>
  );
}

/** The library as a file: to keep, or to move to the other app. */
export function BackupSection() {
  return (
    <Section id="backup" title={t('Backup')} className={styles.section}>
      <p className={ui.quiet}>
        {t(
          'Avatars, purchases, credits and settings of this library as one file, encrypted with a passphrase of yours. It opens in the browser and in the desktop app alike.',
        )}
      </p>
      <div className={ui.wrap3}>
        <BackUp label={t('Save a backup…')} size="small" />
        <DialogButton
          size="small"
          label={t('Restore from a backup…')}
          title={t('Restore from a backup')}
        >
          {(close) => <RestoreBackup onDone={close} />}
        </DialogButton>
      </div>
    </Section>
  );
}
