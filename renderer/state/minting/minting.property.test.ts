import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

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
import {
  ACCOUNT,
  MintSimulation,
  type Answer,
  type ChainFault,
  type GatewayFault,
} from '../../../tests/support/mint-simulation/index.ts';
import { happenToDevice, type DeviceCommand } from '../../../tests/support/tabbed-simulation.ts';
import { settle } from '../../../tests/support/virtual-clock.ts';

type Command =
  | { do: 'mint' | 'mint-elsewhere' | 'let-go' | 'stop' | 'rename'; tab: number }
  | { do: 'answer'; how: Answer }
  | { do: 'grow'; blocks: number }
  | { do: 'land'; index: number; failed: boolean }
  | { do: 'chain'; fault: ChainFault }
  | { do: 'gateway'; fault: GatewayFault }
  | { do: 'fork' }
  | { do: 'clear' }
  | DeviceCommand;

/** What may happen next; a crash may interrupt anything. */
const command = fc.oneof<fc.MaybeWeightedArbitrary<Command>[]>(
  on(7, 'mint', { tab }),
  on(7, 'answer', {
    how: fc.constantFrom<Answer>('sign', 'sign', 'sign', 'new-blockhash', 'tamper', 'reject'),
  }),
  on(5, 'pass', { seconds: fc.integer({ min: 1, max: 90 }) }),
  on(4, 'grow', { blocks: fc.constantFrom(1, 5, 40, 115, 160) }),
  on(4, 'land', { index: fc.nat(2), failed: fc.integer({ min: 0, max: 4 }).map((n) => n === 0) }),
  on(2, 'crash', { tab, after: fc.nat(40) }),
  on(2, 'reopen', { tab }),
  on(2, 'stop', { tab }),
  on(2, 'chain', {
    fault: fc.constantFrom<ChainFault>('none', 'none', 'down', 'lag', 'drop-sends', 'lost-answers'),
  }),
  on(2, 'gateway', {
    fault: fc.constantFrom<GatewayFault>(
      'none',
      'none',
      'down',
      'lost-answers',
      'tampered',
      'forgets',
    ),
  }),
  on(1, 'rename', { tab }),
  only(1, 'fork'),
  { weight: 6, arbitrary: deviceCommand },
  only(1, 'clear'),
);
/** The same, with two chains to choose from. */
const elsewhere = fc.oneof<fc.MaybeWeightedArbitrary<Command>[]>(
  { weight: 40, arbitrary: command },
  on(9, 'mint-elsewhere', { tab }),
  on(1, 'let-go', { tab }),
);

/** Mints the same avatar on the other chain, from the start. */
async function mintElsewhere(simulation: MintSimulation, tab: number): Promise<void> {
  const minter = await simulation.tab(tab);
  const [mint] = await minter.start([{ ...simulation.request, chain: 'solana' }], ACCOUNT);
  if (mint) await minter.mint(mint.id);
}

async function letGo(simulation: MintSimulation, id: string, tab: number): Promise<void> {
  const minter = await simulation.tab(tab);
  if ((await minter.letGo(id)).outstanding) simulation.gaveTheirWord = true;
}

async function happen(simulation: MintSimulation, id: string, now: Command): Promise<void> {
  if (isDeviceCommand(now)) await happenToDevice(simulation, now);
  else if (now.do === 'clear') simulation.clear();
  else if (now.do === 'mint') press((await simulation.tab(now.tab)).mint(id));
  else if (now.do === 'stop') press((await simulation.tab(now.tab)).stop(id));
  else if (now.do === 'rename')
    press((await simulation.tab(now.tab)).start([simulation.renamed], ACCOUNT));
  else if (now.do === 'mint-elsewhere') press(mintElsewhere(simulation, now.tab));
  else if (now.do === 'let-go') press(letGo(simulation, id, now.tab));
  else if (now.do === 'answer') await simulation.wallet.answer(now.how);
  else if (now.do === 'grow') simulation.chain.height += now.blocks;
  else if (now.do === 'land') simulation.chain.land(now.index, now.failed);
  else if (now.do === 'chain') simulation.chain.fault = now.fault;
  else if (now.do === 'gateway') simulation.gateway.fault = now.fault;
  else simulation.chain.fork();
}

async function play(scenario: readonly Command[], simulation: MintSimulation): Promise<string[]> {
  const begin = async (): Promise<string | undefined> => {
    const started = (await simulation.tab(0)).start([simulation.request], ACCOUNT);
    // A tab that dies in the middle never answers.
    const mints = await Promise.race([started.catch(() => undefined), settle()]);
    return mints?.[0]?.id;
  };
  await simulation.reopen(0);
  await simulation.reopen(1);
  let id = await begin();
  if (id === undefined) throw new Error('nothing was started');
  for (const now of scenario) {
    await happen(simulation, id, now);
    await settle();
    if (now.do === 'clear') id = (await begin()) ?? id;
  }
  await simulation.comeToRest();
  return simulation.faults();
}

const never = (make: () => MintSimulation, scenarios = scenariosOf(command)) =>
  fc.asyncProperty(scenarios, async (scenario) => {
    expect(await play(scenario, make())).toEqual([]);
  });

describe('the minting service in any scenario', () => {
  it.each(['wallet-first', 'media-first', 'evm'] as const)(
    '%s: mints at most once, points at what is published, forgets its key',
    { timeout: 3_600_000 },
    async (order) => {
      await fc.assert(
        never(() => new MintSimulation(order, ACCOUNT)),
        { numRuns: SCENARIOS, seed: 5 },
      );
    },
  );

  it(
    'two chains: an avatar becomes one NFT, whatever was left open on the other, but by the user’s own word',
    { timeout: 3_600_000 },
    async () => {
      await fc.assert(
        never(() => new MintSimulation('two-chains', ACCOUNT), scenariosOf(elsewhere)),
        { numRuns: SCENARIOS, seed: 5 },
      );
    },
  );

  it('and a chain that proves expiry too early is caught', { timeout: 600_000 }, async () => {
    const lying = (): MintSimulation => {
      const simulation = new MintSimulation('wallet-first', ACCOUNT);
      simulation.chain.provesTooEarly = true;
      return simulation;
    };
    await expectCaught(never(lying), 5, 2_000);
  });
});
