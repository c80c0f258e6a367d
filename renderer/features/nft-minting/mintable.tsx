import { styleName, type Avatar } from '../../core/avatars.ts';
import { MOST_IN_SERIES } from '../../core/constants.ts';
import type { TraitSource } from '../../core/mints/metadata.ts';
import type { Mint } from '../../core/mints/mint.ts';
import { takenAvatars } from '../../core/mints/selectors.ts';
import { STYLE_LABELS, type StyleId } from '../../core/styles.ts';
import { t } from '../../i18n/index.ts';
import { sampleUid, usePictureUrl, type Sample } from '../../state/library/index.ts';
import { ui } from '../../ui/shared.ts';

/** An avatar as the minting screen sees it. */
export interface Mintable {
  /** The number in /avatar/{id}. */
  readonly id: number;
  /** An own avatar's uid, or 'sample:<id>'. */
  readonly uid: string;
  readonly name: string;
  readonly style: StyleId;
  /** The style's name, or that it is a look. */
  readonly label: string;
  readonly isNFT: boolean;
  /** What its traits are derived from. */
  readonly source: TraitSource;
  /** Address of a sample's picture; an own picture is read by its uid. */
  readonly url?: string;
}

/** One of the samples shows what an avatar that is an NFT already looks like. */
const SAMPLE_NFT_ID = 4;

/** The avatars to choose from: the user's own, or the finished samples if there are none. */
export function mintables(
  own: readonly Avatar[],
  samples: readonly Sample[],
  mints: readonly Mint[],
): readonly Mintable[] {
  const taken = takenAvatars(mints);
  if (own.length > 0) {
    return own.map(({ id, name, recipe, uid, likeness, generated }) => ({
      id,
      uid,
      name,
      style: recipe.style,
      label: styleName({ recipe, ...(generated && { generated }) }),
      isNFT: taken.has(uid),
      source: {
        style: recipe.style,
        background: recipe.background,
        seed: recipe.seed,
        likeness,
        ...(generated && { look: generated.look }),
      },
    }));
  }
  return samples
    .filter(({ processing }) => !processing)
    .map(({ id, name, style, background, picture }) => ({
      id,
      name,
      style,
      label: STYLE_LABELS[style],
      uid: sampleUid(id),
      isNFT: id === SAMPLE_NFT_ID || taken.has(sampleUid(id)),
      source: { style, background },
      url: picture,
    }));
}

/**
 * The avatar asked for. If none was, or it is an NFT already, the first one that isn't an NFT. In
 * place of one that isn't in this library, none: another must not be minted by mistake.
 */
export function chooseMintable(
  all: readonly Mintable[],
  asked: number | undefined,
): Mintable | undefined {
  const one = all.find(({ id }) => id === asked);
  return asked === undefined || one?.isNFT ? all.find(({ isNFT }) => !isNFT) : one;
}

/** 'Mint Another NFT': the first other avatar that isn't an NFT; undefined if all are. */
export const nextMintable = (
  all: readonly Mintable[],
  current: number | undefined,
): Mintable | undefined => all.find(({ id, isNFT }) => id !== current && !isNFT);

/** Reads the `avatar` query: a whole number, else undefined. */
export const askedAvatar = (query: string | null): number | undefined =>
  query !== null && /^\d{1,9}$/.test(query) ? Number(query) : undefined;

/** Reads the `several` query, '101,102' or none: at most a series of them, else undefined. */
export const askedSeveral = (query: string | null): readonly number[] | undefined => {
  if (query === '') return [];
  const ids = query !== null && /^\d{1,9}(,\d{1,9})*$/.test(query) ? query.split(',') : [];
  return ids.length > 0 && ids.length <= MOST_IN_SERIES ? ids.map(Number) : undefined;
};

export const describeMintable = ({ name, label }: Mintable): string =>
  t('{name}, {style}', { name, style: label });

/** What its picture is found by: a sample's address, or an own avatar's uid. */
export type Pictured = Pick<Mintable, 'uid' | 'url'>;

/** The address of an avatar's picture: a sample's, or an own one from storage. */
export function useMintPictureUrl(
  { uid, url }: Pictured,
  which: 'thumb' | 'full',
): string | undefined {
  const own = usePictureUrl(url === undefined ? uid : undefined, which);
  return url ?? own;
}

export function MintPicture({
  mintable,
  which,
  alt,
}: {
  readonly mintable: Pictured;
  readonly which: 'thumb' | 'full';
  readonly alt: string;
}) {
  const url = useMintPictureUrl(mintable, which);
  return url === undefined ? null : <img src={url} alt={alt} className={ui.fill} />;
}
