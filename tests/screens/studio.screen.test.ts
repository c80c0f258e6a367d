import { describe, expect, test, vi } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';

import { LikenessError, type ErrorCode } from '../../renderer/core/errors.ts';
import { GROUND_PICTURE } from '../../renderer/core/ground-picture.ts';
import { once } from '../../renderer/core/once.ts';
import { STYLE_IDS } from '../../renderer/core/styles.ts';
import type { Ports } from '../../renderer/ports/index.ts';
import {
  button,
  expectCount,
  expectLinkTo,
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

/** Waits until the picture shows the current choice. */
async function rendered(): Promise<void> {
  await expect.element(picture()).toBeVisible();
  await expect.element(stage()).toHaveAttribute('aria-busy', 'false');
}

const aPhoto = async (name: string): Promise<{ name: string; file: Blob }> => ({
  name,
  file: await plainPicture(name.startsWith('large') ? 'teal' : 'tan', 'image/png', 300),
});

/** Opens the studio and picks photos. */
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
        openPhoto: () => Promise.reject(new LikenessError(code)),
      }),
    ),
  }),
});

describe('a background', () => {
  /** Puts a file into the hidden input of 'Own picture'. */
  const give = async (file: File): Promise<void> => {
    const field = document.querySelector('input[aria-label="Own picture as background"]');
    if (!field) throw new Error('nothing takes a file');
    await userEvent.upload(field, file);
  };

  test('is a picture of one’s own, until a colour takes its place', async () => {
    const { ports } = await analyse();
    const kept = async (): Promise<string | undefined> =>
      (await ports.store.listAll('drafts', 'any'))[0]?.options.backdropPicture;
    await give(new File([await plainPicture('teal')], 'beach.png', { type: 'image/png' }));
    await expect.element(button('Another picture')).toBeVisible();
    await expect.poll(kept).toMatch(GROUND_PICTURE);
    expect(Object.values(localStorage).join()).not.toContain('backdropPicture');
    expect(await findings()).toEqual([]);
    await undo().click();
    await expect.element(button('Own picture')).toBeVisible();
    await redo().click();
    await page.getByRole('button', { name: 'Petrol' }).click();
    await expect.element(button('Own picture')).toBeVisible();
    await expect.poll(kept).toBeUndefined();
  });

  test('of a file that is no picture: it gets a sentence, and all stays as it was', async () => {
    await openApp('/customize', refusing('photo-empty'));
    await give(new File(['?'], 'notes.png', { type: 'image/png' }));
    await expect.element(page.getByText('This file is empty.')).toBeVisible();
    await expect.element(button('Own picture')).toBeVisible();
  });
});

