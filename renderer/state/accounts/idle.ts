import { noted } from '../../core/log/log.ts';
import type { Accounts } from '../../ports/accounts.ts';
import type { Memory } from '../remembered.ts';

interface Deps {
  readonly accounts: Pick<Accounts, 'snapshot' | 'subscribe' | 'lock'>;
  /** Shared by all tabs: activity in one keeps the account open in the others. */
  readonly memory: Memory;
  readonly now: () => number;
  /** Whether long work is under way: then the account stays open without activity. */
  readonly isBusy: () => boolean;
}

const KEY = 'touched';
/** Activity is recorded at most once in this many milliseconds. */
const NOTE_EVERY = 5_000;

/**
 * Locks the account after its chosen time without activity. It compares clock times, because the
 * device may have been asleep.
 */
export function createIdleLock({ accounts, memory, now, isBusy }: Deps) {
  let lastNoted = 0;
  const touch = (): void => {
    if (accounts.snapshot().status !== 'open' || now() - lastNoted < NOTE_EVERY) return;
    lastNoted = now();
    memory.write(KEY, lastNoted);
  };
  const check = (): void => {
    const { status, remembered, idleMinutes } = accounts.snapshot();
    if (status !== 'open' || remembered || idleMinutes === 0) return;
    if (isBusy()) touch();
    const last = memory.read(KEY);
    if (now() - Math.max(lastNoted, typeof last === 'number' ? last : 0) < idleMinutes * 60_000)
      return;
    accounts.lock().catch(noted('accounts.lock')); // The key is dropped even if this fails.
  };
  let wasOpen = accounts.snapshot().status === 'open';
  accounts.subscribe(() => {
    const isOpen = accounts.snapshot().status === 'open';
    if (isOpen && !wasOpen) {
      lastNoted = 0;
      touch();
    }
    wasOpen = isOpen;
  });
  return { touch, check };
}
