import { useEffect, useState } from 'react';

import { noted } from '../../core/log/log.ts';
import { i18n } from '../../i18n/index.ts';
import { usePorts } from '../../state/ports.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import t from '../../ui/type.module.css';
import styles from './account.module.css';
import { RestoreBackup } from './restore-backup.tsx';
import { SaveBackup } from './save-backup.tsx';

const COPIED_MS = 60 * 60 * 1_000;

/** A button that asks for a passphrase and saves the library as a file. */
export function BackUp({
  label,
  size = 'normal',
}: {
  readonly label: string;
  readonly size?: 'normal' | 'small';
}) {
  const [open, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  const { files, clock } = usePorts();
  useEffect(() => {
    // An hour is enough for the browser to have copied an earlier backup to its downloads.
    files.sweep(clock.now() - COPIED_MS).catch(noted('files.sweep'));
  }, [files, clock]);
  return (
    <>
      <Button size={size} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Dialog open={open} onClose={close} title={i18n.t('Save a backup')}>
        <SaveBackup onDone={close} />
      </Dialog>
    </>
  );
}

/** The library as a file: to keep, or to move to the other app. */
export function BackupSection() {
  const [restoring, setRestoring] = useState(false);
  const close = (): void => setRestoring(false);
  return (
    <section className={styles.section}>
      <h2 className={t.heading}>{i18n.t('Backup')}</h2>
      <p className={styles.quiet}>
        {i18n.t(
          'Avatars, purchases, credits and settings of this library as one file, sealed with a passphrase of yours. It opens in the browser and in the desktop app alike.',
        )}
      </p>
      <div className={styles.row}>
        <BackUp label={i18n.t('Save a backup…')} size="small" />
        <Button size="small" onClick={() => setRestoring(true)}>
          {i18n.t('Restore from a backup…')}
        </Button>
      </div>
      <Dialog open={restoring} onClose={close} title={i18n.t('Restore from a backup')}>
        <RestoreBackup onDone={close} />
      </Dialog>
    </section>
  );
}
