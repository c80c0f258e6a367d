import { ed25519 } from '@noble/curves/ed25519.js';
import type { ProviderRuntimeOptions } from 'electron-updater/out/providers/Provider.js';
import { expect, it } from 'vitest';

import { feedSchema, signedBytes } from './signed-feed.ts';
import { SignedProvider } from './signed-provider.ts';

const SEED = new Uint8Array(32).fill(7);
const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
const KEY = base64(ed25519.getPublicKey(SEED));
const SUM = base64(new Uint8Array(64).fill(1));
const TEXT = `version: 2.5.0\nfiles:\n  - url: Likeness-2.5.0-linux-x86_64.AppImage\n    sha512: ${SUM}\n    size: 1\npath: Likeness-2.5.0-linux-x86_64.AppImage\nsha512: ${SUM}\nreleaseDate: '2026-11-21T00:00:00.000Z'\n`;
const FILE = 'latest-linux.yml';
const sign = (file: string, text: string, seed = SEED): string =>
  base64(ed25519.sign(signedBytes(file, text), seed));

/** A web server's folder, requested as electron-updater does. */
function provider(files: Readonly<Record<string, string>>) {
  const asked: string[] = [];
  const executor = {
    request: ({ path = '', headers }: { path?: string; headers?: object }) => {
      expect(headers).toBeUndefined();
      const name = path.slice(path.lastIndexOf('/') + 1).replace(/\?.*/, '');
      asked.push(name);
      const text = files[name];
      return text === undefined ? Promise.reject(new Error('404')) : Promise.resolve(text);
    },
  };
  const options = {
    isUseMultipleRangeRequest: true,
    platform: 'linux',
    executor,
  } as unknown as ProviderRuntimeOptions;
  process.env['TEST_UPDATER_ARCH'] = 'x64';
  return {
    asked,
    provider: new SignedProvider({ url: 'https://updates.example/x', key: KEY }, options),
  };
}

it('takes a feed that the operator signed, asks for it without the installation’s id, and resolves its files in the feed’s own folder', async () => {
  const { provider: signed, asked } = provider({
    [FILE]: TEXT,
    [`${FILE}.sig`]: `${sign(FILE, TEXT)}\n`,
  });
  signed.setRequestHeaders({ 'x-user-staging-id': 'f00d' });
  const info = await signed.getLatestVersion();
  expect(info.version).toBe('2.5.0');
  expect(asked).toEqual([FILE, `${FILE}.sig`]);
  expect(signed.resolveFiles(info).map(({ url }) => url.href)).toEqual([
    'https://updates.example/x/Likeness-2.5.0-linux-x86_64.AppImage',
  ]);
});

const UNSIGNED: readonly [string, Readonly<Record<string, string>>][] = [
  ['isn’t signed at all', { [FILE]: TEXT }],
  ['is signed by another key', { [`${FILE}.sig`]: sign(FILE, TEXT, new Uint8Array(32).fill(8)) }],
  ['was changed after it was signed', { [`${FILE}.sig`]: sign(FILE, TEXT.replace('2.5', '2.6')) }],
  ['is another system’s', { [`${FILE}.sig`]: sign('latest.yml', TEXT) }],
  ['has an empty signature', { [`${FILE}.sig`]: '' }],
  ['has zeros for one', { [`${FILE}.sig`]: base64(new Uint8Array(64)) }],
  ['has a short one', { [`${FILE}.sig`]: base64(new Uint8Array(63)) }],
  ['has an error page for a signature', { [`${FILE}.sig`]: '<html>' }],
];
it.each(UNSIGNED)('refuses a feed that %s', async (_how, files) => {
  const { provider: signed } = provider({ [FILE]: TEXT, ...files });
  await expect(signed.getLatestVersion()).rejects.toThrow(/isn't signed by the key|404/);
});

it('takes no program from outside the folder, even a signed one', () => {
  const file = { url: 'Likeness.AppImage', sha512: SUM };
  expect(feedSchema.safeParse({ version: '1.0.0', files: [file] }).success).toBe(true);
  for (const url of [
    'https://evil.example/x',
    '//evil.example/x',
    '\\\\evil\\x',
    '../x',
    'file:///x',
    '/x',
    'x?y',
    '.x',
  ])
    expect(feedSchema.safeParse({ version: '1.0.0', files: [{ ...file, url }] }).success, url).toBe(
      false,
    );
  expect(feedSchema.safeParse({ version: '1.0.0', files: [{ url: 'x' }] }).success).toBe(false);
});

it('reads no endless feed', async () => {
  const text = 'x'.repeat(70_000);
  const { provider: signed } = provider({ [FILE]: text, [`${FILE}.sig`]: sign(FILE, text) });
  await expect(signed.getLatestVersion()).rejects.toThrow(/too long/);
});
