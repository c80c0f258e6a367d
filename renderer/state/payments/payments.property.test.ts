import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';

import {
  deviceCommand,
  expectCaught,
  isDeviceCommand,
  on,
  only,
  press,
  SCENARIOS,
  scenariosOf,
  tab,
} from '../../../tests/support/device-scenarios.ts';
import { ACCOUNT, PaymentSimulation } from '../../../tests/support/payment-simulation.ts';
import { RPCS } from '../../../tests/support/scripted-chain.ts';
import { happenToDevice, type DeviceCommand } from '../../../tests/support/tabbed-simulation.ts';
import { settle } from '../../../tests/support/virtual-clock.ts';
import type * as Finding from '../../chain/solana/find.ts';
import { preferring } from '../../core/config.ts';
import type { Order } from '../../core/orders/order.ts';
import type * as Reducer from '../../core/orders/reduce-order.ts';
import type { OrderEvent } from '../../core/orders/reduce-order.ts';
import { PLANS } from '../../core/plans.ts';

type Reduce = (order: Order, event: OrderEvent) => Order;

/** Faults to inject into the service's reducer and its searches; none unless a test says so. */
const mutation = vi.hoisted(() => ({
  fault: undefined as ((order: Order, event: OrderEvent, reduce: Reduce) => Order) | undefined,
  endsAtLimit: false,
}));
vi.mock('../../chain/solana/find.ts', async (load) => {
  const real = await load<typeof Finding>();
  const search: typeof real.search = async (where) => {
    if (!mutation.endsAtLimit) return real.search(where);
    const found = await real.search({ ...where, seen: real.nothingSeen() });
    return found === 'unfinished' ? 'none' : found;
  };
  return { ...real, search };
});
vi.mock('../../core/orders/reduce-order.ts', async (load) => {
  const real = await load<typeof Reducer>();
  const reduceOrder: Reduce = (order, event) =>
    mutation.fault?.(order, event, real.reduceOrder) ?? real.reduceOrder(order, event);
  return { ...real, reduceOrder };
});
afterEach(() => {
  mutation.fault = undefined;
  mutation.endsAtLimit = false;
});

/**
 * Addresses that the user asks first: none, one at the lying operator of the build, at the one that
 * may be silent, and at a third.
 */
const OWN_RPCS = [
  undefined,
  'https://own.one.example/mine',
  'https://own.two.example/mine',
  'https://rpc.three.example/mine',
] as const;
/** The most dust of a scenario: each start of the app reads some of it. */
const MOST_DUST = 150;

/** What may happen next; a crash may interrupt anything. */
const command = fc.oneof<fc.MaybeWeightedArbitrary<Command>[]>(
  on(6, 'pay', { tab }),
  on(6, 'answer', {
    how: fc.constantFrom('sign', 'sign', 'sign', 'new-blockhash', 'tamper', 'reject'),
  }),
  on(4, 'pass', { seconds: fc.integer({ min: 1, max: 90 }) }),
  on(4, 'grow', { blocks: fc.constantFrom(1, 5, 40, 160) }),
  on(4, 'land', { index: fc.nat(2), failed: fc.integer({ min: 0, max: 4 }).map((n) => n === 0) }),
  on(2, 'retry', { tab }),
  on(2, 'crash', { tab, after: fc.nat(60) }),
  on(2, 'reopen', { tab }),
  on(2, 'fault', {
    fault: fc.constantFrom('none', 'none', 'down', 'lag', 'drop-sends', 'lost-answers'),
  }),
  on(1, 'change-wallet', { answers: fc.constantFrom('signed', 'sent') }),
  on(1, 'close-windows', { tab }),
  on(1, 'stop-waiting', { tab }),
  on(2, 'lie', {
    lie: fc.constantFrom('none', 'failed', 'missing', 'unlisted', 'less', 'future', 'invented'),
  }),
  on(1, 'silence', { silent: fc.integer({ min: 0, max: 2 }).map((n) => n === 0) }),
  on(1, 'own-rpc', { own: fc.constantFrom(...OWN_RPCS) }),
  only(1, 'fork'),
  only(1, 'send-manually'),
  on(1, 'claim', { tab }),
  on(1, 'withdraw', { tab }),
  on(2, 'dust', { count: fc.constantFrom(1, 31, 45) }),
  { weight: 6, arbitrary: deviceCommand },
  only(1, 'clear'),
);

