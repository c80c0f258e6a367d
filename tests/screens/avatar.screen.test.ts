import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import type { Write } from '../../renderer/ports/store.ts';
import {
  button,
  dialog,
  expectCount,
  expectLink,
  expectPath,
  expectSaved,
  expectVisible,
  findings,
  main,
  openApp,
  openDialog,
  withoutShareSheet,
  type App,
} from '../support/screens/index.ts';
import { plainPicture, withEngine } from '../support/screens/picture-engine.ts';
import { avatars, batchOf, keptPhoto, paid } from '../support/screens/rows.ts';

/** The value of a term, e.g. 'Likes'. */
const fact = (term: string): string | undefined =>
  [...document.querySelectorAll('main dt')].find(({ textContent }) => textContent === term)
    ?.nextElementSibling?.textContent;
const expectFact = (term: string, value: string): Promise<void> =>
  expect.poll(() => fact(term)).toBe(value);

withoutShareSheet();

describe('an avatar', () => {
  test('shows the picture, its details, tags, rights and statistics', async () => {
    const { device } = await openApp('/avatar/1');
    await expectVisible(main().getByRole('img', { name: /avatar/ }));
    await expect
      .poll(() => [...document.querySelectorAll('main dt')].map((term) => term.textContent))
      .toEqual([
        'Style',
        'Background',
        'Resolution',
        'Format',
        'File size',
        'Created',
        'Downloads',
        'Likes',
        'Shares',
        'Rating',
      ]);
    await expectFact('Resolution', '1024 × 1024');
    await expectFact('Format', 'PNG');
    await expectFact('Rating', '4.9');
    for (const right of ['Commercial use', 'Social media', 'Professional profiles', 'Marketing'])
      await expectVisible(main().getByText(right, { exact: true }));
    await expectLink('Back to Dashboard', '/dashboard');
    await expectLink('Mint as NFT', /^\/nft-minting/);
    await button('Download HD').click();
    await expectSaved(device, [/^\w+_avatar_hd\.png$/]);
  });

  test('like adds 1 and takes it back', async () => {
    await openApp('/avatar/1');
    await expect.element(button('Like')).toHaveAttribute('aria-pressed', 'false');
    const before = Number(fact('Likes'));
    await button('Like').click();
    await expectFact('Likes', String(before + 1));
    await expect.element(button('Liked')).toHaveAttribute('aria-pressed', 'true');
    await button('Liked').click();
    await expectFact('Likes', String(before));
  });

  test('without a share sheet the link is copied, in the page and not by an alert', async () => {
    const alert = vi.spyOn(window, 'alert').mockReturnValue();
    const app = await openApp('/avatar/3');
    await button('Share').click();
    await expectVisible(page.getByText('Link copied to clipboard!', { exact: true }));
    expect(await navigator.clipboard.readText()).toBe(`${app.ports.config.appUrl}/avatar/3`);
    expect(alert).not.toHaveBeenCalled();
    await expectFact('Shares', '1');
    await app.reopen('/dashboard');
    await expectVisible(page.getByText('Artistic, 88 downloads, 1 share', { exact: true }));
  });

  test('the picture itself is copied where the clipboard takes pictures', async () => {
    const write = vi.spyOn(navigator.clipboard, 'write').mockResolvedValueOnce();
    await openApp('/avatar/3');
    await button('Copy picture').click();
    await expectVisible(page.getByText('Picture copied. Paste it where you like.'));
    const [item] = write.mock.calls[0]?.[0] ?? [];
    expect(item?.types).toEqual(['image/png']);
    await expectFact('Shares', '1');
    write.mockRejectedValueOnce(new DOMException('no', 'NotAllowedError'));
    await button('Copy picture').click();
    await expectVisible(page.getByText(/could not be copied\. Download it/));
    write.mockRestore();
  });

  test('of one’s own without a share sheet is copied as a picture, never as a link', async () => {
    const write = vi.spyOn(navigator.clipboard, 'write').mockResolvedValueOnce();
    const writeText = vi.spyOn(navigator.clipboard, 'writeText');
    await openApp('/avatar/101', { rows: await avatars(1) });
    await button('Share').click();
    await expectVisible(page.getByText('Picture copied. Paste it where you like.'));
    write.mockRejectedValueOnce(new DOMException('no', 'NotAllowedError'));
    await button('Share').click();
    await expectVisible(page.getByText(/could not be copied\. Download it/));
    expect(writeText).not.toHaveBeenCalled();
  });

  test('where the clipboard is shut, the link stands there to be copied by hand', async () => {
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('denied'));
    await openApp('/avatar/3');
    await button('Share').click();
    await expectVisible(page.getByText(/^Copy this link:/));
    await expectFact('Shares', '0');
  });

  test('a share sheet that takes files gets the picture itself', async () => {
    const shared: string[] = [];
    Object.defineProperty(navigator, 'canShare', { value: () => true, configurable: true });
    Object.defineProperty(navigator, 'share', {
      value: ({ files = [] }: ShareData) => {
        shared.push(...files.map(({ name, type }) => `${name} ${type}`));
        return Promise.resolve();
      },
      configurable: true,
    });
    const app = await openApp('/avatar/3');
    await button('Share').click();
    await expect
      .poll(() => shared)
      .toEqual([expect.stringMatching(/^\w+_avatar_hd\.png image\/png$/)]);
    await expectFact('Shares', '1');
    await app.reopen();
    await expectFact('Shares', '1');
  });

  test('of a flat style is also saved as SVG, and as large as wanted', async () => {
    const drawn: string[] = [];
    const app = await openApp(
      '/avatar/5',
      withEngine((engine) => ({
        convert: (picture, options) => {
          drawn.push(options.format);
          return engine.convert(picture, options);
        },
      })),
    );
    const { device } = app;
    const svg = main().getByRole('radio', { name: 'SVG' });
    await svg.click();
    await expectVisible(main().getByText('A drawing with named layers, sharp at any size.'));
    await button('Download HD').click();
    await expectSaved(device, ['Badge_avatar_hd.svg']);
    expect(device.saved[0]?.content.type).toBe('image/svg+xml');
    await button('Ready-made sizes').click();
    const sizes = dialog('Ready-made sizes');
    // What the picture itself is large enough for is cut from it, as it is shown.
    await sizes.getByRole('button', { name: 'Save for LinkedIn' }).click();
    await expectSaved(device, ['Badge_avatar_hd.svg', 'Badge_linkedin_800x800.png']);
    expect(drawn).toEqual(['svg']);
    await sizes.getByRole('combobox', { name: 'Use for' }).selectOptions('Poster');
    await expectVisible(sizes.getByText('4096 × 4096 pixels at 150 dots per inch.'));
    await sizes.getByRole('button', { name: 'Save for Poster' }).click();
    await expect
      .poll(() => device.saved.map(({ name }) => name))
      .toContain('Badge_poster_4096x4096.png');
    const bitmap = await createImageBitmap(device.saved[2]?.content ?? new Blob());
    expect([bitmap.width, bitmap.height]).toEqual([4096, 4096]);
    expect(drawn).toEqual(['svg', 'svg']);
    await app.reopen('/avatar/1');
    await expect.element(main().getByRole('radio', { name: 'PNG' })).toBeChecked();
    await expectCount(svg, 0);
    await button('Download HD').click();
    await expect.poll(() => device.saved.at(-1)?.name).toMatch(/^\w+_avatar_hd\.png$/);
  });

  test('as JPEG shows its size at the quality chosen, and is saved with it', async () => {
    const asked: unknown[] = [];
    await openApp('/avatar/101', {
      rows: await avatars(1),
      ...withEngine((engine) => ({
        convert: (picture, options) => {
          asked.push(options);
          return engine.convert(picture, options);
        },
      })),
    });
    await expectCount(main().getByRole('slider', { name: 'Quality' }), 0);
    await main().getByRole('radio', { name: 'JPEG' }).click();
    const quality = main().getByRole('slider', { name: 'Quality' });
    await expectVisible(main().getByText(/^93%, [\d.]+ KB$/));
    await quality.fill('0.5');
    await expectVisible(main().getByText(/^50%, [\d.]+ KB$/));
    await button('Download HD').click();
    await expect.poll(() => asked).toEqual([{ size: 1024, format: 'jpeg', quality: 0.5 }]);
  });

  test('is cut to the size of one place, or to all of them at once', async () => {
    const { device } = await openApp('/avatar/1');
    await openDialog('Ready-made sizes', 'Ready-made sizes');
    await button('Ready-made sizes').click();
    const sizes = dialog('Ready-made sizes');
    const heights = ['heading', 'button'].map((role) => {
      const { top, height } = sizes.getByRole(role).first().element().getBoundingClientRect();
      return Math.round(top + height / 2);
    });
    expect(heights[0], 'the title stands beside Close, as in every dialog').toBe(heights[1]);
    document.documentElement.dir = 'rtl';
    const across = sizes.getByRole('slider', { name: 'Left to right' });
    await across.click({ position: { x: 4, y: 12 } });
    await expect.element(across).toHaveValue('0'); // Left is left in a picture.
    await across.fill('0.5');
    document.documentElement.dir = 'ltr';
    // A square of a square picture can't move, however far it is dragged.
    const frame = sizes.getByAltText('As LinkedIn shows it').element().parentElement;
    const captured = vi.spyOn(Element.prototype, 'setPointerCapture').mockReturnValue();
    for (const [type, clientX] of [
      ['pointerdown', 100],
      ['pointermove', 400],
      ['pointerup', 400],
    ] as const)
      frame?.dispatchEvent(new PointerEvent(type, { clientX, bubbles: true }));
    expect(captured).toHaveBeenCalled();
    captured.mockRestore();
    const zoom = sizes.getByRole('slider', { name: 'Zoom' });
    await zoom.fill('2.5');
    await expectVisible(sizes.getByText(/all that this part of the picture has/));
    await zoom.fill('1');
    await expect.element(across).toHaveValue('0.5');
    await sizes.getByRole('combobox', { name: 'Use for' }).selectOptions('X');
    await expectVisible(sizes.getByText('400 × 400 pixels. Shown there as a circle.'));
    await sizes.getByRole('button', { name: 'Save for X' }).click();
    await expectSaved(device, [/^\w+_x_400x400\.png$/]);
    const [first] = device.saved;
    const bitmap = await createImageBitmap(first?.content ?? new Blob());
    expect([bitmap.width, bitmap.height]).toEqual([400, 400]);
    await sizes.getByRole('button', { name: /^Save all/ }).click();
    // Meanwhile nine pictures are drawn and written.
    await expect.poll(() => device.saved.some(({ name }) => name.endsWith(' sizes'))).toBe(true);
    for (const end of [
      /_linkedin_800x800\.png$/,
      /_favicon_32x32\.png$/,
      /_portrait_\d+x\d+\.png$/,
      /_print_591x591\.png$/,
    ])
      expect(device.saved.filter(({ name }) => end.test(name))).toHaveLength(1);
  });

  test('of one’s own is renamed, deleted, and brought back', async () => {
    await openApp('/avatar/101', { rows: await avatars(2) });
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Realistic 1');
    await expectVisible(main().getByText('Realistic style, transparent background'));
    expect(await findings()).toEqual([]);
    await openDialog('Rename', 'Rename');
    await button('Rename').click();
    await expect.element(dialog('Rename').getByLabelText('Name')).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await button('Delete').click();
    // The next avatar is shown instead.
    await expectPath('/avatar/102');
    await expectVisible(page.getByText('Realistic 1 was deleted'));
    await button('Delete').click();
    await expectPath('/dashboard');
    await button('Undo').click();
    await expectVisible(main().getByRole('tab', { name: 'My Avatars (1)' }));
    await expectVisible(main().getByRole('link', { name: 'View Realistic 2' }));
  });
});

