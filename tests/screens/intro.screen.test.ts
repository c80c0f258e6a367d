import { describe, expect, test } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';

import { videoEncoders } from '../../renderer/engine/video/index.ts';
import {
  button,
  expectCount,
  expectPath,
  expectVisible,
  findings,
  main,
  openApp,
} from '../support/screens/index.ts';
import { withEngine } from '../support/screens/picture-engine.ts';
import { avatars, paid } from '../support/screens/rows.ts';

const MAKER = '/avatar/101?make=intro';
const picture = (): Locator => page.getByRole('img', { name: /^Intro/ });
const field = (name: string): Locator => main().getByRole('textbox', { name, exact: true });
const radio = (name: string): Locator => main().getByRole('radio', { name, exact: true });

const { ports } = withEngine(() => ({ video: () => Promise.resolve(videoEncoders) }));

/** Opens the maker on a device with two avatars and, if given, a plan. */
async function openMaker(plan?: 'creator' | 'pro') {
  const app = await openApp(MAKER, {
    rows: [...(await avatars(2)), ...(plan ? paid(plan).rows : [])],
    ports,
  });
  await expectVisible(picture());
  await expect.element(page.getByText('Cutting the person out…')).not.toBeInTheDocument();
  return app;
}

/** The frame as a thumbnail: a whole one takes long to read, and it is read until it changes. */
const shown = (): string => {
  const context = new OffscreenCanvas(96, 54).getContext('2d');
  context?.drawImage(picture().element() as HTMLCanvasElement, 0, 0, 96, 54);
  return context?.getImageData(0, 0, 96, 54).data.join() ?? '';
};

/** A two-second tone as a WAV file. */
function tone(): File {
  const [rate, count] = [8000, 16_000];
  const view = new DataView(new ArrayBuffer(44 + 2 * count));
  const text = (at: number, letters: string): void => {
    for (const [k, byte] of new TextEncoder().encode(letters).entries())
      view.setUint8(at + k, byte);
  };
  text(0, 'RIFF');
  view.setUint32(4, 36 + 2 * count, true);
  text(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, rate, true);
  view.setUint32(28, 2 * rate, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  text(36, 'data');
  view.setUint32(40, 2 * count, true);
  for (let k = 0; k < count; k += 1) view.setInt16(44 + 2 * k, 12_000 * Math.sin(k / 4), true);
  return new File([view.buffer], 'tone.wav', { type: 'audio/wav' });
}

describe('a video intro', () => {
  test('is reached from the avatar, begins with its end where less motion is asked for, and leads back', async () => {
    await openApp('/avatar/101', { rows: await avatars(1), ports });
    await main().getByRole('link', { name: 'Make an intro' }).click();
    await expectPath(MAKER);
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
      const { device } = await openMaker(plan);
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
    await openMaker('pro');
    await field('Name').fill('Ada Light');
    await field('Handle or address').fill('@ada');
    await expect.element(picture()).toHaveAccessibleName('Intro: Ada Light, @ada');
    // The keyboard moves to the start: the templates' starts look different, their ends alike.
    (main().getByRole('slider', { name: 'Moment' }).element() as HTMLElement).focus();
    await userEvent.keyboard('{Home}');
    await expectVisible(main().getByText('0.0 s of 6'));
    const seen = new Set([shown()]);
    for (const [k, template] of ['Contact sheet', 'Six slices', 'Halftone'].entries()) {
      await radio(template).click();
      await expect.poll(() => seen.has(shown())).toBe(false);
      seen.add(shown());
      expect(seen.size).toBe(k + 2);
    }
    await radio('Custom colour').click();
    await expect.poll(() => seen.has(shown())).toBe(false);
    seen.add(shown());
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
    const { device } = await openMaker('pro');
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
    await openMaker('pro');
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
  await openMaker('pro');
  await expectVisible(button('Save as MP4'));
  for (const field of [radio('Custom colour'), radio('Geist'), button('Add a sound')]) {
    scrollTo(0, 0);
    field.element().focus();
    const { x, y, width, height } = field.element().getBoundingClientRect();
    const hit = document.elementFromPoint(x + width / 2, y + height / 2);
    expect(field.element().contains(hit)).toBe(true);
  }
});
