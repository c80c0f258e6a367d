import type { Draft } from '../../core/drafts.ts';
import { i18n } from '../../i18n/index.ts';
import { useDrafts, type DraftState } from '../../state/drafts/index.ts';
import { useObjectUrl } from '../../state/object-url.ts';
import cover from '../../ui/cover.module.css';
import { cx } from '../../ui/cx.ts';
import { CloseIcon, PlusIcon } from '../../ui/icons.tsx';
import styles from './draft-strip.module.css';
import { faceCrop } from './face-crop.ts';

/** Space around the face, enough to show head and shoulders. */
const ROOM = 2.2;

/** All open photos: arrow keys move between them, Delete clears one. */
export function DraftStrip({ draft }: { readonly draft: DraftState }) {
  const drafts = useDrafts();
  return (
    <div className={styles.strip}>
      <fieldset className={styles.photos} aria-label={i18n.t('Photos')}>
        {draft.entries.map(({ draft: one, photo }) => (
          <label key={one.id} className={styles.photo} title={one.fileName}>
            <input
              className={cover.cover}
              type="radio"
              name="photo"
              aria-label={one.fileName}
              checked={one.id === draft.draft?.id}
              onChange={() => drafts.select(one.id)}
              onKeyDown={(event) => {
                if (event.key !== 'Delete' && event.key !== 'Backspace') return;
                event.preventDefault();
                void drafts.clear();
              }}
            />
            <Thumb photo={photo} draft={one} />
          </label>
        ))}
      </fieldset>
      {draft.incoming.map(({ id, fileName, photo, progress }) => (
        <div key={id} className={cx(styles.photo, styles.incoming)}>
          <Thumb photo={photo} />
          <b
            role="progressbar"
            aria-label={i18n.t('Reading {fileName}', { fileName })}
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={Math.round(progress * 100)}
          >
            {Math.round(progress * 100)}
          </b>
          <button
            type="button"
            aria-label={i18n.t('Cancel {fileName}', { fileName })}
            onClick={() => drafts.cancelImport(id)}
          >
            <CloseIcon size={16} strokeWidth={2} />
          </button>
        </div>
      ))}
      <button
        type="button"
        className={styles.add}
        aria-label={i18n.t('Add photos')}
        title={i18n.t('Add photos')}
        onClick={() => void drafts.pick()}
      >
        <PlusIcon size={20} strokeWidth={1.6} />
      </button>
    </div>
  );
}

/** The face if it is known, else the upper middle of the photo. */
export function Thumb({ photo, draft }: { photo: Blob | undefined; draft?: Draft }) {
  const url = useObjectUrl(photo);
  const crop = draft?.faceBox && faceCrop(draft.faceBox, draft.width / draft.height, ROOM);
  return (
    <span
      className={cx(styles.thumb, cover.covered)}
      style={crop && url !== undefined ? { ...crop, backgroundImage: `url("${url}")` } : undefined}
    >
      {!crop && url !== undefined && <img src={url} alt="" decoding="async" draggable={false} />}
    </span>
  );
}
