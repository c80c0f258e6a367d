import { beforeEach, describe, expect, it } from 'vitest';

import { chainStage } from '../../../tests/support/chain-stage.ts';
import { codeOf } from '../../../tests/support/code-of.ts';
import { BLOCKHASH_LIFE } from '../../core/constants.ts';
import { errorCode } from '../../core/errors.ts';
import type { Order } from '../../core/orders/order.ts';
import { refundMemo } from '../../core/orders/refund.ts';
import type { Chain } from '../../ports/chain.ts';
import { lookupKey } from './lookup-key.ts';

const stage = chainStage();
const { local, payer, time } = stage;
const LIAR = 'http://liar';
const unused = () => Promise.resolve(false);

interface Answer {
  result?: unknown;
}
type Lie = (method: string, answer: Answer, params: readonly unknown[]) => void;

/** A chain whose first RPC falsifies its answers, and some other may be silent. */
function opened(lie: Lie, rpc: readonly string[] = [LIAR, 'http://honest']): Promise<Chain> {
  return stage.open(rpc, 'sandbox', async (request) => {
    if (request.url.startsWith('http://silent')) return { status: 403, text: '' };
    const early = request.url.endsWith('/early');
    const answer = await local.requests.json(
      early ? { ...request, body: request.body.replaceAll('finalized', 'confirmed') } : request,
    );
    if (!request.url.startsWith(LIAR)) return answer;
    const body = JSON.parse(answer.text) as Answer;
    const { method, params } = JSON.parse(request.body) as {
      method: string;
      params?: unknown[];
    };
    lie(method, body, params ?? []);
    return { ...answer, text: JSON.stringify(body) };
  });
}

const failed: Lie = (method, answer) => {
  const err = { InstructionError: [2, { Custom: 1 }] };
  if (method === 'getTransaction' && answer.result)
    (answer.result as { meta: { err: unknown } }).meta.err = err;
  if (method === 'getSignaturesForAddress') answer.result = [];
};
const missing: Lie = (method, answer) => {
  if (method === 'getTransaction') answer.result = null;
  if (method === 'getSignaturesForAddress') answer.result = [];
};
const less: Lie = (method, answer) => {
  if (method !== 'getTransaction' || !answer.result) return;
  const { meta } = answer.result as { meta: { preBalances: number[]; postBalances: number[] } };
  meta.postBalances = meta.preBalances;
};
const future: Lie = (method, answer) => {
  if (method === 'getSlot' || method === 'getBlockHeight') answer.result = 10 ** 12;
};

describe('one RPC of two that lies', () => {
  let paid = '';
  beforeEach(() => {
    paid = payer.land([stage.payOrder()]);
    stage.finalize();
  });

  const lies: [string, Lie, object][] = [
    ['says that the payment failed', failed, { kind: 'not-yet', doubt: 'network-differs' }],
    ['hides it', missing, { kind: 'not-yet' }],
    ['says that less arrived', less, { kind: 'not-yet', doubt: 'network-differs' }],
  ];
  it.each(lies)(
    'and %s keeps it from counting and from being paid again',
    async (_how, lie, said) => {
      const chain = await opened(lie);
      expect(await chain.conclude(stage.order, paid)).toEqual(said);
      expect(await codeOf(chain.findOnEach(stage.order, unused))).toBe('network-differs');
    },
  );

  it.each(lies)('and %s is outvoted by two that show it', async (_how, lie) => {
    const chain = await opened(lie, [LIAR, 'http://honest', 'http://honest-too']);
    expect(await chain.conclude(stage.order, paid)).toMatchObject({ kind: 'paid' });
    expect(await chain.findOnEach(stage.order, unused)).toMatchObject({ signature: paid });
  });

  it('and reports a far-future slot or height creates no unpayable order, and proves no expiry', async () => {
    const chain = await opened(future);
    expect(await chain.slot()).toBe(await stage.chain.slot());
    expect(await chain.expiryProven(stage.order, undefined, 10 ** 9)).toBe(false);
    // A transaction's expiry is counted from the height, so neither of two such different answers
    // is accepted.
    expect(await codeOf(chain.height())).toBe('network-busy');
  });

  it('and alone answers for now gives no height that expiry is counted from', async () => {
    const low: Lie = (method, answer) => {
      if (method === 'getBlockHeight') answer.result = 1;
    };
    const chain = await opened(low, [LIAR, 'http://silent']);
    expect(await codeOf(chain.height())).toBe('network-one-node');
    const third = await opened(low, [LIAR, 'http://silent', 'http://honest']);
    expect(await third.height()).toBe(await stage.chain.height());
  });
});

