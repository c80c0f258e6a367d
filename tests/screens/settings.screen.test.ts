import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';

import { LikenessError } from '../../renderer/core/errors.ts';
import { createGate } from '../../renderer/core/gate.ts';
import { once } from '../../renderer/core/once.ts';
import { DEFAULT_SETTINGS, type Settings } from '../../renderer/core/validation.ts';
import { systemClock } from '../../renderer/platform/clock.ts';
import { pictureFolder } from '../../renderer/storage/index.ts';
import {
  button,
  dialog,
  expectCount,
  expectTexts,
  expectVisible,
  findings,
  main,
  openApp,
  openDialog,
} from '../support/screens/index.ts';
import { avatars, paid } from '../support/screens/rows.ts';
import { GENESIS } from '../support/scripted-chain.ts';

describe('settings', () => {
  test('keep an optional email for one profile, and say what is private', async () => {
    const copied = JSON.stringify({ email: 'else@example.com' });
    localStorage.setItem('likeness.settings', copied); // Of an earlier version.
    const app = await openApp('/dashboard?tab=settings');
    const panel = page.getByRole('tabpanel', { name: 'Settings' });
    await expectVisible(panel.getByRole('button', { name: 'Connect Wallet' }));
    await expectVisible(panel.getByText('Your photo never leaves this device.'));
    const email = panel.getByLabelText('Email (optional)');
    await expect.element(email).toHaveValue('');
    await email.fill('nobody');
    await panel.getByRole('button', { name: 'Save Settings' }).click();
    await expectVisible(
      panel.getByText('This isn’t a complete email address, like name@example.com.'),
    );
    await email.fill('ada@example.com');
    await panel.getByRole('button', { name: 'Save Settings' }).click();
    await expectVisible(page.getByText('Settings saved.'));
    await app.reopen();
    await expect.element(email).toHaveValue('ada@example.com');
    await app.reopen('/contact');
    await expect.element(page.getByLabelText('Email')).toHaveValue('ada@example.com');
    expect(localStorage.getItem('likeness.settings')).not.toContain('@');
  });

  test('leave the samples out, and say what a photo begins with, for good', async () => {
    const app = await openApp('/dashboard?tab=settings');
    await page.getByLabelText('Default style for new photos').selectOptions('Minimalist');
    await page.getByLabelText('Show samples').click();
    await button('Save Settings').click();
    await expectVisible(page.getByText('Settings saved.'));
    await app.reopen('/dashboard');
    await expectVisible(page.getByRole('tab', { name: 'My Avatars (0)' }));
    await app.reopen('/customize');
    await expect.element(page.getByRole('radio', { name: 'Minimalist' })).toBeChecked();
  });

  test('say that notifications are blocked once the browser blocks them, not before', async () => {
    const askPermission = vi.fn(() => Promise.resolve<'ask' | 'denied'>('ask'));
    await openApp('/dashboard?tab=settings', {
      ports: ({ attention }) => ({ attention: { ...attention, askPermission } }),
    });
    const box = main().getByLabelText('Tell me when avatars are ready');
    // The browser's question was dismissed: it would ask again.
    await box.click();
    await expect.poll(() => askPermission.mock.calls.length).toBe(1);
    await expect.element(box).toHaveAccessibleDescription(/^A notification of your system/);
    askPermission.mockResolvedValue('denied');
    await box.click();
    await expect.element(box).toHaveAccessibleDescription(/^The browser blocks notifications/);
  });

  test('every line of the index leads to a section', async () => {
    await openApp('/dashboard?tab=settings');
    const index = page.getByRole('navigation', { name: 'Settings' }).getByRole('link');
    await expectCount(index, 9);
    for (const name of ['Your brand', 'Engines'])
      await expectVisible(page.getByRole('heading', { name }));
    for (const line of index.elements()) {
      const target = document.querySelectorAll(`main ${line.getAttribute('href') ?? ''}`);
      expect([...target].map(({ textContent }) => textContent)).toEqual([line.textContent]);
    }
    await index.last().click();
    await expect.element(page.getByRole('heading', { name: 'Purchases' })).toBeInViewport();
    await expect
      .element(page.getByRole('tab', { name: 'Settings' }))
      .toHaveAttribute('aria-selected', 'true');
  });

  test('a section that loads late is scrolled to, unless the user acts before', async () => {
    const app = await openApp('/dashboard?tab=settings#brand-kit');
    const late = page.getByRole('heading', { name: 'Your brand' });
    await expect.element(late).toBeInViewport();
    await expect.poll(() => scrollY).toBeGreaterThan(0);

    await app.reopen('/dashboard?tab=settings#later');
    await expectVisible(late);
    await userEvent.keyboard('{Shift}');
    const section = document.createElement('h2');
    section.id = 'later';
    section.style.marginBlockStart = '3000px';
    document.querySelector('main')?.append(section);
    await expect.poll(() => document.querySelector('#later')).toBe(section);
    expect(scrollY).toBe(0);
  });

  test('what is typed stays when another tab saves, and the rest follows', async () => {
    const { device } = await openApp('/dashboard?tab=settings');
    const { store } = device.ports();
    const saved = (settings: Partial<Settings>): Promise<void> =>
      store.update('settings', 'guest', (row) => [
        {
          table: 'settings',
          put: {
            ...{ ...DEFAULT_SETTINGS, ...row, ...settings },
            ...{ id: 'guest', profileId: 'guest', genesis: 'any' },
          },
        },
      ]);
    const email = page.getByLabelText('Email (optional)');
    const style = page.getByLabelText('Default style for new photos');
    await email.fill('ada@example.com');
    await saved({ email: 'else@example.com', style: 'modern' });
    await expect.element(style).toHaveValue('modern');
    await expect.element(email).toHaveValue('ada@example.com');

    await button('Save Settings').click();
    await expectVisible(page.getByText('Settings saved.'));
    await saved({ email: 'new@example.com' });
    await expect.element(email).toHaveValue('new@example.com');
    await expect.element(style).toHaveValue('modern');
  });

  test('storage that is full keeps what was typed and says so', async () => {
    await openApp('/dashboard?tab=settings', {
      ports: ({ store }) => ({
        store: { ...store, update: () => Promise.reject(new LikenessError('storage-full')) },
      }),
    });
    const email = page.getByLabelText('Email (optional)');
    await email.fill('ada@example.com');
    await button('Save Settings').click();
    await expectVisible(
      page.getByText(
        'This device is out of space. Nothing was lost. Delete some avatars or free space.',
      ),
    );
    await expect.element(email).toHaveValue('ada@example.com');
  });
});

