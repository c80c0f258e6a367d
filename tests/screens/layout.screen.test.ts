import { describe, expect, onTestFinished, test } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';

import {
  banner,
  button,
  dialog,
  expectCount,
  expectLink,
  expectLinkTo,
  expectPath,
  expectTexts,
  expectVisible,
  findings,
  main,
  openApp,
  pageFindings,
  problems,
} from '../support/screens/index.ts';
import { avatars } from '../support/screens/rows.ts';

const BADGE = 'SSL Secured • Wallet Verified • No Data Shared';

describe('the layout that all screens share', () => {
  test('the watch over the page sees what breaks the Content-Security-Policy', async () => {
    await openApp('/terms');
    new Image().src = 'https://elsewhere.example/picture.png';
    await expect
      .poll(() => problems.seen)
      .toContain('img-src: https://elsewhere.example/picture.png');
    problems.forgive(/^img-src: https:\/\/elsewhere/);
  });

  test('the header says what the product promises and leads to six pages and the login', async () => {
    await openApp('/about');
    await expectVisible(page.getByText(BADGE));
    const links = {
      Home: '/',
      'Avatar Creator': '/customize',
      Pricing: '/pricing',
      Dashboard: '/dashboard',
      Contact: '/contact',
      Support: '/feedback',
    };
    await expectTexts(banner().getByRole('navigation').getByRole('link'), Object.keys(links));
    for (const [label, path] of Object.entries(links)) {
      const link = banner().getByRole('link', { name: label, exact: true });
      await link.click();
      await expectPath(path);
      await expect.element(link).toHaveAttribute('aria-current', 'page');
      await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus();
    }
    await banner().getByRole('link', { name: 'Login' }).click();
    await expectPath('/login');
    await expectVisible(banner().getByRole('button', { name: 'Connect Wallet' }));
  });

  test('a control that is disabled or disappears with the focus leaves it in its place', async () => {
    await openApp('/payment?plan=basic');
    const sent = button("I've Sent the Payment Manually");
    await expect.element(sent).toBeEnabled();
    sent.element().focus();
    await sent.click();
    await expectCount(sent, 0);
    const method = page.getByRole('region', { name: 'Send it yourself' });
    await expect.poll(() => method.element().contains(document.activeElement)).toBe(true);
    const copy = method.getByRole('button').first().element() as HTMLButtonElement;
    copy.focus();
    copy.disabled = true;
    await expect.poll(() => document.activeElement?.matches('body, :disabled')).toBe(false);
  });

  test('commands are found by a word and run by the keyboard, from anywhere', async () => {
    await openApp('/terms');
    await userEvent.keyboard('{Control>}k{/Control}');
    const commands = page.getByRole('dialog', { name: 'Commands' });
    const search = commands.getByRole('combobox', { name: 'What would you like to do?' });
    await expect.element(search).toHaveFocus();
    expect(await findings()).toEqual([]);
    // The list scrolls to its last command; the field above and the count below stay.
    await userEvent.keyboard('{ArrowUp}');
    await expect.element(commands.getByRole('option').last()).toBeInViewport({ ratio: 1 });
    await expect.element(search).toBeInViewport({ ratio: 1 });
    await expect.element(commands.getByText(/^\d+ commands$/)).toBeInViewport({ ratio: 1 });
    await search.fill('no such thing');
    await expectVisible(commands.getByText('Nothing found. Try another word.'));
    await search.fill('pri go');
    await expectTexts(commands.getByRole('option'), ['Go to Pricing', 'Go to Privacy']);
    // As an input method's composition ends, and as a Russian layout types Ctrl+K.
    const press = (init: KeyboardEventInit): void => {
      const event = new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init });
      document.activeElement?.dispatchEvent(event);
    };
    press({ key: 'Enter', isComposing: true });
    await userEvent.keyboard('{ArrowDown}{ArrowUp}{Enter}');
    await expectPath('/pricing');
    await expectCount(page.getByRole('dialog'), 0);

    press({ key: 'л', code: 'KeyK', ctrlKey: true });
    // One Escape closes the dialog, even with text typed.
    await search.fill('pricing');
    await userEvent.keyboard('{Escape}');
    await expectCount(page.getByRole('dialog'), 0);
    await userEvent.keyboard('{Control>}k{/Control}');
    // The shown screen's own actions are among them, with their keys.
    await search.fill('shortcuts');
    const option = commands.getByRole('option');
    await expectTexts(option, ['Keyboard shortcuts?']);
    // Its key stands at the far end, in a language that is written from the right as well.
    document.documentElement.dir = 'rtl';
    const [row, key] = [option.element(), option.element().querySelector('kbd')].map((one) =>
      one?.getBoundingClientRect(),
    );
    document.documentElement.dir = 'ltr';
    expect((key?.left ?? 99) - (row?.left ?? 0)).toBeLessThan(20);
    await userEvent.keyboard('{Enter}');
    await expect
      .element(page.getByRole('dialog', { name: 'Keyboard shortcuts' }))
      .toHaveTextContent(/RedoCtrlShiftZ.*Delete selected avatarsDel/);
    await userEvent.keyboard('{Escape}{Control>}k{/Control}');
    await search.fill('connect');
    await userEvent.keyboard('{Enter}');
    await expectVisible(page.getByRole('dialog', { name: 'Connect Wallet' }));
    // The settings' sections are found by their words, and scrolled to.
    await userEvent.keyboard('{Escape}{Control>}k{/Control}');
    await search.fill('report');
    await expectTexts(option, ['Settings: Report a problem']);
    await search.fill('brand');
    await expectTexts(option, ['Settings: Your brand']);
    await search.fill('engine');
    await userEvent.keyboard('{Enter}');
    await expectPath('/dashboard?tab=settings');
    await expect.element(page.getByRole('heading', { name: 'Engines' })).toBeInViewport();
  });

  test('the palette opens before the browser reports that the shortcuts are closed', async () => {
    await openApp('/terms');
    await page.getByRole('heading', { level: 1 }).click();
    await userEvent.keyboard('?');
    const shortcuts = dialog('Keyboard shortcuts');
    await expectVisible(shortcuts);
    const element = shortcuts.element();
    const reported = new Promise((resolve) => element.addEventListener('close', resolve));
    // As soon as the dialog is closed; the browser reports it in a later task.
    const closed = new MutationObserver(() => {
      closed.disconnect();
      dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true }));
    });
    closed.observe(element, { attributeFilter: ['open'] });
    await userEvent.keyboard('{Escape}');
    await reported;
    const search = dialog('Commands').getByRole('combobox');
    await expect.element(search).toHaveFocus();
    await search.fill('pricing');
    await expectTexts(dialog('Commands').getByRole('option'), ['Go to Pricing']);
  });

  test('the palette finds own avatars by name, and begins with what was used last', async () => {
    await openApp('/terms', { rows: await avatars(3) });
    await page
      .getByRole('contentinfo')
      .getByRole('button', { name: /^Commands/ })
      .click();
    const commands = page.getByRole('dialog', { name: 'Commands' });
    const search = commands.getByRole('combobox');
    await expectVisible(commands.getByRole('option').first());
    const list = commands.getByRole('listbox').element();
    const [row] = commands.getByRole('option').elements();
    const cut = (list.clientHeight / (row?.clientHeight ?? 1)) % 1;
    expect(Math.abs(cut - 0.5), 'a command is cut, so that one scrolls').toBeLessThan(0.15);
    await search.fill('realistic 2');
    await expectTexts(commands.getByRole('option'), ['Realistic 2']);
    await userEvent.keyboard('{Enter}');
    await expectPath('/avatar/102');
    await userEvent.keyboard('{Control>}k{/Control}');
    await expect.element(commands.getByRole('option').first()).toHaveTextContent('Realistic 2');
  });

  test('‘?’ lists the keys, not while one writes, and can be switched off', async () => {
    await openApp('/contact');
    const email = main().getByRole('textbox', { name: 'Email' });
    await email.click();
    await userEvent.keyboard('?');
    await expect.element(email).toHaveValue('?');
    await page.getByRole('heading', { level: 1 }).click();
    await userEvent.keyboard('?');
    const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expectVisible(keys.getByText('Commands', { exact: true }));
    expect(await findings()).toEqual([]);
    await keys.getByRole('checkbox', { name: 'Open this list with ?' }).click();
    await userEvent.keyboard('{Escape}');
    await expectCount(page.getByRole('dialog'), 0);
    await userEvent.keyboard('?');
    await userEvent.keyboard('{Control>}k{/Control}');
    await expectVisible(page.getByRole('dialog', { name: 'Commands' }));
  });

  test('the header stays in view', async () => {
    await openApp('/terms');
    page.getByRole('contentinfo').element().scrollIntoView();
    await expect.element(banner().getByRole('link', { name: 'Login' })).toBeInViewport();
  });

  test('the footer leads to terms, privacy, trust and about', async () => {
    await openApp('/');
    for (const [label, path] of Object.entries({
      Terms: '/terms',
      Privacy: '/privacy',
      'Trust & Security': '/trust-security',
      About: '/about',
    })) {
      await page.getByRole('contentinfo').getByRole('link', { name: label, exact: true }).click();
      await expectPath(path);
    }
  });

  test('a chosen theme colours the browser’s bar like the page, also after a reload', async () => {
    const bar = Object.assign(document.createElement('meta'), { name: 'theme-color' });
    document.head.append(bar);
    onTestFinished(() => bar.remove());
    const pageColour = (): string =>
      getComputedStyle(document.documentElement).getPropertyValue('--page').trim();
    const app = await openApp('/terms');
    for (const theme of ['Darkroom', 'Paper']) {
      await page.getByRole('radio', { name: theme }).click({ force: true });
      await expect.poll(() => bar.content).toBe(pageColour());
    }
    bar.content = '';
    await app.reopen();
    await expect.poll(() => bar.content).toBe(pageColour());
  });

  test('at 390 px the menu holds the header, closes by Escape and by following a link', async () => {
    await page.viewport(390, 844);
    await openApp('/');
    const toggle = page.getByRole('button', { name: 'Menu' });
    const menu = page.getByRole('dialog', { name: 'Menu' });
    await toggle.click();
    await expectTexts(menu.getByRole('navigation').getByRole('link'), [
      'Home',
      'Avatar Creator',
      'Pricing',
      'Dashboard',
      'Contact',
      'Support',
    ]);
    await expectVisible(menu.getByRole('link', { name: 'Login' }));
    await expectVisible(menu.getByRole('button', { name: 'Connect Wallet' }));
    await expectVisible(menu.getByText(BADGE));
    expect(await pageFindings()).toEqual([]);
    await userEvent.keyboard('{Escape}');
    await expect.element(menu).not.toBeInTheDocument();
    await expect.element(toggle).toHaveFocus();
    await toggle.click();
    await menu.getByRole('link', { name: 'Pricing' }).click();
    await expect.element(menu).not.toBeInTheDocument();
    await expectPath('/pricing');
  });

  test('a double click on Menu opens it, and a click beside it closes it, unless the press began inside', async () => {
    await page.viewport(390, 844);
    await openApp('/');
    const menu = page.getByRole('dialog', { name: 'Menu' });
    await page.getByRole('button', { name: 'Menu' }).dblClick();
    await expectVisible(menu.getByRole('link', { name: 'Login' }));
    const clickFrom = (pressed: Locator, detail: number): void => {
      pressed.element().dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
      menu.element().dispatchEvent(new MouseEvent('click', { bubbles: true, detail }));
    };
    clickFrom(menu, 2);
    // As when a text is selected to beyond its end.
    clickFrom(menu.getByText(BADGE), 1);
    await expectVisible(menu.getByRole('link', { name: 'Login' }));
    clickFrom(menu, 1);
    await expect.element(menu).not.toBeInTheDocument();
  });

  test('the badge opens what it means, also in a low window', async () => {
    await page.viewport(844, 320);
    await openApp('/terms');
    await page.getByRole('button', { name: /^SSL Secured/ }).click();
    const panel = page.getByRole('dialog', { name: 'What the badge means' });
    // A local connection doesn't claim encryption.
    await expectVisible(panel.getByText(/^Local connection/));
    await expectVisible(panel.getByText(/^0 bytes of your photo were sent/));
    expect(panel.element().getBoundingClientRect().bottom).toBeLessThan(320);
    expect(await pageFindings()).toEqual([]);
    await panel.getByRole('link', { name: 'See every request' }).click();
    await expectPath('/trust-security');
    await expectCount(panel, 0);
  });

  test('the first Tab offers to skip to the content', async () => {
    await openApp('/pricing');
    await userEvent.tab();
    await expect.element(page.getByRole('link', { name: 'Skip to content' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(main()).toHaveFocus();
  });
});

describe('addresses that lead nowhere', () => {
  test('any other path is a 404 with three ways out', async () => {
    const app = await openApp('/pricing');
    app.go('/no/such/page');
    await expectVisible(
      page.getByText("The page you're looking for doesn't exist", { exact: true }),
    );
    await expectVisible(page.getByText('Error Code: PAGE_NOT_FOUND_YET', { exact: true }));
    await expectLink('Return Home', '/');
    await expectLink('Create Avatar', '/customize');
    await button('Go Back').click();
    await expectPath('/pricing');
  });

  test('an unknown avatar shows avatar 1, and says why', async () => {
    const app = await openApp('/avatar/1');
    const first = page.getByRole('heading', { level: 1 }).element().textContent;
    await app.reopen('/avatar/4711');
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent(first);
    await expectVisible(page.getByText('This avatar is private'));
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    await expectVisible(page.getByText('Link copied to clipboard!'));
    expect(await findings()).toEqual([]);
    await app.reopen('/avatar/nobody');
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent(first);
  });

  test('the confirmation without any order shows its four steps at rest and the ways on', async () => {
    await openApp('/payment-confirmation');
    await expectVisible(main().getByText('No payment in progress'));
    await expectTexts(main().getByRole('listitem').getByRole('heading'), [
      'Verify payment',
      'AI processing',
      'Quality check & rendering',
      'Delivery to dashboard',
    ]);
    for (const path of ['/pricing', '/dashboard', '/customize', '/contact'])
      await expectLinkTo(path);
    await expectCount(main().getByRole('progressbar'), 0);
  });
});