it('two addresses of one operator are one RPC, whose lie doesn’t let the user pay again', async () => {
  const paid = payer.land([stage.payOrder()]);
  stage.finalize();
  const chain = await opened(failed, [`${LIAR}/?mine`, `${LIAR}/?build`, 'http://honest']);
  expect(await chain.conclude(stage.order, paid)).toEqual({
    kind: 'not-yet',
    doubt: 'network-differs',
  });
  expect(await codeOf(chain.findOnEach(stage.order, unused))).toBe('network-differs');
});

describe('an RPC that leaves a payment out of its lists', () => {
  let isLying = true;
  let hidden = '';
  const leavingOut: Lie = (method, answer) => {
    if (isLying && method === 'getSignaturesForAddress')
      answer.result = (answer.result as { signature: string }[]).filter(
        ({ signature }) => signature !== hidden,
      );
  };
  beforeEach(() => {
    isLying = true;
  });

  it.each(['reference', 'amount'] as const)(
    'hides it for as long as it does, not for good: by %s',
    async (match) => {
      const { order } = stage;
      hidden = payer.land([
        match === 'reference' ? stage.payOrder() : stage.pay(Number(order.manualAmount)),
      ]);
      const newer = payer.land([
        stage.pay(1, local.treasury, ...(match === 'reference' ? [order.reference] : [])),
      ]);
      stage.finalize();
      const chain = await opened(leavingOut);
      const seen: string[] = [];
      const onSeen = (signature: string) => seen.push(signature);
      const find = () =>
        match === 'reference'
          ? chain.findByReference(order, unused, undefined, { onSeen })
          : chain.findByAmount(order, unused, undefined, onSeen);
      // The dust behind it is a reason to ask the other RPC for its list, too.
      expect(await find()).toMatchObject({ signature: hidden });
      expect(seen).not.toContain(newer);
      expect(await find()).toBeUndefined();
      isLying = false;
      expect(await find()).toMatchObject({ signature: hidden });
    },
  );
});

describe('a refund', () => {
  it.each([
    ['by a search under its order', 'order'],
    ['by a restore', 'wallet'],
  ])('that one RPC shows alone takes no credits: %s', async (_how, by) => {
    const { order } = stage;
    const key = lookupKey(payer.address);
    const paid = payer.land([stage.payOrder(stage.price, key), payer.memo(order.id)]);
    stage.finalize();
    const payment = await stage.chain.verify(order, paid, 'reference');
    if (payment.kind !== 'paid') throw new Error(payment.kind);
    const bought = { ...order, state: { kind: 'finalized', proof: payment.proof } } as const;
    const stranger = payer.land([
      payer.transfer(5_000_000, key, order.reference),
      payer.memo(refundMemo(order.id)),
    ]);
    stage.finalize();
    // Nobody checks the treasury's signature: the liar puts its key in the place of the payer's.
    const inventing: Lie = (method, answer, [signature]) => {
      if (method !== 'getTransaction' || signature !== stranger || !answer.result) return;
      answer.result = JSON.parse(
        JSON.stringify(answer.result).replaceAll(payer.address, local.treasury),
      ) as unknown;
    };
    const find = (chain: Chain): Promise<unknown> =>
      by === 'order'
        ? chain.findRefund(bought)
        : chain
            .readPurchase(stranger, payer.address, local.treasury)
            .catch((thrown: unknown) => errorCode(thrown));
    // Where it is the only one, its word is all there is.
    expect(await find(await opened(inventing, [LIAR]))).toMatchObject(
      by === 'order' ? { lamports: 5_000_000n } : { kind: 'refund' },
    );
    const chain = await opened(inventing, [LIAR, 'http://silent']);
    for (const _minute of [0, 1, 2]) {
      expect(await find(chain)).toBe(by === 'order' ? undefined : 'network-alone');
      await time.pass(61_000);
    }
  });
});