type Command =
  | { do: 'pay' | 'retry' | 'claim' | 'withdraw' | 'close-windows' | 'stop-waiting'; tab: number }
  | { do: 'change-wallet'; answers: 'signed' | 'sent' }
  | { do: 'answer'; how: 'sign' | 'new-blockhash' | 'tamper' | 'reject' }
  | { do: 'grow'; blocks: number }
  | { do: 'land'; index: number; failed: boolean }
  | { do: 'fault'; fault: 'none' | 'down' | 'lag' | 'drop-sends' | 'lost-answers' }
  | { do: 'lie'; lie: PaymentSimulation['chain']['lie'] }
  | { do: 'dust'; count: number }
  | { do: 'silence'; silent: boolean }
  | { do: 'own-rpc'; own: (typeof OWN_RPCS)[number] }
  | { do: 'fork' | 'send-manually' | 'clear' }
  | DeviceCommand;

async function happen(simulation: PaymentSimulation, order: Order, now: Command): Promise<void> {
  const { chain } = simulation;
  const { id } = order;
  if (isDeviceCommand(now)) await happenToDevice(simulation, now);
  else if (now.do === 'pay') press((await simulation.tab(now.tab)).pay(id));
  else if (now.do === 'retry') press((await simulation.tab(now.tab)).retryAfterExpiry(id));
  else if (now.do === 'claim') press((await simulation.tab(now.tab)).claimManual(id));
  else if (now.do === 'withdraw') press((await simulation.tab(now.tab)).withdrawManual(id));
  else if (now.do === 'change-wallet') simulation.answers = now.answers;
  else if (now.do === 'close-windows') press(simulation.closeWindows(now.tab, id));
  else if (now.do === 'stop-waiting') press((await simulation.tab(now.tab)).stopWaiting(id));
  else if (now.do === 'answer') await simulation.answerWallet(now.how);
  else if (now.do === 'grow') chain.height += now.blocks;
  else if (now.do === 'land') chain.land(now.index, now.failed);
  else if (now.do === 'fault') chain.fault = now.fault;
  else if (now.do === 'lie') chain.lie = now.lie;
  else if (now.do === 'fork') chain.fork();
  else if (now.do === 'send-manually') {
    // Nobody can know an amount that was never shown.
    if (simulation.orders.some((one) => one.id === id && one.amountShown))
      chain.transfer(order.manualAmount);
  } else if (now.do === 'clear') simulation.clear();
  else if (now.do === 'dust')
    chain.sendDust(order.reference, Math.min(now.count, MOST_DUST - chain.dust));
  else if (now.do === 'silence') chain.silent = now.silent;
  else if ('own' in now) {
    // Settings reload the app.
    chain.rpc = preferring({ solanaRpc: RPCS }, now.own).solanaRpc;
    await simulation.reopen(0);
    await simulation.reopen(1);
  }
}

async function play(
  scenario: readonly Command[],
  prepare: (simulation: PaymentSimulation) => void = () => undefined,
): Promise<string[]> {
  const simulation = new PaymentSimulation(ACCOUNT);
  prepare(simulation);
  const begin = async (): Promise<Order | undefined> => {
    const started = (await simulation.tab(0)).startOrder({ plan: PLANS.creator, scope: ACCOUNT });
    // A tab that dies in the middle never answers.
    const order = await Promise.race([started.catch(() => undefined), settle()]);
    if (order)
      await Promise.race([
        (await simulation.tab(0)).showAmount(order.id).catch(() => undefined),
        settle(),
      ]);
    simulation.chain.height += 1;
    return order ?? undefined;
  };
  await simulation.reopen(0);
  await simulation.reopen(1);
  let order = await begin();
  if (!order) throw new Error('no order was begun');
  for (const now of scenario) {
    await happen(simulation, order, now);
    await settle();
    if (now.do === 'clear') order = (await begin()) ?? order;
  }
  await simulation.comeToRest();
  return simulation.faults();
}

