import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { localNode, type LocalNode } from '../../../tests/support/sandbox-node.ts';
import { LocalPayer } from '../../../tests/support/local-payer.ts';
import { VirtualClock } from '../../../tests/support/virtual-clock.ts';
import { encodeBase58 } from '../../core/base58.ts';
import { createOrder } from '../../core/orders/create-order.ts';
import type { Order } from '../../core/orders/order.ts';
import { PLANS } from '../../core/plans.ts';
import type { Chain } from '../../ports/chain.ts';
import { createChain } from './index.ts';

const random = (length: number) => crypto.getRandomValues(new Uint8Array(length));
let local: LocalNode;
let payer: LocalPayer;
let chain: Chain;
let order: Order;
const time = new VirtualClock();

const open = (rpc = ['http://one']) =>
  createChain({ rpc, network: 'sandbox', requests: local.requests, clock: time.clock, random });

beforeAll(async () => {
  local = localNode();
  payer = new LocalPayer(local, 1_000);
  chain = await open();
});
afterAll(() => local.remove());
beforeEach(async () => {
  order = createOrder({
    plan: PLANS.basic, scope: { profileId: 'guest', genesis: local.genesis }, treasury: local.treasury,
    slot: await chain.slot(), now: time.time, random,
  });
  local.node.advance(3);
});

const price = () => Number(order.price);
const pay = (lamports = price(), to = local.treasury, ...names: string[]) => payer.transfer(lamports, to, ...names);

describe('expiry', () => {
  const signature = () => encodeBase58(random(64));
  it('is proven by one RPC twice, a minute apart, and not before the height has passed', async () => {
    const last = local.node.chain.top('processed') + 150;
    const lost = signature();
    expect(await chain.expiryProven(order, lost, last)).toBe(false);
    local.node.advance(200);
    expect(await chain.expiryProven(order, lost, last)).toBe(false);
    await time.pass(59_000);
    expect(await chain.expiryProven(order, lost, last)).toBe(false);
    await time.pass(2_000);
    expect(await chain.expiryProven(order, lost, last)).toBe(true);
  });

  it('is proven by two RPCs at once, and dust under the reference doesn’t hinder it', async () => {
    const two = await open(['http://one', 'http://two']);
    payer.land([pay(1, local.treasury, order.reference)]);
    const last = local.node.chain.top('processed');
    local.node.advance(200);
    expect(await two.expiryProven(order, signature(), last)).toBe(true);
    payer.land([pay(price(), local.treasury, order.reference)]);
    local.node.advance(2);
    expect(await two.expiryProven(order, signature(), last)).toBe(false);
  });

  it('is not proven for what landed', async () => {
    const two = await open(['http://one', 'http://two']);
    const landed = payer.land([pay(price(), local.treasury, order.reference)]);
    local.node.advance(200);
    expect(await two.expiryProven(order, landed, local.node.chain.top('processed') - 100)).toBe(false);
  });
});