describe('an RPC that makes payments up', () => {
  /** Shows somebody else's payment under the order's keys, whichever transaction is asked for. */
  const inventing = (order: Order, genuine: string, of: Order): Lie => {
    const list: unknown[] = [];
    return (method, answer, params) => {
      if (
        method === 'getSignaturesForAddress' &&
        [order.reference, lookupKey(payer.address)].includes(String(params[0]))
      ) {
        answer.result =
          list.length > 0
            ? list
            : [
                {
                  signature: genuine,
                  slot: 10 ** 6,
                  err: null,
                  memo: null,
                  blockTime: null,
                  confirmationStatus: 'finalized',
                },
              ];
      }
      if (method === 'getTransaction' && answer.result)
        answer.result = JSON.parse(
          JSON.stringify(answer.result).replaceAll(of.reference, order.reference),
        ) as unknown;
    };
  };

  it('gives no credits by reference, signature or restore, and doesn’t prevent payment', async () => {
    const other = await stage.newOrder();
    const genuine = payer.land([
      stage.pay(stage.price, local.treasury, other.reference, lookupKey(payer.address)),
      payer.memo(stage.order.id),
    ]);
    stage.finalize();
    const { order } = stage;
    const lie = inventing(order, genuine, other);
    const alone = await opened(lie, [LIAR]);
    expect(await alone.findByReference(order, unused)).toMatchObject({ signature: genuine });

    const chain = await opened(lie);
    expect(await chain.findByReference(order, unused)).toBeUndefined();
    expect(await chain.verify(order, genuine, 'reference')).toMatchObject({ kind: 'not-yet' });
    expect(await chain.conclude(order, genuine)).toMatchObject({ kind: 'not-yet' });
    expect(await codeOf(chain.readPurchase(genuine, payer.address, local.treasury))).toBe(
      'network-differs',
    );
  });

  it('calls a payment final too early: it counts once it is', async () => {
    const signature = payer.land([stage.payOrder()]);
    const early = await opened(() => undefined, [`${LIAR}/early`, 'http://honest']);
    expect(await early.conclude(stage.order, signature)).toEqual({ kind: 'not-yet' });
    expect(await early.findByReference(stage.order, unused)).toBeUndefined();
    stage.finalize();
    expect(await early.conclude(stage.order, signature)).toMatchObject({ kind: 'paid' });
    expect(await early.findByReference(stage.order, unused)).toMatchObject({ signature });
  });

  it('doesn’t influence until when a payment may land', async () => {
    const soon: Lie = (method, answer) => {
      if (method !== 'getLatestBlockhash') return;
      (answer.result as { value: { lastValidBlockHeight: number } }).value.lastValidBlockHeight = 1;
    };
    const chain = await opened(soon);
    const height = await stage.chain.height();
    const { lastValidBlockHeight } = await stage.prepare(chain);
    expect(lastValidBlockHeight).toBe(height + BLOCKHASH_LIFE);
  });
});

it('while the second RPC is down, a payment counts once the first has shown it for a minute', async () => {
  const signature = payer.land([stage.payOrder()]);
  stage.finalize();
  const chain = await opened(() => undefined, ['http://one', 'http://silent']);
  const say = () => chain.conclude(stage.order, signature);
  expect(await say()).toEqual({ kind: 'not-yet', doubt: 'network-alone' });
  await time.pass(59_000);
  expect(await say()).toEqual({ kind: 'not-yet', doubt: 'network-alone' });
  await time.pass(2_000);
  expect(await say()).toMatchObject({ kind: 'paid' });
});

it('a failure counts when two RPCs say it', async () => {
  const lost = payer.land([stage.payOrder()]);
  stage.finalize();
  // Both are the same liar, and what two agree on is believed.
  const chain = await opened(failed, [LIAR, `${LIAR}-too`]);
  expect(await chain.conclude(stage.order, lost)).toEqual({ kind: 'no-match', why: 'failed' });
});

it('with a single RPC, a failure counts when it is seen again a minute later', async () => {
  const lost = payer.land([stage.payOrder()]);
  stage.finalize();
  const chain = await opened(failed, [LIAR]);
  const say = async () => (await chain.conclude(stage.order, lost)).kind;
  expect(await say()).toBe('not-yet');
  await time.pass(59_000);
  expect(await say()).toBe('not-yet');
  await time.pass(2_000);
  expect(await say()).toBe('no-match');
});

it('an RPC that can’t be asked keeps a second signature from being asked for', async () => {
  const chain = await opened(() => undefined, ['http://one', 'http://silent']);
  await expect(chain.findOnEach(stage.order, unused)).rejects.toMatchObject({
    code: expect.stringMatching(/^network-/) as string,
  });
});
