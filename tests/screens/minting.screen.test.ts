import { describe, expect, test } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';

import { DEFAULT_DESCRIPTION } from '../../renderer/content/minting.ts';
import { LikenessError, type ErrorCode } from '../../renderer/core/errors.ts';
import { createGate } from '../../renderer/core/gate.ts';
import type { Mint, MintState } from '../../renderer/core/mints/mint.ts';
import { once } from '../../renderer/core/once.ts';
import type { Ports } from '../../renderer/ports/index.ts';
import type { Minting, MintStatus } from '../../renderer/ports/minting.ts';
import type { Write } from '../../renderer/ports/store.ts';
import { exampleMint, exampleProof } from '../support/example-mint.ts';
import { MintGateway } from '../support/mint-simulation/gateway.ts';
import {
  button,
  dialog,
  expectCount,
  expectLink,
  expectPath,
  expectTexts,
  expectVisible,
  findings,
  main,
  openApp,
} from '../support/screens/index.ts';
import { movingPorts } from '../support/screens/picture-engine.ts';
import { animatable, avatars, paid } from '../support/screens/rows.ts';
import { steady } from '../support/screens/steady.ts';
import { GENESIS, PAYER } from '../support/scripted-chain.ts';

/** A device that can mint on Solana up to the wallet, which then fails with `wallet`. */
const mintable = (
  options: {
    quote?: ErrorCode | undefined;
    wallet?: ErrorCode | 'never answers';
    answered?: Promise<void>;
    status?: MintStatus;
  } = {},
) => {
  const { wallet = 'wallet-rejected', answered = Promise.resolve() } = options;
  const cost = { price: 100_000_000n, rent: 5_000_000n, fee: 10_000n, balance: 200_000_000n };
  const port: Minting = {
    treasury: 'treasury',
    flow: () => ({
      order: 'wallet-first',
      owner: PAYER,
      prepare: () =>
        Promise.resolve({ ...cost, transaction: new Uint8Array(1), lastValidBlock: 150 }),
      ask: () =>
        wallet === 'never answers'
          ? new Promise(() => undefined)
          : Promise.reject(new LikenessError(wallet)),
    }),
    quote: () =>
      answered.then(() => {
        if (options.quote !== undefined)
          throw new LikenessError(options.quote, { balance: '0.1 SOL', needed: '0.10501 SOL' });
        return cost;
      }),
    mintStatus: () => Promise.resolve(options.status ?? { kind: 'unknown' }),
    explorerUrl: () => undefined,
  };
  const gateway = new MintGateway(
    () => 7,
    () => undefined,
  );
  return {
    ports: () => ({
      minting: { solana: once(() => Promise.resolve(port)) },
      media: () => Promise.resolve(gateway.port(() => Promise.resolve())),
    }),
  };
};

/** Opens the page of the first of two avatars, or of its series, with a mint in this state. */
async function openMint(
  of: 'avatar' | 'series',
  state: MintState,
  change: Partial<Mint> = {},
  device = mintable(),
): Promise<Mint> {
  const mint = exampleMint({ genesis: GENESIS, avatarUid: 'own-0', ...change }, state);
  await openApp(`/nft-minting?${of}=${of === 'avatar' ? '101' : mint.series}`, {
    ...device,
    rows: [...(await avatars(2)), { table: 'mints', put: mint }],
  });
  return mint;
}

const connect = (): Promise<void> => button('Use Sandbox Wallet').click();
/** Connects the wallet and moves the guest's avatars to it. */
const connectAndBring = async (): Promise<void> => {
  await connect();
  const question = page.getByRole('dialog');
  await question.getByRole('button', { name: 'Bring it along' }).click();
  await expectCount(question, 0);
};
const receipt = () => page.getByRole('region', { name: 'What will be minted' });
/** Starts the mint, which asks for consent. */
async function askConsent(): Promise<Locator> {
  await button('Mint NFT').click();
  return dialog('This makes the picture public, for good');
}

const publish = async (consent: Locator): Promise<void> => {
  await consent.getByLabelText('I understand that this can’t be undone').click();
  await consent.getByRole('button', { name: /^Publish and mint/ }).click();
};

const expectCancelled = (): Promise<unknown> =>
  expectVisible(main().getByText('You declined in your wallet. You have not been charged.'));

