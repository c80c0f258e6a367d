import { describe, expect, it } from 'vitest';

import { TRANSLATED_LOCALES } from '../renderer/i18n/locales.ts';
import { readCatalogue } from '../renderer/vite-messages.ts';
import { messagesOfSource } from './messages.ts';

const inSource = [...messagesOfSource().keys()].sort();

describe.for(TRANSLATED_LOCALES)('the catalogue of %s', (locale) => {
  it('translates every message of the source, and no other', async () => {
    expect(inSource.length).toBeGreaterThan(2_000);
    expect(Object.keys(await readCatalogue(locale)).sort()).toEqual(inSource);
  });
});