test('an avatar that another tab deletes says so, instead of showing a sample as somebody’s', async () => {
  const app = await openApp('/avatar/101', { rows: await avatars(2) });
  const heading = page.getByRole('heading', { level: 1 });
  await expect.element(heading).toHaveTextContent('Realistic 1');
  await app.ports.store.write([{ table: 'avatars', remove: 'own-0' }]);
  await expect.element(heading).toHaveTextContent('Realistic 1 was deleted');
  await expectLink('Back to Dashboard', '/dashboard');
});

test('an avatar whose cut-out is wrong is given back for its credit, after a question', async () => {
  const made = await avatars(2);
  const scope = { profileId: 'guest', genesis: paid('basic').order.genesis };
  const used = (kind: 'reserve' | 'consume', id: string, amount: number) => ({
    table: 'ledger' as const,
    put: { ...scope, kind, id, amount, cause: 'batch', at: 1 },
  });
  await openApp('/avatar/101', {
    rows: [
      ...paid('basic').rows,
      ...made,
      used('reserve', 'reserve:batch', 2),
      used('consume', 'consume:own-0', 1),
      used('consume', 'consume:own-1', 1),
    ],
  });
  await openDialog('This cut-out is wrong', 'Give Realistic 1 back?');
  await button('This cut-out is wrong').click();
  await dialog('Give Realistic 1 back?')
    .getByRole('button', { name: 'Delete and get the credit back' })
    .click();
  await expectPath('/dashboard');
  await expectVisible(main().getByRole('tab', { name: 'My Avatars (1)' }));
  await expectVisible(main().getByText('999', { exact: true }));
});

