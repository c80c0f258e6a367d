import { describe, expect, it, vi, type Mock } from 'vitest';

import { codeOf } from '../../../tests/support/code-of.ts';
import { memoryStorage } from '../../../tests/support/memory-storage.ts';
import type {
  AccountListener,
  AnyTransport,
  EvmTransport,
  SolanaTransport,
} from '../../ports/wallet-transport.ts';
import type { WalletChoice, Wallets } from '../../ports/wallets.ts';
import type { WalletTabs } from './tabs.ts';
import { createWalletsFrom } from './wallets.ts';

const ADDRESS = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU';
const OTHER = '4g1bN2QmhU1CPNdHD3yaZAXAEC8sF2quaCDfZqJkzWjA';
const ETHEREUM = '0x52908400098527886e0f7030069857d2e4169ee7';

interface Behaviour {
  connect?: () => Promise<string>;
  restore?: () => Promise<string | undefined>;
  sign?: () => Promise<Uint8Array>;
  signAndSend?: () => Promise<string>;
}

interface Said {
  readonly say: AccountListener;
  readonly disconnect: Mock<() => Promise<void>>;
}

/** What both fakes have; `say` notifies their listeners. */
function extension(type: 'phantom' | 'metamask', name: string, choice: Partial<WalletChoice>) {
  const listeners = new Set<AccountListener>();
  return {
    choice: (): WalletChoice => ({
      id: type,
      name,
      type,
      transport: 'extension',
      installed: true,
      ...choice,
    }),
    disconnect: vi.fn(() => Promise.resolve()),
    onAccount: (listener: AccountListener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    say: (address: string | undefined) => [...listeners].forEach((listener) => listener(address)),
  };
}

function solana(
  choice: Partial<WalletChoice> = {},
  behaviour: Behaviour = {},
): Omit<SolanaTransport, 'disconnect'> & Said {
  return {
    ...extension('phantom', 'Phantom', choice),
    chain: 'solana',
    connect: vi.fn(behaviour.connect ?? (() => Promise.resolve(ADDRESS))),
    restore: behaviour.restore ?? (() => Promise.resolve(ADDRESS)),
    answers: () => 'signed',
    signTransaction: behaviour.sign ?? (() => Promise.resolve(Uint8Array.of(9))),
    ...(behaviour.signAndSend && { signAndSend: behaviour.signAndSend }),
    signMessage: () => Promise.resolve(new Uint8Array(64)),
  };
}

function metaMask(
  choice: Partial<WalletChoice> = {},
  behaviour: Behaviour = {},
): Omit<EvmTransport, 'disconnect'> & Said {
  return {
    ...extension('metamask', 'MetaMask', choice),
    chain: 'evm',
    connect: behaviour.connect ?? (() => Promise.resolve(ETHEREUM)),
    restore: behaviour.restore ?? (() => Promise.resolve(undefined)),
    provider: { request: () => Promise.resolve('0x1') },
  };
}

const ALONE: WalletTabs = { notify: () => undefined, onNotified: () => undefined };
const open = (
  transports: readonly AnyTransport[],
  storage = memoryStorage(),
  tabs = ALONE,
): Wallets => createWalletsFrom({ storage, transports, tabs });
const saved = (
  address: string,
  transport: string,
  walletType = 'phantom',
): Record<string, string> => ({
  walletState: JSON.stringify({ connected: true, address, walletType }),
  walletTransport: transport,
});

describe('who is signed in', () => {
  it('is the connected wallet; it is saved, and forgotten when the user says so', async () => {
    const storage = memoryStorage();
    const phantom = solana();
    const wallets = open([phantom], storage);
    const seen: string[] = [];
    wallets.subscribe(() => seen.push(wallets.snapshot().status));
    await wallets.start();
    expect(await wallets.connect('phantom')).toEqual({ address: ADDRESS });
    expect(wallets.snapshot()).toMatchObject({
      status: 'connected',
      type: 'phantom',
      address: ADDRESS,
      solana: { answers: 'signed' },
    });
    expect(seen).toContain('connecting');
    expect(storage.getItem('walletTransport')).toBe('extension');
    expect(await wallets.signTransaction(Uint8Array.of(1))).toEqual(Uint8Array.of(9));

    await wallets.disconnect();
    expect(phantom.disconnect).toHaveBeenCalledOnce();
    expect(wallets.snapshot()).toMatchObject({ status: 'idle', type: 'none', address: '' });
    expect(storage.getItem('walletState')).toBeNull();
    expect(await codeOf(wallets.signTransaction(Uint8Array.of(1)))).toBe('wallet-not-connected');
  });

  it.each([
    ['Phantom', () => solana(), OTHER],
    ['MetaMask', () => metaMask(), '0x8617e340b3d01fa5f11f306f4090fd50e238070d'],
  ])('follows %s’s own events', async (_, make, other) => {
    const storage = memoryStorage();
    const wallet = make();
    const wallets = open([wallet], storage);
    await wallets.connect(wallet.choice()?.id ?? '');
    wallet.say(other);
    expect(wallets.snapshot().address).toBe(other);
    expect(storage.getItem('walletState')).toContain(other);
    wallet.say(undefined);
    expect(wallets.snapshot()).toMatchObject({ status: 'idle', type: 'none', address: '' });
    expect(storage.getItem('walletState')).toBeNull();
    wallet.say(other);
    expect(wallets.snapshot().status).toBe('idle');
  });

  it('stays if another connection fails or is requested twice', async () => {
    let refuse: (reason: Error) => void = () => undefined;
    const wallets = open([
      solana(),
      metaMask({}, { connect: () => new Promise((_, reject) => (refuse = reject)) }),
    ]);
    await wallets.connect('phantom');
    const second = wallets.connect('metamask');
    expect(wallets.snapshot()).toMatchObject({
      status: 'connected',
      type: 'phantom',
      asked: 'metamask',
    });
    expect(await codeOf(wallets.connect('phantom'))).toBe('wallet-busy');
    refuse(new Error('no'));
    await expect(second).rejects.toMatchObject({ message: 'Failed to connect to MetaMask wallet' });
    expect(wallets.snapshot()).toMatchObject({
      status: 'connected',
      type: 'phantom',
      address: ADDRESS,
    });
    expect(wallets.snapshot().asked).toBeUndefined();
  });
});

describe('two tabs', () => {
  /** Each tab is notified by the others. */
  function twoTabs() {
    const notified: (() => void)[] = [];
    return [0, 1].map((mine): WalletTabs => ({
      notify: () => notified.forEach((listener, index) => index !== mine && listener()),
      onNotified: (listener) => (notified[mine] = listener),
    }));
  }

  it('follow each other: sign-ins that need no question, and every sign-out', async () => {
    const [one, two] = twoTabs();
    const storage = memoryStorage();
    const here = solana();
    const there = solana();
    const first = open([here], storage, one);
    const second = open([there], storage, two);
    await first.start();
    await second.start();
    await first.connect('phantom');
    await expect.poll(() => second.snapshot().address).toBe(ADDRESS);
    expect(there.connect).not.toHaveBeenCalled();

    await second.disconnect();
    await expect.poll(() => first.snapshot().status).toBe('idle');
    expect(here.disconnect).toHaveBeenCalledExactlyOnceWith(true);
    expect(storage.getItem('walletState')).toBeNull();

    await first.connect('phantom');
    await expect.poll(() => second.snapshot().address).toBe(ADDRESS);
    here.say(undefined);
    await expect.poll(() => second.snapshot().status).toBe('idle');
  });

  it('a wallet that a tab can’t restore without asking stays in the other; opening a tab is no sign-out', async () => {
    const [one, two] = twoTabs();
    const storage = memoryStorage();
    const first = open([metaMask(), solana()], storage, one);
    await first.start();
    await first.connect('metamask');
    const second = open([metaMask(), solana()], storage, two);
    await second.start();
    expect(second.snapshot().status).toBe('idle');
    expect(first.snapshot().address).toBe(ETHEREUM);
    await first.connect('phantom');
    await expect.poll(() => first.snapshot().solana?.address).toBe(ADDRESS);
    await first.disconnect('solana');
    expect(first.snapshot()).toMatchObject({ address: ETHEREUM });
  });

  it('the last sign-in applies to all tabs', async () => {
    const [one, two] = twoTabs();
    const storage = memoryStorage();
    const first = open([solana()], storage, one);
    await first.start();
    await first.connect('phantom');
    const second = open(
      [
        solana(
          {},
          { connect: () => Promise.resolve(OTHER), restore: () => Promise.resolve(undefined) },
        ),
      ],
      storage,
      two,
    );
    await second.start();
    await second.connect('phantom');
    await expect.poll(() => first.snapshot().status).toBe('idle');
    expect(storage.getItem('walletState')).toContain(OTHER);
  });
});

describe('a secondary wallet', () => {
  it('never changes who is signed in, and leaves with them', async () => {
    const storage = memoryStorage();
    const phantom = solana();
    const wallets = open([phantom, metaMask()], storage);
    await wallets.connect('metamask');
    await wallets.connect('phantom');
    expect(wallets.snapshot()).toMatchObject({
      type: 'metamask',
      address: ETHEREUM,
      solana: { address: ADDRESS },
      evm: { address: ETHEREUM },
    });
    expect(storage.getItem('walletState')).toContain(ETHEREUM);
    phantom.say(OTHER);
    expect(wallets.snapshot()).toMatchObject({ address: ETHEREUM, solana: { address: OTHER } });
    phantom.say(undefined);
    expect(wallets.snapshot()).toMatchObject({ status: 'connected', address: ETHEREUM });
    expect(wallets.snapshot().solana).toBeUndefined();

    await wallets.connect('phantom');
    await wallets.disconnect('solana');
    expect(wallets.snapshot().type).toBe('metamask');
    await wallets.connect('phantom');
    await wallets.disconnect();
    expect(wallets.snapshot().solana).toBeUndefined();
    expect([storage.getItem('walletState'), storage.getItem('walletTools')]).toEqual([null, null]);
  });

  it('is restored beside the signed-in wallet, and not without it', async () => {
    const secondary = JSON.stringify([
      { address: ADDRESS, walletType: 'phantom', transport: 'loopback' },
    ]);
    const loopback = (): SolanaTransport => solana({ id: 'loop', transport: 'loopback' });
    const evm = metaMask(
      { id: 'mm', transport: 'loopback' },
      { restore: () => Promise.resolve(ETHEREUM) },
    );
    const storage = memoryStorage({
      ...saved(ETHEREUM, 'loopback', 'metamask'),
      walletTools: secondary,
    });
    const wallets = open([loopback(), evm], storage);
    await wallets.start();
    expect(wallets.snapshot()).toMatchObject({
      type: 'metamask',
      address: ETHEREUM,
      solana: { address: ADDRESS },
    });

    const alone = memoryStorage({ walletTools: secondary });
    const nobody = open([loopback()], alone);
    await nobody.start();
    expect(nobody.snapshot().solana).toBeUndefined();
    expect(alone.getItem('walletTools')).toBeNull();
  });

  it('is what every wallet is while an email account is open', async () => {
    const storage = memoryStorage(saved(ADDRESS, 'extension'));
    const phantom = solana();
    const wallets = open([phantom], storage);
    wallets.onlySecondary(true);
    await wallets.start();
    expect(wallets.snapshot()).toMatchObject({
      status: 'idle',
      type: 'none',
      solana: { address: ADDRESS },
    });
    expect(storage.getItem('walletState')).toBeNull();
    wallets.onlySecondary(false);
    expect(phantom.disconnect).toHaveBeenCalledOnce();
    expect(wallets.snapshot().solana).toBeUndefined();
    await wallets.connect('phantom');
    expect(wallets.snapshot().status).toBe('connected');
  });
});

describe('what is restored', () => {
  it.each([
    [
      'Phantom, with its extension and a public key',
      saved(ADDRESS, 'extension'),
      solana(),
      ADDRESS,
    ],
    ['a session by link', saved(ADDRESS, 'link'), solana({ transport: 'link' }), ADDRESS],
    [
      'nothing, when the extension is gone',
      saved(ADDRESS, 'extension'),
      solana({ installed: false }),
      '',
    ],
    [
      'nothing, when the wallet would have to ask',
      saved(ADDRESS, 'extension'),
      solana({}, { restore: () => Promise.resolve(undefined) }),
      '',
    ],
    [
      'nothing, when it fails',
      saved(ADDRESS, 'extension'),
      solana({}, { restore: () => Promise.reject(new Error('gone')) }),
      '',
    ],
    ['nothing, when the key is another', saved(OTHER, 'extension'), solana(), ''],
    ['nothing, when that transport isn’t here', saved(ADDRESS, 'loopback'), solana(), ''],
    ['nothing of MetaMask', saved(ETHEREUM, 'extension', 'metamask'), metaMask(), ''],
    ['nothing corrupt', { walletState: '{' }, solana(), ''],
  ])('%s', async (_, entries, transport, expected) => {
    const storage = memoryStorage(entries);
    const wallets = open([transport], storage);
    const seen = new Set<string>();
    wallets.subscribe(() => seen.add(wallets.snapshot().status));
    await wallets.start();
    expect(wallets.snapshot()).toMatchObject({
      status: expected ? 'connected' : 'idle',
      address: expected,
    });
    expect(storage.getItem('walletState') === null).toBe(expected === '');
    expect(seen.has('connecting')).toBe(false);
  });
});

it('a wallet that doesn’t answer holds up nothing; its late answer is taken', async () => {
  vi.useFakeTimers();
  let answer: (address: string) => void = () => undefined;
  const silent = solana({}, { restore: () => new Promise((resolve) => (answer = resolve)) });
  const wallets = open([silent, metaMask()], memoryStorage(saved(ADDRESS, 'extension')));
  const started = wallets.start();
  expect(wallets.snapshot().status).toBe('restoring');
  await vi.advanceTimersByTimeAsync(5_000);
  vi.useRealTimers();
  await started;
  expect(wallets.snapshot().status).toBe('idle');
  await wallets.connect('metamask');
  answer(ADDRESS);
  await expect.poll(() => wallets.snapshot().solana?.address).toBe(ADDRESS);
});

it('a wallet that doesn’t answer can be given up for another; its late answer is refused', async () => {
  let answer: (address: string) => void = () => undefined;
  const connect = vi.fn(() => new Promise<string>((resolve) => (answer = resolve)));
  const silent = solana({}, { connect });
  const wallets = open([silent, metaMask()]);
  const given = codeOf(wallets.connect('phantom'));
  expect(await codeOf(wallets.connect('metamask'))).toBe('wallet-busy');
  wallets.giveUp();
  expect(await given).toBe('wallet-given-up');
  expect(wallets.snapshot()).not.toHaveProperty('asked');
  expect(await wallets.connect('metamask')).toEqual({ address: ETHEREUM });
  answer(ADDRESS);
  await Promise.resolve();
  expect(wallets.snapshot().solana).toBeUndefined();

  // Chosen again, it isn't asked twice: its open window may still be answered.
  const before = codeOf(wallets.connect('phantom'));
  wallets.giveUp();
  expect(await before).toBe('wallet-given-up');
  const again = wallets.connect('phantom');
  answer(ADDRESS);
  expect(await again).toEqual({ address: ADDRESS });
  expect(connect).toHaveBeenCalledTimes(2);

  // The page left for it: another choice gives it up.
  const away = open([{ ...silent, isAway: () => true }, metaMask()]);
  const left = codeOf(away.connect('phantom'));
  expect(await away.connect('metamask')).toEqual({ address: ETHEREUM });
  expect(await left).toBe('wallet-given-up');
});

describe('what goes wrong, in the catalogue’s words', () => {
  const connectFailure = (thrown: Error, choice: Partial<WalletChoice> = {}): Promise<unknown> =>
    open([solana(choice, { connect: () => Promise.reject(thrown) })]).connect('phantom');

  it('while connecting', async () => {
    await expect(connectFailure(new Error(), { installed: false })).rejects.toMatchObject({
      message: 'Phantom wallet not installed',
    });
    await expect(connectFailure(new Error('port closed'))).rejects.toMatchObject({
      message: 'Failed to connect to Phantom wallet',
    });
    expect(await codeOf(connectFailure(new Error('port closed'), { transport: 'sandbox' }))).toBe(
      'wallet-connect-failed',
    );
    expect(
      await codeOf(connectFailure(Object.assign(new Error('wrapped'), { error: { code: 4001 } }))),
    ).toBe('wallet-connection-declined');
    expect(
      await codeOf(connectFailure(Object.assign(new Error('already pending'), { code: -32002 }))),
    ).toBe('wallet-busy');
    expect(await codeOf(open([]).connect('phantom'))).toBe('wallet-connect-failed');
  });

  it('while signing', async () => {
    const wallets = open([
      solana({}, { sign: () => Promise.reject(new Error('User rejected the request.')) }),
    ]);
    await wallets.connect('phantom');
    expect(await codeOf(wallets.signTransaction(Uint8Array.of(1)))).toBe('wallet-rejected');
    expect(await codeOf(wallets.signAndSend(Uint8Array.of(1)))).toBe('transaction-failed');
  });

  it.each([
    ['wallet-rejected', new Error('User rejected the request.')],
    ['wallet-rejected', new Error('Transaction was cancelled by the user')],
    ['wallet-rejected', Object.assign(new Error('No.'), { code: 4001 })],
    ['wallet-rejected', Object.assign(new Error('Failed'), { error: { code: 4001 } })],
    ['transaction-failed', new Error('Transaction rejected by the network: already processed')],
    ['transaction-failed', new Error('The request was cancelled: the popup lost its connection')],
  ])('while sending: %s is the user’s own no alone (%s)', async (code, thrown) => {
    const wallets = open([solana({}, { signAndSend: () => Promise.reject(thrown) })]);
    await wallets.connect('phantom');
    expect(await codeOf(wallets.signAndSend(Uint8Array.of(1)))).toBe(code);
  });
});
