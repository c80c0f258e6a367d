import { describe, expect, it } from 'vitest';

import { shownQuote } from './mint-chain.ts';

describe('the amounts of a mint', () => {
  it('on Solana are shown to the lamport', () => {
    expect(
      shownQuote('solana', {
        price: 100_000_000n,
        rent: 5_797_680n,
        fee: 10_039n,
        balance: 1_200_000_000n,
      }),
    ).toEqual({
      price: '0.1',
      rent: '0.00579768',
      fee: '0.000010039',
      total: '0.105807719',
      balance: '1.2',
    });
  });

  it('on Polygon have six decimals, the fee rounded up, and add up', () => {
    const fee = 412_345_000_000_000n + 1n;
    expect(
      shownQuote('polygon', { price: 10n ** 16n, rent: 0n, fee, balance: 2n * 10n ** 16n - 1n }),
    ).toEqual({ price: '0.01', fee: '0.000413', total: '0.010413', balance: '0.019999' });
  });
});
