/** Whether an element's content reads from right to left; without one, the page's. */
export const readsLeftwards = (element: Element = document.documentElement): boolean =>
  getComputedStyle(element).direction === 'rtl';

const OTHER_SIDE: Readonly<Record<string, string>> = {
  ArrowLeft: 'ArrowRight',
  ArrowRight: 'ArrowLeft',
};

/**
 * The key that means the same where content reads from left to right: ArrowRight goes on, also for
 * the left arrow key in Arabic.
 */
export const readingKey = (key: string, element?: Element): string =>
  (key in OTHER_SIDE && readsLeftwards(element) && OTHER_SIDE[key]) || key;
