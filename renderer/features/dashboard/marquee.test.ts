import { expect, test } from 'vitest';

import { boxOf, coveredBy, scrollSpeed, type Cells } from './use-marquee.ts';

/** Ten frames in four columns of 100 px; rows are 200 px high and begin at 1,000. */
const CELLS: Cells = {
  left: 50,
  right: 450,
  top: 1_000,
  bottom: 1_600,
  columns: 4,
  count: 10,
  leftwards: false,
  rowAt: (y) => Math.min(2, Math.max(0, Math.floor((y - 1_000) / 200))),
};
const drag = (from: [number, number], to: [number, number], cells = CELLS): readonly number[] =>
  coveredBy(boxOf({ x: from[0], y: from[1] }, { x: to[0], y: to[1] }), cells);

test('a drag covers the frames that it touches, in whichever direction it goes', () => {
  expect(drag([160, 1_050], [340, 1_250])).toEqual([1, 2, 5, 6]);
  expect(drag([340, 1_250], [160, 1_050])).toEqual([1, 2, 5, 6]);
  expect(drag([160, 1_050], [170, 1_060])).toEqual([1]);
});

test('a drag from beside the sheet covers what it reaches, and never a frame that isn’t there', () => {
  expect(drag([0, 900], [60, 1_010])).toEqual([0]);
  expect(drag([0, 1_450], [900, 2_000])).toEqual([8, 9]);
  expect(drag([0, 0], [900, 9_000])).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

test.each([
  ['above', [60, 900], [400, 990]],
  ['below', [60, 1_601], [400, 1_700]],
  ['at the left', [0, 1_000], [49, 1_500]],
  ['at the right', [451, 1_000], [500, 1_500]],
] as const)('a drag %s of the sheet covers nothing', (_where, from, to) => {
  expect(drag([...from], [...to])).toEqual([]);
});

test('where reading goes leftwards, the first column is at the right', () => {
  const cells = { ...CELLS, leftwards: true };
  expect(drag([440, 1_010], [360, 1_020], cells)).toEqual([0]);
  expect(drag([60, 1_010], [170, 1_250], cells)).toEqual([2, 3, 6, 7]);
});

test('the sheet scrolls while the pointer is beyond the view, faster the further it is', () => {
  const view = { top: 200, bottom: 800 };
  expect(scrollSpeed(500, 300, view)).toBe(0);
  expect(scrollSpeed(200, 300, view)).toBe(0);
  expect(scrollSpeed(801, 300, view)).toBeGreaterThan(0);
  expect(scrollSpeed(840, 300, view)).toBeGreaterThan(scrollSpeed(820, 300, view));
  expect(scrollSpeed(160, 300, view)).toBe(-scrollSpeed(840, 300, view));
  expect(scrollSpeed(5_000, 300, view)).toBe(scrollSpeed(9_000, 300, view));
});

test('a drag that begins beyond an edge scrolls only once it goes that way', () => {
  const view = { top: 200, bottom: 800 };
  expect(scrollSpeed(830, 830, view)).toBe(0);
  expect(scrollSpeed(820, 830, view)).toBe(0);
  expect(scrollSpeed(831, 830, view)).toBeGreaterThan(0);
  expect(scrollSpeed(150, 140, view)).toBe(0);
  expect(scrollSpeed(139, 140, view)).toBeLessThan(0);
});
