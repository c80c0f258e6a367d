import { describe, expect, test, vi } from 'vitest';
import { page, type Locator } from 'vitest/browser';

import type { Order } from '../../renderer/core/orders/order.ts';
import type { Write } from '../../renderer/ports/store.ts';
import { pick } from '../support/screens/avatar-creator.ts';
import {
  button,
  expectCount,
  expectPath,
  expectVisible,
  findings,
  main,
  openApp,
} from '../support/screens/index.ts';
import { avatars, batchOf, paid } from '../support/screens/rows.ts';

const frames = (): Locator => page.getByRole('list', { name: /^The first \d+ pictures$/ });
const words = (): string[] =>
  frames()
    .getByRole('img')
    .elements()
    .map((image) => image.getAttribute('alt') ?? image.getAttribute('aria-label') ?? '');
const showsPictures = (count: number): Promise<void> =>
  expect.poll(() => frames().element().querySelectorAll('img').length).toBe(count);
const choice = (group: string, name: string): Locator =>
  page.getByRole('group', { name: group, exact: true }).getByRole('radio', { name, exact: true });

async function withPhotos(names: readonly string[]) {
  const app = await pick(names);
  await expectVisible(frames());
  return app;
}

describe('the first set', () => {
  test('is varied, shown before it is paid for, and led by what was chosen', async () => {
    const app = await withPhotos(['ada.png']);
    await showsPictures(12);
    expect(words()[0]).toBe('Realistic, Professional background');
    expect(new Set(words()).size).toBe(12);
    expect(await findings()).toEqual([]);

    await page.getByRole('radio', { name: 'Artistic', exact: true }).click();
    await expect.poll(() => words()[0]).toBe('Artistic, Professional background');
    await choice('How many to begin with', '4').click();
    await choice('Styles', 'This style').click();
    await expect
      .poll(() => [words().length, ...new Set(words())])
      .toEqual([4, 'Artistic, Professional background']);
    await showsPictures(4);
    await choice('Styles', 'My choice').click();
    await page.getByRole('checkbox', { name: 'Modern', exact: true }).click();
    await expect
      .poll(words)
      .toEqual([
        'Artistic, Professional background',
        'Modern, Professional background',
        'Artistic, Professional background',
        'Modern, Professional background',
      ]);
    expect(await findings(['light'])).toEqual([]);

    // The receipt shows the same pictures.
    app.go('/payment?plan=basic');
    await expectVisible(main().getByText(/4 of them are made right away/));
    await showsPictures(4);
    expect(words()[1]).toBe('Modern, Professional background');
    expect(await findings(['light'])).toEqual([]);
    // With the pictures, too, the total stands in the first window.
    await page.viewport(1440, 900);
    const total = page
      .getByRole('region', { name: 'Order summary' })
      .getByText('Total', { exact: true });
    expect(total.element().getBoundingClientRect().bottom).toBeLessThan(850);
    app.go('/customize');
    await expect.element(choice('Styles', 'My choice')).toBeChecked();
  });

  test('a surprise changes it, several photos share it, and they can be kept', async () => {
    const app = await withPhotos(['ada.png', 'bob.png']);
    await showsPictures(12);
    const before = words().join();
    await button('Surprise me').click();
    await expect.poll(() => words().join()).not.toBe(before);
    await choice('Made from', 'This photo').click();
    await choice('Made from', 'Both photos').click();
    const keep = page.getByLabelText('Keep these photos for 24 hours, to make more');
    await keep.click();
    await expect.element(keep).toBeChecked();
    await app.reopen();
    await expect.element(keep).toBeChecked();
  });
});

describe('the confirmation', () => {
  /** A paid order whose three pictures have been made; with a name, all three have it. */
  async function made(name?: string): Promise<{ rows: readonly Write[]; order: Order }> {
    const { order, rows } = paid('basic');
    const own = (await avatars(3)).map((write): Write =>
      name !== undefined && write.table === 'avatars' && 'put' in write
        ? { table: 'avatars', put: { ...write.put, name } }
        : write,
    );
    return { order, rows: [...rows, ...own, batchOf(own, { id: `order:${order.id}` })] };
  }

  test('is the reveal of the set: the best get a heart, and what is left is said', async () => {
    const { order, rows } = await made();
    const app = await openApp(`/payment-confirmation?order=${order.id}`, { rows });
    const strip = page.getByRole('list', { name: 'Your pictures, as they develop' });
    await expectCount(strip.getByRole('listitem'), 3);
    await expectVisible(page.getByText(/^3 pictures are ready\./));
    expect(await findings()).toEqual([]);
    const heart = strip.getByRole('button', { name: 'Keep Realistic 2 among the best' });
    await heart.click();
    await expect.element(heart).toHaveAttribute('aria-pressed', 'true');
    await main().getByRole('link', { name: '1,000 left: make more like this' }).click();
    await expectPath('/customize');
    await app.reopen('/dashboard?liked=1');
    await expectVisible(page.getByText('1 of 3 avatars'));
    // One that was deleted is neither shown nor counted.
    await app.ports.store.write([{ table: 'avatars', remove: 'own-0' }]);
    await app.reopen(`/payment-confirmation?order=${order.id}`);
    await expectVisible(page.getByText(/^2 pictures are ready\./));
    await expectCount(strip.getByRole('listitem'), 2);
    await expectVisible(page.getByText('2 of 2 are in your dashboard.'));
  });

  test.for([true, false])(
    'offers copies, and says what the browser answered: %s',
    async (granted) => {
      let kept = false;
      vi.spyOn(navigator.storage, 'persisted').mockImplementation(() => Promise.resolve(kept));
      const persist = vi
        .spyOn(navigator.storage, 'persist')
        .mockImplementation(() => Promise.resolve((kept = granted)));
      const { order, rows } = await made();
      const app = await openApp(`/payment-confirmation?order=${order.id}`, { rows });
      await expectVisible(
        main().getByText(
          granted
            ? 'We have no copy of your pictures. The browser keeps them until you delete them.'
            : 'We have no copy of your pictures, and the browser may clear them when space gets short. Save your own.',
        ),
      );
      await expect.poll(() => persist.mock.calls.length).toBe(1);
      await button('Save all 3').click();
      await expect
        .poll(() => app.device.saved.filter(({ name }) => name.endsWith('.png')).length)
        .toBe(3);
      await expectVisible(button('Save all 3'));
      await expectVisible(main().getByText('3 avatars saved.'));
      await button('Back up').click();
      await expectVisible(page.getByRole('dialog', { name: 'Save a backup' }));
      expect(await findings(['light'])).toEqual([]);
    },
  );

  test('shows a long name whole beside its heart on a phone', async () => {
    await page.viewport(390, 844);
    const { order, rows } = await made('Professional 12');
    await openApp(`/payment-confirmation?order=${order.id}`, { rows });
    const strip = page.getByRole('list', { name: 'Your pictures, as they develop' });
    await expectCount(strip.getByRole('button', { name: /^Keep Professional 12/ }), 3);
    const names = strip.getByText('Professional 12', { exact: true }).elements();
    expect(names).toHaveLength(3);
    for (const name of names) {
      expect(name.scrollWidth).toBeLessThanOrEqual(name.clientWidth);
      expect(name.clientHeight).toBeLessThanOrEqual(44);
    }
  });
});
