import { useSetAtom } from 'jotai';
import { useEffect, useRef } from 'react';

import { faceBoxOf, type FaceBox } from '../../core/drafts.ts';
import { noted } from '../../core/log/log.ts';
import { squareWithin } from '../../core/square.ts';
import { t } from '../../i18n/index.ts';
import type { FaceFound } from '../../ports/engine.ts';
import { useDrafts, type DraftState } from '../../state/drafts/index.ts';
import { undoableAtom } from '../../state/library/index.ts';
import { showFailure } from '../../state/toasts.ts';
import { CloseIcon, PlusIcon } from '../../ui/icons.tsx';
import { cx, ui } from '../../ui/shared.ts';
import styles from './draft-strip.module.css';

/** Space around the face, enough to show head and shoulders. */
const ROOM = 2.2;

/** Clears the chosen photo, and offers to bring it back. */
export function useClearPhoto(draft: DraftState): () => void {
  const drafts = useDrafts();
  const setUndoable = useSetAtom(undoableAtom);
  return () => {
    const words = t('{name} was deleted', { name: draft.draft?.fileName ?? '' });
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
      <fieldset ref={photos} className={styles.photos} aria-label={t('Photos')}>
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
            <Thumb photo={photo} box={faceBoxOf(one)} />
          </label>
        ))}
      </fieldset>
      {draft.incoming.map(({ id, fileName, photo, progress }) => (
        <div key={id} className={cx(styles.photo, styles.incoming)}>
          <Thumb photo={photo} box={undefined} />
          <b
            role="progressbar"
            aria-label={t('Reading {fileName}', { fileName })}
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={Math.round(progress * 100)}
          >
            {Math.round(progress * 100)}
          </b>
          <button
            type="button"
            aria-label={t('Cancel {fileName}', { fileName })}
            onClick={() => drafts.cancelImport(id)}
          >
            <CloseIcon size={16} strokeWidth={2} />
          </button>
        </div>
      ))}
      <button
        type="button"
        className={styles.add}
        aria-label={t('Add photos')}
        title={t('Add photos')}
        onClick={() => void drafts.pick()}
      >
        <PlusIcon size={20} strokeWidth={1.6} />
      </button>
    </div>
  );
}

/** Edge of a small picture in pixels: twice the edge at which a folder's people are shown. */
const EDGE = 256;

/** They are drawn one after the other: each decodes a whole photo. */
let drawn: Promise<void> = Promise.resolve();

interface ThumbProps {
  readonly photo: Blob | undefined;
  readonly box: FaceBox | undefined;
  /** Space around the face's box, in fractions of its longer side. */
  readonly room?: number;
}

/**
 * The face if it is known, else the upper middle of the photo. Drawn once at this size: an image
 * would keep the whole photo decoded, 64 MB of a large one.
 */
export function Thumb({ photo, box, room = ROOM }: ThumbProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const draw = async (): Promise<void> => {
      const shown = canvas.current;
      if (!photo || !shown) return;
      const bitmap = await createImageBitmap(photo);
      const context = shown.getContext('2d');
      if (context) {
        const { x, y, side } = faceCrop(box, bitmap, room);
        context.imageSmoothingQuality = 'high';
        context.drawImage(bitmap, x, y, side, side, 0, 0, EDGE, EDGE);
      }
      bitmap.close();
    };
    drawn = drawn.then(draw).catch(noted('drafts.photo'));
  }, [photo, box, room]);
  return (
    <canvas
      ref={canvas}
      className={cx(styles.thumb, ui.covered)}
      width={EDGE}
      height={EDGE}
      aria-hidden="true"
    />
  );
}

/** The face's square of a photo, or its upper middle, in the photo's pixels. */
export function faceCrop(
  box: FaceBox | undefined,
  { width, height }: { readonly width: number; readonly height: number },
  room: number,
) {
  const most = Math.min(width, height);
  if (!box) return { x: (width - most) / 2, y: (height - most) / 4, side: most };
  const centre = [(box.x + box.width / 2) * width, (box.y + box.height / 2) * height] as const;
  const wanted = Math.max(box.width * width, box.height * height) * room;
  return squareWithin({ width, height }, centre, wanted);
}

interface FacePickerProps {
  readonly photo: Blob;
  readonly faces: readonly FaceFound[];
  readonly chosen: number;
  readonly onChoose: (face: number) => void;
}

/** Asks which of several people in the photo the avatar shows. */
export function FacePicker({ photo, faces, chosen, onChoose }: FacePickerProps) {
  return (
    <fieldset className={styles.faces}>
      <legend>{t('Who is it?')}</legend>
      <div>
        {faces.map((face, index) => (
          <label key={index}>
            <input
              className={ui.cover}
              type="radio"
              name="face"
              aria-label={t('Person {index}', { index: index + 1 })}
              checked={index === chosen}
              onChange={() => onChoose(index)}
            />
            <Thumb photo={photo} box={face.box} room={1.5} />
          </label>
        ))}
      </div>
    </fieldset>
  );
}
