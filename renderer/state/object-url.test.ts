import { resolveObjectURL } from 'node:buffer';
import { expect, it, vi } from 'vitest';

import { releaseUrl } from './object-url.ts';

it('an address that is given up still answers what the same script set off, and nothing later', async () => {
  const url = URL.createObjectURL(new Blob(['picture']));
  releaseUrl(url);
  await Promise.resolve();
  expect(await resolveObjectURL(url)?.text()).toBe('picture');
  await vi.waitFor(() => expect(resolveObjectURL(url)).toBeUndefined());
});
