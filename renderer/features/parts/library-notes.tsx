import { useAtomValue } from 'jotai';
import { useState } from 'react';

import { SENTENCES } from '../../core/errors.ts';
import { noted } from '../../core/log/log.ts';
import { t } from '../../i18n/index.ts';
import { undoableAtom, useLibrary, useLibraryState } from '../../state/library/index.ts';
import { showFailure } from '../../state/toasts.ts';
import { Button, TextButton } from '../../ui/button.tsx';
import { ErrorNote } from '../../ui/notice.tsx';
import { cx, ui } from '../../ui/shared.ts';
import styles from './undo-note.module.css';

/** Stands in for what needs a library that could not be read. */
export function LibraryFailed() {
  const library = useLibrary();
  const { failed } = useLibraryState();
  const isKnown = failed?.startsWith('storage-');
  return (
    <ErrorNote
      what={failed && isKnown ? SENTENCES[failed] : t('Your library could not be read.')}
      safe={isKnown ? undefined : t('Nothing was lost.')}
      actions={<Button onClick={() => library.reload()}>{t('Try again')}</Button>}
    />
  );
}

/** The last change to avatars, with its undo. */
export function UndoNote() {
  const library = useLibrary();
  const undoable = useAtomValue(undoableAtom);
  const [busy, setBusy] = useState(false);
  return (
    <div role="status" className={styles.place}>
      {undoable && (
        <div className={cx(ui.between, styles.note)}>
          <p>{undoable.words}</p>
          <div className={styles.actions}>
            <TextButton
              aria-disabled={busy || undefined}
              onClick={() => {
                if (busy) return;
                setBusy(true);
                undoable
                  .undo()
                  .then(undoable.end, showFailure)
                  .finally(() => setBusy(false));
              }}
            >
              {t('Undo')}
            </TextButton>
            <TextButton
              onClick={() => {
                undoable.end();
                library.forget().catch(noted('library.load'));
              }}
            >
              {t('Dismiss')}
            </TextButton>
          </div>
        </div>
      )}
    </div>
  );
}
