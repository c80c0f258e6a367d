import { describe, expect, test, vi } from 'vitest';
import { page, type Locator } from 'vitest/browser';

import { LikenessError } from '../../renderer/core/errors.ts';
import { parseSol } from '../../renderer/core/money.ts';
import type { Order } from '../../renderer/core/orders/order.ts';
import { orderSignature } from '../../renderer/core/orders/selectors.ts';
import type { Engine, EnginePart } from '../../renderer/ports/engine.ts';
import type { StorageCheck } from '../../renderer/ports/storage-check.ts';
import type { Write } from '../../renderer/ports/store.ts';
import { refundedOrder } from '../support/paid-order.ts';
import {
  button,
  expectCount,
  expectLink,
  expectLinkTo,
  expectPath,
  expectTexts,
  expectVisible,
  findings,
  main,
  openApp,
  type App,
} from '../support/screens/index.ts';
import { withEngine } from '../support/screens/picture-engine.ts';
import { paid } from '../support/screens/rows.ts';

/** The specification's table, with the values that follow from it. */
const PLANS = [
  {
    name: 'Basic',
    price: '1.2',
    original: '2.8',
    avatars: '1,000',
    discount: 57,
    savings: '1.6',
    more: '+1 more feature',
    features: [
      'high resolution export',
      'basic customization',
      'email support',
      'commercial license',
    ],
  },
  {
    name: 'Creator',
    price: '3.5',
    original: '7.2',
    avatars: '5,300',
    discount: 51,
    savings: '3.7',
    more: '+3 more features',
    features: [
      '260 animated NFT',
      'premium customization',
      'priority support',
      'commercial license',
      'NFT minting guide',
      'video format export',
    ],
  },
  {
    name: 'Pro',
    price: '6.9',
    original: '12.5',
    avatars: '11,200',
    discount: 45,
    savings: '5.6',
    more: '+4 more features',
    features: [
      'custom banner designs',
      'video intro creation',
      'premium animations',
      'white-label licensing',
      'priority support',
      'API access',
      'bulk processing',
    ],
  },
];

const summary = (): Locator => page.getByRole('region', { name: 'Order summary' });
/** Checks a line's amount, which is one piece of text: it reads, selects and copies as one. */
const expectLine = (label: string, amount: string): Promise<void> =>
  expect
    .poll(() =>
      [...summary().element().querySelectorAll('bdi')].map(({ parentElement, childNodes }) => [
        parentElement?.firstElementChild?.textContent,
        ...[...childNodes].map(({ nodeValue }) => nodeValue?.replace('\u00a0', ' ')),
      ]),
    )
    .toContainEqual([label, `${amount} SOL`]);
/** The plan's card on Pricing. */
const card = (name: string): Locator => page.getByRole('article', { name });
const connect = (): Promise<void> => button('Use Sandbox Wallet').click();

/** An order of two days ago: one that was paid just now is shown, not followed by another. */
const earlier = (order: Order, days = 2): readonly Write[] => {
  const at = Date.now() - days * 86_400_000;
  return [{ table: 'orders', put: { ...order, createdAt: at, updatedAt: at } }];
};

