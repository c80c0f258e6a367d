import { describe, expect, test } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';

import { once } from '../../renderer/core/once.ts';
import {
  button,
  expectCount,
  expectPath,
  expectVisible,
  findings,
  main,
  openApp,
} from '../support/screens/index.ts';
import { pictureEngine, plainPicture, withEngine } from '../support/screens/picture-engine.ts';
import { avatars, batchOf, paid } from '../support/screens/rows.ts';

const MAKER = '/avatar/101?make=banner';
const picture = (): Locator => page.getByRole('img', { name: /^Banner/ });
const layouts = (): Locator => main().getByRole('group', { name: 'Layout' }).getByRole('radio');
const field = (name: string): Locator => main().getByRole('textbox', { name, exact: true });
const handle = (name: string): Locator => main().getByRole('button', { name, exact: true });

/** Opens the maker on a device with an avatar and, if given, a plan. */
async function openMaker(plan?: 'creator' | 'pro') {
  const app = await openApp(MAKER, {
    rows: [...(await avatars(2)), ...(plan ? paid(plan).rows : [])],
  });
  await expectVisible(picture());
  await expect.element(page.getByText('Cutting the person out…')).not.toBeInTheDocument();
  return app;
}

/** Waits until the words are laid out in their own typefaces. */
const laidOut = (): Promise<void> =>
  expect.poll(() => document.querySelector('main [aria-busy="true"]')).toBeNull();

/** The canvas as it looks now. */
const shown = (): string => {
  const canvas = picture().element();
  if (!(canvas instanceof HTMLCanvasElement)) throw new Error('no canvas');
  return canvas.toDataURL();
};

/** Waits until the canvas looks different. */
const changed = (before: string): Promise<void> => expect.poll(shown).not.toBe(before);

