import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';

import { LikenessError } from '../../renderer/core/errors.ts';
import {
  button,
  expectCount,
  expectLinkTo,
  expectPath,
  findings,
  main,
  openApp,
} from '../support/screens/index.ts';
import { avatars, paid } from '../support/screens/rows.ts';

/** What stands beside a term, e.g. 'Likes'. */
const fact = (term: string): string | undefined =>
  [...document.querySelectorAll('main dt')].find(({ textContent }) => textContent === term)
    ?.nextElementSibling?.textContent;
const expectFact = (term: string, value: string): Promise<void> =>
  expect.poll(() => fact(term)).toBe(value);
const dialog = (name: string): Locator => page.getByRole('dialog', { name });

/** Opens a dialog by its button, looks at it, and closes it by the keyboard. */
async function lookInto(name: string, title: string): Promise<void> {
  await button(name).first().click();
  await expect.element(dialog(title)).toBeVisible();
  expect(await findings()).toEqual([]);
  await userEvent.keyboard('{Escape}');
  await expectCount(page.getByRole('dialog'), 0);
  await expect.element(button(name).first()).toHaveFocus();
}

beforeEach(() => {
  // Chromium has a share sheet on some systems only.
  Object.defineProperty(navigator, 'share', { value: undefined, configurable: true });
});
afterEach(() => {
  vi.useRealTimers();
  Reflect.deleteProperty(navigator, 'share');
  Reflect.deleteProperty(navigator, 'canShare');
});

describe('the dashboard of samples', () => {
  test('three figures, two tabs and a card for each', async () => {
    const { device } = await openApp('/dashboard');
    await expect.element(main().getByRole('tab', { name: 'My Avatars (6)' })).toBeVisible();
    await expect.element(main().getByRole('tab', { name: 'Settings' })).toBeVisible();
    for (const label of ['completed avatars', 'remaining credits', 'total downloads'])
      await expect.element(main().getByText(label).first()).toBeVisible();
    await expect.element(main().getByText('2,847', { exact: true })).toBeVisible();
    await expectCount(main().getByText('Ready', { exact: true }), 5);
    await expectCount(main().getByText('Processing', { exact: true }), 1);
    await expect
      .element(main().getByRole('link', { name: 'Create New Avatar' }).first())
      .toHaveAttribute('href', '/customize');
    await main()
      .getByRole('button', { name: /^Download/ })
      .first()
      .click();
    await expect
      .poll(() => device.saved.map(({ name }) => name))
      .toEqual([expect.stringMatching(/^\w+_avatar\.jpg$/)]);
    await main().getByRole('link', { name: /^View/ }).first().click();
    await expectPath('/avatar/1');
  });

  test('the one that is processing counts down 15 to 20 seconds, then is Ready', async () => {
    vi.useFakeTimers({
      shouldAdvanceTime: true,
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
    });
    await openApp('/dashboard');
    const left = main().getByText(/ready in \d+ s/);
    const seconds = (): number => Number(/ready in (\d+) s/.exec(left.element().textContent)?.[1]);
    await expect.element(left).toBeVisible();
    const first = seconds();
    expect(first).toBeGreaterThanOrEqual(10);
    expect(first).toBeLessThanOrEqual(20);
    await vi.advanceTimersByTimeAsync(5_000);
    await expect.poll(seconds).toBeLessThanOrEqual(first - 4);
    await vi.advanceTimersByTimeAsync(16_000);
    await expectCount(main().getByText('Ready', { exact: true }), 6);
    await expectCount(main().getByText('Processing', { exact: true }), 0);
  });

  test('a file that can’t be saved is told where it was asked for', async () => {
    await openApp('/dashboard', {
      ports: ({ downloads }) => ({
        downloads: {
          ...downloads,
          save: () => Promise.reject(new LikenessError('download-failed')),
        },
      }),
    });
    await main()
      .getByRole('button', { name: /^Download/ })
      .first()
      .click();
    await expect
      .element(main().getByRole('alert'))
      .toHaveTextContent('The picture could not be saved.');
    expect(await findings(['light'])).toEqual([]);
  });
});

describe('the dashboard of own avatars', () => {
  test('credits without a picture lead to a photo, over an empty frame', async () => {
    await openApp('/dashboard', { rows: paid('basic').rows });
    await expect.element(page.getByText('1,000 credits are ready')).toBeVisible();
    await expect
      .element(page.getByRole('list', { name: 'Your avatars' }).getByText('Unexposed'))
      .toBeVisible();
    await expectLinkTo('/customize');
  });

  test('several are chosen and saved together', async () => {
    const { device } = await openApp('/dashboard', { rows: await avatars(3) });
    await expect.element(main().getByRole('tab', { name: 'My Avatars (3)' })).toBeVisible();
    await button('Save several').click();
    await button('Choose all 3').click();
    await expect.element(page.getByText('3 chosen')).toBeVisible();
    expect(await findings()).toEqual([]);
    await main()
      .getByRole('button', { name: /^Save 3/ })
      .click();
    await expect
      .poll(() => device.saved.map(({ name }) => name))
      .toEqual(expect.arrayContaining([expect.stringMatching(/^Realistic_1_avatar/)]));
  });

  test('the backup’s dialogs', async () => {
    await openApp('/dashboard?tab=settings', { rows: await avatars(1) });
    await lookInto('Save a backup…', 'Save a backup');
    await lookInto('Restore from a backup…', 'Restore from a backup');
  });

  test('asks before everything is erased', async () => {
    await openApp('/dashboard?tab=settings');
    await lookInto('Erase everything', 'Erase everything on this device?');
  });
});

