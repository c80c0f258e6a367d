import fc from 'fast-check';
import { expect } from 'vitest';

import type { DeviceCommand, StorageFault } from './tabbed-simulation.ts';

/** A command without arguments. */
export const only = <const D extends string>(
  weight: number,
  name: D,
): fc.WeightedArbitrary<{ do: D }> => ({ weight, arbitrary: fc.constant({ do: name }) });

/** A command, with its arguments drawn at random. */
export const on = <const D extends string, A extends object>(
  weight: number,
  name: D,
  args: { [K in keyof A]: fc.Arbitrary<A[K]> },
): fc.WeightedArbitrary<{ do: D } & A> => ({
  weight,
  arbitrary: fc.record(args).map((drawn) => ({ do: name, ...drawn })),
});

/** Either tab. */
export const tab = fc.nat(1);

/**
 * What may happen to a device in any scenario. Unlocking is frequent, since little happens while it
 * is locked.
 */
export const deviceCommand = fc.oneof<fc.MaybeWeightedArbitrary<DeviceCommand>[]>(
  only(2, 'lock'),
  only(4, 'unlock'),
  only(1, 'change'),
  on(3, 'storage', { fault: fc.constantFrom<StorageFault>('none', 'none', 'full', 'away') }),
  on(2, 'fail-write', { after: fc.nat(6) }),
);

/** Whether the command concerns the device. */
export const isDeviceCommand = (now: { readonly do: string }): now is DeviceCommand =>
  ['lock', 'unlock', 'change', 'storage', 'fail-write', 'pass', 'reopen', 'crash'].includes(now.do);

export const scenariosOf = <C>(command: fc.Arbitrary<C>): fc.Arbitrary<C[]> =>
  fc.array(command, { minLength: 4, maxLength: 40, size: 'max' });

/** How many scenarios may have no fault. */
export const SCENARIOS = process.env['LIKENESS_DEEP'] ? 10_000 : 100;

/** Expects that some scenario shows a fault. A seed that finds it soon saves time. */
export const expectCaught = <T>(
  property: fc.IAsyncProperty<T>,
  seed: number,
  numRuns = 10_000,
): Promise<void> =>
  expect(fc.assert(property, { numRuns, seed, endOnFailure: true })).rejects.toThrow();

/** User actions aren't awaited: the scenario continues meanwhile. */
export const press = (work: Promise<unknown>): void => {
  work.catch(() => undefined);
};
