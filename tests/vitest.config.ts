import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

import { SAMPLES_DEFINE } from '../renderer/vite-samples.ts';

/** These replace modules, which an earlier file must not have loaded. */
const REPLACE_MODULES = [
  'electron/main/drag-out.test.ts',
  'electron/main/picture-folder.test.ts',
  'electron/main/rpc.test.ts',
  'renderer/storage/picture-folder.test.ts',
  'renderer/state/generation/scenarios.property.test.ts',
  'renderer/state/payments/by-hand.test.ts',
  'renderer/state/payments/payments.property.test.ts',
];

/** These start other programs, or build the app: not for `npm test`. */
const FULL = '{renderer,engine-host,electron,studio,scripts,sandbox,tests}/**/*.full.test.ts';

/** Loading the same modules anew for each file takes longer than most of the tests. */
const SHARED = { isolate: false, setupFiles: ['tests/support/between-files.ts'] };

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  define: SAMPLES_DEFINE,
  test: {
    environment: 'node',
    restoreMocks: true,
    // Tests check results, not times; a busy machine may be slow.
    testTimeout: 30_000,
    pool: 'threads',
    projects: [
      {
        extends: true,
        test: {
          name: 'shared',
          include: [
            '{renderer,engine-host,electron,studio,scripts,sandbox,tests}/**/*.test.{ts,tsx}',
          ],
          // The screens' tests run in a browser: screens.vitest.config.ts.
          exclude: ['**/node_modules/**', 'tests/screens/**', FULL, ...REPLACE_MODULES],
          ...SHARED,
        },
      },
      { extends: true, test: { name: 'isolated', include: REPLACE_MODULES } },
      { extends: true, test: { name: 'full', include: [FULL], ...SHARED } },
    ],
  },
});
