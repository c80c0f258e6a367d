import { describe, expect, test } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';

import { LikenessError, type ErrorCode } from '../../renderer/core/errors.ts';
import { once } from '../../renderer/core/once.ts';
import type { Ports } from '../../renderer/ports/index.ts';
import {
  button,
  expectCount,
  expectPath,
  findings,
  main,
  openApp,
  tabTo,
} from '../support/screens/index.ts';
import { pictureEngine, plainPicture } from '../support/screens/picture-engine.ts';
import { paid } from '../support/screens/rows.ts';

const stage = (): Locator => page.getByRole('region', { name: 'Preview' });
const picture = (): Locator => stage().getByRole('img', { name: /^You in the style/ });
const radio = (group: string, name: string): Locator =>
  page.getByRole('group', { name: group }).getByRole('radio', { name, exact: true });
const photo = (name: string): Locator => radio('Photos', name);
const tool = (name: string): Locator => stage().getByRole('radio', { name, exact: true });
const undo = (): Locator => stage().getByRole('button', { name: /^Undo/ });
const redo = (): Locator => stage().getByRole('button', { name: /^Redo/ });

/** Waits until the picture is of what was chosen. */
async function rendered(): Promise<void> {
  await expect.element(picture()).toBeVisible();
  await expect.element(stage()).toHaveAttribute('aria-busy', 'false');
}

const aPhoto = async (name: string): Promise<{ name: string; file: Blob }> => ({
  name,
  file: await plainPicture(name.startsWith('large') ? 'teal' : 'tan', 'image/png', 300),
});

/** The studio with photos that were picked. */
async function analyse(names: readonly string[] = ['ada.png'], more: object = {}) {
  const app = await openApp('/customize', {
    photos: await Promise.all(names.map(aPhoto)),
    ...more,
  });
  await button('Upload photo').click();
  await rendered();
  return app;
}

/** A device whose engine refuses each photo. */
const refusing = (code: ErrorCode) => ({
  ports: (): Partial<Ports> => ({
    engine: once(() =>
      Promise.resolve({
        ...pictureEngine(),
        importPhoto: () => Promise.reject(new LikenessError(code)),
      }),
    ),
  }),
});

