import type { Links } from '../../ports/links.ts';
import { call } from './bridge.ts';

/** Opens in the user's browser; main holds the list of known sites. */
export const desktopLinks = (): Links => ({
  async open(url) {
    await call('links.open', { url });
  },
});
