import type { Avatar } from '../../core/avatars.ts';
import { type StyleId, STYLE_LABELS } from '../../core/looks.ts';

/** An avatar as the minting screen sees it. */
export interface Mintable {
  /** The number in /avatar/{id}. */
  readonly id: number;
  readonly name: string;
  readonly style: StyleId;
  readonly isNFT: boolean;
  /** Where the picture is: an own avatar's uid, or the address of a sample. */
  readonly picture: { readonly uid: string } | { readonly url: string };
}

interface SampleLike {
  readonly id: number;
  readonly name: string;
  readonly style: StyleId;
  readonly picture: string;
  readonly processing: boolean;
}

/** Among the samples one shows how an avatar looks that is an NFT already. */
const SAMPLE_NFT_ID = 4;

/** What can be chosen from: the own avatars, or the finished samples where nothing of one's own exists. */
export function mintables(own: readonly Avatar[], samples: readonly SampleLike[]): readonly Mintable[] {
  if (own.length > 0) {
    return own.map(({ id, name, recipe, uid }) => ({ id, name, style: recipe.style, isNFT: false, picture: { uid } }));
  }
  return samples
    .filter(({ processing }) => !processing)
    .map(({ id, name, style, picture }) => ({ id, name, style, isNFT: id === SAMPLE_NFT_ID, picture: { url: picture } }));
}

/** The avatar asked for, unless it is an NFT already or unknown: then the first that isn't one. */
export const chooseMintable = (all: readonly Mintable[], asked: number | undefined): Mintable | undefined =>
  all.find(({ id, isNFT }) => id === asked && !isNFT) ?? all.find(({ isNFT }) => !isNFT);

/** The `avatar` query: a whole number or nothing. */
export const askedAvatar = (query: string | null): number | undefined =>
  query !== null && /^\d{1,9}$/.test(query) ? Number(query) : undefined;

export const describeMintable = ({ name, style }: Mintable): string => `${name}, ${STYLE_LABELS[style]}`;
