import { expect, it, vi } from 'vitest';

import { walletTabs } from './tabs.ts';

it('notifies other tabs of each change by an entry that always differs, and ignores everything else', () => {
  const written: (readonly [string, string])[] = [];
  const storage = {
    getItem: () => null,
    setItem: (key: string, value: string) => void written.push([key, value]),
    removeItem: () => undefined,
  };
  const page = new EventTarget();
  const notified = vi.fn();
  const tabs = walletTabs(storage, page);
  tabs.onNotified(notified);

  tabs.notify();
  tabs.notify();
  expect(new Set(written.map(([key]) => key)).size).toBe(1);
  expect(new Set(written.map(([, value]) => value)).size).toBe(2);
  expect(notified).not.toHaveBeenCalled();

  const stored = (key: string): Event => Object.assign(new Event('storage'), { key });
  page.dispatchEvent(stored(written[0]?.[0] ?? ''));
  page.dispatchEvent(stored('walletState'));
  expect(notified).toHaveBeenCalledOnce();
});