describe('a banner', () => {
  test('is reached from the avatar, and leads back to it', async () => {
    await openApp('/avatar/101', { rows: await avatars(1) });
    await main().getByRole('link', { name: 'Make a banner' }).click();
    await expectPath(MAKER);
    await expect.element(page.getByRole('heading', { name: 'Banner', level: 1 })).toHaveFocus();
    await main().getByRole('link', { name: 'Back to the avatar' }).click();
    await expectVisible(button('Download HD'));
  });

  test.for([1280, 390])('stays in view while its last choice is made, at %i px', async (width) => {
    await page.viewport(width, 844);
    await openMaker('pro');
    main().getByText('Font of the name').last().element().scrollIntoView({ block: 'end' });
    await expect.element(picture()).toBeInViewport({ ratio: 0.9 });
    if (width > 1000) await expect.element(button('Save as PNG')).toBeInViewport({ ratio: 1 });
  });

  test('of a sample is a preview as well, and a visitor is shown the plans', async () => {
    await openApp('/avatar/1?make=banner');
    await expectVisible(page.getByRole('img', { name: 'Banner, a preview' }));
    await main().getByRole('link', { name: 'See the plans' }).click();
    await expectPath('/pricing?for=banners');
    await expectVisible(main().getByText('The banner maker comes with Pro.'));
  });

  test('is not made of the sample that stands in for an avatar that isn’t here', async () => {
    await openApp('/avatar/999?make=banner');
    await expectVisible(main().getByText('This avatar is private'));
    await expectCount(page.getByRole('heading', { name: 'Banner', level: 1 }), 0);
  });

  test('is a marked preview without Pro: Creator has it not, and nothing can be saved', async () => {
    const { device } = await openMaker('creator');
    await expect.element(picture()).toHaveAccessibleName('Banner, a preview');
    await expectCount(button(/^Save as/), 0);
    await expectVisible(main().getByRole('link', { name: 'See the plans' }));
    expect(device.saved).toEqual([]);
  });

  test('with Pro is saved at its own size, in the format that was chosen', async () => {
    const { device } = await openMaker('pro');
    await field('Name').fill('Ada Light');
    await expect.element(picture()).toHaveAccessibleName('Banner: Ada Light');
    await main().getByRole('radio', { name: 'JPEG' }).click();
    await button('Save as JPEG').click();
    await expect.poll(() => device.saved.length).toBe(1);
    const [file] = device.saved;
    expect(file?.name).toBe('Ada_Light_banner_x.jpg');
    expect(file?.content.type).toBe('image/jpeg');
    const bitmap = await createImageBitmap(file?.content ?? new Blob());
    expect([bitmap.width, bitmap.height]).toEqual([1500, 500]);

    await button('Save all 6 sizes').click();
    await expect.poll(() => device.saved.length).toBe(8);
    const sizes = device.saved.slice(1, 7).map(async ({ name, content }) => {
      const { width, height } = await createImageBitmap(content);
      return `${name} ${width}x${height}`;
    });
    expect(await Promise.all(sizes)).toEqual([
      'Ada_Light_banner_x.jpg 1500x500',
      'Ada_Light_banner_linkedin.jpg 1584x396',
      'Ada_Light_banner_youtube.jpg 2560x1440',
      'Ada_Light_banner_discord-server.jpg 960x540',
      'Ada_Light_banner_discord-profile.jpg 680x240',
      'Ada_Light_banner_twitch.jpg 1200x480',
    ]);
    expect(device.saved[7]?.name).toBe('Ada Light banners');
  });

  test('shows each layout and size as it is chosen, and remembers all of it', async () => {
    await openMaker('pro');
    await field('Name').fill('Ada');
    await expectCount(layouts(), 8);
    await laidOut();
    let before = shown();
    for (const layout of ['Quiet studio', 'Contact sheet', 'Facets']) {
      await main().getByRole('radio', { name: layout }).click();
      await changed(before);
      before = shown();
    }
    await main().getByRole('combobox', { name: 'For' }).selectOptions('youtube');
    await expectVisible(main().getByText('2560 × 1440', { exact: true }));
    // The next visit starts with these values.
    expect(JSON.parse(localStorage.getItem('likeness.banner') ?? '')).toMatchObject({
      name: 'Ada',
      layout: 'facets',
      size: 'youtube',
    });
  });

  test('takes an own size as near as it can be', async () => {
    await openMaker('pro');
    await main().getByRole('combobox', { name: 'For' }).selectOptions('own');
    await main().getByRole('spinbutton', { name: 'Width' }).click();
    await userEvent.keyboard('{Control>}a{/Control}900');
    await userEvent.tab();
    await expect.element(main().getByRole('spinbutton', { name: 'Height' })).toHaveFocus();
    const heights = main()
      .getByRole('spinbutton')
      .elements()
      .map((field) => field.getBoundingClientRect().height);
    expect(heights[0], 'the hint below one field stretches the other').toBe(heights[1]);
    await userEvent.keyboard('{Control>}a{/Control}9000{Enter}');
    const size = main().getByText('900 × 600', { exact: true });
    await expectVisible(size);
    await userEvent.keyboard('{Control>}a{/Control}{Delete}');
    await userEvent.tab();
    await expectVisible(size);
    document.documentElement.dir = 'rtl';
    expect(getComputedStyle(size.element()).direction).toBe('ltr');
    document.documentElement.dir = 'ltr';
  });

  test('is arranged with fingers: one moves a part, a second one changes its size', async () => {
    await openMaker('pro');
    await field('Name').fill('Ada');
    await expectVisible(handle('Name'));
    await laidOut();
    const name = handle('Name').element() as HTMLElement;
    const banner = name.parentElement as HTMLElement;
    // No real pointer can be captured.
    name.setPointerCapture = banner.setPointerCapture = () => undefined;
    const fire = (type: string, on: Element, pointerId: number, clientX: number): void =>
      void on.dispatchEvent(
        new PointerEvent(type, { bubbles: true, pointerId, clientX, clientY: 100 }),
      );
    const place = (): number => parseFloat(name.style.left);
    const size = (): number => parseFloat(name.style.height);
    const [left, height] = [place(), size()];
    const percent = 100 / picture().element().getBoundingClientRect().width;
    fire('pointerdown', banner, 9, 300);
    fire('pointermove', banner, 9, 400);
    fire('pointerup', banner, 9, 400);
    fire('pointerdown', name, 1, 100);
    fire('pointermove', name, 1, 110);
    await expect.poll(place).toBeCloseTo(left + 10 * percent, 1);
    expect(size()).toBe(height);
    fire('pointerdown', banner, 2, 210);
    fire('pointermove', banner, 2, 190);
    await expect.poll(size).toBeCloseTo(height * 0.8, 1);
    fire('pointerup', name, 1, 110);
    fire('pointerup', banner, 2, 190);
    await button('Undo').click();
    await expect.poll(size).toBe(height);
  });

  test('is arranged by the keyboard alone, and each step can be taken back', async () => {
    await openMaker('pro');
    await field('Name').fill('Ada');
    await expectVisible(handle('Name'));
    await laidOut();
    (handle('Name').element() as HTMLElement).focus();
    const place = (): string => (handle('Name').element() as HTMLElement).style.left;
    const size = (): string => (handle('Name').element() as HTMLElement).style.height;
    const [left, height] = [place(), size()];
    await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}');
    await expect.poll(place).not.toBe(left);
    await userEvent.keyboard('-');
    await expect.poll(size).not.toBe(height);
    await button('Undo').click();
    await expect.poll(size).toBe(height);
    await button('Undo').click();
    await expect.poll(place).toBe(left);
    // The last step leaves the focus where it is.
    await button('Undo').click();
    await expect.element(field('Name')).toHaveValue('');
    await expect.element(button('Undo')).toHaveAttribute('aria-disabled', 'true');
    await expect.element(button('Undo')).toHaveFocus();
    await button('Redo').click();
    await button('Redo').click();
    await expect.poll(place).not.toBe(left);
    (handle('Name').element() as HTMLElement).focus();
    await userEvent.keyboard('0');
    await expect.poll(place).toBe(left);
    await userEvent.keyboard('{Enter}');
    await expect.element(field('Name')).toHaveFocus();
  });

  test('says so when nobody can be cut out, and goes on with the picture itself', async () => {
    await openApp(MAKER, {
      rows: [...(await avatars(1)), ...paid('pro').rows],
      ...withEngine(() => ({ cutOut: () => Promise.reject(new Error('no face')) })),
    });
    await expectVisible(page.getByText('The person couldn’t be cut out of this avatar'));
    await expectVisible(button(/^Save as/));
  });

  test('takes the person from the kept photo, not out of the picture with its ground', async () => {
    const look = { style: 'realistic', background: 'abstract', seed: 0, options: {} } as const;
    const engine = pictureEngine();
    const recipe = { ...look, engine: engine.version };
    const painted: string[] = [];
    const made = (await avatars(1)).map((row) =>
      row.table === 'avatars' && 'put' in row ? { ...row, put: { ...row.put, recipe } } : row,
    );
    await openApp(MAKER, {
      rows: [...made, batchOf(made, { draftId: 'draft' })],
      ports: ({ store }) => ({
        store: {
          ...store,
          draftPhotos: { ...store.draftPhotos, get: () => plainPicture('tan') },
        },
        engine: once(() =>
          Promise.resolve({
            ...engine,
            render: (analysis, asked, options) => {
              painted.push(asked.background);
              return engine.render(analysis, asked, options);
            },
            cutOut: () => Promise.reject(new Error('cut out of the picture')),
          }),
        ),
      }),
    });
    await expectVisible(picture());
    await expect.poll(() => painted).toEqual(['none']);
    await expect.element(page.getByText('Cutting the person out…')).not.toBeInTheDocument();
    await expectCount(page.getByText('couldn’t be cut out of this avatar'), 0);
  });

  test('can be used by everybody', async () => {
    await openMaker('pro');
    expect(await findings()).toEqual([]);
  });
});
