import { useSetAtom } from 'jotai';
import { useEffect, useRef, type CSSProperties } from 'react';

import type { Draft, FaceBox } from '../../core/drafts.ts';
import { i18n } from '../../i18n/index.ts';
import type { FaceFound } from '../../ports/engine.ts';
import { useDrafts, type DraftState } from '../../state/drafts/index.ts';
import { undoableAtom } from '../../state/library/index.ts';
import { useObjectUrl } from '../../state/object-url.ts';
import { useShowFailure } from '../../state/toasts.ts';
import { cx } from '../../ui/cx.ts';
import { CloseIcon, PlusIcon } from '../../ui/icons.tsx';
import ui from '../../ui/shared.module.css';
import styles from './draft-strip.module.css';

/** Space around the face, enough to show head and shoulders. */
const ROOM = 2.2;

/** Clears the chosen photo, and offers to bring it back. */
export function useClearPhoto(draft: DraftState): () => void {
  const drafts = useDrafts();
  const setUndoable = useSetAtom(undoableAtom);
  const showFailure = useShowFailure();
  return () => {
    const words = i18n.t('{name} was deleted', { name: draft.draft?.fileName ?? '' });
    drafts.clear().then((undo) => setUndoable(undo && { words, undo }), showFailure);
  };
}

/** All open photos: arrow keys move between them, Delete clears one. */
export function DraftStrip({ draft }: { readonly draft: DraftState }) {
  const drafts = useDrafts();
  const clear = useClearPhoto(draft);
  const photos = useRef<HTMLFieldSetElement>(null);
  /** A key has cleared the photo with the focus: the next one takes it. */
  const cleared = useRef(false);
  const chosen = draft.draft?.id;
  useEffect(() => {
    if (cleared.current) photos.current?.querySelector<HTMLInputElement>('input:checked')?.focus();
    cleared.current = false;
  }, [chosen]);
  return (
    <div className={styles.strip}>
      <fieldset ref={photos} className={styles.photos} aria-label={i18n.t('Photos')}>
        {draft.entries.map(({ draft: one, photo }) => (
          <label key={one.id} className={styles.photo} title={one.fileName}>
            <input
              className={ui.cover}
              type="radio"
              name="photo"
              aria-label={one.fileName}
              checked={one.id === chosen}
              onChange={() => drafts.select(one.id)}
              onKeyDown={(event) => {
                if (event.key !== 'Delete' && event.key !== 'Backspace') return;
                event.preventDefault();
                // A key held down deletes only once.
                if (event.repeat) return;
                cleared.current = true;
                clear();
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
      className={cx(styles.thumb, ui.covered)}
      style={crop && url !== undefined ? { ...crop, backgroundImage: `url("${url}")` } : undefined}
    >
      {!crop && url !== undefined && <img src={url} alt="" decoding="async" draggable={false} />}
    </span>
  );
}

/**
 * Shows the face's part of a photo in a square, as a CSS background size and position.
 * @param aspect the photo's width divided by its height
 * @param room space around the face's box, in fractions of its longer side
 */
export function faceCrop(box: FaceBox, aspect: number, room: number): CSSProperties {
  const side = Math.min(1, 1 / aspect, Math.max(box.width, box.height / aspect) * room);
  const tall = side * aspect;
  const at = (centre: number, part: number): string => {
    const start = Math.min(1 - part, Math.max(0, centre - part / 2));
    return part >= 1 ? '50%' : `${String((start / (1 - part)) * 100)}%`;
  };
  return {
    backgroundSize: `${String(100 / side)}% ${String(100 / tall)}%`,
    backgroundPosition: `${at(box.x + box.width / 2, side)} ${at(box.y + box.height / 2, tall)}`,
  };
}

interface FacePickerProps {
  readonly photo: Blob;
  readonly faces: readonly FaceFound[];
  /** The photo's width divided by its height. */
  readonly aspect: number;
  readonly chosen: number;
  readonly onChoose: (face: number) => void;
}

/** Space around the face's box, in fractions of its longer side. */
const PICKER_ROOM = 1.5;

/** Asks which of several people in the photo the avatar shows. */
export function FacePicker({ photo, faces, aspect, chosen, onChoose }: FacePickerProps) {
  const url = useObjectUrl(photo);
  return (
    <fieldset className={styles.faces}>
      <legend>{i18n.t('Who is it?')}</legend>
      <div>
        {faces.map((face, index) => (
          <label key={index}>
            <input
              className={ui.cover}
              type="radio"
              name="face"
              aria-label={i18n.t('Person {index}', { index: index + 1 })}
              checked={index === chosen}
              onChange={() => onChoose(index)}
            />
            <span
              className={ui.covered}
              style={{
                ...faceCrop(face.box, aspect, PICKER_ROOM),
                ...(url !== undefined && { backgroundImage: `url("${url}")` }),
              }}
            />
          </label>
        ))}
      </div>
    </fieldset>
  );
}
