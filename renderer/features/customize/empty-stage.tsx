import { useState, type DragEvent } from 'react';

import { useDrafts } from '../../state/drafts/index.ts';
import { SAMPLE_PEOPLE, shippedPicture } from '../../state/library/index.ts';
import { pickedFiles } from '../../state/picked-files.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { PictureUpIcon } from '../../ui/icons.tsx';
import t from '../../ui/type.module.css';
import styles from './empty-stage.module.css';

/** The stage before a photo is there: choose, drop, paste, or try it with somebody drawn. */
export function EmptyStage() {
  const drafts = useDrafts();
  const [over, setOver] = useState(false);

  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    void drafts.add(pickedFiles(event.dataTransfer.files));
  };
  const trySample = async (name: string, picture: string): Promise<void> => {
    await drafts.add([{ name: `${name}.png`, file: await shippedPicture(picture, 'png') }]);
  };

  return (
    <div
      className={cx(styles.drop, over && styles.over)}
      onDragEnter={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragOver={(event) => event.preventDefault()}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={drop}
    >
      <svg className={styles.outline} viewBox="0 0 400 400" aria-hidden="true">
        <path d="M200 20c-76 0-124 56-124 142 0 92 54 158 124 158s124-66 124-158C324 76 276 20 200 20Z" />
        <path d="M138 298c-2 34-20 44-56 54-36 10-56 24-64 48M262 298c2 34 20 44 56 54 36 10 56 24 64 48" />
      </svg>
      <div className={styles.words}>
        <p className={t.heading}>Start with a photo of you</p>
        <p className={t.quiet}>Facing the camera, in even light. It stays on this device.</p>
        <Button look="accent" onClick={() => void drafts.pick()}>
          <PictureUpIcon size={20} strokeWidth={1.6} aria-hidden="true" />
          Upload photo
        </Button>
        <p className={cx(t.small, t.quiet)}>
          PNG, JPG up to 10MB
          <span className={styles.mouse}>. Drop it here or paste it; several at once are fine</span>
        </p>
      </div>
      {SAMPLE_PEOPLE.length > 0 && (
        <div className={styles.people}>
          <p className={cx(t.small, t.quiet)}>Try with a sample photo</p>
          <ul>
            {SAMPLE_PEOPLE.map(({ name, picture }) => (
              <li key={name}>
                <button
                  type="button"
                  aria-label={`Try with ${name}`}
                  onClick={() => void trySample(name, picture)}
                >
                  <img src={picture} alt="" loading="lazy" decoding="async" />
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
