import { resolve } from 'node:path';
import { expect, it } from 'vitest';

import { claimLinks, type Started } from './claim-links.ts';

function claimed(started: Started): readonly unknown[] {
  let given: readonly unknown[] = [];
  claimLinks({ setAsDefaultProtocolClient: (...args) => (given = args).length > 0 }, started);
  return given;
}

it('claims links for the program itself where it is installed', () => {
  expect(
    claimed({ defaultApp: false, execPath: '/opt/likeness', argv: ['/opt/likeness', 'me.png'] }),
  ).toEqual(['likeness']);
});

it('claims links for Electron with the script, whole path, where it runs from its sources', () => {
  expect(
    claimed({ defaultApp: true, execPath: '/electron', argv: ['/electron', 'out/main/index.js'] }),
  ).toEqual(['likeness', '/electron', [resolve('out/main/index.js')]]);
});
