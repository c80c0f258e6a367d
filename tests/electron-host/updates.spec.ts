import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { ed25519 } from '@noble/curves/ed25519.js';
import { expect } from '@playwright/test';

import { signedBytes } from '../../electron/main/updates/signed-feed.ts';
import { listen } from '../../sandbox/listen.ts';
import { minutes } from '../support/timeouts.ts';
import { VERSION } from './app.ts';
import { test as base } from './fixtures.ts';

const SEED = new Uint8Array(32).fill(5);

/** A folder as `npm run package` makes it, with any newest version. */
interface Feed {
  version: string | undefined;
  /** The web server is compromised and signs with another key. */
  stolen: boolean;
  readonly asked: string[];
}

const test = base.extend<{ published: Feed }>({
  published: async ({}, provide) => provide({ version: '2.5.0', stolen: false, asked: [] }),
  feed: async ({ published }, provide) => {
    const server = createServer((request, response) => {
      const { pathname } = new URL(request.url ?? '/', 'http://feed');
      published.asked.push(pathname);
      const { version } = published;
      const name = /^\/(latest(?:-mac|-linux(?:-arm64)?)?\.yml)(\.sig)?$/.exec(pathname);
      if (version === undefined || !name?.[1]) {
        response.writeHead(404).end();
        return;
      }
      const file = `Likeness-${version}-linux-x86_64.AppImage`;
      const sum = Buffer.alloc(64, 1).toString('base64');
      const text = `version: ${version}\nfiles:\n  - url: ${file}\n    sha512: ${sum}\n    size: 1\npath: ${file}\nsha512: ${sum}\nreleaseDate: '2026-11-21T00:00:00.000Z'\n`;
      const signer = published.stolen ? new Uint8Array(32).fill(66) : SEED;
      const signature = ed25519.sign(signedBytes(name[1], text), signer);
      response.end(name[2] ? Buffer.from(signature).toString('base64') : text);
    });
    await provide({
      url: `http://127.0.0.1:${await listen(server, 0)}`,
      key: Buffer.from(ed25519.getPublicKey(SEED)).toString('base64'),
    });
    server.close();
  },
});
const seen = expect.configure({ timeout: minutes(1) });

test('the menu checks for a newer version, every screen announces it, and it is never downloaded automatically', async ({
  desktop,
  page,
  published,
  root,
}) => {
  await expect(page.getByText('is out.')).toHaveCount(0);
  // The menu has the item once it is known that the program can be updated.
  await expect(() => desktop.host.systemUi.clickMenu('Check for Updates…')).toPass();
  const updates = page.getByRole('region', { name: 'Updates' });
  await seen(updates.getByText(`Version 2.5.0 is out. This is ${VERSION}.`)).toBeVisible();
  const bar = page.getByText('Likeness 2.5.0 is out.');
  await seen(bar).toBeVisible();
  await bar.getByRole('button', { name: 'Later' }).click();
  await expect(bar).toBeHidden();

  const automatic = updates.getByRole('checkbox', { name: 'Check for updates automatically' });
  await expect(automatic).toBeChecked();
  await automatic.click();
  await expect(automatic).not.toBeChecked();
  await expect
    .poll(() => readFile(join(root, 'user-data', 'settings.json'), 'utf8').catch(() => ''))
    .toContain('"automaticUpdates":false');

  published.version = VERSION;
  desktop.host.systemUi.clickMenu('Check for Updates…');
  await seen(updates.getByText(`This is version ${VERSION}, the newest there is.`)).toBeVisible();
  published.version = '9.9.9';
  published.stolen = true;
  await updates.getByRole('button', { name: 'Check for updates' }).click();
  await seen(updates.getByText('The update server can’t be reached')).toBeVisible();
  published.stolen = false;
  published.version = VERSION;
  await updates.getByRole('button', { name: 'Check for updates' }).click();
  await seen(updates.getByText(`This is version ${VERSION}, the newest there is.`)).toBeVisible();
  published.version = undefined;
  await updates.getByRole('button', { name: 'Check for updates' }).click();
  await seen(updates.getByText('The update server can’t be reached')).toBeVisible();
  expect(published.asked.every((path) => /\.yml(\.sig)?$/.test(path))).toBe(true);
});

base('without a feed nothing is looked for, and nothing is said of it', async ({ desktop }) => {
  expect(() => desktop.host.systemUi.clickMenu('Check for Updates…')).toThrow('the menu has no');
  await desktop.open('/dashboard?tab=settings');
  const { page } = desktop;
  await seen(page.getByRole('heading', { name: 'Your settings' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Updates' })).toHaveCount(0);
});
