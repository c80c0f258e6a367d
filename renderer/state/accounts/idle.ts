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
  const note = (): void => {
    if (Math.abs(now() - lastNoted) < NOTE_EVERY) return;
    lastNoted = now();
    memory.write(KEY, lastNoted);
  };
  const check = (): void => {
    const { status, remembered, idleMinutes } = accounts.snapshot();
    if (status !== 'open' || remembered || idleMinutes === 0) return;
    const last = memory.read(KEY);
    const idle = now() - Math.max(lastNoted, typeof last === 'number' ? last : 0);
    // If the clock was set back, the time begins again.
    if (isBusy() || idle < 0) note();
    // The key is dropped even if this fails.
    else if (idle >= idleMinutes * 60_000) accounts.lock().catch(noted('accounts.lock'));
  };
  let wasOpen = accounts.snapshot().status === 'open';
  accounts.subscribe(() => {
    const isOpen = accounts.snapshot().status === 'open';
    if (isOpen && !wasOpen) {
      lastNoted = 0;
      note();
    }
    wasOpen = isOpen;
  });
  /** Records activity. The first after a sleep may come before the next check. */
  const touch = (): void => {
    check();
    if (wasOpen) note();
  };
  return { touch, check };
}
