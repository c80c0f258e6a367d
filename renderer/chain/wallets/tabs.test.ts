import { expect, it, vi } from 'vitest';

import { walletTabs } from './tabs.ts';

it('tells other tabs of each change by an entry that differs every time, and hears of nothing else', () => {
  const written: (readonly [string, string])[] = [];
  const storage = {
    getItem: () => null,
    setItem: (key: string, value: string) => void written.push([key, value]),
    removeItem: () => undefined,
  };
  const page = new EventTarget();
  const heard = vi.fn();
  const tabs = walletTabs(storage, page);
  tabs.onTold(heard);

  tabs.tell();
  tabs.tell();
  expect(new Set(written.map(([key]) => key)).size).toBe(1);
  expect(new Set(written.map(([, value]) => value)).size).toBe(2);
  expect(heard).not.toHaveBeenCalled();

  const stored = (key: string): Event => Object.assign(new Event('storage'), { key });
  page.dispatchEvent(stored(written[0]?.[0] ?? ''));
  page.dispatchEvent(stored('walletState'));
  expect(heard).toHaveBeenCalledOnce();
});
