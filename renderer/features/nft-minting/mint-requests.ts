import { cleanDescription, cleanName, traitsOf } from '../../core/mints/metadata.ts';
import type { MintChain } from '../../core/mints/mint.ts';
import type { MintRequest } from '../../state/minting/index.ts';
import type { DetailsDraft } from './details.tsx';
import type { Mintable } from './mintable.ts';

/** What is asked of the minting service for the chosen avatars. */
export const mintRequestsOf = (
  chosen: readonly Mintable[],
  chain: MintChain,
  { names, description, traits }: DetailsDraft,
): readonly MintRequest[] =>
  chosen.map(({ id, uid, name, source }) => ({
    avatarUid: uid,
    avatarId: id,
    chain,
    details: {
      name: cleanName(names[uid] ?? '') || cleanName(name) || 'Likeness',
      description: cleanDescription(description),
      traits: traitsOf(source, traits),
    },
  }));