describe('a photo', () => {
  test('is asked for with what is taken, beside six styles and six backgrounds', async () => {
    await openApp('/customize');
    await expect.element(page.getByText('PNG, JPG up to 10MB')).toBeVisible();
    for (const [group, options] of Object.entries({
      Style: ['Realistic', 'Professional', 'Artistic', 'Minimalist', 'Creative', 'Modern'],
      Background: ['Professional', 'Clean White', 'Gradient', 'Abstract', 'Solid Color', 'None'],
    })) {
      await expectCount(page.getByRole('group', { name: group }).getByRole('radio'), 6);
      for (const name of options) await expectCount(radio(group, name), 1);
    }
    await expect.element(radio('Style', 'Realistic')).toBeChecked();
    await expect.element(radio('Background', 'Professional')).toBeChecked();
    await expect
      .element(page.getByRole('link', { name: 'Proceed to Secure Payment' }).first())
      .toHaveAttribute('href', '/pricing');
  });

  for (const [code, sentence] of [
    [
      'photo-not-a-picture',
      'This file is not a picture we can read. Choose a PNG, JPG, WebP, AVIF or GIF.',
    ],
    ['photo-svg', 'SVG drawings can’t be used as a photo. Choose a PNG or JPG.'],
    ['photo-heic', 'HEIC pictures can’t be read here. Export the photo as JPG and choose that.'],
    ['photo-too-large', 'This picture is over 10 MB. Save a smaller copy and choose that.'],
    [
      'photo-no-face',
      'We couldn’t find a face in this picture. Choose a photo where one face is clearly visible from the front.',
    ],
  ] as const) {
    test(`'${sentence}' stands on the stage, and another can be chosen`, async () => {
      await openApp('/customize', { photos: [await aPhoto('cat.png')], ...refusing(code) });
      await button('Upload photo').click();
      await expect.element(main().getByRole('alert')).toHaveTextContent(sentence);
      await expect.element(button('Choose another photo')).toBeEnabled();
      await expect.element(button('Upload photo')).toBeEnabled();
      expect(await findings(['light'])).toEqual([]);
      await button('Dismiss').click();
      await expectCount(main().getByRole('alert'), 0);
    });
  }

  test('that takes long shows how far it is, and can be cancelled', async () => {
    await openApp('/customize', {
      photos: [await aPhoto('ada.png')],
      ports: () => ({
        engine: once(() =>
          Promise.resolve({
            ...pictureEngine(),
            importPhoto: (_file: Blob, { signal, onProgress } = {}) =>
              new Promise<never>((_resolve, reject) => {
                onProgress?.({ done: 0.4, stage: 'decode' });
                signal?.addEventListener('abort', () =>
                  reject(new LikenessError('engine-aborted')),
                );
              }),
          } as ReturnType<typeof pictureEngine>),
        ),
      }),
    });
    await button('Upload photo').click();
    await expect.element(page.getByText('Reading your photo on this device')).toBeVisible();
    await expect.element(stage()).toHaveAttribute('aria-busy', 'true');
    expect(await findings(['light'])).toEqual([]);
    await button('Cancel').click();
    await expect.element(button('Upload photo')).toBeVisible();
    await expectCount(main().getByRole('alert'), 0);
  });

  test('can be cleared to choose another', async () => {
    await analyse();
    await button('Clear photo').click();
    await expect.element(button('Upload photo')).toBeVisible();
    await expectCount(picture(), 0);
  });

  test('that is pasted, or dropped on Home, is taken, all of them at once', async () => {
    /** Whether it was taken. */
    const give = (target: Element, kind: 'paste' | 'drop'): boolean => {
      const data = new DataTransfer();
      for (const name of ['one.png', 'two.png'])
        data.items.add(new File(['small'], name, { type: 'image/png' }));
      const init = { bubbles: true, cancelable: true };
      return !target.dispatchEvent(
        kind === 'paste'
          ? new ClipboardEvent(kind, { ...init, clipboardData: data })
          : new DragEvent(kind, { ...init, dataTransfer: data }),
      );
    };
    const app = await openApp('/customize', refusing('photo-too-small'));
    const alert = main().getByRole('alert');
    await expect.element(button('Upload photo')).toBeVisible();
    // The screen listens a moment after it is seen.
    await expect.poll(() => give(document.body, 'paste')).toBe(true);
    await expect.element(alert).toHaveTextContent('2 photos can’t be used');
    await expect.element(alert).toHaveTextContent('two.png: This picture is too small.');
    await app.reopen('/');
    const place = page.getByText('Drop your photo here');
    await expect.poll(() => give(place.element(), 'drop')).toBe(true);
    await expectPath('/customize');
    await expect.element(alert).toHaveTextContent('2 photos can’t be used');
  });
});

