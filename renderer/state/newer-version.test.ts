import { describe, expect, it } from 'vitest';

import { PRICE_BOOK_VERSION } from '../core/plans.ts';
import { checkForNewer } from './newer-version.ts';

const answering = (status: number, text: string) => ({
  get: () => Promise.resolve({ status, bytes: new TextEncoder().encode(text) }),
});
const look = (requests: Parameters<typeof checkForNewer>[0]['requests'], build?: string) =>
  checkForNewer({
    requests,
    config: build === undefined ? {} : { build },
    origin: 'https://likeness.test',
  });
const file = (build: string, priceBook: number): string =>
  JSON.stringify({ build, priceBook, version: '9' });

describe('looking for a newer version', () => {
  it.each([
    ['the same build', file('a', PRICE_BOOK_VERSION), 'none'],
    ['another build', file('b', PRICE_BOOK_VERSION), 'app'],
    ['newer prices', file('b', PRICE_BOOK_VERSION + 1), 'prices'],
    ['a page instead of the file', '<!doctype html>', 'none'],
    ['something else', '{"build":7}', 'none'],
  ] as const)('tells %s', async (_, text, newer) => {
    expect(await look(answering(200, text), 'a')).toBe(newer);
  });

  it('finds nothing offline, without the file, and during development', async () => {
    expect(await look({ get: () => Promise.reject(new Error('offline')) }, 'a')).toBe('none');
    expect(await look(answering(404, file('b', 9)), 'a')).toBe('none');
    expect(await look(answering(200, file('b', 9)))).toBe('none');
  });
});
