import fc from 'fast-check';

import type { DeviceCommand, StorageFault } from './tabbed-simulation.ts';

/**
 * What may happen to a device in any scenario. Unlocking is frequent, since little happens while it
 * is locked.
 */
export const deviceCommand = fc.oneof<fc.MaybeWeightedArbitrary<DeviceCommand>[]>(
  { weight: 2, arbitrary: fc.constant({ do: 'lock' }) },
  { weight: 4, arbitrary: fc.constant({ do: 'unlock' }) },
  { weight: 1, arbitrary: fc.constant({ do: 'change' }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('storage'),
      fault: fc.constantFrom<StorageFault>('none', 'none', 'full', 'away'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('fail-write'), after: fc.nat(6) }),
  },
);

/** Whether the command concerns the device. */
export const isDeviceCommand = (now: { readonly do: string }): now is DeviceCommand =>
  ['lock', 'unlock', 'change', 'storage', 'fail-write'].includes(now.do);
