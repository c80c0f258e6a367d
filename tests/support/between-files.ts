import { afterAll, vi } from 'vitest';

import { forgetLog, keepLog } from '../../renderer/core/log/log.ts';

/* Unit test files share their modules and globals. Each file's changes to them are undone before
   the next file. */
afterAll(() => {
  keepLog([], () => undefined);
  forgetLog();
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

// It would have no effect if the module is loaded already.
vi.mock = () => {
  throw new Error('A file that replaces modules must be listed in tests/vitest.config.ts.');
};
