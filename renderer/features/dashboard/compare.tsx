import { useState } from 'react';

import { styleName, type Avatar } from '../../core/avatars.ts';
import { formatPercent, t } from '../../i18n/index.ts';
import { useLibrary, useLibraryState, usePictureUrl } from '../../state/library/index.ts';
import { showFailure } from '../../state/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { HeartIcon } from '../../ui/icons.tsx';
import { cx, ui } from '../../ui/shared.ts';
import styles from './compare.module.css';
import { LikeWords } from './frames.tsx';

/** Two avatars side by side, to keep the better one; a press on either magnifies both. */
export function Compare({ two }: { readonly two: readonly [Avatar, Avatar] }) {
  const [close, setClose] = useState(false);
  return (
    <div className={ui.stack4}>
      <div className={styles.two}>
        {two.map(({ uid }) => (
          <Side key={uid} uid={uid} close={close} onCompare={() => setClose(!close)} />
        ))}
      </div>
      <p className={ui.note}>
        {close
          ? t('Press a picture to see both whole.')
          : t('Press a picture to look closer at both faces.')}
      </p>
    </div>
  );
}

function Side({
  uid,
  close,
  onCompare,
}: {
  readonly uid: string;
  readonly close: boolean;
  readonly onCompare: () => void;
}) {
  const library = useLibrary();
  // Read from the library, because it can be liked from here.
  const avatar = useLibraryState().avatars.find((one) => one.uid === uid);
  const url = usePictureUrl(uid, 'full');
  if (!avatar) return null;
  const { name, likeness, liked } = avatar;
  const like = (): void => {
    library.like([uid], !liked).catch(showFailure);
  };
  return (
    <figure className={styles.side}>
      <button
        type="button"
        className={cx(styles.picture, close && styles.close)}
        aria-pressed={close}
        aria-label={t('Look closer at {name}', { name })}
        onClick={onCompare}
      >
        {url !== undefined && <img src={url} alt="" className={ui.fill} />}
      </button>
      <figcaption>
        <b title={name}>{name}</b>
        <span>
          {t('{style}, likeness {percent}', {
            style: styleName(avatar),
            percent: formatPercent(likeness),
          })}
        </span>
        <Button size="small" aria-pressed={liked} onClick={like}>
          <HeartIcon size={16} strokeWidth={1.7} fill={liked ? 'currentcolor' : 'none'} />
          <LikeWords liked={liked} name={name} />
        </Button>
      </figcaption>
    </figure>
  );
}
