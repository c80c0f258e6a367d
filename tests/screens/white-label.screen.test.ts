import { expect, test, vi } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';

import { BRAND } from '../../renderer/content/brand.ts';
import { webDownloads } from '../../renderer/platform/web/downloads.ts';
import type { Ports } from '../../renderer/ports/index.ts';
import type { Write } from '../../renderer/ports/store.ts';
import { exampleMint, exampleProof } from '../support/example-mint.ts';
import { says } from '../support/product-name.ts';
import { button, expectVisible, main, openApp } from '../support/screens/index.ts';
import { dropPhotos, movingPorts } from '../support/screens/picture-engine.ts';
import { animatable, avatars, BRANDED, paid } from '../support/screens/rows.ts';
import { GENESIS, PAYER } from '../support/scripted-chain.ts';

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

test('a printed licence carries the brand’s name as its title, and no other', async () => {
  await openApp('/avatar/101?make=licence', {
    rows: [...(await avatars(1)), ...branded()],
    ports,
  });
  await expectVisible(main().getByText('North Window'));
  const usual = document.title;
  expect(usual).toContain(BRAND);
  dispatchEvent(new Event('beforeprint'));
  expect(document.title).toBe('Licence · North Window');
  dispatchEvent(new Event('afterprint'));
  expect(document.title).toBe(usual);
});
