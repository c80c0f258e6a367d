import { describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';

import {
  ETHEREUM_ADDRESS,
  installMetaMask,
  installPhantom,
  SOLANA_ADDRESS,
} from '../support/screens/extensions.ts';
import {
  banner,
  expectCount,
  expectPath,
  expectVisible,
  findings,
  main,
  openApp,
} from '../support/screens/index.ts';

const saved = (): string | null => localStorage.getItem('walletState');
const wallet = (name: string | RegExp) =>
  main().getByRole('button', { name, exact: typeof name === 'string' });
/** The app's wallets, whose connection fails with an error that has no sentence. */
const breaking = {
  ports: ({ wallets }: { wallets: object }) => ({
    wallets: { ...wallets, connect: () => Promise.reject(new TypeError('not loaded')) } as never,
  }),
};

describe('a wallet', () => {
  test('connected by the header’s dialog stands shortened there, until it is disconnected', async () => {
    await openApp('/about');
    await banner().getByRole('button', { name: 'Connect Wallet' }).click();
    const dialog = page.getByRole('dialog', { name: 'Connect Wallet' });
    await expectVisible(dialog);
    expect(await findings()).toEqual([]);
    await dialog.getByRole('button', { name: 'Use Sandbox Wallet' }).click();
    await expectVisible(banner().getByRole('button', { name: 'Disconnect' }));
    await expectVisible(banner().getByRole('link', { name: 'Dashboard', exact: true }));
    await expectVisible(banner().getByText(/^.{4}….{4}$/));
    expect(JSON.parse(saved() ?? '')).toEqual({
      connected: true,
      address: expect.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/) as string,
      walletType: 'phantom',
    });
    await banner().getByRole('button', { name: 'Disconnect' }).click();
    await expectVisible(banner().getByRole('button', { name: 'Connect Wallet' }));
    expect(saved()).toBeNull();
  });

  test('connected on the login leads to the dashboard, and so does the login from then on', async () => {
    const app = await openApp('/login');
    await wallet('Sandbox Wallet').click();
    await expectPath('/dashboard');
    await app.reopen('/login');
    await expectPath('/dashboard');
    await page.getByRole('tab', { name: 'Settings' }).click();
    await wallet('Disconnect').click();
    await expectVisible(banner().getByRole('link', { name: 'Login' }));
  });

  test('Phantom’s address stands in the header', async () => {
    installPhantom();
    await openApp('/login');
    await wallet('Phantom').click();
    await expectPath('/dashboard');
    await expectVisible(banner().getByText('4g1b…zWjA'));
    expect(saved()).toContain(SOLANA_ADDRESS);
  });

  test('MetaMask’s address stands in the header, follows its account, and leaves with the last one', async () => {
    const say = installMetaMask();
    await openApp('/login');
    await wallet('MetaMask').click();
    await expectPath('/dashboard');
    await expectVisible(banner().getByTitle(ETHEREUM_ADDRESS.toLowerCase()));
    const other = '0x8617e340b3d01fa5f11f306f4090fd50e238070d';
    say([other]);
    await expectVisible(banner().getByTitle(other));
    expect(saved()).toContain(other);
    say([]);
    await expectVisible(banner().getByRole('button', { name: 'Connect Wallet' }));
    expect(saved()).toBeNull();
  });

  test('a second one pays without changing who is signed in', async () => {
    installMetaMask();
    const app = await openApp('/login');
    await wallet('MetaMask').click();
    await expectPath('/dashboard');
    app.go('/payment?plan=basic');
    await wallet('Use Sandbox Wallet').click();
    await expectVisible(wallet('Pay 1.2 SOL Now'));
    const signedIn = ETHEREUM_ADDRESS.toLowerCase();
    await expectVisible(banner().getByTitle(signedIn));
    expect(saved()).toContain(signedIn);
    await banner().getByRole('button', { name: 'Disconnect' }).click();
    await expectVisible(wallet('Use Sandbox Wallet'));
    expect(saved()).toBeNull();
  });
});

describe('a wallet that was connected before', () => {
  const phantom = (address: string): string =>
    JSON.stringify({ connected: true, address, walletType: 'phantom' });

  test('Phantom with another public key isn’t, and is forgotten', async () => {
    installPhantom();
    localStorage.setItem('walletState', phantom('7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU'));
    await openApp('/about');
    await expectVisible(banner().getByRole('button', { name: 'Connect Wallet' }));
    await expect.poll(saved).toBeNull();
  });

  test('Phantom with the saved public key is there again, until its extension says otherwise', async () => {
    const say = installPhantom();
    localStorage.setItem('walletState', phantom(SOLANA_ADDRESS));
    await openApp('/about');
    await expectVisible(banner().getByText('4g1b…zWjA'));
    expect(saved()).toBe(phantom(SOLANA_ADDRESS));
    say('disconnect');
    await expectVisible(banner().getByRole('button', { name: 'Connect Wallet' }));
    expect(saved()).toBeNull();
  });

  test('the sandbox’s own Ethereum wallet counts as MetaMask', async () => {
    await openApp('/login');
    await wallet('Sandbox MetaMask').click();
    await expectPath('/dashboard');
    expect(JSON.parse(saved() ?? '')).toMatchObject({
      walletType: 'metamask',
      address: expect.stringMatching(/^0x[0-9a-f]{40}$/) as string,
    });
  });
});

