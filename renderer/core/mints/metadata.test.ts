import { expect, it } from 'vitest';

import { item } from '../../../tests/support/example-mint.ts';
import {
  cleanDescription,
  cleanName,
  DEFAULT_TRAITS,
  metadataJson,
  NFT_NAME_MAX_BYTES,
  traitsOf,
} from './metadata.ts';

const source = { style: 'artistic', background: 'clean-white', seed: 7, likeness: 0.9712 } as const;

it('writes likeness only if the user switched it on', () => {
  expect(traitsOf(source, DEFAULT_TRAITS)).toEqual([
    { name: 'Style', value: 'Artistic' },
    { name: 'Background', value: 'Clean White' },
    { name: 'Seed', value: '7' },
  ]);
  expect(
    traitsOf(source, { style: false, background: false, seed: false, likeness: true }),
  ).toEqual([{ name: 'Likeness', value: '0.97' }]);
  expect(
    traitsOf({ style: 'modern', background: 'none' }, { ...DEFAULT_TRAITS, likeness: true }),
  ).toHaveLength(2);
});

it('keeps a name to one line of 32 bytes, cut between characters', () => {
  expect(cleanName('  Me,\n\tpainted  ')).toBe('Me, painted');
  const cut = cleanName('ü'.repeat(40));
  expect(cut).toBe('ü'.repeat(NFT_NAME_MAX_BYTES / 2));
  expect(() => encodeURIComponent(cleanName('👩‍🎨'.repeat(9)))).not.toThrow();
  expect(cleanDescription('a\u0007b\nc'.padEnd(900, 'x'))).toMatch(/^ab\ncx+$/);
  expect(cleanDescription(`x${'👍'.repeat(400)}`)).toBe(`x${'👍'.repeat(249)}`);
});

it('is one file for Metaplex’s and ERC-721’s readers', () => {
  const picture = item('picture');
  expect(
    JSON.parse(
      metadataJson(
        { name: 'N', description: 'D', traits: [{ name: 'Style', value: 'Artistic' }] },
        picture,
      ),
    ),
  ).toEqual({
    name: 'N',
    symbol: 'LIKENESS',
    description: 'D',
    image: picture.url,
    attributes: [{ trait_type: 'Style', value: 'Artistic' }],
    properties: { files: [{ uri: picture.url, type: 'image/webp' }], category: 'image' },
  });
});

it('takes a brand’s symbol in place of the product’s', () => {
  const details = { name: 'N', description: 'D', traits: [], symbol: 'NORTH' };
  const json = metadataJson(details, item('picture'));
  expect(JSON.parse(json)).toMatchObject({ symbol: 'NORTH' });
  expect(json).not.toMatch(/likeness/i);
});

it('keeps an animated one’s still as the image, and names the loop in both conventions', () => {
  const [picture, loop] = [item('picture'), item('loop', 'video/mp4')];
  const living = { motion: 'calm', strength: 1 } as const;
  expect(
    JSON.parse(
      metadataJson(
        { name: 'N', description: 'D', traits: [], symbol: 'NORTH', living },
        picture,
        loop,
      ),
    ),
  ).toEqual({
    name: 'N',
    symbol: 'NORTH',
    description: 'D',
    image: picture.url,
    animation_url: loop.url,
    attributes: [],
    properties: {
      files: [
        { uri: picture.url, type: 'image/webp' },
        { uri: loop.url, type: 'video/mp4' },
      ],
      category: 'video',
    },
  });
});
