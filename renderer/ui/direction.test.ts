import { afterEach, expect, test, vi } from 'vitest';

import { readingKey, readsLeftwards } from './direction.ts';

const element = {} as Element;
const read = (direction: 'ltr' | 'rtl'): void => {
  vi.stubGlobal('getComputedStyle', () => ({ direction }));
};

afterEach(() => {
  vi.unstubAllGlobals();
});

test('in English, the right arrow moves forward', () => {
  read('ltr');
  expect(readsLeftwards(element)).toBe(false);
  expect(['ArrowLeft', 'ArrowRight'].map((key) => readingKey(key, element))).toEqual([
    'ArrowLeft',
    'ArrowRight',
  ]);
});

test('in Arabic, the left arrow moves forward, and every other key stays the same', () => {
  read('rtl');
  expect(readsLeftwards(element)).toBe(true);
  expect(
    ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'Home', 'toString'].map((key) =>
      readingKey(key, element),
    ),
  ).toEqual(['ArrowRight', 'ArrowLeft', 'ArrowUp', 'Home', 'toString']);
});
