import { expect, test } from 'vitest';
import { page } from 'vitest/browser';

import {
  expectLink,
  expectVisible,
  openApp,
  pageFindings,
  problems,
} from '../support/screens/index.ts';

test('the error page says what is safe, gives a report to copy, and leads home', async () => {
  problems.forgive(/broken/);
  await openApp('/trust-security', {
    ports: (device) => ({
      resourceMonitor: {
        ...device.resourceMonitor,
        snapshot() {
          throw new Error('broken');
        },
      },
    }),
  });
  await expectVisible(page.getByRole('heading', { name: 'Unexpected Application Error!' }));
  await page.getByText('What to send us').click();
  expect(await pageFindings()).toEqual([]);
  await page.getByRole('button', { name: 'Copy the report' }).click();
  await expectVisible(page.getByRole('button', { name: 'Copied' }));
  expect(await navigator.clipboard.readText()).toContain('Page: /trust-security');
  await expectLink('Return Home', '/');
});
