import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';

import { testFolder } from '../../tests/support/folders.ts';
import { ensureBrowser } from '../../tests/tools/browser.ts';
import { isRoot } from './chromium.ts';
import { startHeadless } from './headless.ts';

it('a page that crashes fails its calls at once, and its browser ends', async () => {
  const folder = testFolder();
  const write = (name: string, text: string): void =>
    writeFileSync(join(folder, name), text, { mode: 0o755 });
  write('index.html', '<!doctype html><script src="./main.js"></script>');
  const crash = 'const all = []; for (;;) all.push(new Array(1e6).fill(all));';
  write('main.js', `window.enginePage = { selfTest() { ${crash} } };`);
  const flag = '--js-flags=--max-old-space-size=64';
  write('chromium', `#!/bin/sh\nexec '${ensureBrowser()}' ${flag} "$@"\n`);
  vi.stubEnv('LIKENESS_CHROMIUM', join(folder, 'chromium'));
  if (isRoot()) vi.stubEnv('LIKENESS_CHROMIUM_SANDBOX', 'off');
  const host = await startHeadless(folder);
  await expect(host.call('selfTest')).rejects.toThrow();
  await host.gone;
});
