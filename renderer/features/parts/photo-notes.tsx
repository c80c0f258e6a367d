import type { ReactNode } from 'react';

import { FAULT_SENTENCES } from '../../core/cut-out-faults.ts';
import type { Draft } from '../../core/drafts.ts';
import { NOTE_SENTENCES, type PhotoNote } from '../../core/photo-notes.ts';
import { shownFaults } from '../../core/strokes.ts';
import { t } from '../../i18n/index.ts';
import { Notice } from '../../ui/notice.tsx';
import { cx, ui } from '../../ui/shared.ts';
import styles from './photo-notes.module.css';

/**
 * What was done with a photo, and what could be better about it: one line that opens, so that the
 * choices stay in view.
 */
export function PhotoNotes({ notes }: { readonly notes: readonly PhotoNote[] }) {
  const weak = notes.filter((note) => note !== 'animated');
  return (
    <>
      {weak.length < notes.length && (
        <p className={cx(ui.small, ui.quiet)}>{NOTE_SENTENCES.animated}</p>
      )}
      {weak.length > 0 && (
        <details className={cx(styles.notes, ui.small)}>
          <summary>
            {weak.length === 1
              ? t('This photo works. One thing could be better')
              : t('This photo works. Some things could be better')}
          </summary>
          {weak.map((note) => (
            <p key={note}>{NOTE_SENTENCES[note]}</p>
          ))}
        </details>
      )}
    </>
  );
}

/** Shows before payment what the engine finds wrong with a photo's cut-out; else nothing. */
export function CutOutVerdict({
  draft,
  actions,
}: {
  readonly draft: Draft;
  /** The link to the brush. */
  readonly actions: ReactNode;
}) {
  const faults = shownFaults(draft);
  if (faults.length === 0) return null;
  return (
    <Notice tone="careful" title={t('Look at the cut-out before you pay')} actions={actions}>
      {faults.map((fault) => (
        <p key={fault}>{FAULT_SENTENCES[fault]}</p>
      ))}
      <p>
        {t('Your avatars will show this, too. Fix it with the brush first; that costs nothing.')}
      </p>
    </Notice>
  );
}
