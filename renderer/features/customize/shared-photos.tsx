import { useAtom } from 'jotai';

import { t } from '../../i18n/index.ts';
import { sharedPhotosAtom, type SharedPhoto } from '../../state/add-photos.ts';
import { useDrafts } from '../../state/drafts/index.ts';
import { useObjectUrl } from '../../state/object-url.ts';
import { Button, TextButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { cx, ui } from '../../ui/shared.ts';
import styles from './shared-photos.module.css';

/**
 * Photos that the system's share sheet brought, or a website that imitates it: nothing tells them
 * apart. They are stored nowhere until the user has said that they shared them.
 */
export function SharedPhotos() {
  const [photos, setPhotos] = useAtom(sharedPhotosAtom);
  const drafts = useDrafts();
  const drop = (): void => setPhotos([]);
  return (
    <Dialog
      open={photos.length > 0}
      onClose={drop}
      title={t('Did you just share {photos, plural, one {this photo} other {these photos}}?', {
        photos: photos.length,
      })}
    >
      <p className={ui.quiet}>
        {t(
          'Another app sent this to Likeness, or a website did. It isn’t stored unless you open it.',
        )}
      </p>
      <ul className={cx(ui.wrap3, styles.photos)}>
        {photos.map((photo, at) => (
          <Shared key={at} photo={photo} />
        ))}
      </ul>
      <div className={cx(ui.wrap3, styles.actions)}>
        <Button
          variant="accent"
          onClick={() => {
            drop();
            void drafts.add(photos);
          }}
        >
          {t('{photos, plural, one {Open the photo} other {Open # photos}}', {
            photos: photos.length,
          })}
        </Button>
        <TextButton onClick={drop}>{t('Don’t open')}</TextButton>
      </div>
    </Dialog>
  );
}

function Shared({ photo: { name, file } }: { readonly photo: SharedPhoto }) {
  const url = useObjectUrl(file);
  return <li>{url !== undefined && <img src={url} alt={name} />}</li>;
}
