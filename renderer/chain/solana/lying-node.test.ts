import { beforeEach, describe, expect, it } from 'vitest';

import { chainStage } from '../../../tests/support/chain-stage.ts';
import type { Chain } from '../../ports/chain.ts';
import { createChain } from './index.ts';

const stage = chainStage();
const { local, payer, time, random } = stage;
const LIAR = 'http://liar';
const unused = () => Promise.resolve(false);

interface Answer {
  result?: unknown;
}
type Lie = (method: string, answer: Answer) => void;

/** A chain whose first RPC changes its answers. */
function opened(lie: Lie, rpc: readonly string[] = [LIAR, 'http://honest']): Promise<Chain> {
  return createChain({
    rpc,
    network: 'sandbox',
    clock: time.clock,
    random,
    requests: {
      ...local.requests,
      async json(request) {
        const answer = await local.requests.json(request);
        if (!request.url.startsWith(LIAR)) return answer;
        const body = JSON.parse(answer.text) as Answer;
        lie((JSON.parse(request.body) as { method: string }).method, body);
        return { ...answer, text: JSON.stringify(body) };
      },
    },
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
    paid = payer.land([stage.pay(stage.price, local.treasury, stage.order.reference)]);
    stage.finalize();
  });

  it.each([
    ['says that the payment failed', failed],
    ['hides it', missing],
    ['says that less arrived', less],
  ])('and %s is outvoted by the one that shows it', async (_how, lie) => {
    const chain = await opened(lie);
    expect(await chain.conclude(stage.order, paid)).toMatchObject({ kind: 'paid' });
    expect(await chain.findOnEach(stage.order, unused)).toMatchObject({ signature: paid });
  });

  it('and tells of a far slot or height makes no order that nothing could pay, and proves no expiry', async () => {
    const chain = await opened(future);
    expect(await chain.slot()).toBe(await stage.chain.slot());
    expect(await chain.expiryProven(stage.order, undefined, 10 ** 9)).toBe(false);
    // What may still land is counted from the height: nobody's word is taken where two differ so.
    await expect(chain.height()).rejects.toMatchObject({ code: 'network-busy' });
  });
});

it('a failure counts when two RPCs say it', async () => {
  const lost = payer.land([stage.pay(stage.price, local.treasury, stage.order.reference)]);
  stage.finalize();
  // Both are the same liar here: what they agree on is believed.
  const chain = await opened(failed, [LIAR, `${LIAR}/again`]);
  expect(await chain.conclude(stage.order, lost)).toEqual({ kind: 'no-match', why: 'failed' });
});

it('with one RPC alone a failure counts on the second look, a minute after the first', async () => {
  const lost = payer.land([stage.pay(stage.price, local.treasury, stage.order.reference)]);
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
  const chain = await createChain({
    rpc: ['http://one', 'http://silent'],
    network: 'sandbox',
    clock: time.clock,
    random,
    requests: {
      ...local.requests,
      json: (request) =>
        request.url.startsWith('http://silent')
          ? Promise.resolve({ status: 403, text: '' })
          : local.requests.json(request),
    },
  });
  await expect(chain.findOnEach(stage.order, unused)).rejects.toMatchObject({
    code: expect.stringMatching(/^network-/) as string,
  });
});
