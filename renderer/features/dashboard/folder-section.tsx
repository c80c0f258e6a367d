import { useAtomValue } from 'jotai';
import { useEffect } from 'react';

import { noted } from '../../core/log/log.ts';
import { fileSize } from '../../core/units.ts';
import { formatNumber, formatTime, t } from '../../i18n/index.ts';
import {
  autoBackupAtom,
  folderCopyAtom,
  type AutoBackup,
  type AutoBackupState,
  type FolderCopy,
  type FolderCopyState,
} from '../../state/folder-copy/index.ts';
import { showFailure } from '../../state/toasts.ts';
import { onReturn } from '../../state/use-async.ts';
import { useSnapshot } from '../../state/use-snapshot.ts';
import { Button, ButtonLink, TextButton } from '../../ui/button.tsx';
import { CopyField } from '../../ui/copy-field.tsx';
import { Answers, DialogButton } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Progress } from '../../ui/progress.tsx';
import { cx, ui } from '../../ui/shared.ts';
import { Section, Trans } from '../../ui/text.tsx';

interface FolderProps {
  readonly copy: FolderCopy;
  readonly backup: AutoBackup;
}

/**
 * The folder that finished pictures are copied into, or only a notice if they aren't. Empty where the
 * app can’t write into any.
 */
export function FolderSection({ notice = false }: { readonly notice?: boolean }) {
  const copy = useAtomValue(folderCopyAtom);
  const backup = useAtomValue(autoBackupAtom);
  const Part = notice ? FolderNotice : Folder;
  return copy && backup ? <Part copy={copy} backup={backup} /> : null;
}

/** Why pictures aren't copied at the moment, and what helps. */
function problemOf({ folder, stopped }: FolderCopyState): string | undefined {
  if (folder?.kind === 'asks') return t('The browser needs your permission again.');
  if (folder?.kind === 'gone') return t('It can’t be found. Connect its disk, or choose another.');
  if (stopped === 'full') return t('Its disk is full. Make some room, then try again.');
  if (stopped === 'failed') return t('A picture could not be written. Try again.');
  return undefined;
}

/** How many pictures are in the folder. */
const progressOf = ({ busy, copied, of: total }: FolderCopyState): string =>
  busy || copied < total
    ? t('{copied} of {total, plural, one {# avatar} other {# avatars}} copied', {
        copied: formatNumber(copied),
        total,
      })
    : t('{total, plural, one {# avatar} other {# avatars}}, each checked', { total });

/** Shows the failure of what the user asked for. */
const ask = (what: () => Promise<void>): void => void what().catch(showFailure);

interface CopiedProps {
  readonly folder: string;
  readonly state: FolderCopyState;
}

/** How many pictures were copied, or why not all. While they are, the number isn't said aloud. */
function Copied({ folder, state }: CopiedProps) {
  const { copied, of, busy } = state;
  const copying = t('Copying to {folder}', { folder });
  const line = (
    <Trans
      id="<b>{folder}</b>: {state}"
      values={{ folder: <>{folder}</>, state: problemOf(state) ?? progressOf(state) }}
    />
  );
  return (
    <>
      {busy && (
        <>
          <Progress label={copying} done={of === 0 ? 0 : copied / of} />
          <p>{line}</p>
        </>
      )}
      <p role="status" className={cx(busy && ui.hidden)}>
        {busy ? copying : line}
      </p>
    </>
  );
}

/** Checks whether the folder is there: a disk may have been connected meanwhile. */
function checkFolder(copy: FolderCopy, backup: AutoBackup): void {
  void copy.check().catch(noted('files.disk'));
  void backup.check().catch(noted('files.disk'));
}

