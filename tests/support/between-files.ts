import { afterAll, vi } from 'vitest';

import { forgetLog, keepLog } from '../../renderer/core/log/log.ts';

/*
 * The unit tests' files share their modules and globals. What a file has changed in them is undone
 * before the next.
 */
afterAll(() => {
  keepLog([], () => undefined);
  forgetLog();
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

// It would replace nothing: the module may have been loaded already.
vi.mock = () => {
  throw new Error('A file that replaces modules must be listed in tests/vitest.config.ts.');
};
