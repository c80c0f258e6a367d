import { ed25519 } from '@noble/curves/ed25519.js';
import { describe, expect, test, vi } from 'vitest';
import { cdp, page, userEvent, type Locator } from 'vitest/browser';

import { BRAND } from '../../renderer/content/brand.ts';
import { encodeBase58 } from '../../renderer/core/base58.ts';
import { licenceOf } from '../../renderer/core/licence.ts';
import { webDownloads } from '../../renderer/platform/web/downloads.ts';
import type { Ports } from '../../renderer/ports/index.ts';
import type { Write } from '../../renderer/ports/store.ts';
import type { Wallets } from '../../renderer/ports/wallets.ts';
import { exampleMint, exampleProof } from '../support/example-mint.ts';
import { says } from '../support/product-name.ts';
import { emulateTheme } from '../support/screens/findings.ts';
import {
  button,
  expectCount,
  expectPath,
  expectVisible,
  findings,
  main,
  openApp,
} from '../support/screens/index.ts';
import { dropPhotos, movingPorts, plainPicture } from '../support/screens/picture-engine.ts';
import { animatable, avatars, BRANDED, KIT, paid } from '../support/screens/rows.ts';
import { GENESIS, PAYER } from '../support/scripted-chain.ts';

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
    await expectVisible(form().getByText(/^Enter a link that begins with https/));
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

    // What another tab saves stays when this one saves something else.
    const fromOtherTab = 'https://other.example/';
    await app.ports.store.update('settings', 'guest', (row) =>
      row?.brand
        ? [{ table: 'settings', put: { ...row, brand: { ...row.brand, link: fromOtherTab } } }]
        : [],
    );
    const link = form().getByRole('textbox', { name: 'Link (optional)' });
    await expect.element(link).toHaveValue(fromOtherTab);
    await form().getByRole('textbox', { name: 'Brand name' }).fill('North');
    await form().getByRole('button', { name: 'Save brand' }).click();
    const brand = async () => (await app.ports.store.get('settings', 'guest'))?.brand;
    await expect.poll(brand).toMatchObject({ name: 'North', link: fromOtherTab });
    await form().getByRole('textbox', { name: 'Brand name' }).fill('North Window');
    await form().getByRole('button', { name: 'Save brand' }).click();
    await expect.poll(brand).toMatchObject({ name: 'North Window' });

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
    const note = main().getByText('Saved to your downloads.');
    await expect.element(note).toBeInTheDocument();
    // A screen reader says a text again only if it was gone.
    const { firstChild } = note.element();
    await button('Save as JSON').click();
    await expect.poll(() => app.device.saved.length).toBe(2);
    await expect.poll(() => note.element().firstChild).not.toBe(firstChild);
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
    await expect.poll(() => app.device.saved.length).toBe(3);
    const signed = (await app.device.saved[2]?.content.text()) ?? '';
    // What was signed counts, not which state of the library it was read from.
    const list = main().getByRole('article').getByRole('list').first();
    for (const [name, isSigned] of [
      ['Otherwise', false],
      ['Realistic 2', true],
    ] as const) {
      await app.ports.store.updateEach('avatars', ['own-1'], (row) => ({ ...row, name }));
      await expectVisible(list.getByText(name));
      await expectVisible(main().getByText(isSigned ? /^Signed: / : /^Not signed: /));
    }

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
    await button('Continue').click();
    await expectVisible(main().getByText('Payment found', { exact: true }));
    await expectCount(button('Continue'), 0);
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

/** A Pro account whose brand kit is on. */
const branded = (): Write[] => [...paid('pro').rows, BRANDED];

interface SavedFile {
  readonly name: string;
  readonly content: Blob;
}

/** The files that the browser is given to save, under the names it is given. */
function catchSaved(): SavedFile[] {
  const saved: SavedFile[] = [];
  const blobs = new Map<string, Blob>();
  const create = URL.createObjectURL.bind(URL);
  vi.spyOn(URL, 'createObjectURL').mockImplementation((content) => {
    const url = create(content);
    if (content instanceof Blob) blobs.set(url, content);
    return url;
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    const content = blobs.get(this.href);
    if (this.download !== '' && content) saved.push({ name: this.download, content });
  });
  return saved;
}

const ports = (device: Ports): Partial<Ports> => ({
  ...movingPorts(device),
  downloads: webDownloads(),
});

/** Waits for one more file, and searches its name and its bytes for the product's name. */
async function expectUnnamed(saved: SavedFile[], name: string | RegExp): Promise<void> {
  await expect.poll(() => saved.length, { timeout: 60_000 }).toBe(1);
  const [file] = saved.splice(0);
  if (!file) throw new Error('nothing was saved');
  if (typeof name === 'string') expect(file.name).toBe(name);
  else expect(file.name).toMatch(name);
  expect(file.name.toLowerCase()).not.toContain(BRAND.toLowerCase());
  const bytes = new Uint8Array(await file.content.arrayBuffer());
  expect(bytes.length).toBeGreaterThan(50);
  expect(await says(bytes, BRAND), file.name).toBe(false);
}

const radio = (within: Locator, name: string): Locator =>
  within.getByRole('radio', { name, exact: true });

