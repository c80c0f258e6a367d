import { utf8ToBytes } from '@noble/hashes/utils.js';

import { BACKGROUND_LABELS, STYLE_LABELS, type BackgroundId, type StyleId } from '../styles.ts';
import type { MintDetails, PublishedItem, Trait } from './mint.ts';

/** Token-2022 allows more, wallets cut what is longer; bytes, since the chain counts them. */
export const NFT_NAME_MAX_BYTES = 32;
export const NFT_DESCRIPTION_MAX_LENGTH = 500;
export const NFT_SYMBOL = 'LIKENESS';

/** Which traits are written; likeness is measured on the photo, so only who wants it shows it. */
export interface TraitChoice {
  readonly style: boolean;
  readonly background: boolean;
  readonly seed: boolean;
  readonly likeness: boolean;
}
export const DEFAULT_TRAITS: TraitChoice = {
  style: true,
  background: true,
  seed: true,
  likeness: false,
};

/** What the traits are drawn from; samples have neither seed nor likeness. */
export interface TraitSource {
  readonly style: StyleId;
  readonly background: BackgroundId;
  readonly seed?: number;
  readonly likeness?: number;
}

export function traitsOf(source: TraitSource, choice: TraitChoice): readonly Trait[] {
  return [
    ...(choice.style ? [{ name: 'Style', value: STYLE_LABELS[source.style] }] : []),
    ...(choice.background
      ? [{ name: 'Background', value: BACKGROUND_LABELS[source.background] }]
      : []),
    ...(choice.seed && source.seed !== undefined
      ? [{ name: 'Seed', value: String(source.seed) }]
      : []),
    ...(choice.likeness && source.likeness !== undefined
      ? [{ name: 'Likeness', value: source.likeness.toFixed(2) }]
      : []),
  ];
}

/** One line without control characters, cut to whole characters that fit. */
export function cleanName(text: string): string {
  let name = '';
  for (const character of text
    .replace(/\p{Cc}/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()) {
    if (utf8ToBytes(name + character).length > NFT_NAME_MAX_BYTES) break;
    name += character;
  }
  return name.trim();
}

export const cleanDescription = (text: string): string =>
  text
    .replace(/[^\P{Cc}\n]/gu, '')
    .trim()
    .slice(0, NFT_DESCRIPTION_MAX_LENGTH);

/**
 * The metadata file, for both chains at once: Metaplex's fields (symbol, properties.files,
 * category) beside ERC-721's (name, description, image, attributes).
 * https://developers.metaplex.com/token-metadata/token-standard, https://docs.opensea.io/docs/metadata-standards
 */
export function metadataJson(
  { name, description, traits }: MintDetails,
  picture: PublishedItem,
): string {
  return JSON.stringify({
    name,
    symbol: NFT_SYMBOL,
    description,
    image: picture.url,
    attributes: traits.map((trait) => ({ trait_type: trait.name, value: trait.value })),
    properties: { files: [{ uri: picture.url, type: picture.contentType }], category: 'image' },
  });
}