describe('settings', () => {
  test('keep an optional email, and say what is private', async () => {
    const app = await openApp('/dashboard?tab=settings');
    const panel = page.getByRole('tabpanel', { name: 'Settings' });
    await expect.element(panel.getByRole('button', { name: 'Connect Wallet' })).toBeVisible();
    await expect.element(panel.getByText('Your photo never leaves this device.')).toBeVisible();
    const email = panel.getByLabelText('Email (optional)');
    await email.fill('nobody');
    await panel.getByRole('button', { name: 'Save Settings' }).click();
    await expect
      .element(panel.getByText('This isn’t a complete email address, like name@example.com.'))
      .toBeVisible();
    await email.fill('ada@example.com');
    await panel.getByRole('button', { name: 'Save Settings' }).click();
    await expect.element(page.getByText('Settings saved.')).toBeVisible();
    await app.reopen();
    await expect.element(email).toHaveValue('ada@example.com');
    await app.reopen('/contact');
    await expect.element(page.getByLabelText('Email')).toHaveValue('ada@example.com');
  });

  test('leave the samples out, and say what a photo begins with, for good', async () => {
    const app = await openApp('/dashboard?tab=settings');
    await page.getByLabelText('A new photo begins with the style').selectOptions('Minimalist');
    await page.getByLabelText('Show samples').click();
    await button('Save Settings').click();
    await expect.element(page.getByText('Settings saved.')).toBeVisible();
    await app.reopen('/dashboard');
    await expect.element(page.getByRole('tab', { name: 'My Avatars (0)' })).toBeVisible();
    await app.reopen('/customize');
    await expect.element(page.getByRole('radio', { name: 'Minimalist' })).toBeChecked();
  });

  test('storage that is full keeps what was typed and says so', async () => {
    await openApp('/dashboard?tab=settings', {
      ports: ({ store }) => ({
        store: { ...store, write: () => Promise.reject(new LikenessError('storage-full')) },
      }),
    });
    const email = page.getByLabelText('Email (optional)');
    await email.fill('ada@example.com');
    await button('Save Settings').click();
    await expect
      .element(
        page.getByText(
          'This device is out of space. Delete some avatars or free space; nothing that was paid for is lost.',
        ),
      )
      .toBeVisible();
    await expect.element(email).toHaveValue('ada@example.com');
  });
});

