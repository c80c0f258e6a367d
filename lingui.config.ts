import { defineConfig } from '@lingui/conf';
import { formatter } from '@lingui/format-po';

import { DEFAULT_LOCALE, LOCALES } from './renderer/i18n/locales.ts';

/** `npm run messages` collects the messages of the source into one catalogue per language. */
export default defineConfig({
  sourceLocale: DEFAULT_LOCALE,
  // English stands in the source.
  locales: LOCALES.filter((locale) => locale !== DEFAULT_LOCALE),
  catalogs: [
    {
      path: '<rootDir>/renderer/i18n/catalogues/{locale}',
      include: ['<rootDir>/renderer', '<rootDir>/electron'],
      exclude: ['**/*.test.*', '**/node_modules/**'],
    },
  ],
  // Line numbers would change a catalogue with every edit of the source.
  format: formatter({ lineNumbers: false, explicitIdAsDefault: true }),
});
