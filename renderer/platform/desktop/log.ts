import { note } from '../../core/log/log.ts';
import type { Log } from '../../ports/log.ts';
import { call } from './bridge.ts';

/** Merges the page's log with main's. */
export const desktopLog = (page: Log): Log => ({
  async read() {
    const main = await call('log.read', null).catch((thrown: unknown) => {
      note('desktop.log', thrown);
      return [];
    });
    return [...main, ...(await page.read())].sort((a, b) => a.last - b.last);
  },
  async erase() {
    await page.erase();
    await call('log.erase', null);
  },
});
