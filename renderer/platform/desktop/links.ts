import type { Links } from '../../ports/links.ts';
import { call } from './bridge.ts';

/** Opens links in the user's browser. Main holds the list of allowed sites. */
export const desktopLinks = (): Links => ({
  async open(url) {
    await call('links.open', { url });
  },
});
