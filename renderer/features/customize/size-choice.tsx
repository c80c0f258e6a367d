import { useAtom } from 'jotai';
import type { ReactNode } from 'react';

import type { AvatarSize } from '../../core/avatars.ts';
import { i18n } from '../../i18n/index.ts';
import { avatarSizeAtom } from '../../state/settings.ts';
import { Segmented } from '../../ui/segmented.tsx';
import styles from './size-choice.module.css';

/** The edge length of new avatars, up to what the photo's detail allows. Remembers the choice. */
export function SizeChoice({
  largest,
  large,
}: {
  readonly largest: AvatarSize;
  readonly large: ReactNode;
}) {
  const [size, setSize] = useAtom(avatarSizeAtom);
  const chosen = Math.min(size, largest);
  return (
    <div className={styles.size}>
      <Segmented
        label={i18n.t('Size')}
        options={[
          { id: '1024', label: '1024 × 1024' },
          { id: '2048', label: '2048 × 2048', disabled: largest < 2048 },
        ]}
        value={chosen === 2048 ? '2048' : '1024'}
        onChange={(edge) => setSize(edge === '2048' ? 2048 : 1024)}
      />
      <p>
        {largest < 2048
          ? i18n.t('This photo has the detail for 1024. Use a photo with a larger face for 2048.')
          : chosen === 2048
            ? large
            : i18n.t('The standard, for every profile. This photo has the detail for 2048 too.')}
      </p>
    </div>
  );
}
