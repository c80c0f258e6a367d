import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';

import { STANDARD_STYLE_IDS, STYLE_LABELS } from '../../../renderer/core/styles.ts';
import { minutes } from '../../support/timeouts.ts';
import { AvatarCreatorPage, rendered } from '../pages/avatar-creator.ts';
import { answerWallet } from '../pages/payment.ts';
import { balanceOf } from './chain.ts';
import { expect, test, type Fixtures, type WorkerFixtures } from './fixtures.ts';

interface Compared {
  readonly width: number;
  readonly height: number;
  /** Share of pixels that differ visibly from the other picture, both at 64 px; 0 to 1. */
  readonly differs: number;
}

/** Decodes a picture in the browser and compares it with another. */
async function compare(page: Page, picture: Buffer, other: Buffer): Promise<Compared> {
  return page.evaluate(
    async ([a, b]) => {
      const open = async (
        base64: string,
      ): Promise<{ bitmap: ImageBitmap; data: Uint8ClampedArray }> => {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
        const bitmap = await createImageBitmap(new Blob([bytes]));
        const context = new OffscreenCanvas(64, 64).getContext('2d');
        if (!context) throw new Error('no 2d context');
        context.drawImage(bitmap, 0, 0, 64, 64);
        return { bitmap, data: context.getImageData(0, 0, 64, 64).data };
      };
      const [first, second] = await Promise.all([open(a), open(b)]);
      let different = 0;
      for (let at = 0; at < first.data.length; at += 4) {
        const distance = [0, 1, 2].reduce(
          (sum, c) => sum + Math.abs((first.data[at + c] ?? 0) - (second.data[at + c] ?? 0)),
          0,
        );
        if (distance > 30) different++;
      }
      return {
        width: first.bitmap.width,
        height: first.bitmap.height,
        differs: different / (64 * 64),
      };
    },
    [picture.toString('base64'), other.toString('base64')] as const,
  );
}

const PHOTO = 'resources/people/amara.webp';
const BASIC_LAMPORTS = 1_200_000_000;
/** Enough for a visit's addresses and transactions; the smallest draft is several times larger. */
const UPLOAD_CAP = 256 * 1024;

export const MAIN_FLOW =
  'photo, preview, payment, twelve avatars, download: a crash loses nothing and no photo leaves';