describe('an owner', () => {
  test('sees on Pricing what is theirs and what is left of it', async () => {
    await openApp('/pricing', { rows: paid('creator').rows });
    await expectVisible(card('Creator').getByText('Your plan · 5,300 credits left'));
    await expectVisible(card('Creator').getByRole('link', { name: 'Buy Creator again' }));
    await expectCount(main().getByText('Most popular'), 0);
    await expectVisible(card('Pro').getByRole('link', { name: 'Choose Pro' }));
    expect(await findings()).toEqual([]);
  });

  test('presses the link that was there before the library', async () => {
    const links = new Set<Element>();
    const watch = new MutationObserver(() => {
      for (const link of document.querySelectorAll('main a[href^="/payment?plan=creator"]'))
        links.add(link);
    });
    watch.observe(document, { childList: true, subtree: true });
    await openApp('/pricing', { rows: paid('creator').rows });
    await expectVisible(card('Creator').getByRole('link', { name: 'Buy Creator again' }));
    watch.disconnect();
    // Replaced between press and release, a link isn't clicked.
    expect(links.size).toBe(1);
  });

  test('on a phone pays without scrolling, below the plan’s name and price', async () => {
    await page.viewport(390, 844);
    await openApp('/payment?plan=creator');
    await connect();
    const pay = button('Pay 3.5 SOL Now');
    await expectVisible(pay);
    expect(pay.element().getBoundingClientRect().bottom).toBeLessThan(844);
    await expect.element(main().getByText('3.5 SOL', { exact: true }).first()).toBeInViewport();
    expect(await findings(['light'])).toEqual([]);
  });

  test('of an order that was refunded is thanked for no payment, and may buy the plan again', async () => {
    const order = { ...refundedOrder(paid('basic').order), updatedAt: Date.now() };
    const rows: Write[] = [{ table: 'orders', put: order }];
    const app = await openApp(`/payment-confirmation?order=${order.id}`, { rows });
    await expectVisible(page.getByRole('heading', { name: 'Refunded' }));
    await expectVisible(main().getByRole('link', { name: 'Go to Dashboard' }));
    await expectCount(main().getByText(/credits are yours/), 0);
    expect(await findings(['light'])).toEqual([]);
    app.go('/payment?plan=basic');
    await expectVisible(summary().getByText('Not paid yet'));
  });

  test('who fears having paid twice, and names the payment, reads that it is this order’s', async () => {
    const { order, rows } = paid('basic');
    await openApp(`/payment-confirmation?order=${order.id}`, { rows });
    await main().getByText('Paid twice by mistake?').click();
    await main()
      .getByLabelText('Sent a different amount?')
      .fill(orderSignature(order) ?? '');
    await button('Check this transaction').click();
    await expectVisible(
      main().getByText('Confirmed: the chain shows this payment, for this order.'),
    );
  });

  test('is asked before a plan is bought that adds only credits, and not before a larger one', async () => {
    const app = await openApp('/payment?plan=creator', { rows: earlier(paid('creator').order) });
    const question = main().getByText('You already have Creator');
    await expectVisible(question);
    await expectVisible(main().getByText('5,300 credits left'));
    await expectCount(button('Use Sandbox Wallet'), 0);
    expect(await findings()).toEqual([]);
    await button('Buy Creator again').click();
    await expectCount(question, 0);
    await expectVisible(button('Use Sandbox Wallet'));
    app.go('/payment?plan=basic');
    await expectVisible(question);
    await button('Get more credits').click();
    await expectCount(question, 0);
    app.go('/payment?plan=pro');
    await expectVisible(summary().getByText('Pro', { exact: true }));
    await expectVisible(button('Use Sandbox Wallet'));
    await expectCount(question, 0);
  });
});

describe('plans', () => {
  for (const { name, price, original, avatars, discount, savings, more, features } of PLANS) {
    test(`${name} costs ${price} instead of ${original} SOL on both pages`, async () => {
      await openApp('/pricing');
      await expectVisible(card(name).getByText(`${price} SOL`, { exact: true }));
      await expectVisible(card(name).getByText(`${original} SOL`));
      await expectVisible(card(name).getByText(`Save ${discount}%`));
      await expectVisible(card(name).getByText(`${avatars} AI avatars`));
      for (const feature of features)
        await expectCount(card(name).getByRole('listitem').filter({ hasText: feature }), 1);
      await expectCount(card(name).getByText('Most popular'), name === 'Creator' ? 1 : 0);
      await card(name)
        .getByRole('link', { name: `Choose ${name}` })
        .click();
      await expectPath(`/payment?plan=${name.toLowerCase()}&priceSOL=${price}`);

      await expectVisible(summary().getByText(name, { exact: true }));
      await expectVisible(summary().getByText(`${avatars} AI avatars`));
      for (const [at, feature] of features.entries())
        await expectCount(summary().getByText(feature), at < 3 ? 1 : 0);
      await expectVisible(summary().getByText(more, { exact: true }));
      await expectLine('Original', original);
      await expectLine(`Discount ${discount}%`, `−${savings}`);
      await expectLine('Total', price);
      await expectLine('Network fee, about', '0.01');
    });
  }

  for (const [query, name] of [
    ['plan=BASIC', 'Basic'],
    ['plan=Pro&priceSOL=0.01', 'Pro'],
    ['plan=gold', 'Creator'],
    ['plan=__proto__', 'Creator'],
    ['', 'Creator'],
  ] as const) {
    test(`'${query}' is ${name}, at the table's price`, async () => {
      await openApp(`/payment?${query}`);
      await expectVisible(summary().getByText(name, { exact: true }));
      await expectLine('Total', PLANS.find((known) => known.name === name)?.price ?? '');
    });
  }
});

