import { ed25519 } from '@noble/curves/ed25519.js';
import { describe, expect, test } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';

import { encodeBase58 } from '../../renderer/core/base58.ts';
import { licenceOf } from '../../renderer/core/licence.ts';
import type { Wallets } from '../../renderer/ports/wallets.ts';
import {
  button,
  expectCount,
  expectPath,
  expectVisible,
  findings,
  main,
  openApp,
} from '../support/screens/index.ts';
import { plainPicture } from '../support/screens/picture-engine.ts';
import { avatars, BRANDED, KIT, paid } from '../support/screens/rows.ts';
import { GENESIS } from '../support/scripted-chain.ts';

/** A wallet that signs whatever it is asked to. */
const SECRET = new Uint8Array(32).fill(5);
const WALLET = encodeBase58(ed25519.getPublicKey(SECRET));
function signingWallet(wallets: Wallets): Wallets {
  const solana = {
    choiceId: 'phantom',
    address: WALLET,
    transport: 'extension',
    answers: 'signed',
  } as const;
  const snapshot = { ...wallets.snapshot(), solana };
  return {
    ...wallets,
    snapshot: () => snapshot,
    signMessage: (message) => Promise.resolve(ed25519.sign(message, SECRET)),
  };
}
/** A guest's Pro order that this wallet paid. */
function paidBy(payer: string) {
  const { order } = paid('pro');
  if (order.state.kind !== 'finalized') throw new Error('not paid');
  const proof = { ...order.state.proof, payer };
  const { id: orderId, reference } = order;
  return {
    order: { ...order, state: { ...order.state, proof } },
    payment: { kind: 'payment', orderId, reference, proof } as const,
  };
}

const SETTINGS = '/dashboard?tab=settings';
const LICENCE = '/avatar/101?make=licence';
const form = (): Locator => main().getByRole('form', { name: 'Your brand' });

const give = (licence: string): Promise<void> =>
  userEvent.upload(
    main().getByLabelText('Licence file'),
    new File([licence], 'licence.json', { type: 'application/json' }),
  );

describe('a brand kit', () => {
  test('is filled in, mended where it is wrong, and there again after a reload', async () => {
    const app = await openApp(SETTINGS, { rows: paid('pro').rows });
    await form().getByRole('checkbox', { name: 'Use my brand' }).click();
    await form().getByRole('textbox', { name: 'Link (optional)' }).fill('northwindow');
    await form().getByRole('button', { name: 'Save brand' }).click();
    await expectVisible(form().getByText('Give your brand a name.'));
    await expectVisible(form().getByText(/^A link begins with https/));
    await expect.element(form().getByRole('textbox', { name: 'Brand name' })).toHaveFocus();
    await form().getByRole('textbox', { name: 'Brand name' }).fill('North Window');
    await expectVisible(form().getByText('NORTHWINDO'));
    await form().getByRole('button', { name: 'Save brand' }).click();
    await expect.element(form().getByRole('textbox', { name: 'Link (optional)' })).toHaveFocus();
    await form().getByRole('textbox', { name: 'Link (optional)' }).fill(KIT.link);
    await userEvent.upload(
      form().getByLabelText('Logo file'),
      new File([await plainPicture('teal', 'image/png', 600)], 'logo.png', { type: 'image/png' }),
    );
    await expectVisible(form().getByRole('img', { name: 'Your logo' }));
    expect(await findings()).toEqual([]);
    await form().getByRole('button', { name: 'Save brand' }).click();
    await expectVisible(page.getByText('Brand saved.'));
    const kept = await app.ports.store.get('settings', 'guest');
    expect(kept?.brand).toMatchObject({ on: true, name: KIT.name, link: KIT.link });
    expect(kept?.brand?.logo).toMatch(/^data:image\/png;base64,/);

    // Saving other settings leaves it unchanged.
    await button('Save Settings').click();
    await expectVisible(page.getByText('Settings saved.'));
    await app.reopen();
    await expect
      .element(form().getByRole('textbox', { name: 'Brand name' }))
      .toHaveValue('North Window');
    await expectVisible(form().getByRole('img', { name: 'Your logo' }));
  });

  test('waits without a plan that opens it', async () => {
    await openApp(SETTINGS, { rows: paid('creator').rows });
    await expectVisible(main().getByText(/^White-label licensing comes with Pro\./));
  });
});

