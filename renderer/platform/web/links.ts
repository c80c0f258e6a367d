import { LikenessError } from '../../core/errors.ts';
import { allowedLink } from '../../core/links.ts';
import type { Links } from '../../ports/links.ts';

/**
 * Opens allow-listed addresses in a new tab without access to this one, and mail in the mail
 * program.
 */
export function webLinks(appUrl: string): Links {
  return {
    open(address) {
      const url = allowedLink(address, appUrl);
      if (url === undefined) return Promise.reject(new LikenessError('link-refused'));
      if (url.startsWith('mailto:')) window.location.assign(url);
      else window.open(url, '_blank', 'noopener,noreferrer');
      return Promise.resolve();
    },
  };
}
