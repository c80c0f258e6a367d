import { resolveObjectURL } from 'node:buffer';
import { expect, it, vi } from 'vitest';

import { releaseUrl, urlSource } from './object-url.ts';

it('a released address still serves what the same script started, and nothing later', async () => {
  const url = URL.createObjectURL(new Blob(['picture']));
  releaseUrl(url);
  await Promise.resolve();
  expect(await resolveObjectURL(url)?.text()).toBe('picture');
  await vi.waitFor(() => expect(resolveObjectURL(url)).toBeUndefined());
});

it('a Blob that is shown twice has one address, as long as one of the two shows it', () => {
  const blob = new Blob(['picture']);
  const { snapshot, subscribe } = urlSource(blob);
  const listener = vi.fn();
  const leave = subscribe(listener);
  const url = snapshot();
  const leaveToo = urlSource(blob).subscribe(listener);
  leave();
  expect([snapshot(), listener.mock.calls.length]).toEqual([url, 2]);
  leaveToo();
  expect(snapshot()).toBeUndefined();
});
