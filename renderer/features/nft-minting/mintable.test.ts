import { describe, expect, it } from 'vitest';
import type { Avatar } from '../../core/avatars.ts';
import { SAMPLES } from '../../state/library/samples.ts';
import { askedAvatar, chooseMintable, mintables } from './mintable.ts';

const own: Avatar = {
  profileId: 'guest',
  genesis: 'g',
  id: 101,
  uid: 'u1',
  name: 'Modern 1',
  recipe: { style: 'modern', background: 'gradient', seed: 1, options: {}, engine: 1 },
  size: 1024,
  bytes: 1,
  likeness: 1,
  softened: false,
  createdAt: 0,
  downloads: 0,
  liked: false,
  batchId: 'b',
};

describe('what can be minted (specification, section 5)', () => {
  it('is one’s own, or else the samples that are ready', () => {
    expect(mintables([own], SAMPLES)).toEqual([
      { id: 101, name: 'Modern 1', style: 'modern', isNFT: false, picture: { uid: 'u1' } },
    ]);
    expect(mintables([], SAMPLES).map(({ id }) => id)).toEqual([1, 3, 4, 5, 6]);
  });

  it('is the one asked for, unless that is an NFT already', () => {
    const all = mintables([], SAMPLES);
    const nft = all.find(({ isNFT }) => isNFT);
    expect(nft).toBeDefined();
    expect(chooseMintable(all, 5)?.id).toBe(5);
    expect(chooseMintable(all, nft?.id)?.id).toBe(1);
    expect(chooseMintable(all, 999)?.id).toBe(1);
    expect(chooseMintable(all, undefined)?.id).toBe(1);
  });

  it('is nothing where all are NFTs', () => {
    const all = mintables([own], []).map((mintable) => ({ ...mintable, isNFT: true }));
    expect(chooseMintable(all, 101)).toBeUndefined();
    expect(chooseMintable([], 1)).toBeUndefined();
  });

  it.each([
    ['101', 101],
    ['', undefined],
    [null, undefined],
    ['1e3', undefined],
    ['-1', undefined],
    ['1.5', undefined],
  ])('reads the query %j', (query, id) => {
    expect(askedAvatar(query)).toBe(id);
  });
});
