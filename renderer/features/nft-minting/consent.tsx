import { useState } from 'react';

import { PUBLISHING } from '../../content/minting.ts';
import { MINTED_EDGE } from '../../core/constants.ts';
import { i18n } from '../../i18n/index.ts';
import { useFreeBytes } from '../../state/minting/index.ts';
import { writableFormats } from '../../state/writable-formats.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { CheckField } from '../../ui/field.tsx';
import { NetworkMark } from '../../ui/network-mark.tsx';
import styles from './consent.module.css';

export interface ConsentProps {
  readonly open: boolean;
  readonly count: number;
  readonly total: string | undefined;
  /** The wallet sends by itself, so the files are published before it is asked. */
  readonly filesFirst: boolean;
  /** What is published beside the picture if the NFT is animated. */
  readonly animated?: string;
  /** The chain's 'Network: …'. */
  readonly network: string;
  readonly onClose: () => void;
  readonly onAgree: () => void;
}

const actionWords = (count: number, total: string | undefined): string => {
  if (count > 1)
    return total === undefined
      ? i18n.t('Publish and mint {count, plural, one {# avatar} other {# avatars}}', { count })
      : i18n.t('Publish and mint {count, plural, one {# avatar} other {# avatars}} for {total}', {
          count,
          total,
        });
  return total === undefined
    ? i18n.t('Publish and mint')
    : i18n.t('Publish and mint for {total}', { total });
};

const Asked = ({
  count,
  total,
  filesFirst,
  animated,
  network,
  onAgree,
  onClose,
}: Omit<ConsentProps, 'open'>) => {
  const [understood, setUnderstood] = useState(false);
  const free = useFreeBytes();
  const format = writableFormats().includes('webp') ? 'WebP' : 'JPEG';
  return (
    <div className={styles.consent}>
      <ul>
        {[
          ...PUBLISHING.points,
          PUBLISHING.picture(format, MINTED_EDGE, free),
          ...(animated === undefined ? [] : [animated]),
          filesFirst ? PUBLISHING.filesFirst : PUBLISHING.walletFirst,
        ].map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
      <NetworkMark label={network} />
      <CheckField
        label={PUBLISHING.consent}
        checked={understood}
        onChange={(event) => setUnderstood(event.target.checked)}
      />
      <Button variant="accent" wide disabled={!understood} onClick={onAgree}>
        {actionWords(count, total)}
      </Button>
      <Button wide onClick={onClose}>
        {i18n.t('Not now')}
      </Button>
    </div>
  );
};

/** Says plainly what minting does, before any wallet opens. */
export const Consent = ({ open, onClose, ...rest }: ConsentProps) => (
  <Dialog open={open} onClose={onClose} title={PUBLISHING.title}>
    <Asked {...rest} onClose={onClose} />
  </Dialog>
);
