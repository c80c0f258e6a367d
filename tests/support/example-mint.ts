import { encodeBase58 } from '../../renderer/core/base58.ts';
import { createMint } from '../../renderer/core/mints/create-mint.ts';
import type { Mint, MintProof, MintState } from '../../renderer/core/mints/mint.ts';
import type { Scope } from '../../renderer/core/scope.ts';

/** A mint to start a test with. */
export function exampleMint(
  change: Partial<Mint> = {},
  state: MintState = { kind: 'draft' },
): Mint {
  const mint = createMint({
    scope: { profileId: 'guest', genesis: encodeBase58(new Uint8Array(32).fill(3)) },
    avatarUid: 'a1',
    avatarId: 101,
    chain: 'solana',
    details: {
      name: 'Artistic 1',
      description: 'Painted',
      traits: [{ name: 'Style', value: 'Artistic' }],
    },
    key: encodeBase58(new Uint8Array(32).fill(5)),
    treasury: encodeBase58(new Uint8Array(32).fill(6)),
    now: Date.UTC(2026, 10, 1),
    random: (length) => new Uint8Array(length).fill(7),
  });
  return { ...mint, state, ...change };
}

/** What the chain shows of a mint. */
export const exampleProof: MintProof = {
  signature: 's1',
  address: 'address',
  owner: 'owner',
  block: 1,
  blockTime: null,
  paid: 1n,
  fee: 1n,
};

/** The mint of an avatar, whose transaction was sent. */
export const sentMint = (scope: Scope, avatarUid: string): Mint =>
  exampleMint(
    { ...scope, avatarUid },
    { kind: 'submitted', submittedAt: 1, signature: 's', owner: 'o', transaction: '' },
  );

type StateOf<K extends MintState['kind']> = Extract<MintState, { readonly kind: K }>;

/** The mint while a wallet is asked. */
export const askedMint = (
  mint: Mint,
  owner: string,
  more: Partial<StateOf<'awaiting-signature'>> = {},
): Mint => ({
  ...mint,
  state: {
    kind: 'awaiting-signature',
    sendsItself: false,
    askedAt: 0,
    owner,
    transaction: '',
    ...more,
  },
});

/** The mint once its transaction was sent. */
export const submittedMint = (
  mint: Mint,
  owner: string,
  more: Pick<StateOf<'submitted'>, 'signature'> & Partial<StateOf<'submitted'>>,
): Mint => ({
  ...mint,
  state: { kind: 'submitted', submittedAt: 0, owner, transaction: '', ...more },
});

export const item = (id: string, contentType = 'image/webp') => ({
  id: id.padEnd(43, 'x'),
  url: `http://127.0.0.1:8900/${id.padEnd(43, 'x')}`,
  contentType,
  bytes: 1000,
});
export const exampleMedia = {
  picture: item('picture'),
  metadata: item('metadata', 'application/json'),
  published: false,
};