describe('a photo', () => {
  test('is asked for with what is taken, beside its styles and six backgrounds', async () => {
    await openApp('/customize');
    await expect.element(page.getByText('PNG, JPG up to 10MB')).toBeVisible();
    for (const [group, options] of Object.entries({
      Style: ['Realistic', 'Professional', 'Artistic', 'Minimalist', 'Creative', 'Modern'],
      Background: ['Professional', 'Clean White', 'Gradient', 'Abstract', 'Solid Color', 'None'],
    })) {
      await expectCount(
        page.getByRole('group', { name: group }).getByRole('radio'),
        group === 'Style' ? STYLE_IDS.length : 6,
      );
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
      await expect
        .element(main().getByRole('alert'))
        .toHaveTextContent(`cat.png wasn’t added${sentence}`);
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
            openPhoto: (_file: Blob, { signal, onProgress } = {}) =>
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
    // The engine's files are most of a long first wait.
    await expect.element(page.getByText('Fetching the engine as well: about 13 MB')).toBeVisible();
    await button('Cancel').click();
    await expect.element(button('Upload photo')).toBeVisible();
    await expectCount(main().getByRole('alert'), 0);
  });

  describe('by the camera', () => {
    const camera = (answer: () => Promise<MediaStream>) => {
      const asked = vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockImplementation(answer);
      return {
        asked,
        open: async () => {
          await openApp('/customize', {
            ports: (device) => ({ photos: { ...device.photos, camera: true } }),
          });
          await button('Use camera').click();
        },
      };
    };
    const dialog = (): Locator => page.getByRole('dialog', { name: 'Take a photo' });

    test('is taken from what it shows, and the camera goes dark', async () => {
      const scene = document.createElement('canvas');
      scene.width = scene.height = 512;
      scene.getContext('2d')?.fillRect(0, 0, 512, 512);
      const stream = scene.captureStream(10);
      const { asked, open } = camera(() => Promise.resolve(stream));
      await open();
      await dialog().getByRole('button', { name: 'Take photo' }).click();
      await rendered();
      await expect.element(stage().getByText('camera.jpg')).toBeVisible();
      expect(asked.mock.calls[0]?.[0]).toMatchObject({ audio: false });
      expect(stream.getTracks().map(({ readyState }) => readyState)).toEqual(['ended']);
    });

    test('that is refused gets a sentence, and is asked for again', async () => {
      const { asked, open } = camera(() =>
        Promise.reject(new DOMException('no', 'NotAllowedError')),
      );
      await open();
      await expect
        .element(dialog().getByRole('alert'))
        .toHaveTextContent('The browser doesn’t let this page use the camera.');
      expect(await findings(['light'])).toEqual([]);
      const before = asked.mock.calls.length;
      await dialog().getByRole('button', { name: 'Try again' }).click();
      await expect.poll(() => asked.mock.calls.length).toBeGreaterThan(before);
    });
  });

  test('can be cleared to choose another', async () => {
    await analyse();
    await button('Clear photo').click();
    await expect.element(button('Upload photo')).toBeVisible();
    await expectCount(picture(), 0);
  });

  test('that is pasted, or dropped on Home, is taken, all of them at once', async () => {
    /** Pastes or drops two files. Returns whether the app took them. */
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
    // The screen attaches its listeners a moment after it appears.
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
            async openPhoto(...asked: Parameters<typeof engine.openPhoto>) {
              const opened = await engine.openPhoto(...asked);
              const maxSize = (analyses += 1) === 1 ? 2048 : 1024;
              return { ...opened, analysis: { ...opened.analysis, maxSize } as const };
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
            async openPhoto(...asked: Parameters<typeof engine.openPhoto>) {
              const opened = await engine.openPhoto(...asked);
              const { faces } = opened.analysis;
              return {
                ...opened,
                analysis: {
                  ...opened.analysis,
                  faces: [...faces, ...faces],
                  notes: ['several-faces', 'dark'] as const,
                },
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

  test('says when a picture can’t be made, and tries again', async () => {
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
    for (const name of ['Compare', 'Framing', 'Light', 'Strength', 'Cut-out']) {
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

  test('is kept by a name for the next photo, and forgotten', async () => {
    await analyse(['ada.png', 'large-ben.png']);
    await radio('Style', 'Artistic').click({ force: true });
    await button('Keep this look').click();
    const dialog = page.getByRole('dialog', { name: 'Keep this look' });
    await expect.element(dialog.getByRole('textbox', { name: 'Name' })).toHaveFocus();
    await userEvent.keyboard('Team');
    await userEvent.keyboard('{Enter}');
    await expectCount(page.getByRole('dialog'), 0);
    await photo('large-ben.png').click({ force: true });
    await radio('Style', 'Modern').click({ force: true });
    await button('Team').click();
    await expect.element(radio('Style', 'Artistic')).toBeChecked();
    await undo().click();
    await expect.element(radio('Style', 'Modern')).toBeChecked();
    await button('Forget Team').click();
    await expectCount(button('Team'), 0);
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

  test('is mended by the brush, on the keyboard alone, and what was painted is there after a reload', async () => {
    const app = await analyse();
    await tabTo(stage().getByRole('group', { name: 'On the picture' }).getByRole('radio').first());
    await userEvent.keyboard('{ArrowLeft}');
    await expect.element(tool('Cut-out')).toBeChecked();
    const surface = stage().getByRole('group', { name: /^Brush/ });
    await expect.element(surface.getByRole('img', { name: /^You/ })).toBeVisible();
    await userEvent.tab({ shift: true });
    await expect.element(surface).toHaveFocus();
    await userEvent.keyboard('2{ArrowRight} {ArrowDown}{ArrowDown} ');
    await expect.element(radio('The brush', 'Remove')).toBeChecked();
    await expect.element(undo()).toHaveAccessibleName('Undo brush stroke');
    await userEvent.keyboard('{Enter}');
    await userEvent.keyboard('{Control>}z{/Control}');
    await expect.element(redo()).toHaveAccessibleName('Redo brush stroke');
    await expect.element(button('Start over')).toBeEnabled();

    await app.reopen();
    await rendered();
    await tool('Cut-out').click();
    await button('Start over').click();
    await expect.element(button('Start over')).toBeDisabled();
    await expect.element(undo()).toHaveAccessibleName('Undo brush stroke');
  });

  test('says what is wrong with the cut-out, on the stage and at Pay, until the brush was at work', async () => {
    await analyse(['ada.png'], {
      ports: () => ({
        engine: once(() => {
          const engine = pictureEngine();
          return Promise.resolve({
            ...engine,
            async render(...asked: Parameters<typeof engine.render>) {
              const rendered = await engine.render(...asked);
              return asked[2].draft ? rendered : { ...rendered, faults: ['lost-ear'] as const };
            },
          });
        }),
      }),
    });
    const notice = main().getByText('An ear seems to be missing.');
    await expect.element(notice).toBeVisible();
    expect(await findings()).toEqual([]);
    await main().getByRole('link', { name: 'Proceed to Secure Payment' }).first().click();
    await expectPath('/pricing');
    await main().getByRole('link', { name: 'Choose Basic' }).click();
    await expectPath(/^\/payment/);
    await expect.element(notice).toBeVisible();
    await main().getByRole('link', { name: 'Look at the cut-out' }).click();
    await button('Mend it with the brush').click();
    const surface = stage().getByRole('group', { name: /^Brush/ });
    await expect.element(surface.getByRole('img', { name: /^You/ })).toBeVisible();
    await surface.click();
    await tool('Compare').click();
    await expectCount(notice, 0);
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
            // The batch's third picture never finishes.
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

describe('a premium style', () => {
  const comic = (): Locator => page.getByRole('radio', { name: /^Comic/ });

  test('stands after the six, says what it comes with, and is previewed for free', async () => {
    await analyse();
    const styles = page.getByRole('group', { name: 'Style' }).getByRole('radio');
    expect(styles.elements().findIndex((one) => one === comic().element())).toBeGreaterThan(5);
    await expect.element(comic()).toHaveAccessibleName('Comic Comic comes with Creator and Pro.');
    await comic().click();
    await rendered();
    await expect.element(page.getByRole('img', { name: 'You in the style Comic' })).toBeVisible();
    await expect.element(main().getByText('Preview it for free')).toBeVisible();
    await expectLinkTo('/pricing?style=comic');
    expect(await findings()).toEqual([]);
  });

  test('leads a Basic buyer to the plans, not to a batch', async () => {
    await analyse(['ada.png'], { rows: paid('basic').rows });
    await comic().click();
    await rendered();
    await expectCount(main().getByRole('button', { name: 'Generate avatars' }), 0);
    await main().getByRole('link', { name: 'See the plans' }).click();
    await expectPath('/pricing?style=comic');
    await expect
      .element(main().getByRole('status'))
      .toHaveTextContent('Comic comes with Creator and Pro.');
    expect(await findings(['light'])).toEqual([]);
    await main().getByRole('link', { name: 'Back to your photo' }).click();
    await expect.element(comic()).toBeChecked();
  });

  test('among others in the dialog leads there, too; without it the batch begins', async () => {
    await analyse(['ada.png'], { rows: paid('basic').rows });
    await button('Generate avatars').click();
    const dialog = page.getByRole('dialog', { name: 'Generate avatars' });
    const box = dialog.getByRole('checkbox', { name: /^Comic/ });
    await box.click();
    await expect
      .element(dialog.getByRole('status'))
      .toHaveTextContent('Comic comes with Creator and Pro.');
    await expectCount(dialog.getByRole('button', { name: /^Generate / }), 0);
    expect(await findings()).toEqual([]);
    await box.click();
    await expect.element(dialog.getByRole('button', { name: /^Generate / })).toBeVisible();
  });

  test('is made with Creator, unmarked', async () => {
    await analyse(['ada.png'], { rows: paid('creator').rows });
    await expect.element(comic()).toHaveAccessibleName('Comic');
    await comic().click();
    await rendered();
    await button('Generate avatars').click();
    const dialog = page.getByRole('dialog', { name: 'Generate avatars' });
    await dialog.getByLabelText('How many').fill('1');
    await dialog.getByRole('button', { name: 'Generate 1 avatar' }).click();
    await expectPath('/dashboard');
    await expectCount(main().getByText('Ready', { exact: true }), 1);
  });

  test('is named before a plan without it is paid for, and not before one with it', async () => {
    await analyse();
    await comic().click();
    await rendered();
    await main().getByRole('link', { name: 'Proceed to Secure Payment' }).first().click();
    await page.getByRole('article', { name: 'Basic' }).getByRole('link').click();
    await expectPath('/payment?plan=basic&priceSOL=1.2');
    const note = main().getByText('Comic comes with Creator and Pro.');
    await expect.element(note).toBeVisible();
    expect(await findings(['light'])).toEqual([]);
    await main().getByRole('link', { name: 'Back to Pricing' }).click();
    await page.getByRole('article', { name: 'Creator' }).getByRole('link').click();
    await expectPath('/payment?plan=creator&priceSOL=3.5');
    await expect.element(main().getByText('Use Sandbox Wallet')).toBeVisible();
    await expectCount(note, 0);
  });
});
