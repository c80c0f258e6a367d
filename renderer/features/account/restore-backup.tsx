import { useRef, useState } from 'react';
import { z } from 'zod';

import { BACKUP_EXTENSION } from '../../core/backup/format.ts';
import { isAbort } from '../../core/errors.ts';
import { formatCount, formatNumber } from '../../core/format.ts';
import { noted } from '../../core/log/log.ts';
import type { CheckedBackup } from '../../ports/backups.ts';
import { useAtomValue, useSetAtom } from '../../state/jotai.ts';
import { usePayments } from '../../state/payments/index.ts';
import { usePorts } from '../../state/ports.ts';
import { scopeAtom } from '../../state/scope.ts';
import { showToastAtom } from '../../state/toasts.ts';
import { unlessAborted, useAction } from '../../state/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNote, Notice } from '../../ui/notice.tsx';
import styles from './account.module.css';
import { FormFoot } from './form-foot.tsx';
import { useLongWork, WorkBar } from './long-work.tsx';
import { PasswordField } from './password-field.tsx';
import { useAccountForm } from './use-account-form.ts';

const schema = z.object({ password: z.string().min(1, 'Enter the backup’s passphrase.') });

/** Asks for a file and its passphrase, shows what is in it, then imports all of it or nothing. */
export function RestoreBackup({ onDone }: { readonly onDone: () => void }) {
  const { backups } = usePorts();
  const scope = useAtomValue(scopeAtom);
  const showToast = useSetAtom(showToastAtom);
  const input = useRef<HTMLInputElement>(null);
  const work = useLongWork();
  const [file, setFile] = useState<File>();
  const [checked, setChecked] = useState<CheckedBackup>();
  const payments = usePayments();
  const bringing = useAction(unlessAborted);
  const state = useAccountForm(schema, { password: '' }, async ({ password }) => {
    if (!file) return;
    const { profileId } = await scope.confirmed();
    await work
      .run((options) => backups.check(file, password, profileId, options))
      .then(setChecked, (thrown: unknown) => {
        if (!isAbort(thrown)) throw thrown;
      });
  });
  const bring = async (backup: CheckedBackup): Promise<void> => {
    const brought = await work.run((options) => backup.bring(options));
    showToast(
      brought.purchases > 0
        ? `Restored ${formatCount(brought.avatars, 'avatar')}. ${formatCount(brought.purchases, 'purchase is', 'purchases are')} being checked on the blockchain; the credits come with that.`
        : `Restored ${formatCount(brought.avatars, 'avatar')}.`,
      'good',
    );
    const { genesis } = await scope.confirmed();
    payments.resume(genesis).catch(noted('tasks.resume')); // Each order also reports its own trouble.
    onDone();
  };

  if (work.done !== undefined)
    return <WorkBar label={checked ? 'Restoring' : 'Checking the whole file'} work={work} />;
  if (checked) {
    const fresh = checked.avatars - checked.here;
    const nothing = fresh === 0 && checked.purchases === checked.elsewhere;
    return (
      <div className={styles.form}>
        <dl className={styles.facts}>
          <Fact
            label="Made on"
            value={new Date(checked.madeAt).toLocaleDateString('en', { dateStyle: 'medium' })}
          />
          <Fact label="Avatars" value={checked.avatars} />
          <Fact label="Already on this device" value={checked.here} />
          <Fact label="Purchases" value={checked.purchases} />
        </dl>
        {checked.elsewhere > 0 && (
          <Notice
            tone="careful"
            title={`${formatCount(checked.elsewhere, 'purchase counts', 'purchases count')} in another library here`}
          >
            Each payment counts once on a device, so its credits stay there.
          </Notice>
        )}
        {checked.refused > 0 && (
          <Notice
            tone="careful"
            title={`${formatCount(checked.refused, 'purchase in the file is', 'purchases in the file are')} not one of ours`}
          >
            Likeness never sold a plan like that, so it isn’t restored.
          </Notice>
        )}
        {bringing.problem !== undefined && (
          <ErrorNote what={bringing.problem} safe="Nothing was added." />
        )}
        <Button
          variant="accent"
          wide
          onClick={() => (nothing ? onDone() : bringing.run(() => bring(checked)))}
        >
          {nothing
            ? 'Nothing New to Restore'
            : `Restore ${fresh > 0 ? formatCount(fresh, 'Avatar') : 'Purchases'}`}
        </Button>
      </div>
    );
  }
  return (
    <form
      className={styles.form}
      noValidate
      aria-label="Restore from a backup"
      onSubmit={state.submit}
    >
      <p className={styles.quiet}>
        The file is checked to its end before anything is added. What you have stays as it is.
      </p>
      <input
        ref={input}
        type="file"
        accept={BACKUP_EXTENSION}
        aria-label="Backup file"
        hidden
        onChange={(event) => setFile(event.target.files?.[0])}
      />
      <div className={styles.row}>
        <Button size="small" onClick={() => input.current?.click()}>
          {file ? 'Choose another file' : 'Choose the file'}
        </Button>
        {file && <span className={styles.address}>{file.name}</span>}
      </div>
      {file && (
        <>
          <PasswordField label="Passphrase" autoComplete="off" {...state.field('password')} />
          <FormFoot state={state} label="Check the Backup" working="Opening…" />
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
