import { useEffect } from 'react';

import { sentence } from '../../core/errors.ts';
import { formatCount, formatNumber } from '../../core/format.ts';
import { noted } from '../../core/log/log.ts';
import {
  folderCopyAtom,
  type FolderCopy,
  type FolderCopyState,
} from '../../state/folder-copy/index.ts';
import { useAtomValue, useSetAtom } from '../../state/jotai.ts';
import { useWatched } from '../../state/observable.ts';
import { showToastAtom } from '../../state/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Progress } from '../../ui/progress.tsx';
import { TextButton } from '../../ui/text-link.tsx';
import t from '../../ui/type.module.css';
import styles from './settings-tab.module.css';

/** The folder that finished pictures are copied into. Empty where the app can’t write into any. */
export function FolderSection() {
  const copy = useAtomValue(folderCopyAtom);
  return copy ? <Section copy={copy} /> : null;
}

/** Why pictures aren't copied at the moment, and what helps. */
function problemOf({ folder, stopped }: FolderCopyState): string | undefined {
  if (folder?.kind === 'asks') return 'The browser wants you to allow it again.';
  if (folder?.kind === 'gone') return 'It can’t be found. Connect its disk, or choose another.';
  if (stopped === 'full') return 'Its disk is full. Make some room, then try again.';
  if (stopped === 'failed') return 'A picture could not be written. Try again.';
  return undefined;
}

function Section({ copy }: { readonly copy: FolderCopy }) {
  const state = useWatched(copy);
  const showToast = useSetAtom(showToastAtom);
  useEffect(() => {
    const check = (): void => void copy.check().catch(noted('files.disk'));
    check();
    // A disk may be connected while the user is in another window.
    addEventListener('focus', check);
    return () => removeEventListener('focus', check);
  }, [copy]);
  const ask = (what: () => Promise<void>): void =>
    void what().catch((failure: unknown) => showToast(sentence(failure), 'bad'));

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
            The files aren’t sealed, and they stay when you delete an avatar here. Purchases and
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
        </>
      )}
    </section>
  );
}