describe('the payment page', () => {
  test('paying asks for a connected wallet first, then names the amount and the address', async () => {
    await openApp('/payment?plan=pro&priceSOL=6.9');
    await expectVisible(button('Connect Phantom Wallet'));
    await expectVisible(main().getByRole('link', { name: /Get Phantom/ }));
    await expectCount(button(/^Pay /), 0);
    await connect();
    await expect.element(button('Pay 6.9 SOL Now')).toBeEnabled();
    await expectVisible(main().getByText(/^from .{4}….{4}$/));
    await expectVisible(page.getByText('Total to pay'));
    expect(await findings()).toEqual([]);
  });

  test('the address is fixed, and its copy confirmation resets after 2 seconds', async () => {
    const { ports } = await openApp('/payment?plan=basic');
    const address = page.getByRole('group', { name: 'Address' });
    await expectVisible(address.getByText(ports.config.treasury));
    await expect.element(button("I've Sent the Payment Manually")).toBeEnabled();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await address.getByRole('button').click();
    await expect.element(address.getByRole('button')).toHaveTextContent('Copied');
    expect(await navigator.clipboard.readText()).toBe(ports.config.treasury);
    await vi.advanceTimersByTimeAsync(1_900);
    await expect.element(address.getByRole('button')).toHaveTextContent('Copied');
    await vi.advanceTimersByTimeAsync(200);
    await expect.element(address.getByRole('button')).not.toHaveTextContent('Copied');
  });

  test("'I've Sent the Payment Manually' leads to the confirmation, whose countdown runs from 15 minutes to 0", async () => {
    await openApp('/payment?plan=basic');
    await expectVisible(main().getByText('Network: Solana Sandbox (no real SOL)').first());
    await expect
      .element(page.getByRole('group', { name: 'Exact amount' }))
      .toHaveTextContent(/1\.2\d{1,8} SOL/);
    await expectLink('Back to Pricing', '/pricing');
    const sent = button("I've Sent the Payment Manually");
    await expect.element(sent).toBeEnabled();
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    await sent.click();
    await expectVisible(main().getByText(/verifying on blockchain/));
    const [method] = page.getByRole('region', { name: 'Send it yourself' }).elements();
    expect(method?.textContent).toMatch(/^1/); // The other ways are gone.
    await expectCount(main().getByRole('link', { name: 'Back to Pricing' }), 0);
    expect(await findings(['light'])).toEqual([]);
    await main().getByRole('link', { name: 'Continue to Confirmation' }).click();

    await expectPath(/^\/payment-confirmation\?order=LK-/);
    await expect.element(page.getByRole('heading', { name: 'Payment Processing' })).toHaveFocus();
    await expectVisible(main().getByText('1-3 minutes'));
    await expectTexts(main().getByRole('listitem').getByRole('heading'), [
      'Verify payment',
      'AI processing',
      'Quality check & rendering',
      'Delivery to dashboard',
    ]);
    for (const path of ['/dashboard', '/customize', '/contact']) await expectLinkTo(path);
    const bar = main().getByRole('progressbar', { name: 'Until delivery' });
    await expectVisible(main().getByText('15 minutes left at most'));
    await expect.element(bar).toHaveAttribute('value', '10');
    for (let left = 14; left >= 0; left--) {
      // The timer for the next minute starts only after this one is drawn, so advance one minute at
      // a time.
      await vi.advanceTimersByTimeAsync(60_000);
      const unit = left === 1 ? 'minute' : 'minutes';
      await expectVisible(main().getByText(`${left} ${unit} left at most`));
      await expect.element(bar).toHaveAttribute('value', String(Math.max(10, (15 - left) * 6)));
    }
    await expectVisible(main().getByText(/Nothing is lost/));

    const named = main().getByLabelText('Sent a different amount?');
    await named.fill('none');
    await button('Check this transaction').click();
    await expectVisible(main().getByText(/^This isn’t a transaction signature/));
    expect(await findings()).toEqual([]);
  });

  describe('in a browser that', () => {
    const WALLET = 'Pay with a wallet on this device';
    const METHODS = [WALLET, 'Send it yourself'];
    const offered = (): string[] =>
      METHODS.filter((name) => page.getByRole('heading', { name }).elements().length > 0);
    const openOn = (
      selfTest: Engine['selfTest'] = () => Promise.resolve([]),
      storage: Partial<Awaited<ReturnType<StorageCheck>>> = {},
    ): Promise<App> =>
      openApp('/payment?plan=basic', {
        ports: () => ({
          storageCheck: () => Promise.resolve({ keeps: true, fleeting: false, ...storage }),
          ...withEngine(() => ({ selfTest })).ports(),
        }),
      });

    for (const [part, sentence] of [
      ['graphics', 'It can’t draw avatars: WebGL 2 is missing'],
      ['encode', 'It can’t write PNG and JPEG files.'],
      ['decode', 'It can’t read the picture files that it wrote.'],
      ['models', 'It can’t run the models that find a face'],
      ['pixels', 'It changes the pixels that a page reads back'],
    ] as const) {
      test(`lacks '${part}', paying isn’t offered in any way, until it passes when checked again`, async () => {
        let lacks: readonly EnginePart[] = [part];
        await openOn(() => Promise.resolve(lacks));
        const refusal = main().getByRole('alert');
        await expect.element(refusal).toHaveTextContent(sentence);
        await expect.element(refusal).toHaveTextContent('so you can’t pay here');
        await expect.element(refusal).toHaveTextContent('Nothing was charged.');
        expect(offered()).toEqual([]);
        await expectCount(button(/Pay|Wallet|Manually/), 0);
        if (part === 'graphics') expect(await findings(['light'])).toEqual([]);
        lacks = [];
        await refusal.getByRole('button', { name: 'Check again' }).click();
        await expect.poll(offered).toEqual(METHODS);
        await expectCount(refusal, 0);
      });
    }

    test('keeps no pictures, paying isn’t offered either', async () => {
      await openOn(undefined, { keeps: false });
      await expect
        .element(main().getByRole('alert'))
        .toHaveTextContent('It doesn’t keep pictures for this site');
      expect(offered()).toEqual([]);
    });

    test('is private, it says so beside the ways to pay', async () => {
      await openOn(undefined, { fleeting: true });
      await expectVisible(main().getByText('This looks like a private window'));
      await expect.poll(offered).toEqual(METHODS);
      expect(await findings(['light'])).toEqual([]);
    });

    test('is still being checked, it says so; one that can’t be checked may be tried again', async () => {
      const tests: { pass: (lacks: []) => void; fail: (failure: Error) => void }[] = [];
      const { ports } = await openOn(
        () => new Promise((pass, fail) => void tests.push({ pass, fail })),
      );
      const checking = main().getByText('Checking that this browser can make your avatars…');
      await expectVisible(checking);
      // A wallet can be connected meanwhile; it is asked once the test has passed.
      expect(offered()).toEqual([WALLET]);
      await expect.poll(() => tests.length).toBe(1);
      tests[0]?.fail(new Error('the models can’t be loaded'));
      const undecided = main().getByRole('alert');
      await expect.element(undecided).toHaveTextContent('We couldn’t check');
      expect(offered()).toEqual([]);
      expect(await findings()).toEqual([]);
      await undecided.getByRole('button', { name: 'Check again' }).click();
      await expectVisible(checking);
      const asked = vi.spyOn(ports.wallets, 'signTransaction');
      asked.mockRejectedValue(new LikenessError('wallet-rejected'));
      await connect();
      const pay = button('Pay 1.2 SOL Now');
      await pay.click();
      await expectVisible(button('Waiting for your wallet…'));
      tests[1]?.fail(new Error('the models can’t be loaded'));
      await undecided.getByRole('button', { name: 'Check again' }).click();
      await expect.poll(() => tests.length).toBe(3);
      tests[2]?.pass([]);
      await pay.click();
      await expectVisible(main().getByText(/^You declined in your wallet/));
      expect(asked).toHaveBeenCalledOnce();
      await expect.poll(offered).toEqual(METHODS);
    });
  });

  test('the pictures of a plan’s sheet are square, whatever room they reserve', async () => {
    await openApp('/pricing');
    const sheet = page.getByRole('article', { name: 'Pro' });
    await expectVisible(sheet);
    const shapes = [...sheet.element().querySelectorAll('img')].map(
      ({ clientWidth, clientHeight }) => Math.abs(clientWidth - clientHeight),
    );
    expect(shapes).toHaveLength(32);
    expect(Math.max(...shapes)).toBeLessThanOrEqual(1);
  });

  test('without a network it says so, keeps the ways shut, and goes on by Try again', async () => {
    const { device } = await openApp('/pricing');
    device.chain.fault = 'down';
    await page.getByRole('article', { name: 'Basic' }).getByRole('link').click();
    const again = button('Try again');
    await expectVisible(again);
    await expectCount(button("I've Sent the Payment Manually"), 0);
    expect(await findings()).toEqual([]);
    device.chain.fault = 'none';
    await again.click();
    await expect.element(button("I've Sent the Payment Manually")).toBeEnabled();
  });

  test('a visitor who connects keeps the order, its number and its amount, and pays that one', async () => {
    let orders = 0;
    const prepared: Order[] = [];
    const { ports } = await openApp('/payment?plan=basic', {
      ports: (device) => ({
        chain: async () => ({
          ...(await device.chain()),
          // Called once per order that starts.
          recentAmounts: () => {
            orders += 1;
            return Promise.resolve([]);
          },
          preparePayment: (order) => {
            prepared.push(order);
            return Promise.reject(new LikenessError('payment-failed'));
          },
        }),
      }),
    });
    const manual = button("I've Sent the Payment Manually");
    await expect.element(manual).toBeEnabled(); // The visitor's order is ready.
    const number = page.getByText(/^LK-[0-9A-Z]{20}/);
    const amount = main().getByText(/^1\.200\d{1,6} SOL$/);
    const [shownNumber, shownAmount] = [number, amount].map(
      (one) => one.first().element().textContent,
    );
    await connect();
    const pay = button('Pay 1.2 SOL Now');
    await expect.element(pay).toBeEnabled();
    await expect.element(number.first()).toHaveTextContent(shownNumber ?? '');
    await expect.element(amount.first()).toHaveTextContent(shownAmount ?? '');
    await pay.click();
    await expectVisible(main().getByText('Payment failed'));
    expect(orders).toBe(1);
    const profileId = `wallet:${ports.wallets.snapshot().solana?.address ?? ''}`;
    expect(new Set(prepared.map((order) => order.profileId))).toEqual(new Set([profileId]));
    expect(shownNumber).toContain(prepared[0]?.id);
  });

  test('an old transfer whose signature was given isn’t asked for it again', async () => {
    const { order } = paid('basic');
    const state = { kind: 'manual', since: 0, signature: '4'.repeat(88) } as const;
    const rows = earlier({ ...order, amountShown: true, state }, 8);
    await openApp('/payment?plan=basic', { rows });
    await expectVisible(main().getByLabelText('Sent a different amount?'));
    await expectCount(page.getByRole('group', { name: 'Exact amount' }), 0);
    await expectCount(main().getByText(/^We looked for this amount for 7 days\./), 0);
  });

  test('an order from before a change of prices keeps its own price and number', async () => {
    const { order } = paid('basic');
    const rows = earlier({ ...order, price: parseSol('1.1'), credits: 900 });
    await openApp(`/payment-confirmation?order=${order.id}`, { rows });
    await expectVisible(summary().getByText('900 AI avatars'));
    await expectLine('Total', '1.1');
    await expectCount(summary().getByText(/^(Original|Discount)/), 0);
  });

  test('a transfer that is no longer looked for is asked for by its signature, and a new order has a new amount', async () => {
    const { order } = paid('basic');
    const rows = earlier({ ...order, amountShown: true, state: { kind: 'manual', since: 0 } }, 8);
    const app = await openApp('/payment?plan=basic', { rows });
    const over = main().getByText(/^We looked for this amount for 7 days\./);
    const amount = page.getByRole('group', { name: 'Exact amount' });
    await expectVisible(over);
    await expectVisible(main().getByText('Transfer not found yet'));
    await expectCount(main().getByText('Your transfer is verifying on blockchain'), 0);
    await expectVisible(main().getByLabelText('Sent a different amount?'));
    await expectCount(amount, 0);
    expect(await findings(['light'])).toEqual([]);
    await main().getByRole('link', { name: 'Continue to Confirmation' }).click();
    await expectVisible(over);
    await expectCount(main().getByText(/it continues/), 0);
    app.go('/payment?plan=basic');
    await button('I haven’t sent anything').click();
    await expect.element(amount).toHaveTextContent(/1\.2\d{1,8} SOL/);
    await expectCount(page.getByText(order.id), 0);
  });

  test('a wallet with too little is refused before anything opens, until money is added', async () => {
    let isShort = true;
    await openApp('/payment?plan=basic', {
      ports: (device) => ({
        chain: async () => {
          const chain = await device.chain();
          return {
            ...chain,
            paymentCost: (...asked) =>
              isShort
                ? Promise.reject(
                    new LikenessError('insufficient-funds', {
                      balance: '0.3 SOL',
                      needed: '1.200005 SOL',
                    }),
                  )
                : chain.paymentCost(...asked),
          };
        },
      }),
    });
    await connect();
    await expectVisible(
      main().getByText(
        'This wallet doesn’t hold enough SOL for the plan and the network fee. Nothing was sent.',
      ),
    );
    const amounts = main().getByText('It holds 0.3 SOL; 1.200005 SOL are needed.');
    await expectVisible(amounts);
    expect(await findings()).toEqual([]);
    isShort = false;
    dispatchEvent(new Event('focus'));
    await expectCount(amounts, 0);
  });

  for (const [words, thrown] of [
    ['Payment failed', new LikenessError('payment-failed')],
    ['Payment failed. Please try again.', new TypeError('broken')],
    [
      'You declined in your wallet. You have not been charged.',
      new LikenessError('wallet-rejected'),
    ],
    ['Transaction failed', new LikenessError('transaction-failed')],
  ] as const) {
    test(`'${words}' stands where it was paid, and it can be tried again`, async () => {
      await openApp('/payment?plan=basic', {
        // Keeps the class's other methods; this one fails.
        ports: ({ wallets }) => ({
          wallets: { ...wallets, signTransaction: () => Promise.reject(thrown) },
        }),
      });
      await connect();
      const pay = button('Pay 1.2 SOL Now');
      await expectVisible(page.getByText('Total to pay'));
      await pay.click();
      await expectVisible(main().getByText(words, { exact: true }));
      await expect.element(pay).toBeEnabled();
      if (words === 'Transaction failed') expect(await findings(['light'])).toEqual([]);
    });
  }

  test('a wallet that never answers isn’t waited for any longer than the user wants', async () => {
    await openApp('/payment?plan=basic', {
      ports: ({ wallets }) => ({
        wallets: { ...wallets, signTransaction: () => new Promise<never>(() => undefined) },
      }),
    });
    await connect();
    const pay = button('Pay 1.2 SOL Now');
    await expectVisible(page.getByText('Total to pay'));
    await pay.click();
    await button('Cancel').click();
    await expect.element(pay).toBeEnabled();
    await expectCount(main().getByRole('alert'), 0);
    expect(await findings(['light'])).toEqual([]);
  });

  describe('of a wallet that an earlier page asked', () => {
    const openAsked = (how: { readonly sendsItself: boolean; readonly returnsByLink: boolean }) => {
      const { order } = paid('basic');
      const { treasury: payer, reference: blockhash } = order;
      const asked = { askedAt: 0, payer, blockhash, lastValidBlockHeight: 1, closed: false };
      const state = { kind: 'awaiting-signature', ...asked, ...how } as const;
      const rows: Write[] = [{ table: 'orders', put: { ...order, state } }];
      return openApp('/payment?plan=basic', { rows });
    };

    test('doesn’t wait for an answer, so there is nothing to cancel', async () => {
      await openAsked({ sendsItself: true, returnsByLink: false });
      await connect();
      await expectVisible(button('Waiting for your wallet…'));
      await expectCount(button('Cancel'), 0);
      await button('No wallet window is open').click();
      await expectVisible(main().getByText('Looking for what your wallet sent'));
    });

    test('by link leads on to it, until it is given up', async () => {
      await openAsked({ sendsItself: false, returnsByLink: true });
      await expectVisible(main().getByText('Continue in Phantom'));
      expect(await findings(['light'])).toEqual([]);
      await button('Cancel').click();
      await expectCount(main().getByText('Continue in Phantom'), 0);
      await expectVisible(summary().getByText('Not paid yet'));
    });
  });

  for (const [word, state, words] of [
    [
      'Sent, waiting for the network',
      {
        kind: 'submitted',
        submittedAt: 0,
        signature: '4'.repeat(88),
        payer: paid('basic').order.treasury,
        transaction: btoa('{"lastValid":0}'),
        lastValidBlockHeight: 2_000,
      },
      /We’ll keep trying for \d+ s/,
    ],
    [
      'Failed, the plan was not charged',
      { kind: 'failed', reason: 'payment-failed-on-chain' },
      /^The network recorded this transaction as failed\. At most the network fee was charged/,
    ],
    [
      'Expired, you were not charged',
      { kind: 'expired' },
      /^The payment was not sent in time and can no longer go through\. You have not been charged\./,
    ],
  ] as const) {
    test(`'${word}' says what follows, and is paid again only if it can’t be charged`, async () => {
      const declined = new LikenessError('wallet-rejected');
      const app = await openApp('/payment?plan=pro', {
        ports: ({ wallets }) => ({
          wallets: { ...wallets, signTransaction: () => Promise.reject(declined) },
        }),
      });
      await connect();
      await expectVisible(button('Pay 6.9 SOL Now'));
      const profileId = `wallet:${app.ports.wallets.snapshot().solana?.address ?? ''}`;
      const order = { ...paid('basic').order, profileId, updatedAt: Date.now(), state };
      await app.ports.store.write([{ table: 'orders', put: order }]);
      app.go('/payment?plan=basic');
      await expectVisible(summary().getByText(word));
      await expectVisible(main().getByText(words));
      expect(await findings(['light'])).toEqual([]);
      const again = button('Pay 1.2 SOL Now');
      if (state.kind === 'submitted') return expectCount(again, 0);
      await again.click();
      await expectVisible(
        main().getByText('You declined in your wallet. You have not been charged.'),
      );
      expect(await app.ports.store.get('orders', order.id)).toMatchObject({
        state: { kind: 'draft' },
      });
    });
  }
});

describe('what a plan costs in dollars', () => {
  /** 178.50 dollars, `age` milliseconds ago. */
  const priced = (age: number) => ({
    ports: () => ({
      solPrice: () =>
        Promise.resolve({ price: 17_850_000_000n, exponent: -8, publishedAt: Date.now() - age }),
    }),
  });

  test('stands beside each price, with the age of the price of SOL', async () => {
    await openApp('/pricing', priced(20_000));
    await expectTexts(main().getByText(/^about \$/), [
      'about $214.20',
      'about $624.75',
      'about $1,231.65',
    ]);
    await expectVisible(main().getByText(/use Pyth’s price of SOL, 2\d seconds ago/));
    expect(await findings()).toEqual([]);
  });

  test('stands under the total of an order that isn’t paid', async () => {
    await openApp('/payment?plan=basic&priceSOL=1.2', priced(60_000));
    await expectVisible(main().getByText(/^about \$214\.20, at the price of SOL 1 minute ago$/));
  });

  test('is left out where the price is stale', async () => {
    await openApp('/pricing', priced(6 * 60_000));
    await expectCount(main().getByText(/Save \d+%/), 3);
    await expectCount(main().getByText(/^about \$|Pyth/), 0);
  });
});
