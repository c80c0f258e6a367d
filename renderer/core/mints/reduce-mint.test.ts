import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
  exampleMedia,
  exampleMint,
  exampleProof as proof,
} from '../../../tests/support/example-mint.ts';
import type { Mint, SignedMint } from './mint.ts';
import { reduceMint, type MintEvent } from './reduce-mint.ts';
import { isMintable, mayLand } from './selectors.ts';

const OWNER = 'owner';
const signed = (n: number): SignedMint => ({
  signature: `s${n}`,
  owner: OWNER,
  transaction: 'AA==',
  lastValidBlock: 100,
});
const asked = (sendsItself = false) => ({
  type: 'wallet-asked' as const,
  sendsItself,
  owner: OWNER,
  transaction: '',
  lastValidBlock: 100,
});
const filesMade = {
  type: 'media-made' as const,
  media: exampleMedia,
  details: exampleMint().details,
};

const event: fc.Arbitrary<MintEvent> = fc
  .oneof(
    fc.constantFrom(asked(), asked(true)),
    fc.constantFrom(filesMade, { type: 'published' as const }),
    fc.constantFrom(
      { type: 'request-ended' as const },
      { type: 'declined' as const },
      { type: 'request-failed' as const, reason: 'media-refused' as const },
    ),
    fc.nat(2).map((n) => ({ type: 'signed' as const, ...signed(n) })),
    fc.nat(2).map((n) => ({ type: 'submitted' as const, ...signed(n) })),
    fc.nat(2).map((n) => ({ type: 'confirmed' as const, signature: `s${n}`, block: 5 })),
    fc.nat(2).map((n) => ({ type: 'dropped' as const, signature: `s${n}` })),
    fc.nat(2).map((n) => ({
      type: 'failed-on-chain' as const,
      signature: `s${n}`,
      reason: 'mint-failed-on-chain' as const,
    })),
    fc.nat(2).map((n) => ({ type: 'expired' as const, signature: `s${n}` })),
    fc.constant({ type: 'expired' as const }),
    fc.nat(2).map((n) => ({ type: 'expired' as const, signature: `s${n}`, open: true as const })),
    fc.constantFrom({ type: 'expired' as const, open: true as const }, { type: 'let-go' as const }),
    fc.nat(2).map((n) => ({ type: 'placed' as const, signature: `s${n}`, nonce: n })),
    fc.nat(2).map((n) => ({ type: 'outstanding-dead' as const, signature: `s${n}` })),
    fc.nat(1).map((n) => ({
      type: 'edited' as const,
      series: 'x',
      details: { name: `name ${n}`, description: '', traits: [] },
    })),
  )
  .map((one) => ({ ...one, at: 7 }));

const run = (events: readonly MintEvent[], from: Mint = exampleMint()): Mint =>
  events.reduce(reduceMint, from);
const at = (
  ...events: readonly (MintEvent extends infer E
    ? E extends MintEvent
      ? Omit<E, 'at'>
      : never
    : never)[]
): MintEvent[] => events.map((one) => ({ ...one, at: 7 }));

