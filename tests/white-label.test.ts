import { describe, expect, it } from 'vitest';

import { createMedia } from '../renderer/chain/media/index.ts';
import { nftInstructions } from '../renderer/chain/solana/nft/token.ts';
import { BRAND } from '../renderer/content/brand.ts';
import type { BrandKit } from '../renderer/core/brand-kit.ts';
import { metadataJson } from '../renderer/core/mints/metadata.ts';
import { mintRequestsOf } from '../renderer/features/nft-minting/details.tsx';
import type { Mintable } from '../renderer/features/nft-minting/mintable.tsx';
import { createRequests } from '../renderer/platform/requests.ts';
import { item } from './support/example-mint.ts';
import { says } from './support/product-name.ts';
import { VirtualClock } from './support/virtual-clock.ts';

const KIT: BrandKit = { on: true, name: 'North Window', link: '', colour: '#43389c' };
const CHOSEN: Mintable = {
  id: 101,
  uid: 'a1',
  name: 'Realistic 1',
  style: 'realistic',
  label: 'Realistic',
  isNFT: false,
  source: { style: 'realistic', background: 'gradient', seed: 7, likeness: 0.97 },
};
const ALL_TRAITS = { style: true, background: true, seed: true, likeness: true };
const LIVING = { motion: 'calm', strength: 1 } as const;

const detailsOf = (brand?: BrandKit, chosen = CHOSEN) => {
  const [request] = mintRequestsOf(
    [chosen],
    'solana',
    { names: [], traits: ALL_TRAITS, living: LIVING },
    brand,
  );
  if (!request) throw new Error('nothing is asked for');
  return request.details;
};

/** Everything that an animated NFT publishes: its metadata, its items, and its transaction. */
async function publishedOf(brand?: BrandKit): Promise<Readonly<Record<string, Uint8Array>>> {
  const details = detailsOf(brand);
  const media = createMedia({
    gateway: { upload: 'http://upload', read: 'http://read' },
    requests: createRequests({ fetch: () => Promise.reject(new Error('not asked')) }),
    clock: new VirtualClock().clock,
  });
  const metadata = new TextEncoder().encode(
    metadataJson(details, item('picture'), item('animation', 'video/mp4')),
  );
  const secret = new Uint8Array(32).fill(3);
  const unnamed = details.symbol !== undefined;
  const of = async (data: Uint8Array<ArrayBuffer>, type: string): Promise<Uint8Array> =>
    (await media.item(secret, data, type, unnamed)).wire;
  const { publicKey: key } = await media.createKey();
  const text = { name: details.name, symbol: details.symbol ?? '', uri: item('metadata').url };
  const instructions = nftInstructions(key, key, key, key, text);
  return {
    metadata,
    'item of the picture': await of(new Uint8Array(500), 'image/webp'),
    'item of the loop': await of(new Uint8Array(500), 'video/mp4'),
    'item of the metadata': await of(metadata, 'application/json'),
    instructions: Uint8Array.from(instructions.flatMap(({ data }) => [...data])),
  };
}

describe('what an NFT publishes', () => {
  it('doesn’t name the product where a brand kit is on', async () => {
    for (const [what, bytes] of Object.entries(await publishedOf(KIT))) {
      expect(bytes.length, what).toBeGreaterThan(50);
      expect(await says(bytes, BRAND), what).toBe(false);
    }
    expect(detailsOf(KIT)).toMatchObject({
      symbol: 'NORTHWINDO',
      description: 'An avatar by North Window.',
      living: LIVING,
    });
  });

  it('does so where none is, so that the search finds something', async () => {
    const { metadata, 'item of the picture': picture } = await publishedOf();
    expect(await says(metadata ?? new Uint8Array(), BRAND)).toBe(true);
    expect(await says(picture ?? new Uint8Array(), BRAND)).toBe(true);
  });

  it('has a symbol even where the brand’s name has no letter for one', () => {
    expect(detailsOf({ ...KIT, name: '東の窓' }).symbol).toBe('AVATAR');
  });

  it('keeps the avatar’s name, whatever a restored avatar’s id is', () => {
    for (const uid of ['constructor', '__proto__'])
      expect(detailsOf(KIT, { ...CHOSEN, uid }).name).toBe(CHOSEN.name);
  });
});