describe('purchases', () => {
  test('none yet, and a receipt that can’t be read is refused with a sentence', async () => {
    await openApp('/dashboard?tab=settings');
    await expectVisible(main().getByText('No purchases yet.'));
    await userEvent.upload(
      main().getByLabelText('Receipt file'),
      new File(['{}'], 'receipt.json', { type: 'application/json' }),
    );
    await expectVisible(main().getByText(/^This file isn’t a Likeness receipt/));
    expect(await findings()).toEqual([]);
  });

  test('have an invoice with the buyer’s own details, which are kept for the next', async () => {
    const app = await openApp('/dashboard?tab=settings', {
      rows: [...paid('basic').rows, ...paid('pro').rows, ...paid('pro').rows],
    });
    const bought = page.getByRole('region', { name: 'Purchases' });
    await expectCount(bought.getByRole('listitem'), 3);
    await expectCount(bought.getByRole('searchbox'), 0);
    await bought.getByRole('button', { name: 'Invoice' }).first().click();
    await dialog('Invoice').getByRole('textbox').fill('Ada Ltd\nVAT 123');
    const paper = dialog('Invoice').getByRole('article');
    await expect.element(paper).toHaveTextContent(/Ada Ltd\s+VAT 123/);
    await expect.element(paper).toHaveTextContent(/avatar credits.*SOL/);
    const usual = document.title;
    dispatchEvent(new Event('beforeprint'));
    expect(document.title).toMatch(/^Invoice LK-\S+$/);
    dispatchEvent(new Event('afterprint'));
    expect(document.title).toBe(usual);
    expect(await findings()).toEqual([]);
    await userEvent.keyboard('{Escape}');

    await app.reopen();
    await bought.getByRole('button', { name: 'Invoice' }).first().click();
    await expect.element(dialog('Invoice').getByRole('textbox')).toHaveValue('Ada Ltd\nVAT 123');
  });

  test('are searched once there are several', async () => {
    await cdp().send('Emulation.setTimezoneOverride', { timezoneId: 'Pacific/Auckland' });
    onTestFinished(async () => {
      await cdp().send('Emulation.setTimezoneOverride', { timezoneId: '' });
    });
    const last = paid('basic');
    const old = { ...paid('creator').order, createdAt: Date.UTC(2026, 4, 1, 20) };
    await openApp('/dashboard?tab=settings', {
      rows: [...last.rows, ...paid('pro').rows, ...paid('pro').rows, { table: 'orders', put: old }],
    });
    const bought = page.getByRole('region', { name: 'Purchases' });
    const search = bought.getByRole('searchbox', { name: 'Search purchases' });
    await search.fill('pro paid');
    await expectCount(bought.getByRole('listitem'), 2);
    await search.fill(last.order.id);
    await expectCount(bought.getByRole('listitem'), 1);
    for (const day of ['2026-05-02', '2 May 2026']) {
      await search.fill(day);
      await expectTexts(bought.getByRole('listitem').getByText(/^Creator/), ['Creator']);
    }
    await search.fill('nothing of that');
    await expectVisible(bought.getByText('No purchase matches.'));
  });

  test('can be given back: the request names an address that the buyer confirms', async () => {
    const { rows, order } = paid('basic');
    const { device } = await openApp('/dashboard?tab=settings', { rows });
    const bought = page.getByRole('region', { name: 'Purchases' });
    await expectCount(bought.getByRole('listitem'), 1);
    await expectVisible(bought.getByText('Paid', { exact: true }));
    await openDialog('Ask for a refund', 'Ask for a refund');
    await button('Ask for a refund').click();
    const form = dialog('Ask for a refund');
    const ask = form.getByRole('button', { name: 'Ask for the refund' });
    const address = form.getByLabelText('Solana address for the refund');
    await expect.element(ask).toBeDisabled();
    await expect.element(address).toHaveValue(expect.stringMatching(/^\w{32,44}$/) as string);
    const payer = (address.element() as HTMLInputElement).value;
    await address.fill('nonsense');
    await userEvent.keyboard('{Escape}');
    await button('Ask for a refund').click();
    await expect.element(address).toHaveValue('nonsense');
    await form.getByLabelText('This address is mine, and I can receive SOL there').click();
    await expectVisible(
      form.getByText('This isn’t a Solana address: 32 to 44 letters and digits.'),
    );
    await expect.element(ask).toBeDisabled();
    await address.fill(payer);
    const words = form.getByLabelText('What went wrong? (optional)');
    await words.fill('It broke.');
    await ask.click();
    await expectVisible(form.getByText('It is in your email program, ready to go.'));
    await expectVisible(form.getByText(/It broke[^]*--to/));
    expect(device.links).toEqual([expect.stringContaining(order.id)]);
    await userEvent.keyboard('{Escape}');
    await button('Ask for a refund').click();
    await expect.element(words).toHaveValue('');
  });

  test('without a mailbox a refund can’t be asked for from here, and the form says so', async () => {
    await openApp('/dashboard?tab=settings', {
      rows: paid('basic').rows,
      without: ['supportEmail'],
    });
    await button('Ask for a refund').click();
    const form = dialog('Ask for a refund');
    await form.getByLabelText('This address is mine, and I can receive SOL there').click();
    await expectVisible(form.getByText('Sending isn’t set up here yet'));
    await expect.element(form.getByRole('button', { name: 'Ask for the refund' })).toBeDisabled();
  });
});

