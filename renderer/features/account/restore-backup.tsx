import { useAtomValue, useSetAtom } from 'jotai';
import { useRef, useState } from 'react';
import { z } from 'zod';

import { BACKUP_EXTENSION } from '../../core/backup/format.ts';
import { isAbort } from '../../core/errors.ts';
import { formatDate, formatNumber } from '../../core/format.ts';
import { noted } from '../../core/log/log.ts';
import { fileSize } from '../../core/units.ts';
import { i18n } from '../../i18n/index.ts';
import type { CheckedBackup } from '../../ports/backups.ts';
import { autoBackupAtom, type KeptBackup } from '../../state/folder-copy/index.ts';
import { usePayments } from '../../state/payments/index.ts';
import { usePorts } from '../../state/ports.ts';
import { scopeAtom } from '../../state/scope.ts';
import { showToastAtom } from '../../state/toasts.ts';
import { unlessAborted, useAction } from '../../state/use-action.ts';
import { useAsync } from '../../state/use-async.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/field.tsx';
import { ErrorNote, Notice } from '../../ui/notice.tsx';
import styles from './account.module.css';
import { FormFoot } from './form-foot.tsx';
import { useLongWork, WorkBar } from './long-work.tsx';
import { PasswordField } from './password-field.tsx';
import { useAccountForm } from './use-account-form.ts';

const schema = z.object({ password: z.string().min(1, i18n.t('Enter the backup’s passphrase.')) });

const NONE: readonly KeptBackup[] = [];

/** The automatic backups in the folder that the user chose; none where there is no folder. */
function useKeptBackups(): readonly KeptBackup[] {
  const backup = useAtomValue(autoBackupAtom);
  return useAsync(backup?.kept, 'files.disk') ?? NONE;
}

const whatItHolds = ({ at, holds }: KeptBackup): string => {
  const date = formatDate(at, { dateStyle: 'medium', timeStyle: 'short' });
  return holds?.credits === undefined
    ? i18n.t('{date}: shown once it is opened', { date })
    : i18n.t(
        '{date}: {avatars, plural, one {# avatar} other {# avatars}}, {credits, plural, one {# credit} other {# credits}}, {size}',
        { date, avatars: holds.avatars, credits: holds.credits, size: fileSize(holds.bytes) },
      );
};

