import { useAtomValue, useSetAtom } from 'jotai';
import { useState } from 'react';

import { passphraseSchema } from '../../core/accounts/forms.ts';
import { createPassphrase } from '../../core/accounts/recovery-code.ts';
import { backupName } from '../../core/backup/format.ts';
import { isAbort } from '../../core/errors.ts';
import { noted } from '../../core/log/log.ts';
import { fileSize } from '../../core/units.ts';
import { i18n } from '../../i18n/index.ts';
import { usePorts } from '../../state/ports.ts';
import { randomBytes } from '../../state/random.ts';
import { scopeAtom } from '../../state/scope.ts';
import { showToastAtom } from '../../state/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { CopyField } from '../../ui/copy-field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TextButton } from '../../ui/text-link.tsx';
import { NewPassword } from './account-fields.tsx';
import styles from './account.module.css';
import { FormFoot } from './form-foot.tsx';
import { useLongWork, WorkBar } from './long-work.tsx';
import { useAccountForm } from './use-account-form.ts';

/** Asks for a passphrase, then writes the backup file picture by picture. */
export function SaveBackup({ onDone }: { readonly onDone: () => void }) {
  const { backups, files, clock } = usePorts();
  const scope = useAtomValue(scopeAtom);
  const showToast = useSetAtom(showToastAtom);
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
        showToast(i18n.t('Cancelled. No file was left.'), 'plain');
      }
    },
  );
  if (saved) {
    return (
      <Notice
        tone="good"
        title={i18n.t('The backup is saved')}
        actions={
          <Button size="small" onClick={onDone}>
            {i18n.t('Done')}
          </Button>
        }
      >
        {saved.place === undefined
          ? i18n.t(
              '{avatars, plural, one {# avatar} other {# avatars}}, {size}, where your downloads go. Keep the passphrase: without it nobody opens the file, nor can we.',
              { avatars: saved.avatars, size: fileSize(saved.bytes) },
            )
          : i18n.t(
              '{avatars, plural, one {# avatar} other {# avatars}}, {size}: {place}. Keep the passphrase: without it nobody opens the file, nor can we.',
              { avatars: saved.avatars, size: fileSize(saved.bytes), place: saved.place },
            )}
      </Notice>
    );
  }
  if (work.done !== undefined)
    return <WorkBar label={i18n.t('Sealing your library')} work={work} />;
  const { field, form } = state;
  const make = (): void => {
    const passphrase = createPassphrase(randomBytes);
    setMade(passphrase);
    for (const name of ['password', 'confirm'] as const)
      form.setValue(name, passphrase, { shouldValidate: true });
  };
  const typed = form.watch('password');
  return (
    <form
      className={styles.form}
      noValidate
      aria-label={i18n.t('Save a backup')}
      onSubmit={state.submit}
    >
      <p className={styles.quiet}>
        {i18n.t('Photos are never in it, and a batch still being made isn’t yet.')}
      </p>
      <NewPassword
        label={i18n.t('Passphrase')}
        confirmLabel={i18n.t('Confirm passphrase')}
        password={field('password', {
          deps: form.formState.touchedFields.confirm ? ['confirm'] : [],
        })}
        confirm={field('confirm')}
        typed={typed}
      />
      {made !== undefined && made === typed ? (
        <CopyField label={i18n.t('Your passphrase')} value={made} />
      ) : (
        // Keeps the focus in the field: its blur would show an error and move this button away.
        <TextButton onMouseDown={(event) => event.preventDefault()} onClick={make}>
          {i18n.t('Make one for me')}
        </TextButton>
      )}
      <FormFoot state={state} label={i18n.t('Save Backup')} working={i18n.t('Sealing…')} />
    </form>
  );
}