test('a brand’s avatars, set and licence don’t name the product', async () => {
  const saved = catchSaved();
  const app = await openApp('/avatar/101', { rows: [...(await avatars(3)), ...branded()], ports });
  for (const [format, extension] of [
    ['PNG', 'png'],
    ['JPEG', 'jpg'],
    ['WebP', 'webp'],
  ] as const) {
    await radio(main(), format).click();
    await button('Download HD').click();
    await expectUnnamed(saved, `Realistic_1_avatar_hd.${extension}`);
  }
  app.go('/avatar/101?make=licence');
  await button('Save as JSON').click();
  await expectUnnamed(saved, 'licence.json');
});

test('a brand’s set is a folder of its own, with a licence inside', async () => {
  const saved = catchSaved();
  await openApp('/dashboard', { rows: [...(await avatars(3)), ...branded()], ports });
  await button('Select').click();
  await button('Choose all 3').click();
  await button(/^Save 3/).click();
  await expectUnnamed(saved, 'North Window avatars.zip');
});

test('a brand’s bulk run, with its report, doesn’t name the product', async () => {
  const saved = catchSaved();
  await openApp('/bulk', { rows: branded(), ports });
  await dropPhotos('ada.png', 'notes.txt');
  await button('Start the run').click();
  await expectVisible(main().getByText(/^Done: /));
  await button(/^Save/).click();
  await expectUnnamed(saved, 'North Window avatars.zip');
});

test('a brand’s sizes and its card of before and after don’t name the product', async () => {
  const saved = catchSaved();
  await openApp('/avatar/101', { rows: [...(await animatable()), ...branded()], ports });
  await button('Ready-made sizes').click();
  const sizes = page.getByRole('dialog', { name: 'Ready-made sizes' });
  await sizes.getByRole('button', { name: /^Save all/ }).click();
  await expectUnnamed(saved, 'Realistic 1 sizes.zip');
  await userEvent.keyboard('{Escape}');
  await button('Before and after').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save the card' }).click();
  await expectUnnamed(saved, 'Realistic_1_before_after.jpg');
});

test('a brand’s banners and the end of its intro don’t name the product', async () => {
  const saved = catchSaved();
  const app = await openApp('/avatar/101?make=banner', {
    rows: [...(await avatars(1)), ...branded()],
    ports,
  });
  for (const format of ['PNG', 'JPEG', 'WebP']) {
    await radio(main(), format).click();
    await button(`Save as ${format}`).click();
    await expectUnnamed(saved, /^Realistic_1_banner_x\.(png|jpg|webp)$/);
  }
  app.go('/avatar/101?make=intro');
  await button('Save the end frame as WebP').click();
  await expectUnnamed(saved, 'Realistic_1_intro_end.webp');
});

test('a brand’s living avatars don’t name the product in any format', async () => {
  const saved = catchSaved();
  await openApp('/avatar/101', { rows: [...(await animatable()), ...branded()], ports });
  await button('Animate').click();
  const dialog = page.getByRole('dialog', { name: 'Animate Realistic 1' });
  await radio(dialog, '480 px').click();
  await radio(dialog, 'Lively').click();
  for (const [format, extension] of [
    ['MP4', 'mp4'],
    ['WebM', 'webm'],
    ['WebP', 'webp'],
    ['GIF', 'gif'],
  ] as const) {
    await radio(dialog, format).click();
    await dialog.getByRole('button', { name: `Save as ${format}`, exact: true }).click();
    await expectUnnamed(saved, `Realistic_1_living.${extension}`);
  }
});

test('the receipt of what will be minted, and a certificate, carry the brand', async () => {
  const mint = exampleMint(
    { genesis: GENESIS, avatarUid: 'own-0' },
    { kind: 'finalized', proof: { ...exampleProof, owner: PAYER } },
  );
  const rows: Write[] = [...(await avatars(2)), ...branded(), { table: 'mints', put: mint }];
  const app = await openApp('/nft-minting', { rows });
  const receipt = page.getByRole('region', { name: 'What will be minted' });
  await expectVisible(receipt.getByText('North Window'));
  await expect.element(receipt).toHaveTextContent('northwindow.example');
  await expect.element(receipt).not.toHaveTextContent(BRAND);
  app.go('/avatar/101');
  const certificate = page.getByRole('region', { name: 'Certificate of Artistic 1' });
  await expectVisible(certificate.getByText('North Window'));
  await expect.element(certificate).toHaveTextContent('northwindow.example');
  await expect.element(certificate).not.toHaveTextContent(BRAND);
});

test('a printed licence carries the brand’s name, also as its title, and no other', async () => {
  await openApp('/avatar/101?make=licence', {
    rows: [...(await avatars(1)), ...branded()],
    ports,
  });
  await expectVisible(main().getByText('North Window'));
  const usual = document.title;
  expect(usual).toContain(BRAND);
  await cdp().send('Emulation.setEmulatedMedia', { media: 'print' });
  const { innerText } = document.body;
  await emulateTheme('light');
  expect(innerText).toContain('North Window');
  expect(innerText.toLowerCase()).not.toContain(BRAND.toLowerCase());
  dispatchEvent(new Event('beforeprint'));
  expect(document.title).toBe('Licence · North Window');
  dispatchEvent(new Event('afterprint'));
  expect(document.title).toBe(usual);

  await openApp('/avatar/101?make=licence', { rows: await avatars(1), ports });
  await expectVisible(main().getByText(/^No paid order/));
  dispatchEvent(new Event('beforeprint'));
  expect(document.title).toBe('Licence');
});
