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
  ['likeness://avatar/1?x=/evil', '/avatar/1'],
])('%s opens %s', (link, route) => {
  expect(linkedRoute(link)).toBe(route);
});

it('is found among a program’s arguments', () => {
  expect(routeOf(['/usr/bin/likeness', '--flag', 'likeness://avatar/7'])).toBe('/avatar/7');
  expect(routeOf(['/usr/bin/likeness'])).toBeUndefined();
});
