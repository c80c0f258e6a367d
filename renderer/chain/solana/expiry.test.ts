import { describe, expect, it } from 'vitest';

import { chainStage } from '../../../tests/support/chain-stage.ts';
import { encodeBase58 } from '../../core/base58.ts';

const stage = chainStage();
const { local, payer, time, random } = stage;

describe('expiry', () => {
  const signature = () => encodeBase58(random(64));
  it('is proven by one RPC twice, a minute apart, and not before the height has passed', async () => {
    const last = local.node.chain.top('processed') + 150;
    const lost = signature();
    expect(await stage.chain.expiryProven(stage.order, lost, last)).toBe(false);
    local.node.advance(200);
    expect(await stage.chain.expiryProven(stage.order, lost, last)).toBe(false);
    await time.pass(59_000);
    expect(await stage.chain.expiryProven(stage.order, lost, last)).toBe(false);
    await time.pass(2_000);
    expect(await stage.chain.expiryProven(stage.order, lost, last)).toBe(true);
  });

  it('is proven by two RPCs at once, and dust under the reference doesn’t hinder it', async () => {
    const two = await stage.open(['http://one', 'http://two']);
    payer.land([stage.payOrder(1)]);
    const last = local.node.chain.top('processed');
    local.node.advance(200);
    expect(await two.expiryProven(stage.order, signature(), last)).toBe(true);
    payer.land([stage.payOrder()]);
    local.node.advance(2);
    expect(await two.expiryProven(stage.order, signature(), last)).toBe(false);
  });

  it('is not proven for what landed', async () => {
    const two = await stage.open(['http://one', 'http://two']);
    const landed = payer.land([stage.payOrder()]);
    local.node.advance(200);
    expect(
      await two.expiryProven(stage.order, landed, local.node.chain.top('processed') - 100),
    ).toBe(false);
  });
});
