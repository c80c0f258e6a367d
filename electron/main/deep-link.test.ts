import { expect, it } from 'vitest';

import { linkedRoute, routeOf } from './deep-link.ts';

it.each([
  ['likeness://avatar/101', '/avatar/101'],
  ['likeness://avatar/101/', '/avatar/101'],
  ['likeness://dashboard', '/dashboard'],
  ['likeness://customize/', '/customize'],
  [
    'likeness://wallet-return/4g1bN2QmhU1CPNdHD3yaZA?nonce=aB1&data=cD2&x=3',
    '/wallet-return/4g1bN2QmhU1CPNdHD3yaZA?nonce=aB1&data=cD2',
  ],
  ['likeness://avatar/101?data=1', '/avatar/101'],
])('%s opens %s', (link, route) => {
  expect(linkedRoute(link)).toBe(route);
});

it.each([
  'likeness://avatar/../admin',
  'likeness://avatar/1?x=/evil',
  'likeness://evil',
  'likeness://wallet-return/short',
  'likeness://wallet-return/0OIl0OIl0OIl0OIl0OIl',
  `likeness://wallet-return/4g1bN2QmhU1CPNdHD3yaZA?data=${'1'.repeat(4_000)}`,
  'likeness://',
  'https://avatar/101',
  'likeness:avatar/101',
  '--inspect',
  '',
])('%s opens nothing it should not', (link) => {
  expect([undefined, '/avatar/1']).toContain(linkedRoute(link));
});

it('is found among a program’s arguments', () => {
  expect(routeOf(['/usr/bin/likeness', '--flag', 'likeness://avatar/7'])).toBe('/avatar/7');
  expect(routeOf(['/usr/bin/likeness'])).toBeUndefined();
});