const scenarios = scenariosOf(command);
const never = (prepare?: (simulation: PaymentSimulation) => void) =>
  fc.asyncProperty(scenarios, async (scenario) => {
    expect(await play(scenario, prepare)).toEqual([]);
  });

describe('the payment service in any scenario', () => {
  it(
    'charges at most once, and credits every payment exactly once',
    { timeout: 3_600_000 },
    async () => {
      await fc.assert(never(), { numRuns: SCENARIOS, seed: 5 });
    },
  );

  // With seeds that find them soon.
  it.each<[string, number, NonNullable<typeof mutation.fault>]>([
    [
      'ends a request that the wallet sends itself',
      89,
      (order, event, reduce) =>
        event.type === 'request-ended' && order.state.kind === 'awaiting-signature'
          ? { ...order, state: { kind: 'draft' } }
          : reduce(order, event),
    ],
    [
      'lets the user withdraw what is on its way',
      70,
      (order, event, reduce) =>
        event.type === 'manual-withdrawn' && order.state.kind === 'submitted'
          ? { ...order, state: { kind: 'draft' } }
          : reduce(order, event),
    ],
  ])(
    'and a copy of the reducer that %s is caught',
    { timeout: 600_000 },
    async (_, seed, fault) => {
      mutation.fault = fault;
      await expectCaught(never(), seed);
    },
  );

  it(
    'and one that counts two addresses of one operator as two is caught',
    { timeout: 600_000 },
    async () => {
      const counting = (simulation: PaymentSimulation) => {
        const { chain } = simulation;
        chain.rpc = preferring({ solanaRpc: RPCS }, OWN_RPCS[1]).solanaRpc;
        const port = chain.port.bind(chain);
        chain.port = (step, clock) =>
          port(step, clock, (addresses, over) => ({
            any: over(addresses),
            each: addresses.map((address) => over([address])),
          }));
      };
      await expectCaught(never(counting), 57);
    },
  );

  it('and one that takes an unfinished search for ‘no payment’ is caught', async () => {
    const hidden: Command[] = [
      { do: 'dust', count: 45 },
      { do: 'change-wallet', answers: 'sent' },
      { do: 'pay', tab: 0 },
      { do: 'answer', how: 'sign' },
      { do: 'land', index: 0, failed: false },
      { do: 'grow', blocks: 160 },
      { do: 'grow', blocks: 40 },
      { do: 'pass', seconds: 60 },
      { do: 'retry', tab: 0 },
      { do: 'answer', how: 'sign' },
    ];
    expect(await play(hidden)).toEqual([]);
    mutation.endsAtLimit = true;
    expect(await play(hidden)).toContain(
      'a second signature was asked for while the first could charge',
    );
  });

  it(
    'and one that believes a payment that a single RPC made up is caught',
    { timeout: 600_000 },
    async () => {
      const trusting = fc.asyncProperty(scenarios, async (scenario) => {
        const inventing = scenario
          .filter((now) => now.do !== 'own-rpc')
          .map((now): Command => (now.do === 'lie' ? { do: 'lie', lie: 'invented' } : now));
        const wrong = await play(inventing, ({ chain }) => {
          chain.rpc = [RPCS[0]];
        });
        expect(wrong.filter((fault) => fault.includes('with 0 payments'))).toEqual([]);
      });
      await expectCaught(trusting, 1);
    },
  );

  it('and a chain that proves expiry too early is caught', { timeout: 600_000 }, async () => {
    const lying = ({ chain }: PaymentSimulation) => {
      const port = chain.port.bind(chain);
      chain.port = (step, clock) => ({
        ...port(step, clock),
        height: () => Promise.resolve(1_000_000),
        expiryProven: () => Promise.resolve(true),
      });
    };
    await expectCaught(never(lying), 1);
  });
});
