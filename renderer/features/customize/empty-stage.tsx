import { useState, type DragEvent } from 'react';

import { i18n } from '../../i18n/index.ts';
import { pickedFiles } from '../../state/add-photos.ts';
import { useDrafts } from '../../state/drafts/index.ts';
import { shippedPicture } from '../../state/library/index.ts';
import { usePorts } from '../../state/ports.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { PictureUpIcon } from '../../ui/icons.tsx';
import { lazily } from '../../ui/lazily.tsx';
import { Trans } from '../../ui/trans.tsx';
import t from '../../ui/type.module.css';
import styles from './empty-stage.module.css';

const people = import.meta.glob<string>('../../../resources/people/*.webp', {
  eager: true,
  query: '?url',
  import: 'default',
});

const smallPeople = import.meta.glob<string>('../../../resources/people/small/*.webp', {
  eager: true,
  query: '?url',
  import: 'default',
});

/** The drawn people for trying the studio, each with its photo and that at 112 px, to choose by. */
const SAMPLE_PEOPLE = Object.entries(people).map(([path, picture]) => {
  const file = path.slice(path.lastIndexOf('/') + 1);
  const small = smallPeople[`../../../resources/people/small/${file}`];
  if (small === undefined) throw new Error(`no small picture of ${file}`);
  return { name: file.slice(0, -'.webp'.length), picture, small };
});

const Camera = lazily(async () => (await import('./camera.tsx')).Camera);

/**
 * The stage without a photo: choose, drop or paste one, or try it with a drawn person. While it
 * waits for the photos of an earlier visit, it is blank if there are any (`data-photo-kept`).
 */
export function EmptyStage({ waiting }: { readonly waiting: boolean }) {
  const drafts = useDrafts();
  const { photos } = usePorts();
  const [over, setOver] = useState(false);
  const [filming, setFilming] = useState(false);

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
      className={cx(styles.drop, over && styles.over, waiting && styles.waiting)}
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
        <p className={t.heading}>{i18n.t('Start with a photo of you')}</p>
        <p className={t.quiet}>
          {i18n.t('Facing the camera, in even light. It stays on this device.')}
        </p>
        <div className={styles.actions}>
          <Button variant="accent" onClick={() => void drafts.pick()}>
            <PictureUpIcon size={20} strokeWidth={1.6} aria-hidden="true" />
            {i18n.t('Upload photo')}
          </Button>
          {photos.camera === true && (
            <Button onClick={() => setFilming(true)}>{i18n.t('Use camera')}</Button>
          )}
        </div>
        <p className={cx(t.small, t.quiet)}>
          <Trans
            id="PNG, JPG up to 10MB<span>. Drop it here or paste it; several at once are fine</span>"
            components={{ span: <span data-mouse /> }}
          />
        </p>
        <p className={cx(t.small, t.quiet)}>
          {i18n.t(
            'Larger photos work too, up to 40 MB and 60 megapixels: they are made smaller here. So do WebP, AVIF, GIF and, in Safari, HEIC.',
          )}
        </p>
      </div>
      <Dialog open={filming} onClose={() => setFilming(false)} title={i18n.t('Take a photo')}>
        <Camera
          onPhoto={(file) => {
            setFilming(false);
            void drafts.add([{ name: 'camera.jpg', file }]);
          }}
        />
      </Dialog>
      {SAMPLE_PEOPLE.length > 0 && (
        <div className={styles.people}>
          <p className={cx(t.small, t.quiet)}>{i18n.t('Try with a sample photo')}</p>
          <ul>
            {SAMPLE_PEOPLE.map(({ name, picture, small }) => (
              <li key={name}>
                <button
                  type="button"
                  aria-label={i18n.t('Try with {name}', { name })}
                  onClick={() => void trySample(name, picture)}
                >
                  <img src={small} alt="" loading="lazy" decoding="async" />
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
