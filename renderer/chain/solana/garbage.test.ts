import { describe, expect, it } from 'vitest';

import { chainStage } from '../../../tests/support/chain-stage.ts';
import { LikenessError } from '../../core/errors.ts';
import type { Chain } from '../../ports/chain.ts';

const stage = chainStage();
const { local, payer } = stage;

/** Well-formed JSON-RPC with meaningless results. */
const GARBAGE: readonly unknown[] = [
  null,
  'x',
  1.5,
  1e308,
  [{}],
  {},
  { context: { slot: 1 }, value: [{ confirmationStatus: 'finalized' }] },
  { context: { slot: 1 }, value: -5 },
  { context: { slot: 1 }, value: 1.5 },
  { slot: 9e15, transaction: {}, meta: {} },
  [{ signature: 'x', slot: 9e15, err: null }],
];

/** A node that answers one method with garbage. */
const openWith = (garbled: string, result: unknown): Promise<Chain> =>
  stage.open(undefined, 'sandbox', (request) =>
    request.label === garbled
      ? Promise.resolve({ status: 200, text: JSON.stringify({ jsonrpc: '2.0', id: '1', result }) })
      : local.requests.json(request),
  );

describe('a node that answers garbage', { timeout: 60_000 }, () => {
  it.each([
    'getGenesisHash',
    'getLatestBlockhash',
    'getRecentPrioritizationFees',
    'getBalance',
    'getMinimumBalanceForRentExemption',
    'simulateTransaction',
    'getSlot',
    'getBlockHeight',
    'getSignatureStatuses',
    'getSignaturesForAddress',
    'getTransaction',
    'sendTransaction',
  ])('to %s proves nothing, and every failure has its sentence', async (method) => {
    const signed = payer.sign((await stage.prepare()).transaction);
    const { signature } = stage.chain.checkSigned(stage.order, payer.address, signed);
    const unused = () => Promise.resolve(false);
    for (const result of GARBAGE) {
      const chain = await openWith(method, result);
      const { order } = stage;
      const asked = await Promise.allSettled([
        stage.prepare(chain),
        chain.slot(),
        chain.height(),
        chain.recentAmounts(local.treasury),
        chain.status(signature),
        chain.verify(order, signature, 'reference'),
        chain.findByReference(order, unused),
        chain.findByAmount(order, unused),
        chain.expiryProven(order, signature, Number.MAX_SAFE_INTEGER),
        chain.purchasesOf(payer.address),
        chain.findRefund(order),
        chain.broadcast(signed),
      ]);
      const reasons = asked.flatMap((one) =>
        one.status === 'rejected' ? [one.reason as unknown] : [],
      );
      expect(
        reasons.filter((reason) => !(reason instanceof LikenessError)),
        JSON.stringify(result),
      ).toEqual([]);
      const [, , , , , verdict, byReference, byAmount] = asked;
      expect(
        verdict.status === 'fulfilled' && verdict.value.kind === 'paid',
        JSON.stringify(result),
      ).toBe(false);
      for (const found of [byReference, byAmount])
        expect(found.status === 'fulfilled' && found.value !== undefined).toBe(false);
    }
  });
});
