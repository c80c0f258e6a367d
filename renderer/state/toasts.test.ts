import { createStore } from 'jotai';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { dismissToastAtom, holdToastsAtom, showToastAtom, toastsAtom } from './toasts.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function stage() {
  const store = createStore();
  return { store, texts: () => store.get(toastsAtom).map(({ text }) => text) };
}

describe('toasts', () => {
  it('disappear by themselves, each in its time, and at most three are shown', () => {
    const { store, texts } = stage();
    store.set(showToastAtom, 'one');
    vi.advanceTimersByTime(3_000);
    for (const text of ['two', 'three', 'four']) store.set(showToastAtom, text);
    expect(texts()).toEqual(['two', 'three', 'four']);
    vi.advanceTimersByTime(5_999);
    expect(texts()).toHaveLength(3);
    vi.advanceTimersByTime(1);
    expect(texts()).toEqual([]);
  });

  it('stay while they are held, and a little longer', () => {
    const { store, texts } = stage();
    store.set(showToastAtom, 'one');
    vi.advanceTimersByTime(5_500);
    store.set(holdToastsAtom, true);
    store.set(showToastAtom, 'while held');
    vi.advanceTimersByTime(60_000);
    expect(texts()).toEqual(['one', 'while held']);
    store.set(holdToastsAtom, false);
    vi.advanceTimersByTime(1_999);
    expect(texts()).toHaveLength(2);
    vi.advanceTimersByTime(1);
    expect(texts()).toEqual([]);
  });

  it('are released when the one under the pointer is dismissed', () => {
    const { store, texts } = stage();
    store.set(showToastAtom, 'one');
    store.set(showToastAtom, 'two');
    store.set(holdToastsAtom, true);
    const [first] = store.get(toastsAtom);
    store.set(dismissToastAtom, first?.id ?? 0);
    expect(texts()).toEqual(['two']);
    vi.advanceTimersByTime(6_000);
    expect(texts()).toEqual([]);
  });
});
