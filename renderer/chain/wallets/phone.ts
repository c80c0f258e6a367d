/** Whether the page is open on a phone or tablet, where Phantom is an app and not an extension. */
export function isPhone({
  userAgent,
  maxTouchPoints,
}: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): boolean {
  // An iPad says that it is a Mac; no Mac has a touch screen.
  return (
    /Android|iPhone|iPad|iPod/i.test(userAgent) ||
    (userAgent.includes('Macintosh') && maxTouchPoints > 1)
  );
}
