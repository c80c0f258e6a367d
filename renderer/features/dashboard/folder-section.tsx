import { useEffect } from 'react';

import { sentence } from '../../core/errors.ts';
import { formatCount, formatNumber } from '../../core/format.ts';
import { noted } from '../../core/log/log.ts';
import { fileSize } from '../../core/units.ts';
import {
  autoBackupAtom,
  folderCopyAtom,
  type AutoBackup,
  type AutoBackupState,
  type FolderCopy,
  type FolderCopyState,
} from '../../state/folder-copy/index.ts';
import { useAtomValue, useSetAtom } from '../../state/jotai.ts';
import { useWatched } from '../../state/observable.ts';
import { showToastAtom } from '../../state/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { CopyField } from '../../ui/copy-field.tsx';
import { cx } from '../../ui/cx.ts';
import { Progress } from '../../ui/progress.tsx';
import { TextButton } from '../../ui/text-link.tsx';
import t from '../../ui/type.module.css';
import styles from './settings-tab.module.css';

/** The folder that finished pictures are copied into. Empty where the app can’t write into any. */
export function FolderSection() {
  const copy = useAtomValue(folderCopyAtom);
  const backup = useAtomValue(autoBackupAtom);
  return copy && backup ? <Section copy={copy} backup={backup} /> : null;
}

const WHEN = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

/** Why pictures aren't copied at the moment, and what helps. */
function problemOf({ folder, stopped }: FolderCopyState): string | undefined {
  if (folder?.kind === 'asks') return 'The browser wants you to allow it again.';
  if (folder?.kind === 'gone') return 'It can’t be found. Connect its disk, or choose another.';
  if (stopped === 'full') return 'Its disk is full. Make some room, then try again.';
  if (stopped === 'failed') return 'A picture could not be written. Try again.';
  return undefined;
}

/** Shows the failure of what the user asked for. */
function useAsk(): (what: () => Promise<void>) => void {
  const showToast = useSetAtom(showToastAtom);
  return (what) => void what().catch((failure: unknown) => showToast(sentence(failure), 'bad'));
}

function Section({ copy, backup }: { readonly copy: FolderCopy; readonly backup: AutoBackup }) {
  const state = useWatched(copy);
  const ask = useAsk();
  useEffect(() => {
    const check = (): void => {
      void copy.check().catch(noted('files.disk'));
      void backup.check().catch(noted('files.disk'));
    };
    check();
    // A disk may be connected while the user is in another window.
    addEventListener('focus', check);
    return () => removeEventListener('focus', check);
  }, [copy, backup]);

  const { folder, copied, of, busy } = state;
  const problem = problemOf(state);
  return (
    <section aria-labelledby="folder">
      <h2 id="folder" className={t.heading}>
        Pictures in a folder
      </h2>
      {!folder || folder.kind === 'none' ? (
        <>
          <p className={cx(t.quiet, t.measure)}>
            Choose a folder on your disk, and every finished avatar is also saved there by itself.
          </p>
          <Button size="small" onClick={() => ask(() => copy.choose())}>
            Choose a Folder…
          </Button>
        </>
      ) : (
        <>
          {busy ? (
            <Progress label={`Copying to ${folder.name}`} done={of === 0 ? 0 : copied / of} />
          ) : null}
          <p role="status">
            <b>{folder.name}</b>:{' '}
            {problem ??
              (busy || copied < of
                ? `${formatNumber(copied)} of ${formatCount(of, 'avatar')} copied`
                : `${formatCount(of, 'avatar')}, each read back`)}
          </p>
          <p className={cx(t.quiet, t.measure)}>
            The pictures aren’t sealed, and they stay when you delete an avatar here. Purchases and
            credits are in a backup.
          </p>
          <div className={styles.actions}>
            {folder.kind === 'asks' && (
              <Button size="small" onClick={() => ask(() => copy.allow())}>
                Allow
              </Button>
            )}
            {problem !== undefined && folder.kind !== 'asks' && (
              <Button size="small" onClick={() => ask(() => copy.check())}>
                Try Again
              </Button>
            )}
            <Button size="small" onClick={() => ask(() => copy.choose())}>
              Choose Another…
            </Button>
            <TextButton onClick={() => ask(() => copy.forget())}>Stop copying</TextButton>
          </div>
          <AutoBackups backup={backup} />
        </>
      )}
    </section>
  );
}

/** Why the last backup wasn’t made. */
const BACKUP_PROBLEMS: Record<NonNullable<AutoBackupState['problem']>, string> = {
  asks: 'No backup was made: the browser wants you to allow the folder again.',
  gone: 'No backup was made: the folder can’t be found.',
  full: 'No backup was made: the disk is full. Make some room, then try again.',
  failed: 'No backup was made: it could not be written, or not read back. Try again.',
};

/** Sealed backups that are written into the same folder by themselves. */
function AutoBackups({ backup }: { readonly backup: AutoBackup }) {
  const { passphrase, last, done, problem } = useWatched(backup);
  const ask = useAsk();
  if (passphrase === undefined)
    return (
      <>
        <p className={cx(t.quiet, t.measure)}>
          A sealed backup can be kept there too. It is renewed once a day if anything has changed,
          while the app is open, and needs as much room as your library.
        </p>
        <Button size="small" onClick={() => ask(() => backup.turnOn())}>
          Back Up Automatically
        </Button>
      </>
    );
  return (
    <>
      {done === undefined ? null : <Progress label="Sealing your library" done={done} />}
      <p role="status">
        {problem !== undefined
          ? BACKUP_PROBLEMS[problem]
          : done !== undefined
            ? 'Backing up'
            : last
              ? `Backed up ${WHEN.format(last.at)}: ${formatCount(last.avatars, 'avatar')}, ${fileSize(last.bytes)}, read back`
              : 'The first backup is made with your first avatar.'}
      </p>
      {problem !== undefined && last && (
        <p className={cx(t.quiet, t.measure)}>
          The backup of {WHEN.format(last.at)} is still there, if the folder is.
        </p>
      )}
      <p className={cx(t.quiet, t.measure)}>
        Keep this passphrase somewhere else. It opens the backups on another device: without it
        nobody can, nor can we.
      </p>
      <CopyField label="Passphrase of the automatic backups" value={passphrase} />
      <div className={styles.actions}>
        <Button
          size="small"
          aria-disabled={done !== undefined || undefined}
          onClick={() => ask(() => backup.backUp())}
        >
          {problem === undefined ? 'Back Up Now' : 'Try Again'}
        </Button>
        <TextButton onClick={() => ask(() => backup.turnOff())}>Stop backing up</TextButton>
      </div>
    </>
  );
}