/** A look at the receipt, its white space evened. */
const receiptText = (): string => receipt().element().textContent.replace(/\s+/g, ' ');

describe('the minting page', () => {
  test('keeps what is an NFT already from being chosen, and names two chains with their costs', async () => {
    await openApp('/nft-minting', mintable());
    await expect.element(main().getByRole('radio', { name: /Already NFT/ })).toBeDisabled();
    await expectVisible(main().getByText('Already NFT', { exact: true }));
    for (const chain of [/Solana.*0\.1 SOL/, /Polygon.*0\.01 MATIC/])
      await expectCount(main().getByRole('radio', { name: chain }), 1);
    await expectTexts(main().getByRole('list', { name: 'Steps' }).getByRole('listitem'), [
      /Select/,
      /Mint.*1-3 minutes/,
      /Success/,
    ]);
    await expect.element(button('Mint NFT')).toBeDisabled();
    await expect.element(main().getByRole('radio', { name: /^Polygon/ })).toBeDisabled();
  });

  test('shows what the wallet would pay, and asks whether the picture may become public', async () => {
    await openApp('/nft-minting', mintable());
    await connect();
    for (const line of [/Mint cost.*0\.1/, /Account deposit.*0\.005/, /Total.*0\.105/])
      await expect.poll(receiptText).toMatch(line);
    const consent = await askConsent();
    const agree = consent.getByRole('button', { name: /^Publish and mint for 0\.10501 SOL/ });
    await expect.element(agree).toBeDisabled();
    await expectVisible(consent.getByText('If you decline in the wallet, nothing is published.'));
    expect(await findings()).toEqual([]);
    await userEvent.keyboard('{Escape}');
    await expectCount(page.getByRole('dialog'), 0);
    await expect.element(button('Mint NFT')).toHaveFocus();
    await button('Mint NFT').click();
    await consent.getByRole('button', { name: 'Not now' }).click();
    await expectCount(page.getByRole('dialog'), 0);
  });

  test('says of the avatar that it was asked for that it is minted, and leads there', async () => {
    const proof = { ...exampleProof, owner: PAYER };
    await openMint('avatar', { kind: 'finalized', proof }, { chain: 'polygon' });
    await expectVisible(main().getByText('Artistic 1: Minted'));
    await expect.element(main().getByRole('radio', { name: /^Realistic 2/ })).toBeChecked();
    expect(await findings(['light'])).toEqual([]);
    await main().getByRole('link', { name: 'Look at it' }).click();
    await expectVisible(main().getByRole('heading', { name: 'Artistic 1 is now an NFT' }));
    const announced = main().getByRole('status').filter({ hasText: 'Artistic 1 is now an NFT' });
    await expectCount(announced, 1);
    // Another address may mint the same metadata on Polygon.
    await expect.element(main()).not.toHaveTextContent('1 of 1');
  });

  test('takes no new details for a mint that may still go through, whatever the user said', async () => {
    const outstanding = { owner: PAYER, since: 1, letGo: true } as const;
    const mint = await openMint('avatar', { kind: 'expired' }, { outstanding });
    await connectAndBring();
    await expectVisible(main().getByText('A mint of Artistic 1 on Solana may still go through'));
    await expectLink('Finish it on Solana', `/nft-minting?series=${mint.series}`);
    await expectCount(main().getByRole('link', { name: 'Look at it' }), 0);
    await expect.element(button('Mint NFT')).toBeDisabled();
    await main()
      .getByRole('radio', { name: /^Realistic 2/ })
      .click();
    await expect.element(button('Mint NFT')).toBeEnabled();
    await expectVisible(main().getByText('Artistic 1: Unanswered, may still go through'));
  });

  test('waits on another chain until the user says that the request there was declined', async () => {
    const outstanding = { owner: PAYER, since: 1 };
    await openMint('avatar', { kind: 'expired' }, { chain: 'polygon', outstanding });
    await connectAndBring();
    await expectVisible(main().getByText('A mint of Artistic 1 on Polygon may still go through'));
    await expect.element(button('Mint NFT')).toBeDisabled();
    await expect.element(button('Mint on Solana instead')).toBeDisabled();
    expect(await findings(['light'])).toEqual([]);
    await main().getByLabelText('I declined or cancelled that request in my wallet').click();
    await button('Mint on Solana instead').click();
    await expect.element(button('Mint NFT')).toBeEnabled();
  });

  test('says how long it waits for a wallet that sends by itself', async () => {
    const state = { kind: 'awaiting-signature', sendsItself: true, transaction: '' } as const;
    const device = mintable({ status: { kind: 'unknown', expiresIn: 30_000 } });
    // Waiting keeps the avatar's lock.
    const other = { avatarUid: 'own-1', avatarId: 102 };
    await openMint('series', { ...state, owner: PAYER, askedAt: Date.now() }, other, device);
    await expectVisible(
      main().getByText('No answer yet. If its window is gone, you can sign again in 30 s.'),
    );
  });

  test.each([
    [/ can no longer go through\. You have not been charged\./, {}],
    [/^We didn’t hear back from your wallet/, { outstanding: { owner: PAYER, since: 1 } }],
  ])(
    'is signed again once it has expired, whether or not that is proven: %s',
    async (words, change) => {
      await openMint('series', { kind: 'expired' }, change);
      await expectVisible(main().getByText(words));
      await connectAndBring();
      await expect.element(button('Sign again')).toBeEnabled();
    },
  );

  test('shows the avatar that another link asks for', async () => {
    const app = await openApp('/nft-minting', { ...mintable(), rows: await avatars(3) });
    await expectVisible(receipt());
    app.go('/nft-minting?avatar=103');
    await expect.element(main().getByRole('radio', { name: /^Realistic 3/ })).toBeChecked();
  });

  test('keeps the button in its place while the costs are asked for', async () => {
    let answer = (): void => undefined;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    await openApp('/nft-minting', mintable({ answered }));
    await connect();
    await expectVisible(receipt().getByText('Total'));
    const top = (): number => button('Mint NFT').element().getBoundingClientRect().top;
    // The pictures above it have their places.
    await expect.poll(steady(top)).toBe(true);
    const before = top();
    answer();
    await expect.poll(receiptText).toContain('0.10501');
    await expect.poll(top).toBe(before);
  });

  test('says how much too little a wallet holds before it is asked, until money is added', async () => {
    const node: { quote?: ErrorCode | undefined } = { quote: 'mint-insufficient-funds' };
    await openApp('/nft-minting', mintable(node));
    await connect();
    await expectVisible(
      main().getByText(
        /^This wallet doesn’t hold enough for the mint cost.* It holds 0\.1 SOL; 0\.10501 SOL are needed\.$/,
      ),
    );
    expect(await findings(['light'])).toEqual([]);
    node.quote = undefined;
    dispatchEvent(new Event('focus'));
    await expect.poll(receiptText).toContain('0.10501');
    await expectCount(main().getByText(/^This wallet doesn’t hold enough/), 0);
  });

  test('after a no in the wallet says that nothing was charged, and keeps the mint to try again', async () => {
    const app = await openApp('/nft-minting?avatar=3', mintable());
    // The avatar that the user comes with is the first of all.
    await expect.element(main().getByRole('radio').first()).toBeChecked();
    await connect();
    await page.getByLabelText('Name', { exact: true }).fill('Facets, of one');
    const consent = await askConsent();
    await expect
      .element(consent)
      .toHaveTextContent(
        /The public picture is a smaller copy: a WebP of at most 1024 × 1024 pixels\..*The mint cost, 0\.1 SOL, is our fee\./,
      );
    await publish(consent);
    await expectPath(/^\/nft-minting\?series=/);
    await expectCancelled();
    await expect.element(button('Try again')).toBeEnabled();
    expect(await findings()).toEqual([]);
    await app.reopen();
    await expectVisible(main().getByText('Not minted yet').first());
    await expect.element(button('Continue')).toBeEnabled();
  });

  test('lets a second mint wait for the first, until it is stopped', async () => {
    const app = await openApp('/nft-minting?avatar=1', mintable({ wallet: 'never answers' }));
    await connect();
    await publish(await askConsent());
    await expectVisible(main().getByText('Approve it in the wallet’s window.'));
    app.go('/nft-minting?avatar=3');
    await publish(await askConsent());
    await expectVisible(main().getByText(/^Waiting for /));
    expect(await findings(['light'])).toEqual([]);
    await button('Stop').click();
    await expect.element(button('Continue')).toBeEnabled();
    await button('Continue').click();
    await expectVisible(main().getByText(/^Waiting for /));
  });

  test('stops a mint that was begun before a reload, or in another tab', async () => {
    const transaction = { signature: 's1', transaction: 'AA==', lastValidBlock: 150 };
    await openMint('series', { kind: 'signed', owner: PAYER, ...transaction });
    await button('Stop').click();
    await expectVisible(main().getByText('Not minted yet').first());
    await expectCount(button('Stop'), 0);
  });

  test('leads from a mint of an earlier treasury to a new one', async () => {
    await openMint('series', { kind: 'failed', reason: 'media-differs' });
    await connectAndBring();
    await button('Try again').click();
    await expectVisible(main().getByText(/can no longer go through\. You have not been charged\./));
    await expectLink('Decide what to do', '/nft-minting?avatar=101');
    await expectCount(button('Try again'), 0);
  });

  test('has the dashboard’s search, filters and orders for a long library', async () => {
    const rows = await avatars(30);
    await openApp('/nft-minting?avatar=105', {
      ...mintable(),
      rows: rows.map((row) =>
        row.table === 'avatars' && 'put' in row && row.put.id % 2 === 0
          ? { ...row, put: { ...row.put, recipe: { ...row.put.recipe, style: 'comic' } } }
          : row,
      ) as readonly Write[],
    });
    const frames = main().getByRole('radio', { name: /^Realistic \d+/ });
    await expectCount(frames, 24);
    await expect.element(frames.first()).toHaveAccessibleName('Realistic 5, Realistic');
    await button('Show more (6 left)').click();
    await expectCount(frames, 30);
    expect(await findings(['light'])).toEqual([]);

    await main().getByRole('combobox', { name: 'Style' }).selectOptions('comic');
    await expectVisible(main().getByText('15 of 30 avatars'));
    // The chosen one is shown in spite of the filter.
    await expectCount(frames, 16);
    await expect.element(frames.first()).toBeChecked();
    await main().getByRole('combobox', { name: 'Sort by' }).selectOptions('name');
    await main().getByRole('searchbox', { name: 'Search your avatars' }).fill('realistic 2');
    await expectVisible(main().getByText('7 of 30 avatars'));
    const found = main().getByRole('radio', { name: 'Realistic 22, Comic' });
    await found.click();
    await expectPath('/nft-minting?avatar=122');
    await expect.element(receipt()).toHaveTextContent('Realistic 22');
    await main().getByRole('searchbox', { name: 'Search your avatars' }).fill('nobody');
    await expectVisible(main().getByText('No avatars match. Try other words.'));
    await expectCount(frames, 1);
  });

  test('chooses several at once, with a name for each, and says if the wallet has too little for all', async () => {
    await openApp('/nft-minting?avatar=1', mintable());
    await connect();
    await button('Choose several').click();
    await page.getByRole('checkbox', { name: /^Badge/ }).click();
    await expectCount(page.getByLabelText(/^Name of /), 2);
    await expect.poll(receiptText).toMatch(/Mint cost, 2 avatars.*0\.2/);
    await expectVisible(main().getByText(/It holds 0\.2 SOL; 0\.21002 SOL are needed\.$/));
    expect(await findings(['light'])).toEqual([]);
    // None ticked is still several.
    const ticked = main()
      .getByRole('region', { name: 'Choose avatars' })
      .getByRole('checkbox', { checked: true });
    await ticked.first().click();
    await expectCount(ticked, 1);
    await ticked.click();
    await expectCount(ticked, 0);
    await main().getByRole('link', { name: 'Back to Dashboard' }).click();
    await expectVisible(main().getByRole('tab').first());
    history.back();
    await expectVisible(main().getByRole('heading', { name: 'Choose avatars' }));
  });

  test('keeps what was typed and chosen while the guide is read, and forgets it once it is minted', async () => {
    const app = await openApp('/nft-minting?avatar=1', mintable({ wallet: 'never answers' }));
    await connect();
    await button('Choose several').click();
    await page.getByRole('checkbox', { name: /^Badge/ }).click();
    await page.getByLabelText(/^Name of Badge/).fill('Gull');
    await page.getByLabelText('Description').fill('A gull, at sea.');
    await page.getByRole('checkbox', { name: /^Style/ }).click();
    await main().getByRole('link', { name: 'NFT minting guide' }).click();
    await expectPath('/nft-guide');
    history.back();
    await expect.element(page.getByLabelText(/^Name of Badge/)).toHaveValue('Gull');
    await expect.element(page.getByLabelText('Description')).toHaveValue('A gull, at sea.');
    await expect.element(page.getByRole('checkbox', { name: /^Style/ })).not.toBeChecked();
    await publish(await askConsent());
    await expectPath(/series=/);
    await app.reopen('/nft-minting?avatar=3');
    await expect.element(page.getByLabelText('Description')).toHaveValue(DEFAULT_DESCRIPTION);
  });

  test('without an avatar of one’s own leads to making one', async () => {
    await openApp('/nft-minting', { rows: paid('basic').rows, ...mintable() });
    await expectVisible(main().getByText('No avatar to mint yet'));
    await expectLink('Create Avatar', '/customize');
    await expect.element(button('Mint NFT')).toBeDisabled();
  });
});

