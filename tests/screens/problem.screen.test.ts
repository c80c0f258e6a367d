import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import { LikenessError } from '../../renderer/core/errors.ts';
import { note } from '../../renderer/core/log/log.ts';
import {
  expectLink,
  expectPath,
  expectVisible,
  findings,
  openApp,
  pageFindings,
  problems,
  type App,
} from '../support/screens/index.ts';
import { SECRETS } from '../support/secret-errors.ts';

const SETTINGS = '/dashboard?tab=settings';
const report = () => page.getByRole('textbox', { name: 'Report' });
const message = () => page.getByLabelText('Message', { exact: true });
const textOf = (locator: { element(): Element }): string =>
  (locator.element() as HTMLTextAreaElement).value;

/** Opens the settings with the report open. */
async function openReport(): Promise<App> {
  const app = await openApp(SETTINGS);
  note('orders.run', new LikenessError('network-busy', {}, { cause: new TypeError(SECRETS.mail) }));
  await page.getByRole('button', { name: 'Report a problem' }).click();
  await expectVisible(report());
  return app;
}

describe('a problem, reported from the settings', () => {
  test('is shown first, changed by hand, and goes with the message to support', async () => {
    const { device } = await openReport();
    expect(textOf(report())).toMatch(
      /^Likeness 0\.1\.0 \(sandbox\)\nPage: \/dashboard\n(.*\n)+Log:\n.* app\.run started\n.* orders\.run network-busy \(TypeError\)$/,
    );
    expect(textOf(report())).not.toContain(SECRETS.mail);
    expect(device.outside.messages).toEqual([]);

    await report().fill(`${textOf(report())}\nmy own line`);
    await page.getByRole('link', { name: 'Put it into a message' }).click();
    await expectPath('/contact');
    await expect.element(page.getByLabelText('Subject')).toHaveValue('technical-support');
    expect(textOf(message())).toMatch(/orders\.run network-busy \(TypeError\)\nmy own line$/);
    await page.getByLabelText('Email').fill('ada@example.com');
    await message().fill(`It hangs.${textOf(message())}`);
    await page.getByRole('button', { name: 'Send Message' }).click();
    await expect.element(page.getByRole('heading', { name: 'Message Sent!' })).toHaveFocus();
    expect(device.outside.messages).toMatchObject([
      {
        kind: 'contact',
        subject: 'technical-support',
        message: expect.stringMatching(
          /^It hangs\.\n\nLikeness 0\.1\.0[^]*orders\.run[^]*\nmy own line$/,
        ) as string,
      },
    ]);
  });

  test('leaves what stands in the form already', async () => {
    await openApp('/contact');
    await page.getByLabelText('Subject').selectOptions('billing');
    await message().fill('Where is it?');
    const app = await openReport();
    await page.getByRole('link', { name: 'Put it into a message' }).click();
    await expectPath('/contact');
    await expect.element(page.getByLabelText('Subject')).toHaveValue('billing');
    expect(textOf(message())).toMatch(/^Where is it\?\n\nLikeness /);
    expect(app.device.outside.messages).toEqual([]);
  });

  test('goes to the mail program where there is no endpoint', async () => {
    const { device } = await openApp(SETTINGS, { without: ['supportEndpoint'] });
    await page.getByRole('button', { name: 'Report a problem' }).click();
    await page.getByRole('link', { name: 'Put it into a message' }).click();
    await expect.element(page.getByLabelText('Subject')).toHaveValue('technical-support');
    await page.getByLabelText('Email').fill('ada@example.com');
    await page.getByRole('button', { name: 'Send Message' }).click();
    await expect
      .element(page.getByRole('heading', { name: 'Send your message from your email program' }))
      .toHaveFocus();
    expect(device.links).toEqual([expect.stringMatching(/^mailto:.*app\.run%20started/)]);
  });

  test('can be copied by keyboard, in both themes and in a narrow window', async () => {
    await openReport();
    expect(await findings()).toEqual([]);
    (report().element() as HTMLElement).focus();
    await userEvent.tab();
    await expect.element(page.getByRole('link', { name: 'Put it into a message' })).toHaveFocus();
    await userEvent.tab();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('Report copied')).toBeInTheDocument();
    expect(await navigator.clipboard.readText()).toBe(textOf(report()));
    await page.viewport(390, 844);
    await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('button', { name: 'Report a problem' })).toHaveFocus();
  });

  test('is there after a reload', async () => {
    const app = await openReport();
    await app.reopen();
    await page.getByRole('button', { name: 'Report a problem' }).click();
    await expect.element(report()).toHaveValue(expect.stringContaining('orders.run') as string);
  });
});

test('a screen that breaks leads home and shows what to send, without what the error said of the user', async () => {
  problems.forgive(/asked for/);
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  onTestFinished(() => online.mockRestore());
  await openApp(SETTINGS, {
    ports: ({ attention }) => ({
      attention: {
        ...attention,
        permission: () => {
          throw new TypeError(`${SECRETS.address} asked for`);
        },
      },
    }),
  });
  await expectVisible(page.getByRole('heading', { name: 'Unexpected Application Error!' }));
  await expectVisible(page.getByText('Check your connection and try again.'));
  await page.getByText('What to send us').click();
  await expect
    .element(report())
    .toHaveValue(expect.stringContaining('Error: TypeError\n') as string);
  expect(textOf(report())).toMatch(/app\.screen TypeError/);
  expect(textOf(report())).toContain('Page: /dashboard');
  expect(textOf(report())).not.toContain(SECRETS.address.slice(0, 8));
  expect(await pageFindings()).toEqual([]);
  await page.getByRole('button', { name: 'Copy the report' }).click();
  await expectVisible(page.getByRole('button', { name: 'Copied' }));
  expect(await navigator.clipboard.readText()).toBe(textOf(report()));
  await expectLink('Return Home', '/');
});
