import { describe, expect, it } from 'vitest';

import { coded } from './failures.ts';

describe('what the browser refuses', () => {
  it.each([
    ['QuotaExceededError', 'storage-full'],
    ['InvalidStateError', 'storage-unavailable'],
    ['MissingAPIError', 'storage-unavailable'],
  ])('%s is %s, also inside an abort', async (name, code) => {
    const refused = Object.assign(new Error('no'), { name });
    const aborted = Object.assign(new Error('aborted'), { name: 'AbortError', inner: refused });
    await expect(coded(() => Promise.reject(refused))).rejects.toMatchObject({ code });
    await expect(coded(() => Promise.reject(aborted))).rejects.toMatchObject({ code });
  });

  it('hands on what is nobody’s fault but ours', async () => {
    const ours = new TypeError('a bug');
    await expect(coded(() => Promise.reject(ours))).rejects.toBe(ours);
  });
});
