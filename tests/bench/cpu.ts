import type { Browser } from '@playwright/test';

/**
 * CPU seconds used by all of a browser's processes; unlike elapsed time, unaffected by other work
 * on the machine.
 */
export async function cpuSeconds(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0);
}