describe('a cut-out that is mended after paying', () => {
  const inSet = async (): Promise<Write[]> => {
    const made = await avatars(2);
    return [...paid('basic').rows, ...made, batchOf(made)];
  };
  const photo = { name: 'me.png', file: new File([], 'me.png') };
  const thumbOf = (rows: readonly Write[]): Blob => {
    for (const write of rows)
      if (write.table === 'pictures' && 'put' in write) return write.put.thumb;
    throw new Error('no picture');
  };
  /** An engine that gives this picture when it is asked whether the photo is the avatars'. */
  const comparing = (picture: Blob) =>
    withEngine((engine) => ({
      render: async (analysis, recipe, options) => ({
        ...(await engine.render(analysis, recipe, options)),
        ...(options.draft && options.size === 512 && { picture }),
      }),
    }));

  test('leads from the avatar to the brush, asks for the photo, and repaints the set for nothing', async () => {
    const rows = await inSet();
    await openApp('/avatar/101', { rows, photos: [photo], ...comparing(thumbOf(rows)) });
    await button('This cut-out is wrong').click();
    const asked = dialog('Fix Realistic 1, or give it back?');
    await expectVisible(
      asked.getByText(/all 2 avatars of this photo in the set are painted again/),
    );
    expect(await findings(['light'])).toEqual([]);
    await asked.getByRole('link', { name: 'Fix with the brush' }).click();
    await expectPath('/customize?mend=own-0');
    await button('Add its photo').click();
    await expectVisible(page.getByRole('group', { name: /^Brush/ }));
    expect(await findings(['light'])).toEqual([]);
    await button('Repaint 2 avatars, free').click();
    await expectPath('/dashboard');
    await main().getByRole('link', { name: 'View Realistic 1' }).click();
    await expectVisible(page.getByText(/^Its cut-out was fixed on/));
    expect(await findings(['light'])).toEqual([]);
  });

  test('takes its photo again on its page, and then can move', async () => {
    const rows = await inSet();
    await openApp('/avatar/101', { rows, photos: [photo], ...comparing(thumbOf(rows)) });
    await expectVisible(page.getByText(/^The photo that this was made from isn’t on this device/));
    await button('Add its photo').click();
    await expectVisible(button('Before and after'));
    await expectCount(button('Add its photo'), 0);
    expect(await findings(['light'])).toEqual([]);
  });

  test('takes no other photo, and says so, on its page', async () => {
    const rows = await inSet();
    const other = await plainPicture('#08f');
    await openApp('/avatar/101', { rows, photos: [photo], ...comparing(other) });
    await button('Add its photo').click();
    await expectVisible(page.getByText(/^This isn’t the photo that these avatars were made from/));
    await expectVisible(button('Add its photo'));
    await main().getByRole('link', { name: 'Add the photo again in this style' }).click();
    await expectVisible(button('Choose photos'));
  });

  test('takes no other photo', async () => {
    await openApp('/customize?mend=own-0', {
      rows: await inSet(),
      photos: [photo],
      ...comparing(await plainPicture('#08f')),
    });
    await button('Add its photo').click();
    await button('Repaint 2 avatars, free').click();
    await expectVisible(page.getByText(/^This isn’t the photo that these avatars were made from/));
    await expectPath('/customize?mend=own-0');
  });
});

