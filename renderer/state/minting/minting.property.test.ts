import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { deviceHappening, isDeviceHappening } from '../../../tests/support/device-stories.ts';
import {
  ACCOUNT,
  MintWorld,
  type Answer,
  type ChainFault,
  type GatewayFault,
} from '../../../tests/support/mint-world/index.ts';
import { happenToDevice, type DeviceHappening } from '../../../tests/support/tabbed-world.ts';
import { settle } from '../../../tests/support/virtual-clock.ts';

type Happening =
  | { do: 'mint' | 'mint-elsewhere' | 'let-go' | 'stop' | 'reopen' | 'rename'; tab: number }
  | { do: 'answer'; how: Answer }
  | { do: 'pass'; seconds: number }
  | { do: 'grow'; blocks: number }
  | { do: 'land'; index: number; failed: boolean }
  | { do: 'crash'; tab: number; after: number }
  | { do: 'chain'; fault: ChainFault }
  | { do: 'gateway'; fault: GatewayFault }
  | { do: 'fork' }
  | { do: 'clear' }
  | DeviceHappening;

/** What may happen next; anything may be interrupted by a crash. */
const happening = fc.oneof<fc.MaybeWeightedArbitrary<Happening>[]>(
  { weight: 7, arbitrary: fc.record({ do: fc.constant('mint'), tab: fc.nat(1) }) },
  {
    weight: 7,
    arbitrary: fc.record({
      do: fc.constant('answer'),
      how: fc.constantFrom<Answer>('sign', 'sign', 'sign', 'new-blockhash', 'tamper', 'reject'),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('pass'), seconds: fc.integer({ min: 1, max: 90 }) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('grow'), blocks: fc.constantFrom(1, 5, 40, 115, 160) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('land'),
      index: fc.nat(2),
      failed: fc.integer({ min: 0, max: 4 }).map((n) => n === 0),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('crash'), tab: fc.nat(1), after: fc.nat(40) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('reopen'), tab: fc.nat(1) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('stop'), tab: fc.nat(1) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('chain'),
      fault: fc.constantFrom<ChainFault>(
        'none',
        'none',
        'down',
        'lag',
        'drop-sends',
        'lost-answers',
      ),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('gateway'),
      fault: fc.constantFrom<GatewayFault>(
        'none',
        'none',
        'down',
        'lost-answers',
        'tampered',
        'forgets',
      ),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('rename'), tab: fc.nat(1) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('fork') }) },
  { weight: 6, arbitrary: deviceHappening },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('clear') }) },
);
/** And with two chains to choose from. */
const elsewhere = fc.oneof<fc.MaybeWeightedArbitrary<Happening>[]>(
  { weight: 40, arbitrary: happening },
  { weight: 9, arbitrary: fc.record({ do: fc.constant('mint-elsewhere'), tab: fc.nat(1) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('let-go'), tab: fc.nat(1) }) },
);

/** What the user presses is not awaited: the story goes on meanwhile. */
const press = (work: Promise<unknown>): void => {
  work.catch(() => undefined);
};

/** The same avatar on the other chain, from the start. */
async function mintElsewhere(world: MintWorld, tab: number): Promise<void> {
  const minter = await world.tab(tab);
  const [mint] = await minter.start([{ ...world.wish, chain: 'solana' }], ACCOUNT);
  if (mint) await minter.mint(mint.id);
}

async function letGo(world: MintWorld, id: string, tab: number): Promise<void> {
  const minter = await world.tab(tab);
  if ((await minter.letGo(id)).outstanding) world.gaveTheirWord = true;
}

async function happen(world: MintWorld, id: string, now: Happening): Promise<void> {
  if (isDeviceHappening(now)) happenToDevice(world, now);
  else if (now.do === 'clear') world.clear();
  else if (now.do === 'mint') press((await world.tab(now.tab)).mint(id));
  else if (now.do === 'stop') press((await world.tab(now.tab)).stop(id));
  else if (now.do === 'rename')
    press(
      (await world.tab(now.tab)).start(
        [{ ...world.wish, details: { ...world.wish.details, name: 'Another name' } }],
        ACCOUNT,
      ),
    );
  else if (now.do === 'mint-elsewhere') press(mintElsewhere(world, now.tab));
  else if (now.do === 'let-go') press(letGo(world, id, now.tab));
  else if (now.do === 'reopen') await world.reopen(now.tab);
  else if (now.do === 'answer') await world.wallet.answer(now.how);
  else if (now.do === 'pass') await world.time.pass(now.seconds * 1_000);
  else if (now.do === 'grow') world.chain.height += now.blocks;
  else if (now.do === 'land') world.chain.land(now.index, now.failed);
  else if (now.do === 'chain') world.chain.fault = now.fault;
  else if (now.do === 'gateway') world.gateway.fault = now.fault;
  else if (now.do === 'fork') world.chain.fork();
  else if ('after' in now) {
    const tab = world.tabs[now.tab];
    if (tab) tab.life = now.after;
  }
}

async function tell(story: readonly Happening[], world: MintWorld): Promise<string[]> {
  const begin = async (): Promise<string | undefined> => {
    const started = (await world.tab(0)).start([world.wish], ACCOUNT);
    // A tab that dies in its middle never answers.
    const mints = await Promise.race([started.catch(() => undefined), settle()]);
    return mints?.[0]?.id;
  };
  await world.reopen(0);
  await world.reopen(1);
  let id = await begin();
  if (id === undefined) throw new Error('nothing was started');
  for (const now of story) {
    await happen(world, id, now);
    await settle();
    if (now.do === 'clear') id = (await begin()) ?? id;
  }
  await world.comeToRest();
  return world.faults();
}

const runs = process.env['LIKENESS_DEEP'] ? 10_000 : 300;
const storiesOf = (one: fc.Arbitrary<Happening>): fc.Arbitrary<Happening[]> =>
  fc.array(one, { minLength: 4, maxLength: 40, size: 'max' });
const never = (make: () => MintWorld, stories = storiesOf(happening)) =>
  fc.asyncProperty(stories, async (story) => {
    expect(await tell(story, make())).toEqual([]);
  });

describe('the minting service under any story', () => {
  it.each(['wallet-first', 'media-first', 'evm'] as const)(
    '%s: mints at most once, points at what is published, forgets its key',
    { timeout: 3_600_000 },
    async (order) => {
      await fc.assert(
        never(() => new MintWorld(order, ACCOUNT)),
        { numRuns: runs, seed: 5 },
      );
    },
  );

  it(
    'two chains: an avatar becomes one NFT, whatever was left open on the other, but by the user’s own word',
    { timeout: 3_600_000 },
    async () => {
      await fc.assert(
        never(() => new MintWorld('two-chains', ACCOUNT), storiesOf(elsewhere)),
        { numRuns: runs, seed: 5 },
      );
    },
  );

  it('and a chain that proves expiry too early is caught', { timeout: 600_000 }, async () => {
    const lying = (): MintWorld => {
      const world = new MintWorld('wallet-first', ACCOUNT);
      world.chain.provesTooEarly = true;
      return world;
    };
    await expect(
      fc.assert(never(lying), { numRuns: 2_000, seed: 5, endOnFailure: true }),
    ).rejects.toThrow();
  });
});
