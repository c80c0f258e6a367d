import { describe, expect, test } from 'vitest';
import { page, type Locator } from 'vitest/browser';

import type { BrandKit } from '../../renderer/core/brand-kit.ts';
import { DEFAULT_SETTINGS } from '../../renderer/core/validation.ts';
import type { Write } from '../../renderer/ports/store.ts';
import {
  button,
  expectCount,
  expectPath,
  findings,
  main,
  openApp,
} from '../support/screens/index.ts';
import { plainPicture } from '../support/screens/picture-engine.ts';
import { avatars, paid } from '../support/screens/rows.ts';

const SETTINGS = '/dashboard?tab=settings';
const LICENCE = '/avatar/101?make=licence';
const form = (): Locator => main().getByRole('form', { name: 'Your brand' });

const BRAND: BrandKit = {
  on: true,
  name: 'North Window',
  link: 'https://northwindow.example',
  colour: '#43389c',
};
const branded = (brand: BrandKit): Write => ({
  table: 'settings',
  put: { ...DEFAULT_SETTINGS, id: 'guest', profileId: 'guest', genesis: 'any', brand },
});

describe('a brand kit', () => {
  test('is filled in, mended where it is wrong, and there again after a reload', async () => {
    const app = await openApp(SETTINGS, { rows: paid('pro').rows });
    await form().getByRole('checkbox', { name: 'Use my brand' }).click();
    await form().getByRole('textbox', { name: 'Link (optional)' }).fill('northwindow');
    await form().getByRole('button', { name: 'Save brand' }).click();
    await expect.element(form().getByText('Give your brand a name.')).toBeVisible();
    await expect.element(form().getByText(/^A link begins with https/)).toBeVisible();
    await form().getByRole('textbox', { name: 'Brand name' }).fill('North Window');
    await expect.element(form().getByText('NORTHWINDO')).toBeVisible();
    await form().getByRole('textbox', { name: 'Link (optional)' }).fill(BRAND.link);
    const logo = form().getByLabelText('Logo file').element() as HTMLInputElement;
    const files = new DataTransfer();
    files.items.add(new File([await plainPicture('teal', 'image/png', 600)], 'logo.png'));
    logo.files = files.files;
    logo.dispatchEvent(new Event('change', { bubbles: true }));
    await expect.element(form().getByRole('img', { name: 'Your logo' })).toBeVisible();
    expect(await findings()).toEqual([]);
    await form().getByRole('button', { name: 'Save brand' }).click();
    await expect.element(page.getByText('Brand saved.')).toBeVisible();
    const kept = await app.ports.store.get('settings', 'guest');
    expect(kept?.brand).toMatchObject({ on: true, name: BRAND.name, link: BRAND.link });
    expect(kept?.brand?.logo).toMatch(/^data:image\/png;base64,/);

    // Saving other settings leaves it unchanged.
    await main().getByRole('button', { name: 'Save Settings' }).click();
    await expect.element(page.getByText('Settings saved.')).toBeVisible();
    await app.reopen();
    await expect
      .element(form().getByRole('textbox', { name: 'Brand name' }))
      .toHaveValue('North Window');
    await expect.element(form().getByRole('img', { name: 'Your logo' })).toBeVisible();
  });

  test('waits without a plan that opens it', async () => {
    await openApp(SETTINGS, { rows: paid('creator').rows });
    await expect.element(main().getByText(/^White-label licensing comes with Pro\./)).toBeVisible();
  });
});

describe('a licence', () => {
  test('carries the brand, is saved as JSON, and is checked against the chain', async () => {
    const pro = paid('pro');
    const app = await openApp(LICENCE, {
      rows: [...(await avatars(3)), ...pro.rows, branded(BRAND)],
      ports: (device) => ({
        chain: async () => ({
          ...(await device.chain()),
          readPurchase: () =>
            Promise.resolve(
              pro.order.state.kind === 'finalized'
                ? {
                    kind: 'payment',
                    orderId: pro.order.id,
                    reference: pro.order.reference,
                    proof: pro.order.state.proof,
                  }
                : undefined,
            ),
          findRefund: () => Promise.resolve(undefined),
        }),
      }),
    });
    await expect.element(page.getByRole('heading', { name: 'Licence', level: 1 })).toHaveFocus();
    await expect.element(main().getByText('North Window')).toBeVisible();
    await expect.element(main().getByText(`${pro.order.id}, Pro`)).toBeVisible();
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
    await expect.element(main().getByText(/Confirmed: the chain shows this payment/)).toBeVisible();

    // Someone who received the file can check it too.
    app.go(SETTINGS);
    const input = main().getByLabelText('Licence file');
    await expect.element(button('Check a licence')).toBeVisible();
    const files = new DataTransfer();
    files.items.add(new File([text], 'licence.json', { type: 'application/json' }));
    const element = input.element() as HTMLInputElement;
    element.files = files.files;
    element.dispatchEvent(new Event('change', { bubbles: true }));
    await expect.element(main().getByText('The chain confirms this licence')).toBeVisible();
    const nonsense = new DataTransfer();
    nonsense.items.add(new File(['{}'], 'other.json', { type: 'application/json' }));
    element.files = nonsense.files;
    element.dispatchEvent(new Event('change', { bubbles: true }));
    await expect.element(main().getByText(/^This file isn’t a licence/)).toBeVisible();
  });

  test('is a preview without Pro, and names no brand', async () => {
    await openApp(LICENCE, {
      rows: [...(await avatars(1)), ...paid('basic').rows, branded(BRAND)],
    });
    await expect.element(main().getByText(/^White-label licensing comes with Pro\./)).toBeVisible();
    await expectCount(main().getByText('North Window'), 0);
    await expectCount(main().getByRole('button', { name: 'Print' }), 0);
    await main().getByRole('link', { name: 'See the plans' }).click();
    await expectPath('/pricing?for=white-label');
    await expect.element(main().getByText('White-label licensing comes with Pro.')).toBeVisible();
  });

  test('without a purchase says what is missing', async () => {
    await openApp(LICENCE, { rows: await avatars(1) });
    await expect.element(main().getByText(/^No paid order stands behind/)).toBeVisible();
  });
});