/** The main flow from start to end, in the app that the driver runs. */
export async function mainFlow({
  app,
  sandbox,
  traffic,
}: Pick<Fixtures & WorkerFixtures, 'app' | 'sandbox' | 'traffic'>): Promise<void> {
  test.setTimeout(minutes(6)); // A payment until it is final, a batch of twelve, and two crashes.
  const treasuryBefore = await balanceOf(sandbox.rpcUrl, sandbox.treasury);

  await test.step('a photo becomes a preview, and both survive a reload', async () => {
    await app.open('/');
    await app.page.getByRole('main').getByRole('link', { name: 'Start Creating' }).first().click();
    const creator = new AvatarCreatorPage(app);
    await creator.upload(PHOTO);
    await expect(creator.loupe).toBeVisible();
    await creator.choose('Style', 'Artistic');
    await creator.choose('Background', 'Gradient');
    await app.page.getByRole('button', { name: 'Regenerate Preview' }).click();
    await rendered(app.page);
    await app.reload();
    await expect(creator.loupe).toBeVisible();
    await expect(app.page.getByRole('radio', { name: 'Artistic' })).toBeChecked();
    await expect(app.page.getByRole('radio', { name: 'Gradient' })).toBeChecked();
  });

  await test.step('the plan leads to its payment', async () => {
    await app.page.getByRole('link', { name: 'Proceed to Secure Payment' }).first().click();
    await app.page.getByRole('main').locator('a[href^="/payment?plan=basic"]').click();
    await expect(app.page).toHaveURL(/\/payment\?plan=basic&priceSOL=1\.2$/);
    await expect(app.page.getByText('Network: Solana Sandbox (no real SOL)').first()).toBeVisible();
  });

  const pay = app.page.getByRole('button', { name: 'Pay 1.2 SOL Now' });
  await test.step('declining in the wallet charges nothing and returns the focus', async () => {
    await app.page.getByRole('main').getByRole('button', { name: 'Use Sandbox Wallet' }).click();
    await pay.click();
    await expect(app.page.getByRole('dialog')).toBeVisible();
    await app.page.keyboard.press('Escape');
    await expect(
      app.page.getByText('You declined in your wallet. You have not been charged.'),
    ).toBeVisible();
    await expect(pay).toBeFocused();
    expect(await balanceOf(sandbox.rpcUrl, sandbox.treasury)).toBe(treasuryBefore);
  });

  await test.step('a crash in the middle of paying is taken up again, and paid once', async () => {
    // Slots are stopped, so the payment is sent but not confirmed when the window dies.
    await sandbox.admin.rhythm(0);
    await pay.click();
    await answerWallet(app.page, 'Approve');
    await expect(app.page.getByText('Your payment is verifying on blockchain')).toBeVisible();
    await expect(app.page.getByText('Network fee', { exact: true })).toBeVisible();
    await app.crash();
    await expect(app.page.getByText('Your payment is verifying on blockchain')).toBeVisible();
    // The fee was asked for, and the claim, which is larger, doesn't come back.
    await expect(app.page.getByText('Network fee, about')).toBeHidden();
    await app.page.getByRole('link', { name: 'Continue to Confirmation' }).click();
    await expect(app.page).toHaveURL(/\/payment-confirmation\?order=LK-/);
    await sandbox.admin.rhythm(400);
    await expect(app.page.getByRole('heading', { name: 'Developing your avatars' })).toBeVisible();
  });

  await test.step('the treasury has exactly the price, and the credits are there', async () => {
    await expect
      .poll(() => balanceOf(sandbox.rpcUrl, sandbox.treasury))
      .toBe(treasuryBefore + BASIC_LAMPORTS);
    await app.page.getByRole('link', { name: 'Go to Dashboard' }).first().click();
    await expect(app.page.getByText('988', { exact: true })).toBeVisible();
  });

  await test.step('a crash in the middle of the batch loses no picture, and its end is announced on another screen', async () => {
    await app.leaveWindow();
    await expect(app.page.getByRole('region', { name: 'Batch in progress' })).toContainText(
      /[1-9]\d* of 12/,
    );
    await app.crash();
    await expect(app.page.getByRole('tab', { name: 'My Avatars (12)' })).toBeVisible({
      timeout: minutes(2),
    });
    await expect(app.page.getByRole('region', { name: 'Batch in progress' })).toBeHidden();
    await expect(app.page.getByText('Ready', { exact: true })).toHaveCount(12);
    await expect(app.page.getByText('988', { exact: true })).toBeVisible();
    await expect.poll(() => app.notifications()).toEqual(['12 avatars ready']);
  });

  await test.step('twelve distinct avatars are saved as JPEG, one as a 1024 × 1024 PNG', async () => {
    const saved = new Set<string>();
    // A first set mixes the six styles, starting with the one that was previewed.
    for (const label of STANDARD_STYLE_IDS.map((id) => STYLE_LABELS[id]))
      for (const n of [1, 2]) {
        const download = app.page.getByRole('button', {
          name: `Download ${label} ${n}`,
          exact: true,
        });
        const { name, bytes } = await app.savedFile(() => download.click());
        expect(name).toBe(`${label}_${n}_avatar.jpg`);
        saved.add(bytes.toString('base64'));
      }
    expect(saved.size).toBe(12);

    await app.page.getByRole('link', { name: /^View/ }).first().click();
    const { name, bytes } = await app.savedFile(() =>
      app.page.getByRole('button', { name: 'Download HD' }).click(),
    );
    expect(name).toBe('Artistic_1_avatar_hd.png');
    const { width, height, differs } = await compare(app.page, bytes, await readFile(PHOTO));
    expect([width, height]).toEqual([1024, 1024]);
    expect(differs).toBeGreaterThan(0.2);
  });

  await test.step('no piece of the photo or of its re-encoded draft was sent', async () => {
    const secrets = [await readFile(PHOTO), ...traffic.sealed];
    expect(traffic.sealed.length).toBeGreaterThan(0);
    expect(traffic.leaks(secrets)).toEqual([]);
    expect(traffic.totalUp).toBeLessThan(UPLOAD_CAP);
  });

  await test.step('the same search finds a picture that is sent on purpose, from the page and from a worker', async () => {
    traffic.forget();
    const draft = traffic.sealed.reduce((longest, bytes) =>
      bytes.length > longest.length ? bytes : longest,
    );
    await app.page.evaluate(
      async ([base64, url]) => {
        const picture = (): Uint8Array<ArrayBuffer> =>
          Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
        // A host that the app's policy allows. It may refuse a body that is too large.
        for (const body of [picture(), JSON.stringify({ picture: base64.slice(101, 4_000) })])
          await fetch(url, { method: 'POST', body }).catch(() => undefined);
        const code =
          'onmessage = ({ data }) => fetch(data.url, { method: "POST", body: data.body }).finally(() => postMessage(0))';
        const worker = new Worker(
          URL.createObjectURL(new Blob([code], { type: 'text/javascript' })),
        );
        await new Promise((sent) => {
          worker.onmessage = sent;
          worker.postMessage({ url, body: picture() });
        });
      },
      [draft.toString('base64'), sandbox.rpcUrl] as const,
    );
    expect(traffic.leaks([draft]).map((leak) => leak.split(' ')[0])).toEqual([
      'raw',
      'base64',
      'raw',
    ]);
  });
}