describe('wallet errors', () => {
  test("'Phantom wallet not installed' stands in the dialog, and its install page opens", async () => {
    const { device } = await openApp('/about');
    await banner().getByRole('button', { name: 'Connect Wallet' }).click();
    const dialog = page.getByRole('dialog', { name: 'Connect Wallet' });
    await dialog.getByRole('button', { name: 'Connect Phantom Wallet' }).click();
    await expectVisible(dialog.getByText('Phantom wallet not installed', { exact: true }));
    expect(device.links).toEqual([expect.stringMatching(/^https:\/\/phantom\.app\/download/)]);
    expect(await findings()).toEqual([]);
  });

  test("'MetaMask not installed' and Phantom's install hint stand on the login", async () => {
    const { device } = await openApp('/login');
    await expectVisible(wallet(/Phantom\s*Install/));
    await expectVisible(main().getByRole('link', { name: /What is a wallet/ }));
    await wallet(/MetaMask\s*Install/).click();
    await expectVisible(main().getByText('MetaMask not installed', { exact: true }));
    expect(device.links).toEqual([expect.stringMatching(/^https:\/\/metamask\.io\/download/)]);
  });

  test('on a phone, where MetaMask works and how the library gets there stand on the login', async () => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Android');
    installPhantom(); // As in Phantom's own browser.
    await openApp('/login');
    await wallet(/MetaMask\s*Install/).click();
    await expectVisible(
      main().getByText(/^On a phone, MetaMask works in its own browser: .* backup/),
    );
  });

  test("'Failed to connect to Phantom wallet' when the extension fails", async () => {
    installPhantom('broken');
    await openApp('/payment');
    await wallet('Connect Phantom Wallet').click();
    await expectVisible(main().getByText('Failed to connect to Phantom wallet', { exact: true }));
    await expect.element(wallet('Connect Phantom Wallet')).toBeEnabled();
    expect(saved()).toBeNull();
  });

  test("'Failed to connect to MetaMask wallet' when the extension fails", async () => {
    installMetaMask('broken');
    await openApp('/login');
    await wallet('MetaMask').click();
    await expectVisible(main().getByText('Failed to connect to MetaMask wallet', { exact: true }));
    await expect.element(wallet('MetaMask')).toBeEnabled();
    await expectCount(banner().getByTitle(ETHEREUM_ADDRESS.toLowerCase()), 0);
  });

  test('a wallet that never answers can be left for another', async () => {
    installPhantom('silent');
    installMetaMask();
    await openApp('/login');
    await wallet('Phantom').click();
    await expect.element(wallet('MetaMask')).toBeDisabled();
    expect(await findings(['light'])).toEqual([]);
    await wallet('Cancel').click();
    await wallet('MetaMask').click();
    await expectPath('/dashboard');
  });

  test('a connection that the user declines', async () => {
    installPhantom('declined');
    installMetaMask('declined');
    await openApp('/login');
    for (const name of ['Phantom', 'MetaMask']) {
      await wallet(name).click();
      await expectVisible(
        main().getByText(
          'You declined the connection in the wallet. Nothing was sent. Connect when you are ready.',
        ),
      );
      await expect.element(wallet(name)).toBeEnabled();
    }
    expect(saved()).toBeNull();
  });

  for (const [where, path, words] of [
    ['the payment page', '/payment', 'Failed to connect wallet'],
    ['the login', '/login', 'Failed to connect wallet. Please try again.'],
  ] as const) {
    test(`'${words}' on ${where}, when connecting breaks in a way without words`, async () => {
      await openApp(path, breaking);
      await wallet(/Sandbox Wallet$/).click();
      await expectVisible(main().getByText(words, { exact: true }));
      expect(await findings()).toEqual([]);
    });
  }

  test('the dialog says so too', async () => {
    await openApp('/terms', breaking);
    await banner().getByRole('button', { name: 'Connect Wallet' }).click();
    const dialog = page.getByRole('dialog', { name: 'Connect Wallet' });
    await dialog.getByRole('button', { name: 'Use Sandbox Wallet' }).click();
    await expectVisible(dialog.getByRole('alert'));
    expect(await findings()).toEqual([]);
  });
});
