import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { config as zodConfig } from 'zod';

import { filePath } from '../../electron/main/app-files.ts';
import { linkedRoute } from '../../electron/main/deep-link.ts';
import { ENGINE_CALLS, PHOTO_MOST_BYTES } from '../../renderer/core/engines/calls.ts';
import { allowedLink } from '../../renderer/core/links.ts';
import { rpcAddress } from '../../renderer/core/rpc.ts';

describe('an attacker whose link is clicked', () => {
  it.each([
    'likeness://avatar/../../etc/passwd',
    'likeness://avatar/1e9',
    'likeness://avatar/101/..%2f..%2f',
    'likeness://payment?plan=pro',
    'likeness://dashboard/settings',
    'likeness://evil.example/avatar/1',
    'likeness://customize@evil.example/',
    'likeness:avatar/1',
    'javascript:alert(1)',
    'file:///etc/passwd',
    `likeness://avatar/${'1'.repeat(5_000)}`,
    'likeness://wallet-return/short',
    'likeness://wallet-return/0OIl0OIl0OIl0OIl0OIl',
    `likeness://wallet-return/4g1bN2QmhU1CPNdHD3yaZA?data=${'1'.repeat(4_000)}`,
    'likeness://avatar/../admin',
    'likeness://evil',
    'likeness://',
    'https://avatar/101',
    '--inspect',
    '',
  ])('opens no other page of the app: %j', (link) => {
    expect(linkedRoute(link)).toBeUndefined();
  });

  it('hands a page nothing but what a wallet answers', () => {
    const id = '4g1bN2QmhU1CPNdHD3yaZAXA';
    const route = linkedRoute(`likeness://wallet-return/${id}?data=x&plan=pro&next=//evil.example`);
    expect(route).toBe(`/wallet-return/${id}?data=x`);
  });
});

describe('a page that was taken over', () => {
  it.each([
    'http://phantom.app/',
    'https://phantom.app.evil.example/',
    'https://phantom.app@evil.example/',
    'https://evil.example/?phantom.app',
    'https://evil.example/#https://phantom.app/',
    'https://user@phantom.app/',
    'https://evilphantom.app/',
    'https://phantom.app\\@evil.example/',
    'https://рhantom.app/',
    '//phantom.app/',
    'https://phantom.app:8443/',
    'https:\\\\phantom.app\\..\\evil',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'smb://phantom.app/share',
    'ms-msdt:/id PCWDiagnostic',
    'ms-settings:privacy',
    'mailto:a@b.example?attach=/etc/passwd',
    'mailto:a@b.example,c@d.example',
    'mailto:a@b.example?cc=c@d.example',
    'mailto:a@b.example?bcc=c@d.example',
    'mailto:',
    '',
    'data:text/html,<script>1</script>',
    `https://phantom.app/${'x'.repeat(5_000)}`,
  ])('opens nothing outside: %j', (url) => {
    expect(allowedLink(url)).toBeUndefined();
  });

  it.each([
    'http://rpc.example/',
    'http://127.0.0.1.evil.example',
    'http://localhost.evil.example',
    'https://me:secret@rpc.example/',
    'https://*.example',
    'https://my_node.example',
    'https://[::1]:8899',
    'https://rpc.example; script-src *',
    `https://rpc.example/${'x'.repeat(500)}`,
    'ws://127.0.0.1:8900',
    'ftp://rpc.example/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'app://likeness/',
    'rpc.example',
    ' ',
  ])('has no RPC asked at %j', (address) => {
    expect(rpcAddress(address)).toBeUndefined();
  });
});

describe('a page that was taken over can’t have main call an engine', () => {
  const id = '0b6f1e37-5f0e-4c53-8a55-a9d1b3f5e001';
  const job = {
    id,
    text: { instruction: 'a', description: 'a' },
    photo: new Uint8Array(3),
    size: 1_024,
    seed: 1,
  };
  const setup = { name: 'own', kind: 'edits', address: 'http://127.0.0.1:8000' };
  it('as a whole call, this is one', () => {
    const { make, save } = ENGINE_CALLS;
    expect(make.input.safeParse({ id, name: 'own', job }).success).toBe(true);
    expect(save.input.safeParse({ setup }).success).toBe(true);
  });
  it.each<[string, keyof typeof ENGINE_CALLS, object]>([
    [
      'with a photo of any size',
      'make',
      { id, name: 'own', job: { ...job, photo: new Uint8Array(PHOTO_MOST_BYTES + 1) } },
    ],
    ['with text for a photo', 'make', { id, name: 'own', job: { ...job, photo: '/etc/passwd' } }],
    [
      'at an address of its choice',
      'make',
      { id, name: 'own', job, address: 'https://evil.example' },
    ],
    [
      'with words without an end',
      'make',
      {
        id,
        name: 'own',
        job: { ...job, text: { instruction: 'a'.repeat(5_000), description: '' } },
      },
    ],
    ['by a file', 'save', { setup: { ...setup, address: 'file:///etc/passwd' } }],
    ['by a socket', 'save', { setup: { ...setup, address: 'ws://127.0.0.1' } }],
    [
      'with a name and a password in the address',
      'save',
      { setup: { ...setup, address: 'http://a:b@127.0.0.1' } },
    ],
    [
      'with a query in the address',
      'save',
      { setup: { ...setup, address: 'http://127.0.0.1/?a' } },
    ],
    ['of a kind of its own', 'save', { setup: { ...setup, kind: 'shell' } }],
    [
      'that says itself where photos may go',
      'save',
      { setup: { ...setup, photosAllowed: 'internet' } },
    ],
    ['under a name that is a path', 'save', { setup: { ...setup, name: '../keys' } }],
    ['for any class of address', 'allowPhotos', { name: 'own', allowed: 'all' }],
  ])('%s', (_, call, input) => {
    expect(ENGINE_CALLS[call].input.safeParse(input).success).toBe(false);
  });
});

describe('an attacker who wants a file of this computer', () => {
  it.each([
    '/../../etc/passwd',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/..%5c..%5cwindows.ini',
    '/a.png:stream',
    '/%00.html',
    '/%zz.js',
    '/assets/..%2f..%2fpackage.json',
  ])('gets none by app://likeness%s', (path) => {
    expect(filePath('/opt/app/renderer', path)).toBeUndefined();
  });
});

it('whoever gets a script into the page finds no code that asks for eval: Zod is configured before', () => {
  const page = {
    localStorage: { getItem: () => 'light' },
    document: { documentElement: { dataset: {} }, addEventListener: () => undefined },
  };
  runInNewContext(readFileSync('renderer/public/boot.js', 'utf8'), page);
  expect(page).toHaveProperty('__zod_globalConfig.jitless', true);
  // Zod keeps its settings under exactly that name.
  expect(zodConfig()).toBe((globalThis as { __zod_globalConfig?: object }).__zod_globalConfig);
});
