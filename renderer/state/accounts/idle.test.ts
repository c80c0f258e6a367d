import { describe, expect, it, vi } from 'vitest';

import { memoryOf } from '../../../tests/support/memory.ts';
import { createState } from '../../core/subscribable.ts';
import type { AccountSnapshot } from '../../ports/accounts.ts';
import { createIdleLock } from './idle.ts';

const MINUTE = 60_000;
const open: AccountSnapshot = {
  status: 'open',
  id: 'a',
  email: 'a@example.com',
  remembered: false,
  idleMinutes: 15,
  codeKept: true,
};

function stage(snapshot: Partial<AccountSnapshot> = {}, busy = false) {
  const kept = new Map<string, unknown>();
  const state = createState<AccountSnapshot>({ ...open, status: 'none' });
  const lock = vi.fn(() => Promise.resolve());
  let time = 1e12;
  const idle = createIdleLock({
    accounts: { snapshot: state.snapshot, subscribe: state.subscribe, lock },
    memory: memoryOf(kept),
    now: () => time,
    isBusy: () => busy,
  });
  state.set({ ...open, ...snapshot });
  const pass = (ms: number): void => void (time += ms);
  const after = (ms: number): boolean => {
    pass(ms);
    idle.check();
    return lock.mock.calls.length > 0;
  };
  return { idle, pass, after, lock, kept, time: () => time };
}

describe('an account without activity', () => {
  it('locks after its time, counted from the last activity', () => {
    const { idle, after } = stage();
    expect(after(14 * MINUTE)).toBe(false);
    idle.touch();
    expect(after(14 * MINUTE)).toBe(false);
    expect(after(2 * MINUTE)).toBe(true);
  });

  it.each(['a check', 'a key'])('locks at once after a sleep, with %s', (what) => {
    const { idle, pass, lock } = stage();
    pass(600 * MINUTE);
    if (what === 'a key') idle.touch();
    idle.check();
    expect(lock).toHaveBeenCalled();
  });

  it('locks after its time though the clock is set back meanwhile', () => {
    const { after } = stage();
    expect(after(-300 * MINUTE)).toBe(false);
    expect(after(14 * MINUTE)).toBe(false);
    expect(after(2 * MINUTE)).toBe(true);
  });

  it('stays open while another tab is used', () => {
    const { after, kept, time } = stage();
    after(14 * MINUTE);
    kept.set('touched', time());
    expect(after(14 * MINUTE)).toBe(false);
  });

  it.each([
    ['that is remembered', { remembered: true }, false],
    ['whose time is never', { idleMinutes: 0 }, false],
    ['that makes pictures', {}, true],
  ])('stays open: one %s', (_what, snapshot, busy) => {
    const { after } = stage(snapshot, busy);
    for (let n = 0; n < 60; n++) expect(after(10 * MINUTE)).toBe(false);
  });
});
