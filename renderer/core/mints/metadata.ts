import { utf8ToBytes } from '@noble/hashes/utils.js';

import { shortened } from '../file-name.ts';
import { englishName, type BackgroundId, type StyleId } from '../styles.ts';
import type { MintDetails, PublishedItem, Trait } from './mint.ts';

/**
 * Token-2022 allows more, but wallets cut longer names. In bytes, because the chain counts bytes.
 */
export const NFT_NAME_MAX_BYTES = 32;
export const NFT_DESCRIPTION_MAX_LENGTH = 500;
export const NFT_SYMBOL = 'LIKENESS';

/**
 * Which traits are written: likeness only on request, because it is measured on the user's photo.
 */
interface TraitChoice {
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

/** What the traits are taken from; samples have neither seed nor likeness. */
export interface TraitSource {
  readonly style: StyleId;
  readonly background: BackgroundId;
  readonly seed?: number;
  readonly likeness?: number;
  /** For a look: its id. Then there is no style, background or seed of ours. */
  readonly look?: string;
}

/** In English, like all metadata. */
export function traitsOf(source: TraitSource, choice: TraitChoice): readonly Trait[] {
  const { look, style, background, seed, likeness } = source;
  if (look !== undefined)
    return [
      { name: 'Look', value: look },
      { name: 'Made by', value: 'Generative model' },
    ];
  const traits: Trait[] = [];
  if (choice.style) traits.push({ name: 'Style', value: englishName(style) });
  if (choice.background) traits.push({ name: 'Background', value: englishName(background) });
  if (choice.seed && seed !== undefined) traits.push({ name: 'Seed', value: String(seed) });
  if (choice.likeness && likeness !== undefined)
    traits.push({ name: 'Likeness', value: likeness.toFixed(2) });
  return traits;
}

/** A single line without control characters, cut at a whole character to fit. */
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
  shortened(text.replace(/[^\P{Cc}\n]/gu, '').trim(), NFT_DESCRIPTION_MAX_LENGTH);

/**
 * The metadata file, for both chains at once: Metaplex's fields (symbol, properties.files,
 * category) and ERC-721's (name, description, image, attributes). Both name a loop `animation_url`
 * and keep the still as `image`.
 * https://developers.metaplex.com/token-metadata/token-standard,
 * https://docs.opensea.io/docs/metadata-standards
 */
export function metadataJson(
  { name, description, traits, symbol = NFT_SYMBOL }: MintDetails,
  picture: PublishedItem,
  animation?: PublishedItem,
): string {
  return JSON.stringify({
    name,
    symbol,
    description,
    image: picture.url,
    ...(animation && { animation_url: animation.url }),
    attributes: traits.map((trait) => ({ trait_type: trait.name, value: trait.value })),
    properties: {
      files: [picture, ...(animation ? [animation] : [])].map(({ url, contentType }) => ({
        uri: url,
        type: contentType,
      })),
      category: animation ? 'video' : 'image',
    },
  });
}
