import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { BatchSimulation } from '../../../tests/support/batch-simulation.ts';
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
import { happenToDevice, type DeviceCommand } from '../../../tests/support/tabbed-simulation.ts';
import { settle } from '../../../tests/support/virtual-clock.ts';
import type { Scope } from '../../core/scope.ts';
import type { Subscribable } from '../../core/subscribable.ts';
import type * as Tasks from '../tasks/index.ts';
import type { Resumable } from '../tasks/index.ts';
import type * as Journal from './journal.ts';

/** Faults to inject; none unless a test says so. */
const mutation = vi.hoisted(() => ({ sleepsAfterLock: false, forgetsToConsume: false }));
vi.mock('../tasks/index.ts', async (load) => {
  const real = await load<typeof Tasks>();
  return {
    ...real,
    resumeWithScope(scope: Subscribable<Scope | undefined>, tasks: Resumable) {
      if (!mutation.sleepsAfterLock) return real.resumeWithScope(scope, tasks);
      let resumed: string | undefined;
      const follow = (): void => {
        const now = scope.snapshot();
        if (!now || now.profileId === resumed) return;
        resumed = now.profileId;
        void tasks.resume(now.genesis);
      };
      follow();
      return scope.subscribe(follow);
    },
  };
});
vi.mock('./journal.ts', async (load) => {
  const real = await load<typeof Journal>();
  const complete: typeof real.complete = (...step) => {
    const write = real.complete(...step);
    return mutation.forgetsToConsume
      ? (batch) => write(batch).filter(({ table }) => table !== 'ledger')
      : write;
  };
  return { ...real, complete };
});
afterEach(() => {
  mutation.sleepsAfterLock = false;
  mutation.forgetsToConsume = false;
});

type Command =
  | { do: 'start'; tab: number; count: number; photo: string }
  | { do: 'pause' | 'proceed' | 'cancel'; tab: number; which: number }
  | { do: 'pay' | 'clear' }
  | { do: 'engine'; fault: BatchSimulation['engine'] }
  | DeviceCommand;

/** What may happen next; a crash may interrupt anything. */
const command = fc.oneof<fc.MaybeWeightedArbitrary<Command>[]>(
  on(4, 'start', {
    tab,
    count: fc.integer({ min: 1, max: 9 }),
    photo: fc.constantFrom('draft', 'draft', 'paid-draft'),
  }),
  only(3, 'pay'),
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constantFrom('pause', 'proceed', 'proceed', 'cancel'),
      tab,
      which: fc.nat(2),
    }),
  },
  on(9, 'pass', { seconds: fc.integer({ min: 1, max: 20 }) }),
  on(3, 'crash', { tab, after: fc.nat(40) }),
  on(2, 'reopen', { tab }),
  on(2, 'engine', {
    fault: fc.constantFrom<BatchSimulation['engine']>(
      'none',
      'none',
      'engine-failed',
      'engine-unsupported',
    ),
  }),
  { weight: 8, arbitrary: deviceCommand },
  only(1, 'clear'),
);

async function happen(simulation: BatchSimulation, now: Command): Promise<void> {
  if (isDeviceCommand(now)) await happenToDevice(simulation, now);
  else if (now.do === 'start') {
    const { count, photo: draftId } = now;
    press((await simulation.tab(now.tab)).start({ draftId, count }, simulation.home));
  } else if (now.do === 'pay') await simulation.pay();
  else if (now.do === 'clear') {
    simulation.clear();
    await simulation.furnish();
  } else if (now.do === 'engine') simulation.engine = now.fault;
  else if ('which' in now) {
    const id = simulation.batches[now.which]?.id;
    if (id !== undefined) press((await simulation.tab(now.tab))[now.do](id));
  }
}

async function play(scenario: readonly Command[]): Promise<string[]> {
  const simulation = new BatchSimulation();
  await simulation.furnish();
  await simulation.reopen(0);
  await simulation.reopen(1);
  for (const now of scenario) {
    await happen(simulation, now);
    await settle();
  }
  await simulation.comeToRest();
  return simulation.faults();
}

const scenarios = scenariosOf(command);
const never = fc.asyncProperty(scenarios, async (scenario) => {
  expect(await play(scenario)).toEqual([]);
});

describe('the batches in any scenario', () => {
  it(
    'loses no avatar and no credit, makes nothing twice, and leaves nothing running alone',
    { timeout: 3_600_000 },
    async () => {
      await fc.assert(never, { numRuns: SCENARIOS, seed: 5 });
    },
  );

  it.each(['sleepsAfterLock', 'forgetsToConsume'] as const)(
    'and a copy that %s is caught',
    { timeout: 600_000 },
    async (fault) => {
      mutation[fault] = true;
      await expectCaught(never, 5, 2_000);
    },
  );
});
