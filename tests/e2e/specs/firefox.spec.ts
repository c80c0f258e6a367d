import { readFile } from 'node:fs/promises';

import { minutes } from '../../support/patience.ts';
import { button, FirefoxApp, link, noFirefox, radio } from '../drivers/firefox.ts';
import { balanceOf } from '../support/chain.ts';
import { display } from '../support/display.ts';
import { expect, test } from '../support/fixtures.ts';

const PHOTO = 'resources/people/amara.webp';
const STYLES = ['Realistic', 'Artistic', 'Minimalist', 'Professional', 'Creative', 'Modern'];
const BASIC_LAMPORTS = 1_200_000_000;

const missing = noFirefox();

/** The way from a photo to a payment that the chain has, in Firefox. */
test('Firefox: a photo in six styles, and its payment', async ({ sandbox }, info) => {
  test.skip(missing !== undefined, missing);
  test.setTimeout(minutes(6)); // six styles on a processor that draws
  const shown = await display();
  const app = await FirefoxApp.open(sandbox.appUrl, shown.name);
  const before = await balanceOf(sandbox.rpcUrl, sandbox.treasury);
  try {
    info.annotations.push({ type: 'browser', description: await app.version });

    await test.step('a photo becomes a preview in each style', async () => {
      await app.goto('/');
      await app.press(link('Start Creating'), 'main');
      const photo = await readFile(PHOTO);
      await app.choose('amara.webp', photo, 'image/webp', () => app.press(button('Upload photo')));
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
      await app.says('To pay in all');
      await app.press(button('Pay 1.2 SOL Now'));
      await app.press(button('Approve'), '[role=dialog], dialog');
      await app.press(link('Continue to Confirmation'));
      await expect
        .poll(() => balanceOf(sandbox.rpcUrl, sandbox.treasury))
        .toBe(before + BASIC_LAMPORTS);
    });

    expect(app.errors).toEqual([]);
  } finally {
    await app.close();
    shown.stop();
  }
});