function Folder({ copy, backup }: FolderProps) {
  const state = useSnapshot(copy);
  const { passphrase } = useSnapshot(backup);
  useEffect(() => {
    const check = (): void => checkFolder(copy, backup);
    check();
    return onReturn(check);
  }, [copy, backup]);

  /** Another folder may have no backup yet. */
  const change = (what: 'choose' | 'allow' | 'forget'): void =>
    ask(async () => {
      await copy[what]();
      await backup.check();
    });
  const { folder } = state;
  const problem = problemOf(state);
  const none = !folder || folder.kind === 'none';
  return (
    <Section id="folder" title={t('Pictures in a folder')}>
      {none ? (
        <>
          <p className={cx(ui.quiet, ui.measure)}>
            {t(
              'Choose a folder on your disk, and every finished avatar is also saved there automatically.',
            )}
          </p>
          <Button size="small" onClick={() => change('choose')}>
            {t('Choose a folder…')}
          </Button>
        </>
      ) : (
        <>
          <Copied folder={folder.name} state={state} />
          <p className={cx(ui.quiet, ui.measure)}>
            {t(
              'The pictures aren’t encrypted, and they stay when you delete an avatar here. Purchases and credits are in a backup.',
            )}
          </p>
          <div className={ui.wrap3}>
            {folder.kind === 'asks' && (
              <Button size="small" onClick={() => change('allow')}>
                {t('Allow')}
              </Button>
            )}
            {problem !== undefined && folder.kind !== 'asks' && (
              <Button size="small" onClick={() => ask(() => copy.check())}>
                {t('Try again')}
              </Button>
            )}
            <Button size="small" onClick={() => change('choose')}>
              {t('Choose another…')}
            </Button>
            <TextButton onClick={() => change('forget')}>{t('Stop copying')}</TextButton>
          </div>
        </>
      )}
      {!(none && passphrase === undefined) && <AutoBackups backup={backup} />}
    </Section>
  );
}

/** Why the last backup wasn’t made. */
const BACKUP_PROBLEMS: Record<NonNullable<AutoBackupState['problem']>, string> = {
  asks: t('No backup was made: the browser needs your permission for the folder again.'),
  gone: t('No backup was made: the folder can’t be found.'),
  full: t('No backup was made: the disk is full. Make some room, then try again.'),
  failed: t('No backup was made: it could not be written or checked. Try again.'),
};

function FolderNotice({ copy, backup }: FolderProps) {
  const copied = problemOf(useSnapshot(copy));
  const { problem } = useSnapshot(backup);
  const text = problem === undefined ? copied : BACKUP_PROBLEMS[problem];
  const isShown = text !== undefined;
  useEffect(
    () => (isShown ? onReturn(() => checkFolder(copy, backup)) : undefined),
    [isShown, copy, backup],
  );
  return text === undefined ? null : (
    <Notice
      tone="careful"
      title={t('Pictures in a folder')}
      actions={
        <ButtonLink size="small" to="/dashboard?tab=settings#folder">
          {t('Settings')}
        </ButtonLink>
      }
    >
      {text}
    </Notice>
  );
}

/** Sealed backups that are written into the same folder automatically. */
function AutoBackups({ backup }: { readonly backup: AutoBackup }) {
  const { passphrase, last, done, problem } = useSnapshot(backup);
  if (passphrase === undefined)
    return (
      <>
        <p className={cx(ui.quiet, ui.measure)}>
          {t(
            'Encrypted backups can be kept there too: one a day if anything has changed, while the app is open. The last seven daily and four weekly ones stay; each is as large as your library was then.',
          )}
        </p>
        <Button size="small" onClick={() => ask(() => backup.turnOn())}>
          {t('Back up automatically')}
        </Button>
      </>
    );
  const keepIt = (
    <>
      <p className={cx(ui.quiet, ui.measure)}>
        {t(
          'Keep this passphrase somewhere else. It opens the backups on another device: without it nobody can open them, not even us.',
        )}
      </p>
      <CopyField label={t('Passphrase of the automatic backups')} value={passphrase} />
    </>
  );
  return (
    <>
      {done === undefined ? null : <Progress label={t('Encrypting your library')} done={done} />}
      <p role="status">
        {problem !== undefined
          ? BACKUP_PROBLEMS[problem]
          : done !== undefined
            ? t('Backing up')
            : last
              ? t(
                  'Backed up {date}: {avatars, plural, one {# avatar} other {# avatars}}, {size}, checked',
                  {
                    date: formatTime(last.at),
                    avatars: last.avatars,
                    size: fileSize(last.bytes),
                  },
                )
              : t('The first backup is made with your first avatar.')}
      </p>
      {problem !== undefined && last && (
        <p className={cx(ui.quiet, ui.measure)}>
          {t('The backup of {date} is still there, if the folder is.', {
            date: formatTime(last.at),
          })}
        </p>
      )}
      {keepIt}
      <div className={ui.wrap3}>
        <Button size="small" busy={done !== undefined} onClick={() => ask(() => backup.backUp())}>
          {problem === undefined ? t('Back up now') : t('Try again')}
        </Button>
        <DialogButton text label={t('Stop backing up')}>
          {(close) => (
            <>
              {keepIt}
              <Answers
                yes={t('Stop backing up')}
                onYes={() => ask(() => backup.turnOff())}
                close={close}
              />
            </>
          )}
        </DialogButton>
      </div>
    </>
  );
}
