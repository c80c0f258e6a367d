import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

import { minutes } from '../support/timeouts.ts';

/** The studio as its users run it: the built command line in separate processes. */
export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: {
    // The service's processes take minutes; unit tests in `studio/` cover its parts in every run.
    include: process.env['LIKENESS_DEEP']
      ? ['tests/{engines,studio}/**/*.spec.ts']
      : ['tests/engines/*.spec.ts', 'tests/studio/{command-line,desktop-app}.spec.ts'],
    environment: 'node',
    // Each file starts its own Chromiums, which share two cores.
    fileParallelism: false,
    testTimeout: minutes(4),
    retry: process.env['CI'] ? 1 : 0,
    hookTimeout: minutes(4),
  },
});
