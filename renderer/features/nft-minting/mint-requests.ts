import { DEFAULT_DESCRIPTION } from '../../content/minting.ts';
import { brandSymbol, type BrandKit } from '../../core/brand-kit.ts';
import { cleanDescription, cleanName, traitsOf } from '../../core/mints/metadata.ts';
import type { MintChain, MintMotion } from '../../core/mints/mint.ts';
import type { MintRequest } from '../../state/minting/index.ts';
import type { DetailsDraft } from './details.tsx';
import type { Mintable } from './mintable.ts';

/** The description used until the user writes one; in English, like all that is published. */
export const usualDescription = (brand: BrandKit | undefined): string =>
  brand ? `An avatar by ${brand.name}.` : DEFAULT_DESCRIPTION;

/** The minting service's requests for the chosen avatars. With a brand, none names the product. */
export const mintRequestsOf = (
  chosen: readonly Mintable[],
  chain: MintChain,
  { names, description, traits }: DetailsDraft,
  brand?: BrandKit,
  living?: MintMotion,
): readonly MintRequest[] =>
  chosen.map(({ id, uid, name, source }) => {
    const symbol = brand && (brandSymbol(brand.name) ?? 'AVATAR');
    return {
      avatarUid: uid,
      avatarId: id,
      chain,
      details: {
        name: cleanName(names.get(uid) ?? '') || cleanName(name) || 'Avatar',
        description: cleanDescription(description ?? usualDescription(brand)),
        traits: traitsOf(source, traits).map((trait) =>
          brand && trait.name === 'Likeness' ? { ...trait, name: 'Resemblance' } : trait,
        ),
        ...(symbol !== undefined && { symbol }),
        ...(living && { living }),
      },
    };
  });
