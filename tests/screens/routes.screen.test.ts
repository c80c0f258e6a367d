import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';

import { ROUTES } from '../support/routes.ts';
import { banner, expectCount, openApp, pageFindings } from '../support/screens/index.ts';

beforeEach(() => page.viewport(1280, 900));

describe('every route', () => {
  for (const { path, title, heading } of ROUTES) {
    test(`${path} has its title, its one main heading, header and footer, and nothing that axe finds in either theme`, async () => {
      await openApp(path);
      await expect.poll(() => document.title).toBe(title);
      const headings = page.getByRole('heading', { level: 1 });
      await expectCount(headings, 1);
      await expect.element(headings).toHaveAccessibleName(heading);
      await expect.element(banner()).toBeVisible();
      await expect.element(page.getByRole('contentinfo')).toBeVisible();
      expect(await pageFindings()).toEqual([]);
    });

    test(`${path} is no wider than a window of 320 px`, async () => {
      await page.viewport(320, 700);
      await openApp(path);
      await expect.poll(() => document.title).toBe(title);
      await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
    });
  }
});
