import { resolveObjectURL } from 'node:buffer';
import { expect, it, vi } from 'vitest';

import { releaseUrl } from './object-url.ts';

it('a released address still serves what the same script started, and nothing later', async () => {
  const url = URL.createObjectURL(new Blob(['picture']));
  releaseUrl(url);
  await Promise.resolve();
  expect(await resolveObjectURL(url)?.text()).toBe('picture');
  await vi.waitFor(() => expect(resolveObjectURL(url)).toBeUndefined());
});
