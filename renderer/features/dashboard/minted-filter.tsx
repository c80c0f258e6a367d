import { useState, type ReactNode } from 'react';

import { Segmented } from '../../ui/segmented.tsx';
import { useMintedUids } from '../certificate/index.ts';

export interface MintedFilter {
  /** Whether the avatar is to be shown. */
  readonly shows: (avatarUid: string) => boolean;
  readonly onlyMinted: boolean;
  /** The switch; nothing while there is no NFT. */
  readonly control: ReactNode;
}

/** All avatars, or the ones that are NFTs. */
export function useMintedFilter(): MintedFilter {
  const minted = useMintedUids();
  const [wanted, setWanted] = useState<'all' | 'minted'>('all');
  const onlyMinted = wanted === 'minted' && minted.size > 0;
  return {
    shows: (uid) => !onlyMinted || minted.has(uid),
    onlyMinted,
    control: minted.size > 0 && (
      <Segmented
        label="Show"
        look="words"
        options={[
          { id: 'all', label: 'All' },
          { id: 'minted', label: `NFTs (${String(minted.size)})` },
        ]}
        value={onlyMinted ? 'minted' : 'all'}
        onChange={setWanted}
      />
    ),
  };
}