test('a backup whose purchase is here already has nothing new, and restores nothing', async () => {
  const app = await openApp('/dashboard?tab=settings', { rows: paid('basic').rows });
  const parts: BlobPart[] = [];
  await app.ports.backups.save('guest', 'violet anchor drizzle', {
    write: (bytes) => Promise.resolve(void parts.push(bytes)),
    close: () => Promise.resolve({}),
    abort: () => Promise.resolve(),
  });
  await button('Restore from a backup…').click();
  const restore = dialog('Restore from a backup');
  await userEvent.upload(restore.getByLabelText('Backup file'), new File(parts, 'mine.likeness'));
  const passphrase = restore.getByLabelText('Passphrase', { exact: true });
  await passphrase.fill('violet anchor');
  await userEvent.keyboard('{Enter}');
  await expectVisible(restore.getByRole('alert'));
  await expect.element(passphrase).toHaveFocus();
  await passphrase.fill('violet anchor drizzle');
  await userEvent.keyboard('{Enter}');
  await restore.getByRole('button', { name: 'Nothing new to restore' }).click();
  await expectCount(page.getByRole('dialog'), 0);
  await expectCount(page.getByText(/^Restored/), 0);
});

test('a folder for pictures gets every picture, is lost, and is found again', async () => {
  // The origin's own file system has the same handles as the user's disk.
  const root = await navigator.storage.getDirectory();
  const name = `pictures-${crypto.randomUUID()}`;
  const folder = await root.getDirectoryHandle(name, { create: true });
  vi.stubGlobal('showDirectoryPicker', () => Promise.resolve(folder));
  onTestFinished(() => {
    vi.unstubAllGlobals();
    return root.removeEntry(name, { recursive: true }).catch(() => undefined);
  });
  const rows = await avatars(3);
  let ahead = 0;
  /** What the app waits for when it has removed a file. */
  let removed = Promise.resolve();
  const written = createGate();
  const app = await openApp('/dashboard?tab=settings', {
    rows,
    ports: () => ({
      pictureFolder: once(async () => {
        const opened = await pictureFolder(name);
        const remove = (...file: Parameters<typeof opened.remove>): Promise<void> =>
          opened.remove(...file).then(() => removed);
        const write = (...file: Parameters<typeof opened.write>): ReturnType<typeof opened.write> =>
          written.turn().then(() => opened.write(...file));
        return { ...opened, remove, write };
      }),
      clock: { ...systemClock, now: () => systemClock.now() + ahead },
    }),
  });
  const section = page.getByRole('region', { name: 'Pictures in a folder' });
  written.hold();
  await section.getByRole('button', { name: 'Choose a folder…' }).click();
  await expectVisible(section.getByText('0 of 3 avatars copied'));
  const aloud = section.getByRole('status').filter({ hasText: name });
  await expect.element(aloud).toHaveTextContent(/^Copying to [\w-]+$/);
  const status = aloud.element();
  written.go();
  await expectVisible(section.getByText('3 avatars, each checked'));
  // A status is said aloud only if it was there before.
  expect(aloud.element()).toBe(status);
  expect(await findings(['light'])).toEqual([]);
  for (const n of [0, 1, 2]) {
    const file = await folder.getFileHandle(
      `${String(101 + n)} Realistic own${String(n)} 1024 v2.png`,
    );
    const full = (await app.ports.store.get('pictures', `own-${String(n)}`))?.full;
    expect(await (await file.getFile()).bytes()).toEqual(await full?.bytes());
  }

  await section.getByRole('button', { name: 'Back up automatically' }).click();
  await expectVisible(section.getByText(/3 avatars, .*, checked/));
  const passphrase = section.getByRole('group', { name: 'Passphrase of the automatic backups' });
  await expect.element(passphrase).toHaveTextContent(/\w{5}-\w{5}-\w{5}-\w{5}/);
  expect(await findings(['light'])).toEqual([]);
  const backups = async (): Promise<string[]> => {
    const found: string[] = [];
    for await (const file of folder.keys()) if (file.endsWith('.likeness')) found.push(file);
    return found;
  };
  const [first = ''] = await backups();
  const checked = await app.ports.backups.check(
    await (await folder.getFileHandle(first)).getFile(),
    /\w{5}-\w{5}-\w{5}-\w{5}/.exec(passphrase.element().textContent)?.[0] ?? '',
    { profileId: 'guest', genesis: GENESIS },
  );
  expect(checked).toMatchObject({ avatars: 3, here: 3 });
  // Another of the same day replaces it; those of other days stay.
  ahead = 60_000;
  let goOn = (): void => undefined;
  removed = new Promise((resolve) => {
    goOn = resolve;
  });
  const backUp = section.getByRole('button', { name: 'Back up now' });
  await backUp.click();
  await expect.poll(backups).not.toContain(first);
  expect(await backups()).toHaveLength(1);
  await expect.element(backUp).toHaveAttribute('aria-busy', 'true');
  goOn();
  ahead = 25 * 60 * 60_000;
  await backUp.click();
  await expect.poll(backups).toHaveLength(2);
  // It is remembered once it was read back.
  await expect
    .poll(() => JSON.parse(localStorage.getItem('likeness.auto-backup.guest') ?? '') as unknown)
    .toHaveLength(2);

  await button('Restore from a backup…').click();
  const restore = dialog('Restore from a backup');
  const choice = restore.getByRole('combobox', { name: 'Automatic backups' });
  await expectTexts(choice.getByRole('option'), [
    'Choose one, or a file below',
    /: 3 avatars, 0 credits, \d/,
    /: 3 avatars, 0 credits, \d/,
  ]);
  const [, , older] = choice.getByRole('option').elements() as HTMLOptionElement[];
  await choice.selectOptions(older?.value ?? '');
  await expect.element(choice).toHaveAccessibleDescription(/: 3 avatars, 0 credits, \d/);
  await restore
    .getByLabelText('Passphrase', { exact: true })
    .fill(/\w{5}-\w{5}-\w{5}-\w{5}/.exec(passphrase.element().textContent)?.[0] ?? '');
  expect(await findings(['light'])).toEqual([]);
  await restore.getByRole('button', { name: 'Check the backup' }).click();
  await expectVisible(restore.getByRole('button', { name: 'Nothing new to restore' }));
  await restore.getByRole('button', { name: 'Nothing new to restore' }).click();

  await root.removeEntry(name, { recursive: true });
  await app.reopen();
  await expectVisible(section.getByText('It can’t be found.'));
  await page.getByRole('tab', { name: 'My Avatars' }).click();
  const notice = main().getByRole('status').filter({ hasText: 'Pictures in a folder' });
  await expect.element(notice).toHaveTextContent('can’t be found');
  expect(await findings(['light'])).toEqual([]);
  await notice.getByRole('link', { name: 'Settings' }).click();
  await expect.element(section.getByRole('heading')).toBeInViewport();
  await root.getDirectoryHandle(name, { create: true });
  // The user comes back to the window.
  dispatchEvent(new Event('focus'));
  await expectVisible(section.getByText('3 avatars, each checked'));
  // The new folder of that name has no backup yet.
  await expect.poll(backups).toHaveLength(1);
  await section.getByRole('button', { name: 'Stop copying' }).click();
  await expectVisible(section.getByRole('button', { name: 'Choose a folder…' }));
  await expectVisible(section.getByText('No backup was made: the folder can’t be found.'));
  await expectVisible(passphrase);
  await section.getByRole('button', { name: 'Stop backing up' }).click();
  const stop = dialog('Stop backing up');
  await expectVisible(stop.getByText(/\w{5}-\w{5}-\w{5}-\w{5}/));
  expect(await findings(['light'])).toEqual([]);
  await stop.getByRole('button', { name: 'Stop backing up' }).click();
  await expectCount(section.getByRole('button'), 1);
});