describe('an avatar whose photo is kept', () => {
  /** The avatar's photo. */
  const open = async (version: number, maxSize: 1024 | 2048): Promise<App> => {
    const rows = await avatars(1);
    const app = await openApp('/about', { rows, ...withEngine(() => ({ version })) });
    // A draft without its photo would be swept.
    await app.ports.store.draftPhotos.put('photo', await plainPicture('tan'));
    await app.ports.store.write([
      keptPhoto('photo', { maxSize }),
      batchOf(rows, { draftId: 'photo' }),
    ]);
    return app.reopen('/avatar/101');
  };

  test('stands beside it on a card, which says whose photo it shows and is saved', async () => {
    const { device } = await open(2, 1024);
    await button('Before and after').click();
    const card = dialog('Before and after');
    await expectVisible(card.getByText('The card shows your photo.'));
    const picture = card.getByRole('img', { name: 'Your photo beside Realistic 1' });
    await expectVisible(picture);
    await expect.poll(() => (picture.element() as HTMLImageElement).naturalWidth).toBe(1200);
    expect(await findings()).toEqual([]);
    await card.getByRole('button', { name: 'Save the card' }).click();
    await expectSaved(device, ['Realistic_1_before_after.jpg']);
  });

  test('gets no card when its picture is gone, which is said', async () => {
    const { ports } = await open(2, 1024);
    await expectVisible(button('Before and after'));
    await ports.store.write([{ table: 'pictures', remove: 'own-0' }]);
    await button('Before and after').click();
    const card = dialog('Before and after');
    await expectVisible(card.getByText('Your library could not be read.'));
    await expectCount(card.getByText('Making the card…'), 0);
  });

  const engineOf = async ({ ports }: App): Promise<unknown> => {
    const row = await ports.store.get('avatars', 'own-0');
    return [row?.recipe.engine, row?.size];
  };

  test('made by an older engine: both pictures are shown, and the old one comes back', async () => {
    const app = await open(7, 1024);
    await expectCount(button('Make it larger'), 0);
    await openDialog('Make it again', 'Which picture do you want to keep?');
    expect(await engineOf(app)).toEqual([2, 1024]);

    await button('Make it again').click();
    const choice = dialog('Which picture do you want to keep?');
    await expectVisible(choice.getByRole('img', { name: 'The picture as it is kept' }));
    await choice.getByRole('button', { name: 'Keep the old one' }).click();
    expect(await engineOf(app)).toEqual([2, 1024]);

    await button('Make it again').click();
    await choice.getByRole('button', { name: 'Use the new one' }).click();
    await expectVisible(main().getByText('Realistic 1 has its new picture'));
    expect(await engineOf(app)).toEqual([7, 1024]);
    await expectCount(button('Make it again'), 0);

    await button('Undo').click();
    await expectVisible(button('Make it again'));
    expect(await engineOf(app)).toEqual([2, 1024]);
  });

  test('made by today’s engine: it is made larger without a question', async () => {
    const app = await open(2, 2048);
    await expectCount(button('Make it again'), 0);
    await button('Make it larger').click();
    await expectVisible(main().getByText('Realistic 1 has its new picture'));
    expect(await engineOf(app)).toEqual([2, 2048]);
    await expectFact('Resolution', '2048 × 2048');
  });
});
