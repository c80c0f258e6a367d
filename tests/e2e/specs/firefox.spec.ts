import { readFile } from 'node:fs/promises';
import { transformWithOxc } from 'vite';

import type { decodeImage } from '../../../renderer/state/decode-image.ts';
import { minutes } from '../../support/timeouts.ts';
import {
  button,
  checkbox,
  DIALOG,
  field,
  FirefoxApp,
  link,
  noFirefox,
  radio,
  tab,
} from '../drivers/firefox.ts';
import { balanceOf } from '../support/chain.ts';
import { display } from '../support/display.ts';
import { expect, test } from '../support/fixtures.ts';

const PHOTO = 'resources/people/amara.webp';
const STYLES = ['Realistic', 'Artistic', 'Minimalist', 'Professional', 'Creative', 'Modern'];
const BASIC_LAMPORTS = 1_200_000_000;
const MINT_LAMPORTS = 100_000_000;
const PASSPHRASE = 'violet anchor drizzle';

const missing = noFirefox();

/** The main flow in Firefox: from a photo to avatars that are paid for, saved, minted and kept. */
test('Firefox: six styles, payment, twelve avatars, download, mint, backup and restore @long', async ({
  sandbox,
}, info) => {
  test.skip(missing !== undefined, missing);
  test.setTimeout(minutes(8)); // Six styles and twelve avatars, rendered on the CPU, in two browsers.
  const shown = await display();
  const app = await FirefoxApp.open(sandbox.appUrl, shown.name);
  const before = await balanceOf(sandbox.rpcUrl, sandbox.treasury);
  try {
    info.annotations.push({ type: 'browser', description: await app.version });

    await test.step('a photo becomes a preview in each style', async () => {
      await app.goto('/');
      await app.press(link('Start Creating'), 'main');
      const photo = await readFile(PHOTO);
      // The link may load a new page, which doesn't know of the picker that the next line replaces.
      await app.find(button('Choose photos'));
      await app.choose('amara.webp', photo, 'image/webp', () => app.press(button('Choose photos')));
      for (const style of STYLES) {
        await app.press(radio(style));
        await app.page.waitForFunction(
          (style) => {
            const stage = document.querySelector(
              'section[aria-label=Preview], [aria-label=Preview]',
            );
            const picture = [...(stage?.querySelectorAll('img') ?? [])].find((one) =>
              one.alt.startsWith(`You in the style ${style}`),
            );
            return picture?.complete && picture.naturalWidth === 1024 && stage?.ariaBusy !== 'true';
          },
          { timeout: minutes(1), polling: 200 },
          style,
        );
      }
    });

    await test.step('it is paid for once', async () => {
      await app.press(link('Proceed to Secure Payment'));
      await app.press({ css: 'a[href^="/payment?plan=basic"]' }, 'main');
      await app.press(button('Use Sandbox Wallet'), 'main');
      await app.says('Total to pay');
      await app.press(button('Pay 1.2 SOL Now'));
      await app.press(button('Approve'), DIALOG);
      await app.press(link('Continue to Confirmation'));
      await expect
        .poll(() => balanceOf(sandbox.rpcUrl, sandbox.treasury))
        .toBe(before + BASIC_LAMPORTS);
    });

    await test.step('twelve avatars are made, and one is saved in HD', async () => {
      await app.press(link('Go to Dashboard'), 'main');
      await app.find(tab('My Avatars (12)'));
      await app.goto('/avatar/101');
      const { name, bytes } = await app.saved(() => app.press(button('Download HD')));
      expect(name).toMatch(/_1_avatar_hd\.png$/);
      expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1024, 1024]);
    });

    await test.step('one of them becomes an NFT, paid for once, its two files published', async () => {
      const published = sandbox.gateway.counts.items;
      await app.goto('/nft-minting?avatar=101');
      await app.press(button('Mint NFT'));
      await app.press(checkbox(/^I understand that this can’t be undone/), DIALOG);
      await app.press(button(/^Publish and mint/), DIALOG);
      await app.press(button('Approve'), DIALOG);
      await app.find(link('View in Dashboard'));
      expect(sandbox.gateway.counts.items).toBe(published + 2);
      expect(await balanceOf(sandbox.rpcUrl, sandbox.treasury)).toBe(
        before + BASIC_LAMPORTS + MINT_LAMPORTS,
      );
    });

    await test.step('a backup brings them to another Firefox', async () => {
      await app.goto('/dashboard?tab=settings');
      await app.press(button('Save a backup…'));
      await app.fill(field(/^Passphrase/), PASSPHRASE, DIALOG);
      await app.fill(field(/^Confirm passphrase/), PASSPHRASE, DIALOG);
      const { name, bytes } = await app.saved(() => app.press(button('Save backup'), DIALOG));
      await app.says('The backup is saved', DIALOG);
      const other = await FirefoxApp.open(sandbox.appUrl, shown.name);
      try {
        await other.goto('/dashboard?tab=settings');
        await other.press(button('Restore from a backup…'));
        await other.choose(name, bytes, 'application/octet-stream', () =>
          other.press(button('Choose the file'), DIALOG),
        );
        await other.fill(field(/^Passphrase/), PASSPHRASE, DIALOG);
        await other.press(button('Check the backup'), DIALOG);
        await other.press(button('Restore 12 avatars'), DIALOG);
        await other.find(tab('My Avatars (12)'));
        expect(other.errors).toEqual([]);
      } finally {
        await other.close();
      }
    });

    expect(app.errors).toEqual([]);
  } catch (failure) {
    // Playwright takes screenshots of its own browsers only.
    await info.attach('firefox.png', {
      body: Buffer.from(await app.page.screenshot()),
      contentType: 'image/png',
    });
    throw failure;
  } finally {
    await app.close();
    shown.stop();
  }
});

/** How many pictures are decoded: without a hold on them, Firefox 140 lost about one in five. */
const PICTURES = 60;

test('Firefox: a picture that is being decoded isn’t lost to garbage collection @long', async ({
  sandbox,
}) => {
  test.skip(missing !== undefined, missing);
  test.setTimeout(minutes(3));
  const path = 'renderer/state/decode-image.ts';
  const { code } = await transformWithOxc(await readFile(path, 'utf8'), path);
  const shown = await display();
  const app = await FirefoxApp.open(sandbox.appUrl, shown.name);
  try {
    await app.goto('/');
    await app.page.evaluate(`${code.replace('export ', '')}\nwindow.decodeImage = decodeImage;`);
    const lost = await app.page.evaluate(async (count) => {
      const decode = Reflect.get(window, 'decodeImage') as typeof decodeImage;
      const canvas = new OffscreenCanvas(1024, 1024);
      const context = canvas.getContext('2d');
      if (!context) throw new Error('no 2d context');
      const noise = context.createImageData(canvas.width, canvas.height);
      const pixels = new Uint32Array(noise.data.buffer);
      const decoded: Promise<string>[] = [];
      for (let k = 1; k <= count; k += 1) {
        for (let at = 0; at < pixels.length; at += 1) pixels[at] = Math.random() * 2 ** 32;
        context.putImageData(noise, 0, 0);
        const url = URL.createObjectURL(await canvas.convertToBlob());
        decoded.push(
          decode(url).then(
            () => '',
            (failure: unknown) => String(failure),
          ),
        );
        // What Firefox then collects.
        Array.from({ length: 200_000 }, (_, at) => ({ at, text: document.createTextNode('x') }));
      }
      return (await Promise.all(decoded)).filter((failure) => failure !== '');
    }, PICTURES);
    expect(lost).toEqual([]);
  } finally {
    await app.close();
    shown.stop();
  }
});
