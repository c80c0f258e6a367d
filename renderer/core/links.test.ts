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

it.each([
  'http://phantom.app/',
  'https://phantom.app:8443/',
  'https://user@phantom.app/',
  'https://phantom.app@evil.example/',
  'https://phantom.app.evil.example/',
  'https://evilphantom.app/',
  'https://phantom.app\\@evil.example/',
  'https://evil.example/#https://phantom.app/',
  'https://рhantom.app/',
  'javascript:alert(1)',
  'file:///etc/passwd',
  'data:text/html,hi',
  'smb://phantom.app/share',
  'ms-settings:privacy',
  '//phantom.app/',
  'mailto:a@b.example,c@d.example',
  'mailto:a@b.example?attach=/etc/passwd',
  'mailto:a@b.example?bcc=c@d.example',
  'mailto:',
  '',
  `https://phantom.app/${'x'.repeat(5_000)}`,
])('refuses %s', (address) => {
  expect(allowedLink(address)).toBeUndefined();
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
