import { useAtomValue } from 'jotai';
import { useState } from 'react';

import { noted } from '../../core/log/log.ts';
import { t } from '../../i18n/index.ts';
import { undoableAtom, useLibrary } from '../../state/library/index.ts';
import { useShowFailure } from '../../state/toasts.ts';
import { TextButton } from '../../ui/button.tsx';
import { cx, ui } from '../../ui/shared.ts';
import styles from './undo-note.module.css';

/** The last change to avatars, with its undo. */
export function UndoNote() {
  const library = useLibrary();
  const undoable = useAtomValue(undoableAtom);
  const showFailure = useShowFailure();
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
