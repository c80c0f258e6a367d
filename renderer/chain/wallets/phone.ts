/** Whether the page runs on a phone or tablet, where Phantom is an app instead of an extension. */
export function isPhone({
  userAgent,
  maxTouchPoints,
}: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): boolean {
  // An iPad identifies itself as a Mac, but no Mac has a touch screen.
  return (
    /Android|iPhone|iPad|iPod/i.test(userAgent) ||
    (userAgent.includes('Macintosh') && maxTouchPoints > 1)
  );
}
