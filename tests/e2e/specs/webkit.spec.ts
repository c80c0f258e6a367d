import { readFile } from 'node:fs/promises';

import { minutes } from '../../support/timeouts.ts';
import { answerPicker } from '../drivers/driver.ts';
import { noWebKit, WebKitApp } from '../drivers/webkit.ts';
import { expect, test } from '../support/fixtures.ts';

const PHOTO = 'resources/people/amara.webp';
const missing = noWebKit();

/**
 * WebKitGTK's workers have no WebGL. So the app accepts a photo, and says what it can't do before
 * anything is paid.
 */
test('WebKitGTK takes a photo in and says before Pay what it can’t do @long', async ({
  sandbox,
}, info) => {
  test.skip(missing !== undefined, missing);
  test.setTimeout(minutes(3)); // Another browser, with cold caches.
  const crashed = (message: string): void => console.warn(`WebKit crashed: ${message}`);
  const walk = async (app: WebKitApp): Promise<void> => {
    info.annotations.push({ type: 'browser', description: `WebKitGTK ${app.version}` });
    await app.goto('/customize');
    const photo = (await readFile(PHOTO)).toString('base64');
    await app.run(answerPicker, 'amara.webp', photo, 'image/webp');
    const stage = await app.run(async () => {
      const until = async <T>(look: () => T | undefined | null): Promise<T> => {
        for (;;) {
          const found = look();
          if (found) return found;
          await new Promise((next) => requestAnimationFrame(next));
        }
      };
      const upload = await until(() =>
        [...document.querySelectorAll('button')].find((one) => one.innerText === 'Choose photos'),
      );
      upload.click();
      const found = await until(() =>
        /This browser lacks WebGL 2|doesn’t let us store|You in the style/.exec(
          document.body.innerText,
        ),
      );
      return found[0];
    });
    // The photo was stored and its face found; only rendering fails.
    expect(stage).toBe('This browser lacks WebGL 2');

    await app.goto('/payment?plan=basic');
    const words = await app.run(async () => {
      for (;;) {
        const alert = document.querySelector<HTMLElement>('main [role=alert]');
        if (alert) return `${alert.innerText}\n${document.querySelector('main')?.innerText ?? ''}`;
        await new Promise((next) => requestAnimationFrame(next));
      }
    });
    expect(words).toContain('This browser can’t make your avatars, so you can’t pay here');
    expect(words).toContain('It can’t draw avatars: WebGL 2 is missing');
    expect(words).toContain('Nothing was charged.');
    expect(words).not.toMatch(/Pay with a wallet|Pay with your phone|Send it yourself/);
  };
  await WebKitApp.use(sandbox.appUrl, walk, crashed);
});
