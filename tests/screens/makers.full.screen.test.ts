import { describe, expect, test } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';

import type { Batch } from '../../renderer/core/batches.ts';
import { LikenessError } from '../../renderer/core/errors.ts';
import { once } from '../../renderer/core/once.ts';
import { videoEncoders } from '../../renderer/engine/video/index.ts';
import {
  button,
  expectCount,
  expectPath,
  expectVisible,
  findings,
  main,
  openApp,
  type Opened,
} from '../support/screens/index.ts';
import { pictureEngine, plainPicture, withEngine } from '../support/screens/picture-engine.ts';
import { avatars, batchOf, paid } from '../support/screens/rows.ts';
import { wavOf } from '../support/wav.ts';

const BANNER = '/avatar/101?make=banner';
const INTRO = '/avatar/101?make=intro';
const picture = (): Locator => page.getByRole('img', { name: /^(Banner|Intro)/ });
const layouts = (): Locator => main().getByRole('group', { name: 'Layout' }).getByRole('radio');
const field = (name: string): Locator => main().getByRole('textbox', { name, exact: true });
const radio = (name: string): Locator => main().getByRole('radio', { name, exact: true });
const handle = (name: string): Locator => main().getByRole('button', { name, exact: true });

/** Opens a maker on a device with two avatars of a photo and, if given, a plan. */
async function openMaker(path: string, plan?: 'creator' | 'pro', more?: Opened) {
  const made = await avatars(2);
  const app = await openApp(path, {
    rows: [...made, batchOf(made), ...(plan ? paid(plan).rows : [])],
    ...more,
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
    await expectPath(BANNER);
    await expect.element(page.getByRole('heading', { name: 'Banner', level: 1 })).toHaveFocus();
    await main().getByRole('link', { name: 'Back to the avatar' }).click();
    await expectVisible(button('Download HD'));
  });

  test.for([1280, 390])('stays in view while its last choice is made, at %i px', async (width) => {
    await page.viewport(width, 844);
    await openMaker(BANNER, 'pro');
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
    const { device } = await openMaker(BANNER, 'creator');
    await expect.element(picture()).toHaveAccessibleName('Banner, a preview');
    await expectCount(button(/^Save as/), 0);
    await expectVisible(main().getByRole('link', { name: 'See the plans' }));
    expect(device.saved).toEqual([]);
  });

  test('with Pro is saved at its own size, in the format that was chosen', async () => {
    const { device } = await openMaker(BANNER, 'pro');
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
    await openMaker(BANNER, 'pro');
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
    await openMaker(BANNER, 'pro');
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
    await openMaker(BANNER, 'pro');
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
    await openMaker(BANNER, 'pro');
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
    await openApp(BANNER, {
      rows: [...(await avatars(1)), ...paid('pro').rows],
      ...withEngine(() => ({ cutOut: () => Promise.reject(new Error('no face')) })),
    });
    await expectVisible(page.getByText('The person couldn’t be cut out of this avatar'));
    await expectVisible(button(/^Save as/));
  });

  test('takes the person from the kept photo, though no face is found in the picture', async () => {
    const look = { style: 'realistic', background: 'abstract', seed: 0, options: {} } as const;
    const engine = pictureEngine();
    const recipe = { ...look, engine: engine.version };
    const painted: string[] = [];
    const made = (await avatars(1)).map((row) =>
      row.table === 'avatars' && 'put' in row ? { ...row, put: { ...row.put, recipe } } : row,
    );
    await openApp(BANNER, {
      rows: [...made, batchOf(made, { draftId: 'draft' })],
      ports: ({ store }) => ({
        store: {
          ...store,
          draftPhotos: { ...store.draftPhotos, get: () => plainPicture('tan', 'image/webp') },
        },
        engine: once(() =>
          Promise.resolve({
            ...engine,
            render: (analysis, asked, options) => {
              painted.push(asked.background);
              return engine.render(analysis, asked, options);
            },
            analyse: (photo, options) =>
              photo.type === 'image/webp'
                ? engine.analyse(photo, options)
                : Promise.reject(new LikenessError('photo-no-face')),
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

  test('shows others of the same person, and none when its batch is unknown', async () => {
    const made = await avatars(4);
    const people = ['Ann', 'Ann', 'Ben'].map((name, n) => ({ draftId: `photo-${n}`, name }));
    const { put: batch } = batchOf(made) as { put: Batch };
    const items = batch.items.map((item, n) => ({ ...item, draftId: `photo-${n % 3}` }));
    for (const [more, others] of [
      [[], []],
      [[batchOf(made, { items })], ['own-3']],
      [[batchOf(made, { items, bulk: { people, refused: [] } })], ['own-1', 'own-3']],
    ] as const) {
      const read = new Set<string>();
      await openMaker(BANNER, undefined, {
        rows: [...made, ...more],
        ports: ({ store }) => ({
          store: {
            ...store,
            get(table, key) {
              if (table === 'pictures') read.add(key);
              return store.get(table, key);
            },
          },
        }),
      });
      expect([...read]).toEqual(['own-0', ...others]);
    }
  });

  test('can be used by everybody', async () => {
    await openMaker(BANNER, 'pro');
    expect(await findings()).toEqual([]);
  });
});

const films = withEngine(() => ({ video: () => Promise.resolve(videoEncoders) }));

/** The frame as a thumbnail: a whole one takes long to read, and it is read until it changes. */
const shownFrame = (): string => {
  const context = new OffscreenCanvas(96, 54).getContext('2d');
  context?.drawImage(picture().element() as HTMLCanvasElement, 0, 0, 96, 54);
  return context?.getImageData(0, 0, 96, 54).data.join() ?? '';
};

/** A two-second tone. */
function tone(): File {
  const samples = Int16Array.from({ length: 16_000 }, (_, k) => 12_000 * Math.sin(k / 4));
  return new File([wavOf(samples, 8_000)], 'tone.wav', { type: 'audio/wav' });
}

describe('a video intro', () => {
  test('is reached from the avatar, begins with its end where less motion is asked for, and leads back', async () => {
    await openApp('/avatar/101', { rows: await avatars(1), ...films });
    await main().getByRole('link', { name: 'Make an intro' }).click();
    await expectPath(INTRO);
    await expect
      .element(page.getByRole('heading', { name: 'Video intro', level: 1 }))
      .toHaveFocus();
    await expectVisible(button('Play'));
    await expectVisible(main().getByText('6.0 s of 6'));
    await main().getByRole('link', { name: 'Back to the avatar' }).click();
    await expectVisible(button('Download HD'));
  });

  test.each([undefined, 'creator'] as const)(
    'is a marked preview with %s, leads to the plans, and can’t be saved',
    async (plan) => {
      const { device } = await openMaker(INTRO, plan, films);
      await expect.element(picture()).toHaveAccessibleName('Intro, a preview');
      await expectCount(button(/^Save/), 0);
      expect(device.saved).toEqual([]);
      expect(await findings()).toEqual([]);
      await main().getByRole('link', { name: 'See the plans' }).click();
      await expectPath('/pricing?for=video-intro');
      // The maker shows the same text until the other page has loaded.
      await expectVisible(page.getByRole('heading', { name: 'Pay once' }));
      await expectVisible(main().getByText('The video intro comes with Pro.'));
    },
  );

  test('shows each template, any moment of it and one’s own colour, and remembers all of it', async () => {
    await openMaker(INTRO, 'pro', films);
    await field('Name').fill('Ada Light');
    await field('Handle or address').fill('@ada');
    await expect.element(picture()).toHaveAccessibleName('Intro: Ada Light, @ada');
    // The keyboard moves to the start: the templates' starts look different, their ends alike.
    (main().getByRole('slider', { name: 'Moment' }).element() as HTMLElement).focus();
    await userEvent.keyboard('{Home}');
    await expectVisible(main().getByText('0.0 s of 6'));
    const seen = new Set([shownFrame()]);
    for (const [k, template] of ['Contact sheet', 'Six slices', 'Halftone'].entries()) {
      await radio(template).click();
      await expect.poll(() => seen.has(shownFrame())).toBe(false);
      seen.add(shownFrame());
      expect(seen.size).toBe(k + 2);
    }
    await radio('Custom colour').click();
    await expect.poll(() => seen.has(shownFrame())).toBe(false);
    seen.add(shownFrame());
    await radio('8 s').click();
    await expectVisible(main().getByText('0.0 s of 8'));
    // The next visit starts with these values.
    expect(JSON.parse(localStorage.getItem('likeness.intro') ?? '')).toMatchObject({
      name: 'Ada Light',
      handle: '@ada',
      template: 'halftone',
      tone: 'own',
      seconds: 8,
    });
  });

  test('with Pro its end is saved as a still, and saving the film can be paused and cancelled', async () => {
    const { device } = await openMaker(INTRO, 'pro', films);
    await field('Name').fill('Ada');
    await button('Save the end frame as PNG').click();
    await expect.poll(() => device.saved.length).toBe(1);
    expect(device.saved[0]?.name).toBe('Ada_intro_end.png');
    const still = await createImageBitmap(device.saved[0]?.content ?? new Blob());
    expect([still.width, still.height]).toEqual([1920, 1080]);
    await button('Save as MP4').click();
    await button('Pause saving').click();
    await expectVisible(main().getByText(/^Paused, /));
    await button('Cancel').click();
    await expectVisible(button('Save as MP4'));
    expect(device.saved).toHaveLength(1);
  });

  test('takes a sound, says what becomes of it, and refuses what isn’t one', async () => {
    await openMaker(INTRO, 'pro', films);
    const input = page.getByLabelText('Sound file').element() as HTMLInputElement;
    await userEvent.upload(input, new File(['no sound'], 'no.mp3', { type: 'audio/mpeg' }));
    await expectVisible(main().getByText(/can’t read that sound file/));
    await userEvent.upload(input, tone());
    await expectVisible(main().getByText('tone.wav'));
    await expectVisible(main().getByText('0:00.0 of 0:02.0'));
    await expectVisible(main().getByText(/AAC/));
    await radio('GIF').click();
    await expectVisible(main().getByText(/This format has no sound/));
    expect(await findings()).toEqual([]);
    await button('Remove the sound').click();
    await expect.element(main().getByText('tone.wav')).not.toBeInTheDocument();
  });
});

test('what has the focus is never under the buttons that stay in view', async () => {
  await page.viewport(1280, 844);
  await openMaker(INTRO, 'pro', films);
  await expectVisible(button('Save as MP4'));
  for (const field of [radio('Custom colour'), radio('Geist'), button('Add a sound')]) {
    scrollTo(0, 0);
    field.element().focus();
    const { x, y, width, height } = field.element().getBoundingClientRect();
    const hit = document.elementFromPoint(x + width / 2, y + height / 2);
    expect(field.element().contains(hit)).toBe(true);
  }
});
