/** Whether an element's content reads from right to left; without one, the page's. */
export const readsLeftwards = (element: Element = document.documentElement): boolean =>
  getComputedStyle(element).direction === 'rtl';

const OTHER_SIDE: ReadonlyMap<string, string> = new Map([
  ['ArrowLeft', 'ArrowRight'],
  ['ArrowRight', 'ArrowLeft'],
]);

/**
 * The key that means the same where content reads from left to right: ArrowRight goes on, also for
 * the left arrow key in Arabic.
 */
export function readingKey(key: string, element?: Element): string {
  const other = OTHER_SIDE.get(key);
  return other !== undefined && readsLeftwards(element) ? other : key;
}
