import fc from 'fast-check';
import { expect, it } from 'vitest';

import { allowedLink, LINK_HOSTS } from './links.ts';

it.each(LINK_HOSTS)('opens %s', (host) => {
  expect(allowedLink(`https://${host}/path?q=1#here`)).toBe(`https://${host}/path?q=1#here`);
});

it('opens the app’s own address and mail', () => {
  expect(allowedLink('https://likeness.example/avatar/1')).toBeUndefined();
  expect(allowedLink('https://likeness.example/avatar/1', 'https://likeness.example')).toBe(
    'https://likeness.example/avatar/1',
  );
  expect(allowedLink('mailto:help@likeness.example?subject=Hi&body=There')).toBe(
    'mailto:help@likeness.example?subject=Hi&body=There',
  );
});

it('never lets a foreign host through, whatever the address', () => {
  fc.assert(
    fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (address) => {
      const allowed = allowedLink(address);
      if (allowed !== undefined)
        expect(LINK_HOSTS).toContain(new URL(allowed).hostname.replace(/^www\./, ''));
    }),
  );
});
