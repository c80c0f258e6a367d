import { afterEach, beforeEach, expect } from 'vitest';

import { closeApp } from './open-app.ts';
import { problems } from './problems.ts';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  problems.forget();
});

afterEach(() => {
  closeApp();
  expect(problems.unforgiven(), 'errors that nobody saw').toEqual([]);
});
