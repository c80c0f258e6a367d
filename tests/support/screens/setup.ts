import { afterEach, beforeEach, expect, vi } from 'vitest';
import { page } from 'vitest/browser';

import { closeApp } from './open-app.ts';
import { problems } from './problems.ts';

beforeEach(async () => {
  await page.viewport(1280, 900);
  localStorage.clear();
  sessionStorage.clear();
  problems.forget();
});

afterEach(() => {
  vi.useRealTimers();
  closeApp();
  expect(problems.unforgiven(), 'errors that nobody saw').toEqual([]);
});
