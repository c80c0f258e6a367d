import { useState, type ReactNode } from 'react';

import { i18n } from '../../i18n/index.ts';
import { Segmented } from '../../ui/segmented.tsx';
import { useMintedUids } from '../certificate/index.ts';

interface MintedSwitchProps {
  readonly count: number;
  readonly only: boolean;
  readonly onChange: (only: boolean) => void;
}

/** Switches between all avatars and NFTs; nothing while there is no NFT. */
export const MintedSwitch = ({ count, only, onChange }: MintedSwitchProps) =>
  count > 0 && (
    <Segmented
      label={i18n.t('Show')}
      variant="words"
      options={[
        { id: 'all', label: i18n.t('All') },
        { id: 'minted', label: i18n.t('NFTs ({count})', { count }) },
      ]}
      value={only ? 'minted' : 'all'}
      onChange={(which) => onChange(which === 'minted')}
    />
  );

export interface MintedFilter {
  /** Whether to show the avatar. */
  readonly shows: (avatarUid: string) => boolean;
  readonly onlyMinted: boolean;
  /** The switch to render. */
  readonly control: ReactNode;
}

/** The filter for the samples. */
export function useMintedFilter(): MintedFilter {
  const minted = useMintedUids();
  const [wanted, setWanted] = useState(false);
  const onlyMinted = wanted && minted.size > 0;
  return {
    shows: (uid) => !onlyMinted || minted.has(uid),
    onlyMinted,
    control: <MintedSwitch count={minted.size} only={onlyMinted} onChange={setWanted} />,
  };
}