describe('a mint’s journal', () => {
  it('goes from the draft to the chain', () => {
    const mint = run(
      at(
        filesMade,
        asked(),
        { type: 'signed', ...signed(1) },
        { type: 'published' },
        { type: 'submitted', ...signed(1) },
        { type: 'confirmed', signature: 's1', block: 5 },
        { type: 'finalized', proof },
      ),
    );
    expect(mint).toMatchObject({
      state: { kind: 'finalized', proof },
      media: { published: true },
      updatedAt: 7,
    });
  });

  it('keeps its rules under any sequence of events', () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 30 }), (events) => {
        let mint = exampleMint();
        let could: string | undefined;
        for (const one of events) {
          const next = reduceMint(mint, one);
          // Only a mint whose files are published may land.
          if (mayLand(next.state)) expect(next.media?.published).toBe(true);
          if (mayLand(mint.state)) expect(next.media).toEqual(mint.media);
          // What may still land points at the same files as everything after it.
          if (mint.outstanding)
            expect([next.media?.metadata.id, next.details]).toEqual([
              mint.media?.metadata.id,
              mint.details,
            ]);
          if (mint.outstanding && !next.outstanding) expect(one.type).toBe('outstanding-dead');
          // Only one transaction may land at a time; another may follow only if it failed, expired
          // or was declined.
          if (next.state.kind === 'submitted' || next.state.kind === 'confirmed') {
            if (could !== undefined) expect(next.state.signature).toBe(could);
            could = next.state.signature;
          } else if (isMintable(next.state)) {
            if (could !== undefined && mayLand(mint.state))
              expect(['failed-on-chain', 'expired', 'declined']).toContain(one.type);
            could = undefined;
          }
          // An event that doesn't fit changes nothing at all.
          if (next !== mint) expect(next.updatedAt).toBe(7);
          mint = next;
        }
      }),
      { numRuns: 3_000, seed: 11 },
    );
  });

  it('makes new metadata for changed details, but never while anything is under way', () => {
    const made = run(at(filesMade));
    expect(run(at({ type: 'edited', series: made.series, details: made.details }), made)).toBe(
      made,
    );
    const renamed = run(
      at({ type: 'edited', series: 'x', details: { ...made.details, name: 'B' } }),
      made,
    );
    expect(renamed.media).toBeUndefined();
    expect(run(at(filesMade), renamed)).toBe(renamed);
    const waiting = run(at(asked()), made);
    expect(
      run(at({ type: 'edited', series: 'x', details: { ...made.details, name: 'B' } }), waiting),
    ).toBe(waiting);
  });

  it('remembers what was left open, whatever comes after it, until it is proven dead or minted', () => {
    const asking = run(at(filesMade, { type: 'published' }, asked(true)));
    const open = run(at({ type: 'expired', open: true }), asking);
    expect(open.outstanding).toEqual({ owner: OWNER, since: 7 });
    const declined = run(
      at(
        asked(true),
        { type: 'declined' },
        { type: 'edited', series: 'x', details: { ...open.details, name: 'B' } },
      ),
      open,
    );
    expect(declined).toMatchObject({
      state: { kind: 'draft' },
      outstanding: open.outstanding,
      media: { published: true },
      details: open.details,
    });
    expect(run(at({ type: 'let-go' }), declined).outstanding?.letGo).toBe(true);
    expect(run(at({ type: 'finalized', proof }), declined).outstanding).toBeUndefined();

    const placed = run(
      at(
        { type: 'submitted', ...signed(1) },
        { type: 'placed', signature: 's1', nonce: 4 },
        { type: 'expired', signature: 's1', open: true },
      ),
      asking,
    );
    expect(placed.outstanding).toEqual({
      owner: OWNER,
      since: 7,
      transaction: { signature: 's1', nonce: 4 },
    });
    expect(
      run(at({ type: 'outstanding-dead', signature: 's1' }), placed).outstanding,
    ).toBeUndefined();
    // A second one left open: now proof that the first one is dead isn't enough, and the user's
    // answer doesn't cover both.
    const two = run(
      at(
        { type: 'let-go' },
        asked(true),
        { type: 'expired', open: true },
        { type: 'outstanding-dead', signature: 's1' },
      ),
      placed,
    );
    expect(two.outstanding).toEqual({ owner: OWNER, since: 7 });
    // With proof nothing is left open.
    expect(
      run(at({ type: 'submitted', ...signed(1) }, { type: 'expired', signature: 's1' }), asking)
        .outstanding,
    ).toBeUndefined();
  });

  it('never leaves the final state, nor changes its proof', () => {
    const final = exampleMint({}, { kind: 'finalized', proof });
    const another = { type: 'finalized', at: 2, proof: { ...proof, signature: 's2' } } as const;
    fc.assert(
      fc.property(fc.oneof(event, fc.constant(another)), (one) => reduceMint(final, one) === final),
      { examples: [[another]] },
    );
  });
});

it('sends nothing before its files are published', () => {
  const media = { ...exampleMedia, published: false };
  const submitted: MintEvent = { type: 'submitted', at: 1, ...signed(1) };
  const waiting: Mint = { ...exampleMint(), media, state: { kind: 'signed', ...signed(1) } };
  expect(reduceMint(waiting, submitted)).toBe(waiting);
  const sent = reduceMint({ ...waiting, media: { ...media, published: true } }, submitted);
  expect(sent.state.kind).toBe('submitted');
});
