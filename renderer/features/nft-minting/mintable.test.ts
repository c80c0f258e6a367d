import { describe, expect, it } from 'vitest';

import {
  exampleMint,
  exampleProof as proof,
  sentMint,
} from '../../../tests/support/example-mint.ts';
import { exampleAvatar } from '../../../tests/support/example-rows.ts';
import { SAMPLES, sampleUid } from '../../state/library/samples.ts';
import { askedAvatar, askedSeveral, chooseMintable, mintables, nextMintable } from './mintable.tsx';

const guest = { profileId: 'guest', genesis: 'g' };
const own = exampleAvatar(guest, 'u1', {
  name: 'Modern 1',
  recipe: { style: 'modern', background: 'gradient', seed: 1, options: {}, engine: 1 },
});
const samples = mintables([], SAMPLES, []);

describe('what can be minted (specification, section 5)', () => {
  it('is one’s own, or else the samples that are ready', () => {
    expect(mintables([own], SAMPLES, [])).toEqual([
      {
        id: 101,
        uid: 'u1',
        name: 'Modern 1',
        style: 'modern',
        isNFT: false,
        label: 'Modern',
        source: { style: 'modern', background: 'gradient', seed: 1, likeness: 0.97 },
      },
    ]);
    expect(samples.map(({ id }) => id)).toEqual([1, 3, 4, 5, 6]);
  });

  it('is no more what is minted, or about to be', () => {
    const minted = exampleMint({ avatarUid: 'u1' }, { kind: 'finalized', proof });
    const sent = sentMint(guest, sampleUid(5));
    const open = exampleMint({ avatarUid: 'u1' });
    expect(mintables([own], [], [minted])[0]?.isNFT).toBe(true);
    expect(mintables([own], [], [open])[0]?.isNFT).toBe(false);
    expect(mintables([], SAMPLES, [sent]).find(({ id }) => id === 5)?.isNFT).toBe(true);
  });

  it('is the one asked for, unless that is an NFT already', () => {
    const nft = samples.find(({ isNFT }) => isNFT);
    expect(nft).toBeDefined();
    expect(chooseMintable(samples, 5)?.id).toBe(5);
    expect(chooseMintable(samples, nft?.id)?.id).toBe(1);
    expect(chooseMintable(samples, 999)).toBeUndefined();
    expect(chooseMintable(samples, undefined)?.id).toBe(1);
  });

  it('is, for another, the first that is neither an NFT nor the current one', () => {
    expect(nextMintable(samples, 1)?.id).toBe(3);
    expect(nextMintable(samples, 5)?.id).toBe(1);
    expect(
      nextMintable(
        samples.filter(({ id }) => id === 1),
        1,
      ),
    ).toBeUndefined();
  });

  it('is nothing where all are NFTs', () => {
    const all = mintables([own], [], []).map((mintable) => ({
      ...mintable,
      isNFT: true,
    }));
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

it.each([
  ['101,102', [101, 102]],
  ['7', [7]],
  [
    Array.from({ length: 12 }, (_none, n) => n).join(','),
    Array.from({ length: 12 }, (_none, n) => n),
  ],
  [Array.from({ length: 13 }, (_none, n) => n).join(','), undefined],
  ['101,', undefined],
  ['101,x', undefined],
  ['', []],
  [null, undefined],
])('several from the address: %s', (query, ids) => {
  expect(askedSeveral(query)).toEqual(ids);
});
