/** Whether an element's content reads from right to left; without one, the page's. */
export const readsLeftwards = (element: Element = document.documentElement): boolean =>
  getComputedStyle(element).direction === 'rtl';

const OTHER_SIDE: ReadonlyMap<string, string> = new Map([
  ['ArrowLeft', 'ArrowRight'],
  ['ArrowRight', 'ArrowLeft'],
]);

/**
 * The key with the same meaning in left-to-right text: the left arrow key in Arabic gives
 * ArrowRight, which moves forward.
 */
export function readingKey(key: string, element?: Element): string {
  const other = OTHER_SIDE.get(key);
  return other !== undefined && readsLeftwards(element) ? other : key;
}
