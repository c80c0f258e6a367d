import { atom, useAtomValue } from 'jotai';
import { useEffect } from 'react';

import { portsAtom } from '../ports.ts';
import { localMemory } from '../remembered.ts';
import { useSnapshot } from '../use-snapshot.ts';
import { createSelfTest, type Fitness, type SelfTest } from './self-test.ts';

export type { Fitness, Part } from './self-test.ts';

const selfTestAtom = atom((get): SelfTest => {
  const ports = get(portsAtom);
  return createSelfTest({
    ...ports,
    memory: localMemory(),
    subject: `${ports.config.build ?? ''} ${navigator.userAgent}`,
  });
});

/** Whether this browser can make avatars; tested now, unless that is known. */
export function useFitness(): {
  readonly fitness: Fitness;
  readonly again: SelfTest['run'];
  readonly tested: SelfTest['result'];
} {
  const selfTest = useAtomValue(selfTestAtom);
  const fitness = useSnapshot(selfTest);
  useEffect(() => selfTest.run(), [selfTest]);
  return { fitness, again: selfTest.run, tested: selfTest.result };
}

const TIMEOUT_MS = 2_000;

/**
 * Once `ready`, tests this browser while the page is idle: the payment page then knows the result.
 */
export function useIdleSelfTest(ready: boolean): void {
  const selfTest = useAtomValue(selfTestAtom);
  useEffect(() => {
    if (!ready) return;
    // Safari has no requestIdleCallback, so a timer is used.
    if (typeof requestIdleCallback !== 'function') {
      const timer = setTimeout(selfTest.run, TIMEOUT_MS);
      return () => clearTimeout(timer);
    }
    const idle = requestIdleCallback(selfTest.run);
    return () => cancelIdleCallback(idle);
  }, [selfTest, ready]);
}