/** Asks for a file and its passphrase, shows what is in it, then imports all of it or nothing. */
export function RestoreBackup({ onDone }: { readonly onDone: () => void }) {
  const { backups } = usePorts();
  const scope = useAtomValue(scopeAtom);
  const showToast = useSetAtom(showToastAtom);
  const input = useRef<HTMLInputElement>(null);
  const work = useLongWork();
  const kept = useKeptBackups();
  const [file, setFile] = useState<Pick<KeptBackup, 'name' | 'file'>>();
  const [checked, setChecked] = useState<CheckedBackup>();
  const payments = usePayments();
  const bringing = useAction(unlessAborted);
  const state = useAccountForm(schema, { password: '' }, async ({ password }) => {
    if (!file) return;
    const { profileId } = await scope.confirmed();
    await work
      .run(async (options) => backups.check(await file.file(), password, profileId, options))
      .then(setChecked, (thrown: unknown) => {
        if (!isAbort(thrown)) throw thrown;
      });
  });
  const bring = async (backup: CheckedBackup): Promise<void> => {
    const brought = await work.run((options) => backup.bring(options));
    showToast(
      brought.purchases > 0
        ? i18n.t(
            'Restored {avatars, plural, one {# avatar} other {# avatars}}. {purchases, plural, one {# purchase is} other {# purchases are}} being checked on the blockchain; the credits come with that.',
            { avatars: brought.avatars, purchases: brought.purchases },
          )
        : i18n.t('Restored {avatars, plural, one {# avatar} other {# avatars}}.', {
            avatars: brought.avatars,
          }),
      'good',
    );
    const { genesis } = await scope.confirmed();
    payments.resume(genesis).catch(noted('tasks.resume')); // Each order also reports its own trouble.
    onDone();
  };

  if (work.done !== undefined)
    return (
      <WorkBar
        label={checked ? i18n.t('Restoring') : i18n.t('Checking the whole file')}
        work={work}
      />
    );
  if (checked) {
    const fresh = checked.avatars - checked.here;
    const nothing = fresh === 0 && checked.purchases === checked.elsewhere;
    return (
      <div className={styles.form}>
        <dl className={styles.facts}>
          <Fact
            label={i18n.t('Made on')}
            value={formatDate(checked.madeAt, { dateStyle: 'medium' })}
          />
          <Fact label={i18n.t('Avatars')} value={checked.avatars} />
          <Fact label={i18n.t('Already on this device')} value={checked.here} />
          <Fact label={i18n.t('Purchases')} value={checked.purchases} />
        </dl>
        {checked.elsewhere > 0 && (
          <Notice
            tone="careful"
            title={i18n.t(
              '{purchases, plural, one {# purchase counts} other {# purchases count}} in another library here',
              { purchases: checked.elsewhere },
            )}
          >
            {i18n.t('Each payment counts once on a device, so its credits stay there.')}
          </Notice>
        )}
        {checked.refused > 0 && (
          <Notice
            tone="careful"
            title={i18n.t(
              '{purchases, plural, one {# purchase in the file is} other {# purchases in the file are}} not one of ours',
              { purchases: checked.refused },
            )}
          >
            {i18n.t('Likeness never sold a plan like that, so it isn’t restored.')}
          </Notice>
        )}
        {bringing.problem !== undefined && (
          <ErrorNote what={bringing.problem} safe={i18n.t('Nothing was added.')} />
        )}
        <Button
          variant="accent"
          wide
          onClick={() => (nothing ? onDone() : bringing.run(() => bring(checked)))}
        >
          {nothing
            ? i18n.t('Nothing New to Restore')
            : fresh > 0
              ? i18n.t('Restore {avatars, plural, one {# Avatar} other {# Avatars}}', {
                  avatars: fresh,
                })
              : i18n.t('Restore Purchases')}
        </Button>
      </div>
    );
  }
  return (
    <form
      className={styles.form}
      noValidate
      aria-label={i18n.t('Restore from a backup')}
      onSubmit={state.submit}
    >
      <p className={styles.quiet}>
        {i18n.t(
          'The file is checked to its end before anything is added. What you have stays as it is.',
        )}
      </p>
      {kept.length > 0 && (
        <SelectField
          label={i18n.t('Automatic backups')}
          value={kept.find(({ name }) => name === file?.name)?.name ?? ''}
          onChange={(event) => setFile(kept.find(({ name }) => name === event.target.value))}
        >
          <option value="">{i18n.t('Choose one, or a file below')}</option>
          {kept.map((one) => (
            <option key={one.name} value={one.name}>
              {whatItHolds(one)}
            </option>
          ))}
        </SelectField>
      )}
      <input
        ref={input}
        type="file"
        accept={BACKUP_EXTENSION}
        aria-label={i18n.t('Backup file')}
        hidden
        onChange={(event) => {
          const [picked] = event.target.files ?? [];
          setFile(picked && { name: picked.name, file: () => Promise.resolve(picked) });
        }}
      />
      <div className={styles.row}>
        <Button size="small" onClick={() => input.current?.click()}>
          {file ? i18n.t('Choose another file') : i18n.t('Choose the file')}
        </Button>
        {file && <span className={styles.address}>{file.name}</span>}
      </div>
      {file && (
        <>
          <PasswordField
            label={i18n.t('Passphrase')}
            autoComplete="off"
            {...state.field('password')}
          />
          <FormFoot state={state} label={i18n.t('Check the Backup')} working={i18n.t('Opening…')} />
        </>
      )}
    </form>
  );
}

const Fact = ({ label, value }: { label: string; value: string | number }) => (
  <div>
    <dt>{label}</dt>
    <dd>{typeof value === 'number' ? formatNumber(value) : value}</dd>
  </div>
);