describe('an avatar', () => {
  test('shows the picture, its details, tags, rights and statistics', async () => {
    const { device } = await openApp('/avatar/1');
    await expect.element(main().getByRole('img', { name: /avatar/ })).toBeVisible();
    await expect
      .poll(() => [...document.querySelectorAll('main dt')].map((term) => term.textContent))
      .toEqual([
        'Style',
        'Background',
        'Resolution',
        'Format',
        'File size',
        'Created',
        'Downloads',
        'Likes',
        'Shares',
        'Rating',
      ]);
    await expectFact('Resolution', '1024 × 1024');
    await expectFact('Format', 'PNG');
    await expectFact('Rating', '4.9');
    for (const right of ['Commercial use', 'Social media', 'Professional profiles', 'Marketing'])
      await expect.element(main().getByText(right, { exact: true })).toBeVisible();
    await expect
      .element(main().getByRole('link', { name: 'Back to Dashboard' }))
      .toHaveAttribute('href', '/dashboard');
    await expect
      .element(main().getByRole('link', { name: 'Mint as NFT' }))
      .toHaveAttribute('href', expect.stringMatching(/^\/nft-minting/));
    await button('Download HD').click();
    await expect
      .poll(() => device.saved.map(({ name }) => name))
      .toEqual([expect.stringMatching(/^\w+_avatar_hd\.png$/)]);
  });

  test('like adds 1 and takes it back', async () => {
    await openApp('/avatar/1');
    await expect.element(button('Like')).toHaveAttribute('aria-pressed', 'false');
    const before = Number(fact('Likes'));
    await button('Like').click();
    await expectFact('Likes', String(before + 1));
    await expect.element(button('Liked')).toHaveAttribute('aria-pressed', 'true');
    await button('Liked').click();
    await expectFact('Likes', String(before));
  });

  test('without a share sheet the link is copied, in the page and not by an alert', async () => {
    const alert = vi.spyOn(window, 'alert').mockReturnValue();
    const app = await openApp('/avatar/3');
    await button('Share').click();
    await expect
      .element(page.getByText('Link copied to clipboard!', { exact: true }))
      .toBeVisible();
    expect(await navigator.clipboard.readText()).toBe(`${app.ports.config.appUrl}/avatar/3`);
    expect(alert).not.toHaveBeenCalled();
    await expectFact('Shares', '1');
    await app.reopen('/dashboard');
    await expect
      .element(page.getByText('Artistic, 88 downloads, 1 share', { exact: true }))
      .toBeVisible();
  });

  test('where the clipboard is shut, the link stands there to be copied by hand', async () => {
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('denied'));
    await openApp('/avatar/3');
    await button('Share').click();
    await expect.element(page.getByText(/^Copy this link:/)).toBeVisible();
    await expectFact('Shares', '0');
  });

  test('a share sheet that takes files gets the picture itself', async () => {
    const shared: string[] = [];
    Object.defineProperty(navigator, 'canShare', { value: () => true, configurable: true });
    Object.defineProperty(navigator, 'share', {
      value: ({ files = [] }: ShareData) => {
        shared.push(...files.map(({ name, type }) => `${name} ${type}`));
        return Promise.resolve();
      },
      configurable: true,
    });
    const app = await openApp('/avatar/3');
    await button('Share').click();
    await expect
      .poll(() => shared)
      .toEqual([expect.stringMatching(/^\w+_avatar_hd\.png image\/png$/)]);
    await expectFact('Shares', '1');
    await app.reopen();
    await expectFact('Shares', '1');
  });

  test('of one’s own is renamed, deleted, and brought back', async () => {
    await openApp('/avatar/101', { rows: await avatars(2) });
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Realistic 1');
    expect(await findings()).toEqual([]);
    await lookInto('Rename', 'Rename');
    await lookInto('Delete', 'Delete Realistic 1?');
    await button('Delete').click();
    await dialog('Delete Realistic 1?').getByRole('button', { name: 'Delete' }).click();
    await expectPath('/dashboard');
    await expect.element(page.getByText('Realistic 1 was deleted')).toBeVisible();
    await expect.element(main().getByRole('tab', { name: 'My Avatars (1)' })).toBeVisible();
    await button('Undo').click();
    await expect.element(main().getByRole('tab', { name: 'My Avatars (2)' })).toBeVisible();
  });
});

describe('purchases', () => {
  test('none yet, and a receipt that can’t be read is refused with a sentence', async () => {
    await openApp('/dashboard?tab=settings');
    await expect.element(main().getByText('Nothing was bought here yet.')).toBeVisible();
    const files = document.querySelector('main input[type="file"]');
    if (!files) throw new Error('nothing takes a file');
    await userEvent.upload(files, new File(['{}'], 'receipt.json', { type: 'application/json' }));
    await expect.element(main().getByText(/^This file isn’t a Likeness receipt/)).toBeVisible();
    expect(await findings()).toEqual([]);
  });

  test('can be given back: the request names an address that the buyer confirms', async () => {
    const { rows, order } = paid('basic');
    const { device } = await openApp('/dashboard?tab=settings', { rows });
    const bought = page.getByRole('region', { name: 'Purchases' });
    await expectCount(bought.getByRole('listitem'), 1);
    await expect.element(bought.getByText('Paid', { exact: true })).toBeVisible();
    await lookInto('Ask for a refund', 'Ask for a refund');
    await button('Ask for a refund').click();
    const form = dialog('Ask for a refund');
    const ask = form.getByRole('button', { name: 'Ask for the refund' });
    const address = form.getByLabelText('Solana address for the refund');
    await expect.element(ask).toBeDisabled();
    const payer = (address.element() as HTMLInputElement).value;
    expect(payer).toMatch(/^\w{32,44}$/);
    await address.fill('nonsense');
    await form.getByLabelText('This address is mine, and I can receive SOL there').click();
    await expect
      .element(form.getByText('This isn’t a Solana address: 32 to 44 letters and digits.'))
      .toBeVisible();
    await expect.element(ask).toBeDisabled();
    await address.fill(payer);
    await ask.click();
    await expect.element(form.getByText('It is in your mail program, ready to go.')).toBeVisible();
    await expect.element(form.getByText(`--to ${payer}`)).toBeVisible();
    expect(device.links).toEqual([expect.stringContaining(order.id)]);
  });

  test('without a mailbox a refund can’t be asked for from here, and the form says so', async () => {
    await openApp('/dashboard?tab=settings', {
      rows: paid('basic').rows,
      without: ['supportEmail'],
    });
    await button('Ask for a refund').click();
    const form = dialog('Ask for a refund');
    await form.getByLabelText('This address is mine, and I can receive SOL there').click();
    await expect.element(form.getByText('Sending isn’t set up here yet')).toBeVisible();
    await expect.element(form.getByRole('button', { name: 'Ask for the refund' })).toBeDisabled();
  });
});
