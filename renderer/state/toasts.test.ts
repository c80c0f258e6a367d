import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { dismissToast, holdToasts, showToast, toasts } from './toasts.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const texts = () => toasts.snapshot().map(({ text }) => text);

describe('toasts', () => {
  it('disappear by themselves, each in its time, and at most three are shown', () => {
    showToast('one');
    vi.advanceTimersByTime(3_000);
    for (const text of ['two', 'three', 'four']) showToast(text);
    expect(texts()).toEqual(['two', 'three', 'four']);
    vi.advanceTimersByTime(5_999);
    expect(texts()).toHaveLength(3);
    vi.advanceTimersByTime(1);
    expect(texts()).toEqual([]);
  });

  it('stay while they are held, and a little longer', () => {
    showToast('one');
    vi.advanceTimersByTime(5_500);
    holdToasts(true);
    showToast('while held');
    vi.advanceTimersByTime(60_000);
    expect(texts()).toEqual(['one', 'while held']);
    holdToasts(false);
    vi.advanceTimersByTime(1_999);
    expect(texts()).toHaveLength(2);
    vi.advanceTimersByTime(1);
    expect(texts()).toEqual([]);
  });

  it('are released when the one under the pointer is dismissed', () => {
    showToast('one');
    showToast('two');
    holdToasts(true);
    const [first] = toasts.snapshot();
    dismissToast(first?.id ?? 0);
    expect(texts()).toEqual(['two']);
    vi.advanceTimersByTime(6_000);
    expect(texts()).toEqual([]);
  });
});