/** A device that can mint animated. */
const moving = (turn?: () => Promise<void>) => ({
  ports: (device: Ports): Partial<Ports> => ({
    ...mintable().ports(),
    ...movingPorts(device, [], turn),
  }),
});

const kind = () => page.getByRole('group', { name: 'Still or animated' });
const animated = (): Promise<void> => kind().getByRole('radio', { name: 'Animated' }).click();

describe('an animated NFT', () => {
  test('without the plan is seen, marked, and leads to the plans; nothing can be minted', async () => {
    await openApp('/nft-minting?avatar=101', { rows: await animatable(), ...moving() });
    await connectAndBring();
    await expect.element(button('Mint NFT')).toBeEnabled();
    await animated();
    await expect.element(button('Play')).toBeEnabled();
    await expectVisible(main().getByText('Minting it comes with Creator and Pro.'));
    await expect.element(button('Mint NFT')).toBeDisabled();
    expect(await findings()).toEqual([]);
    await kind().getByRole('radio', { name: 'Still' }).click();
    await expect.element(button('Mint NFT')).toBeEnabled();
  });

  test('with Creator shows size, price and count before the wallet, and makes the loop first', async () => {
    const frames = createGate();
    let chunks = Number.POSITIVE_INFINITY;
    await openApp('/nft-minting?avatar=101', {
      rows: [...(await animatable()), ...paid('creator').rows],
      ...moving(() => {
        chunks -= 1;
        if (chunks === 0) frames.hold();
        return frames.turn();
      }),
    });
    await connectAndBring();
    await animated();
    // The preview takes chunks, too.
    await expect.element(button('Play')).toBeEnabled();
    await expectVisible(
      main().getByText('260 living avatars are left in your plan; this uses one.'),
    );
    await expectVisible(
      main().getByText(/480 × 480 pixels, made to fit the 97 KB that the gateway stores/),
    );
    await expect.poll(receiptText).toContain('Video, 480 × 480');
    await expect.poll(receiptText).toContain('0.10501');
    const consent = await askConsent();
    await expect
      .element(consent)
      .toHaveTextContent('260 living avatars are left in your plan; this uses one.');
    chunks = 10;
    await publish(consent);
    await expect
      .element(main().getByRole('progressbar', { name: 'Minting Realistic 1' }))
      .toHaveAttribute('aria-valuenow', expect.stringMatching(/^[1-9]/));
    chunks = Number.POSITIVE_INFINITY;
    frames.go();
    await expectCancelled();
    await expectTexts(main().getByRole('list', { name: 'Progress' }).getByRole('listitem'), [
      /Bring it to life done.*small enough to be stored free of charge/s,
      /Sign with your wallet/,
      /Publish picture and metadata.*Picture, loop, then name and traits/s,
      /Record on Solana/,
    ]);
    expect(await findings()).toEqual([]);
  });

  test('without its photo says so, and offers the still', async () => {
    await openApp('/nft-minting?avatar=101', { rows: await avatars(1), ...moving() });
    await connectAndBring();
    await animated();
    await expectVisible(main().getByText('Realistic 1 can’t be animated any more'));
    await expectLink(
      'Add the photo again in this style',
      '/customize?style=realistic&background=none',
    );
    await expect.element(button('Mint NFT')).toBeDisabled();
    expect(await findings(['light'])).toEqual([]);
    await button('Mint the still').click();
    await expect.element(button('Mint NFT')).toBeEnabled();
  });
});
