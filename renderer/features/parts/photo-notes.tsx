import { NOTE_SENTENCES, type PhotoNote } from '../../core/photo-notes.ts';
import { i18n } from '../../i18n/index.ts';
import { cx } from '../../ui/cx.ts';
import t from '../../ui/type.module.css';
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
        <p className={cx(t.small, t.quiet)}>{NOTE_SENTENCES.animated}</p>
      )}
      {weak.length > 0 && (
        <details className={cx(styles.notes, t.small)}>
          <summary>
            {weak.length === 1
              ? i18n.t('This photo works. One thing could be better')
              : i18n.t('This photo works. Some things could be better')}
          </summary>
          {weak.map((note) => (
            <p key={note}>{NOTE_SENTENCES[note]}</p>
          ))}
        </details>
      )}
    </>
  );
}
