import { shell } from 'electron';

import { LikenessError } from '../../renderer/core/errors.ts';
import { allowedLink } from '../../renderer/core/links.ts';
import type { Handlers } from './dispatcher.ts';

/** Opens allow-listed addresses in the user's browser or mail program. */
export const linkHandlers = (appUrl: string): Pick<Handlers, 'links.open'> => ({
  async 'links.open'({ url }) {
    const allowed = allowedLink(url, appUrl);
    if (allowed === undefined) throw new LikenessError('link-refused');
    await shell.openExternal(allowed);
    return null;
  },
});
