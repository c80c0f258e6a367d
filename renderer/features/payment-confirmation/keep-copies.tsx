import { useAtomValue } from 'jotai';

import type { Batch } from '../../core/batches.ts';
import { t } from '../../i18n/index.ts';
import { useDeviceStorage } from '../../state/device.ts';
import { useLibraryState } from '../../state/library/index.ts';
import { pictureFormatAtom } from '../../state/settings.ts';
import { ui } from '../../ui/shared.ts';
import { BackUp } from '../account/index.ts';
import { SaveAll } from '../saving/index.ts';

/** Saves a made set and backs it up. */
export function KeepCopies({ batch }: { readonly batch: Batch }) {
  const { avatars } = useLibraryState();
  const format = useAtomValue(pictureFormatAtom);
  const made = new Set(batch.items.map(({ uid }) => uid));
  const mine = avatars.filter(({ uid }) => made.has(uid));
  if (mine.length === 0) return null;
  return (
    <>
      <SaveAll avatars={mine} format={format} />
      <BackUp label={t('Back up')} />
    </>
  );
}

/** Says whether the browser promised to keep the pictures, which it was asked with the payment. */
export function Kept() {
  const stored = useDeviceStorage();
  if (!stored) return null;
  return (
    <p role="status" className={ui.quiet}>
      {stored.persistent
        ? t('We have no copy of your pictures. The browser keeps them until you delete them.')
        : t(
            'We have no copy of your pictures, and the browser may clear them when space gets short. Save your own.',
          )}
    </p>
  );
}
