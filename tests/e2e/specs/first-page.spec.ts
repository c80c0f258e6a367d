import { expect, test } from '@playwright/test';

import { buildWeb } from '../../sandbox/build-web.ts';
import { FIRST_PAGE_KB, firstScripts, gzippedKilobytes } from '../../support/first-page.ts';

test(`section 2: Home comes with at most ${FIRST_PAGE_KB} KB of script`, async () => {
  const root = await buildWeb('sandbox');
  const size = gzippedKilobytes(firstScripts(root), root);
  // React and the router are among it: less would mean that the scripts weren't found.
  expect(size).toBeGreaterThan(90);
  expect(size).toBeLessThan(FIRST_PAGE_KB);
});
