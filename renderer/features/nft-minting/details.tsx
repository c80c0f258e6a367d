import { z } from 'zod';

import { DEFAULT_DESCRIPTION } from '../../content/minting.ts';
import { brandSymbol, type BrandKit } from '../../core/brand-kit.ts';
import {
  cleanDescription,
  cleanName,
  DEFAULT_TRAITS,
  NFT_DESCRIPTION_MAX_LENGTH,
  NFT_NAME_MAX_BYTES,
  traitsOf,
} from '../../core/mints/metadata.ts';
import type { MintChain } from '../../core/mints/mint.ts';
import { MOTIONS } from '../../core/motion.ts';
import { keysOf } from '../../core/objects.ts';
import { t } from '../../i18n/index.ts';
import type { MintRequest } from '../../state/minting/index.ts';
import { CheckField, Field, TextAreaField } from '../../ui/field.tsx';
import { ui } from '../../ui/shared.ts';
import styles from './details.module.css';
import type { Mintable } from './mintable.tsx';

/** What the user typed; names with the avatar's uid, a missing one stands for the avatar's own. */
export const detailsDraft = z.object({
  names: z.array(z.tuple([z.string(), z.string()])),
  /** Missing until the user writes one. */
  description: z.string().optional(),
  traits: z.record(z.enum(keysOf(DEFAULT_TRAITS)), z.boolean()),
  /** Of an animated NFT. */
  living: z.object({ motion: z.enum(MOTIONS), strength: z.number().min(0).max(1) }).optional(),
});
export type DetailsDraft = z.infer<typeof detailsDraft>;
export const EMPTY_DETAILS: DetailsDraft = { names: [], traits: DEFAULT_TRAITS };

const TRAITS: readonly {
  readonly id: keyof DetailsDraft['traits'];
  readonly label: string;
  readonly hint?: string;
}[] = [
  { id: 'style', label: t('Style') },
  { id: 'background', label: t('Background') },
  { id: 'seed', label: t('Seed'), hint: t('The number that makes this picture unique.') },
  {
    id: 'likeness',
    label: t('Likeness to the photo'),
    hint: t('Measured on your photo. Off unless you want it public.'),
  },
];
const ONLY = { style: false, background: false, seed: false, likeness: false };

export interface DetailsProps {
  readonly chosen: readonly Mintable[];
  readonly draft: DetailsDraft;
  readonly usualDescription: string;
  readonly onChange: (draft: DetailsDraft) => void;
}

/** Name, description and traits: what will be published with the picture, permanently. */
export function Details({ chosen, draft, usualDescription, onChange }: DetailsProps) {
  const { description = usualDescription, traits } = draft;
  const names = new Map(draft.names);
  return (
    <div className={ui.stack5}>
      {chosen.map(({ uid, name }) => (
        <Field
          key={uid}
          label={chosen.length > 1 ? t('Name of {name}', { name }) : t('Name')}
          value={names.get(uid) ?? name}
          maxLength={NFT_NAME_MAX_BYTES}
          autoComplete="off"
          placeholder={name}
          onChange={(event) =>
            onChange({ ...draft, names: [...names.set(uid, event.target.value)] })
          }
        />
      ))}
      <TextAreaField
        label={t('Description')}
        value={description}
        rows={3}
        maxLength={NFT_DESCRIPTION_MAX_LENGTH}
        onChange={(event) => onChange({ ...draft, description: event.target.value })}
      />
      <fieldset className={styles.traits}>
        <legend>{t('Traits')}</legend>
        {TRAITS.map(({ id, label, hint }) => {
          const values = new Set(
            chosen.flatMap(({ source }) =>
              traitsOf(source, { ...ONLY, [id]: true }).map(({ value }) => value),
            ),
          );
          if (values.size === 0) return null;
          return (
            <CheckField
              key={id}
              label={
                <>
                  {label} {/* Traits are English in every language. */}
                  <bdi className={styles.value} lang="en">
                    {[...values].join(', ')}
                  </bdi>
                </>
              }
              hint={hint}
              checked={traits[id]}
              onChange={(event) =>
                onChange({ ...draft, traits: { ...traits, [id]: event.target.checked } })
              }
            />
          );
        })}
      </fieldset>
    </div>
  );
}

/** The description used until the user writes one; in English, like all that is published. */
export const usualDescription = (brand: BrandKit | undefined): string =>
  brand ? `An avatar by ${brand.name}.` : DEFAULT_DESCRIPTION;

/** The minting service's requests for the chosen avatars. With a brand, none names the product. */
export const mintRequestsOf = (
  chosen: readonly Mintable[],
  chain: MintChain,
  { names, description, traits, living }: DetailsDraft,
  brand?: BrandKit,
): readonly MintRequest[] =>
  chosen.map(({ id, uid, name, source }) => {
    const symbol = brand && (brandSymbol(brand.name) ?? 'AVATAR');
    return {
      avatarUid: uid,
      avatarId: id,
      chain,
      details: {
        name: cleanName(new Map(names).get(uid) ?? '') || cleanName(name) || 'Avatar',
        description: cleanDescription(description ?? usualDescription(brand)),
        traits: traitsOf(source, traits).map((trait) =>
          brand && trait.name === 'Likeness' ? { ...trait, name: 'Resemblance' } : trait,
        ),
        ...(symbol !== undefined && { symbol }),
        ...(living && { living }),
      },
    };
  });