describe('a licence', () => {
  test('carries the brand, is saved as JSON, and is checked against the chain', async () => {
    const pro = paidBy(WALLET);
    const app = await openApp(LICENCE, {
      rows: [...(await avatars(3)), { table: 'orders', put: pro.order }, BRANDED],
      ports: (device) => ({
        wallets: signingWallet(device.wallets),
        chain: async () => ({
          ...(await device.chain()),
          readPurchase: () => Promise.resolve(pro.payment),
        }),
      }),
    });
    await expect.element(page.getByRole('heading', { name: 'Licence', level: 1 })).toHaveFocus();
    await expectVisible(main().getByText('North Window'));
    await expectVisible(main().getByText(`${pro.order.id}, Pro`));
    expect(main().getByRole('article').element().textContent).not.toMatch(/likeness/i);
    expect(await findings()).toEqual([]);

    await button('Save as JSON').click();
    await expect.poll(() => app.device.saved.length).toBe(1);
    const [file] = app.device.saved;
    expect(file?.name).toBe('licence.json');
    const text = (await file?.content.text()) ?? '';
    expect(JSON.parse(text)).toMatchObject({
      issuer: { name: 'North Window' },
      payments: [{ order: pro.order.id }],
      avatars: [{ name: 'Realistic 1' }, { name: 'Realistic 2' }, { name: 'Realistic 3' }],
    });
    expect(text).not.toMatch(/likeness/i);

    await button('Check against the chain').click();
    await expectVisible(main().getByText(/Confirmed: the chain shows this payment/));

    await expectVisible(main().getByText(/^Not signed: /));
    await button('Sign with your wallet').click();
    await expectVisible(main().getByText(/^Signed: /));
    await expectCount(button('Sign with your wallet'), 0);
    expect(await findings()).toEqual([]);
    await button('Save as JSON').click();
    await expect.poll(() => app.device.saved.length).toBe(2);
    const signed = (await app.device.saved[1]?.content.text()) ?? '';

    // Someone who received the file can check it too.
    app.go(SETTINGS);
    await expectVisible(button('Check a licence'));
    await give(text);
    await expectVisible(main().getByText('Payment found', { exact: true }));
    await expectVisible(main().getByText(/hasn’t signed this file/));
    await give(signed);
    await expectVisible(main().getByText('The chain confirms this licence'));
    await give(signed.replace('North Window', 'Stranger & Co'));
    await expectVisible(main().getByText('Payment found', { exact: true }));
    await expectVisible(main().getByText(/a signature in it doesn’t fit/));
    await give('{}');
    await expectVisible(main().getByText(/^This file isn’t a licence/));
  });

  test('whose wallet has too many transactions is checked in several goes', async () => {
    const pro = paidBy(WALLET);
    const paidWith = pro.payment.proof.signature;
    const dust = Array.from({ length: 61 }, (_, n) => `dust ${n}`);
    const licence = licenceOf({ orders: [pro.order], avatars: [], network: GENESIS, now: 1 });
    await openApp(SETTINGS, {
      rows: paid('pro').rows,
      ports: (device) => ({
        chain: async () => ({
          ...(await device.chain()),
          purchasesOf: () => Promise.resolve([...dust, paidWith]),
          readPurchase: (signature) =>
            Promise.resolve(signature === paidWith ? pro.payment : undefined),
        }),
      }),
    });
    await give(JSON.stringify(licence));
    await expectVisible(main().getByText('This check isn’t finished'));
    expect(await findings()).toEqual([]);
    await button('Go on').click();
    await expectVisible(main().getByText('Payment found', { exact: true }));
    await expectCount(button('Go on'), 0);
  });

  test('is a preview without Pro, and names no brand', async () => {
    await openApp(LICENCE, {
      rows: [...(await avatars(1)), ...paid('basic').rows, BRANDED],
    });
    await expectVisible(main().getByText(/^White-label licensing comes with Pro\./));
    await expectCount(main().getByText('North Window'), 0);
    await expectCount(button('Print'), 0);
    await main().getByRole('link', { name: 'See the plans' }).click();
    await expectPath('/pricing?for=white-label');
    await expectVisible(main().getByText('White-label licensing comes with Pro.'));
  });

  test('without a purchase says what is missing', async () => {
    await openApp(LICENCE, { rows: await avatars(1) });
    await expectVisible(main().getByText(/^No paid order for these avatars/));
  });
});