describe('the studio', () => {
  test('keeps several photos, each with its own choices; one is cleared, the rest stay', async () => {
    const app = await analyse(['amara.png', 'kenji.png']);
    await expectCount(page.getByRole('group', { name: 'Photos' }).getByRole('radio'), 2);
    await expect.element(photo('amara.png')).toBeChecked();
    await radio('Style', 'Artistic').click();
    await rendered();

    (photo('amara.png').element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(photo('kenji.png')).toBeChecked();
    await expect.element(radio('Style', 'Realistic')).toBeChecked();
    await rendered();

    await app.reopen();
    await expect.element(photo('kenji.png')).toBeChecked();
    (photo('kenji.png').element() as HTMLElement).focus();
    await userEvent.keyboard('{Delete}');
    await expect.element(radio('Style', 'Artistic')).toBeChecked();
    await expectCount(page.getByRole('group', { name: 'Photos' }), 0);
    await button('Clear photo').click();
    await expect.element(button('Upload photo')).toBeVisible();
  });

  test('asks for the size before a payment where the photo has the detail, and remembers it', async () => {
    await analyse(['large.png', 'small.png'], {
      ports: () => ({
        engine: once(() => {
          const engine = pictureEngine();
          let analyses = 0;
          return Promise.resolve({
            ...engine,
            async analyse(...asked: Parameters<typeof engine.analyse>) {
              const analysis = await engine.analyse(...asked);
              return { ...analysis, maxSize: (analyses += 1) === 1 ? 2048 : 1024 } as const;
            },
          });
        }),
      }),
    });
    const choice = page
      .getByRole('complementary', { name: 'Choices' })
      .getByRole('radio', { name: '2048 × 2048' });
    await expect.element(choice).not.toBeChecked();
    await choice.click();
    await photo('small.png').click();
    await rendered();
    await expectCount(choice, 0);
    await photo('large.png').click();
    await expect.element(choice).toBeChecked();
    expect(localStorage.getItem('likeness.size')).toBe('2048');
  });

  test('says what could be better about a photo, and whose avatar it is to be', async () => {
    await analyse(['party.png'], {
      ports: () => ({
        engine: once(() => {
          const engine = pictureEngine();
          return Promise.resolve({
            ...engine,
            async analyse(...asked: Parameters<typeof engine.analyse>) {
              const analysis = await engine.analyse(...asked);
              return {
                ...analysis,
                faces: [...analysis.faces, ...analysis.faces],
                notes: ['several-faces', 'dark'] as const,
              };
            },
          });
        }),
      }),
    });
    await expect
      .element(page.getByText('This photo works. One thing could be better'))
      .toBeVisible();
    await expect.element(page.getByText(/^The photo is dark/)).toBeVisible();
    expect(await findings()).toEqual([]);
  });

  test('tells when a picture can’t be made, and tries again', async () => {
    let broken = true;
    await openApp('/customize', {
      photos: [await aPhoto('ada.png')],
      ports: () => ({
        engine: once(() => {
          const engine = pictureEngine();
          return Promise.resolve({
            ...engine,
            render: (...asked: Parameters<typeof engine.render>) =>
              broken ? Promise.reject(new LikenessError('engine-failed')) : engine.render(...asked),
          });
        }),
      }),
    });
    await button('Upload photo').click();
    await expect.element(main().getByRole('alert')).toBeVisible();
    expect(await findings()).toEqual([]);
    broken = false;
    await button('Try again').click();
    await rendered();
    await expectCount(main().getByRole('alert'), 0);
  });

  test('has nothing that axe finds, with several photos and each of its tools', async () => {
    await analyse(['amara.png', 'kenji.png']);
    for (const name of ['Compare', 'Framing', 'Light', 'Strength']) {
      await tool(name).click();
      expect(await findings(['light'])).toEqual([]);
    }
    await radio('Background', 'Gradient').click();
    expect(await findings(['dark'])).toEqual([]);
  });

  test('takes back style, background and variation, and leaves text alone', async () => {
    await openApp('/customize');
    await radio('Style', 'Modern').click();
    await radio('Background', 'None').click();
    await userEvent.keyboard('{Control>}z{/Control}');
    await expect.element(radio('Background', 'Professional')).toBeChecked();
    await userEvent.keyboard('{Control>}z{/Control}');
    await expect.element(radio('Style', 'Realistic')).toBeChecked();
    await userEvent.keyboard('{Control>}y{/Control}');
    await expect.element(radio('Style', 'Modern')).toBeChecked();
    const field = document.createElement('input');
    main().element().append(field);
    await userEvent.type(field, 'a');
    await userEvent.keyboard('{Control>}z{/Control}');
    await expect.element(radio('Style', 'Modern')).toBeChecked();
    expect(field.value).toBe('');
  });

  test('has every tool on the keyboard alone', async () => {
    await analyse();
    const slider = (name: string): Locator => stage().getByRole('slider', { name });
    await tabTo(stage().getByRole('group', { name: 'On the picture' }).getByRole('radio').first());
    await userEvent.keyboard('{ArrowRight}');
    await userEvent.tab({ shift: true });
    await expect.element(stage().getByRole('group', { name: /^Framing/ })).toHaveFocus();
    await userEvent.keyboard('{ArrowRight}');
    await userEvent.keyboard('+');
    await expect.element(undo()).toHaveAccessibleName('Undo framing');
    await tabTo(slider('Tilt'));
    await userEvent.keyboard('{ArrowUp}');
    await expect.element(slider('Tilt')).toHaveValue('0.5');

    await userEvent.tab({ shift: true });
    await expect.element(slider('Zoom')).toHaveFocus();
    await expect.element(slider('Zoom')).toHaveAttribute('aria-valuetext', '102 %');

    await tabTo(tool('Framing'));
    await userEvent.keyboard('{ArrowRight}');
    await userEvent.tab({ shift: true });
    const lamp = slider('Direction of the light');
    await expect.element(lamp).toHaveFocus();
    await userEvent.keyboard('{ArrowUp}');
    await expect.element(lamp).toHaveAttribute('aria-valuenow', '140');

    await tabTo(tool('Light'));
    await userEvent.keyboard('{ArrowRight}');
    await tabTo(slider('Strength'));
    await userEvent.keyboard('{ArrowLeft}');
    await expect.element(slider('Strength')).toHaveValue('95');

    await tabTo(button('Regenerate Preview'));
    await userEvent.keyboard('{Enter}');
    await userEvent.keyboard('{Control>}z{/Control}');
    await expect.element(redo()).toHaveAccessibleName('Redo variation');
  });

  test('with credits asks how many are to be made, and makes them', async () => {
    await analyse(['ada.png'], { rows: paid('basic').rows });
    await button('Generate avatars').click();
    const dialog = page.getByRole('dialog', { name: 'Generate avatars' });
    await expect.element(dialog).toBeVisible();
    expect(await findings()).toEqual([]);
    await dialog.getByLabelText('How many').fill('2');
    await dialog.getByRole('button', { name: 'Generate 2 avatars' }).click();
    await expectPath('/dashboard');
    await expectCount(main().getByText('Ready', { exact: true }), 2);
    await expect.element(main().getByText('998', { exact: true })).toBeVisible();
  });

  test('makes a batch that can be paused, gone on with, and stopped: what isn’t made costs nothing', async () => {
    let made = 0;
    await analyse(['ada.png'], {
      rows: paid('basic').rows,
      ports: () => ({
        engine: once(() => {
          const engine = pictureEngine();
          return Promise.resolve({
            ...engine,
            // The third picture of the batch is never done.
            render: (...asked: Parameters<typeof engine.render>) => {
              const [, , { priority, signal }] = asked;
              if (priority !== 'batch' || (made += 1) < 3) return engine.render(...asked);
              return new Promise<never>((_resolve, reject) =>
                signal?.addEventListener('abort', () =>
                  reject(new LikenessError('engine-aborted')),
                ),
              );
            },
          });
        }),
      }),
    });
    await button('Generate avatars').click();
    const dialog = page.getByRole('dialog', { name: 'Generate avatars' });
    await dialog.getByLabelText('How many').fill('40');
    await dialog.getByRole('button', { name: 'Generate 40 avatars' }).click();
    const batch = page.getByRole('region', { name: 'Batch in progress' });
    await expect.element(batch).toHaveTextContent('Developing 2 of 40');
    await button('Pause').click();
    await expect.element(batch.getByText('Paused', { exact: true })).toBeVisible();
    await button('Cancel').click();
    const stop = page.getByRole('dialog', { name: 'Stop this batch?' });
    await expect.element(stop).toBeVisible();
    expect(await findings()).toEqual([]);
    await stop.getByRole('button', { name: 'Keep going' }).click();
    await expect.element(batch.getByText('Paused', { exact: true })).toBeVisible();
    await button('Continue').click();
    await expect.element(batch.getByText('Developing', { exact: true })).toBeVisible();
    await button('Cancel').click();
    await stop.getByRole('button', { name: 'Stop and keep 2' }).click();
    await expect.element(batch).not.toBeInTheDocument();
    await expect.element(page.getByRole('tab', { name: 'My Avatars (2)' })).toBeVisible();
    await expect.element(main().getByText('998', { exact: true })).toBeVisible();
  });
});
