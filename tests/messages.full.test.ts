import { getCatalogs } from '@lingui/cli/api';
import { getConfig } from '@lingui/conf';
import { beforeAll, describe, expect, it } from 'vitest';

import { DEFAULT_LOCALE, LOCALES } from '../renderer/i18n/locales.ts';
import { readMessages } from '../renderer/vite-messages.ts';

let inSource: string[];
beforeAll(async () => {
  const [catalogue] = await getCatalogs(getConfig());
  inSource = Object.keys((await catalogue?.collect()) ?? {}).sort();
}, 120_000);

describe.for(LOCALES.filter((locale) => locale !== DEFAULT_LOCALE))(
  'the catalogue of %s',
  (locale) => {
    it('translates every message of the source, and no other', async () => {
      expect(inSource.length).toBeGreaterThan(1_900);
      expect(Object.keys(await readMessages(locale)).sort()).toEqual(inSource);
    });
  },
);
