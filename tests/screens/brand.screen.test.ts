import { describe, expect, test } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';

import {
  button,
  expectCount,
  expectPath,
  findings,
  main,
  openApp,
} from '../support/screens/index.ts';
import { plainPicture } from '../support/screens/picture-engine.ts';
import { avatars, BRANDED, KIT, paid } from '../support/screens/rows.ts';

const SETTINGS = '/dashboard?tab=settings';
const LICENCE = '/avatar/101?make=licence';
const form = (): Locator => main().getByRole('form', { name: 'Your brand' });

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
    await form().getByRole('textbox', { name: 'Link (optional)' }).fill(KIT.link);
    await userEvent.upload(
      form().getByLabelText('Logo file'),
      new File([await plainPicture('teal', 'image/png', 600)], 'logo.png', { type: 'image/png' }),
    );
    await expect.element(form().getByRole('img', { name: 'Your logo' })).toBeVisible();
    expect(await findings()).toEqual([]);
    await form().getByRole('button', { name: 'Save brand' }).click();
    await expect.element(page.getByText('Brand saved.')).toBeVisible();
    const kept = await app.ports.store.get('settings', 'guest');
    expect(kept?.brand).toMatchObject({ on: true, name: KIT.name, link: KIT.link });
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
      rows: [...(await avatars(3)), ...pro.rows, BRANDED],
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
    await userEvent.upload(input, new File([text], 'licence.json', { type: 'application/json' }));
    await expect.element(main().getByText('The chain confirms this licence')).toBeVisible();
    await userEvent.upload(input, new File(['{}'], 'other.json', { type: 'application/json' }));
    await expect.element(main().getByText(/^This file isn’t a licence/)).toBeVisible();
  });

  test('is a preview without Pro, and names no brand', async () => {
    await openApp(LICENCE, {
      rows: [...(await avatars(1)), ...paid('basic').rows, BRANDED],
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
