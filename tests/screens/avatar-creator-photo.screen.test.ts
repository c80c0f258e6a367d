import { describe, expect, test, vi } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';

import { LikenessError } from '../../renderer/core/errors.ts';
import { STYLE_IDS } from '../../renderer/core/styles.ts';
import { createState } from '../../renderer/core/subscribable.ts';
import type { FakeEngine } from '../support/fake-engine.ts';
import {
  analyse,
  finding,
  photo,
  pick,
  picture,
  radio,
  refusing,
  rendered,
  stage,
} from '../support/screens/avatar-creator.ts';
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

describe('a photo', () => {
  test('is asked for with what is taken, beside its styles and six backgrounds', async () => {
    await openApp('/customize');
    await expectVisible(page.getByText('PNG, JPG up to 10MB'));
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
    [
      'photo-heic',
      'HEIC pictures can’t be read here, only in Safari. Export the photo as JPG and choose that.',
    ],
    ['photo-too-large', 'This picture is over 40 MB. Save a smaller copy and choose that.'],
    [
      'photo-no-face',
      'We couldn’t find a face in this picture. Choose a photo where one face is clearly visible from the front.',
    ],
  ] as const) {
    test(`'${sentence}' stands on the stage, and another can be chosen`, async () => {
      await pick(['cat.png'], refusing(code));
      await expect
        .element(main().getByRole('alert'))
        .toHaveTextContent(`cat.png wasn’t added${sentence}`);
      await expect.element(button('Choose another photo')).toBeEnabled();
      await expect.element(button('Choose photos')).toBeEnabled();
      if (code === 'photo-no-face') expect(await findings(['light'])).toEqual([]);
      await button('Dismiss').click();
      await expectCount(main().getByRole('alert'), 0);
    });
  }

  test('of a sample person is added once, by a double click too', async () => {
    await openApp('/customize');
    await button(/^Try with/)
      .first()
      .dblClick();
    await rendered();
    await expectCount(page.getByRole('group', { name: 'Photos' }), 0);
  });

  test('that is large is said to be made smaller while it is', async () => {
    await pick(
      ['large.jpg'],
      withEngine(() => ({
        openPhoto: (_file, { onProgress } = {}) => {
          onProgress?.({ done: 0, stage: 'shrink' });
          return new Promise<never>(() => undefined);
        },
      })),
    );
    await expect
      .element(page.getByRole('status').filter({ hasText: 'A large photo' }))
      .toHaveTextContent('A large photo: it is being made smaller on this device');
  });

  test('that is animated says that only its first frame is used, also after a reload', async () => {
    const app = await pick(
      ['wave.gif'],
      finding(() => ({ notes: ['animated'] })),
    );
    const words = page.getByText('This picture is animated: only its first frame is used.');
    await expectVisible(words);
    expect(await findings(['light'])).toEqual([]);
    await app.reopen();
    await expectVisible(words);
  });

  test('that takes long shows how far it is, and can be cancelled', async () => {
    let fetching: FakeEngine['fetch'] = () => undefined;
    await pick(
      ['ada.png'],
      withEngine(({ fetch }) => {
        fetching = fetch;
        return {
          openPhoto: (_file, { signal, onProgress } = {}) =>
            new Promise<never>((_resolve, reject) => {
              onProgress?.({ done: 0.4, stage: 'decode' });
              signal?.addEventListener('abort', () => reject(new LikenessError('engine-aborted')));
            }),
        };
      }),
    );
    await expectVisible(page.getByText('Reading your photo on this device'));
    await expect.element(stage()).toHaveAttribute('aria-busy', 'true');

    // The engine's files are most of a long first wait.
    fetching({ received: 1_240_000, total: 11_360_000 });
    const words = page.getByText(/^Downloading the engine, only this once/);
    const bar = page.getByRole('progressbar', { name: 'Downloading the engine' });
    await expect
      .element(words)
      .toHaveTextContent('Downloading the engine, only this once: 1.2 of 11.4 MB');
    await expect.element(bar).toHaveAttribute('value', '11');
    expect(await findings(['light'])).toEqual([]);
    fetching({ received: 6_000_000, total: 11_360_000 });
    await expect.element(words).toHaveTextContent('6.0 of 11.4 MB');
    // Said aloud every quarter, and not at each of the hundreds of reports.
    await expect
      .element(page.getByRole('status').filter({ hasText: 'Downloading' }))
      .toHaveTextContent(/^Downloading the engine: 50%$/);
    fetching(undefined);
    await expectCount(words, 0);
    await expectCount(bar, 0);
    await button('Cancel').click();
    await expectVisible(button('Choose photos'));
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
    const filming = (): MediaStream => {
      const scene = document.createElement('canvas');
      scene.width = scene.height = 512;
      scene.getContext('2d')?.fillRect(0, 0, 512, 512);
      return scene.captureStream(10);
    };

    test('is taken from what it shows, and the camera goes dark', async () => {
      const stream = filming();
      const { asked, open } = camera(() => Promise.resolve(stream));
      await open();
      await dialog().getByRole('button', { name: 'Take photo' }).dblClick();
      await rendered();
      await expectVisible(stage().getByText('camera.jpg'));
      // Not two of them, which would be to choose from.
      await expectCount(page.getByRole('radio', { name: 'camera.jpg' }), 0);
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

    test('that isn’t the right one makes way for the next, and one that is unplugged is missed', async () => {
      vi.spyOn(navigator.mediaDevices, 'enumerateDevices').mockResolvedValue(
        ['desk', 'lid'].map((deviceId) => ({ kind: 'videoinput', deviceId }) as MediaDeviceInfo),
      );
      let stream = filming();
      const { asked, open } = camera(() => {
        stream = filming();
        const deviceId = JSON.stringify(wanted()).includes('desk') ? 'desk' : 'lid';
        for (const track of stream.getTracks()) track.getSettings = () => ({ deviceId });
        return Promise.resolve(stream);
      });
      const wanted = () => asked.mock.lastCall?.[0]?.video;
      await open();
      const other = dialog().getByRole('button', { name: 'Other camera' });
      await other.click();
      await expect.poll(wanted).toMatchObject({ deviceId: { exact: 'desk' } });
      await other.click();
      await expect.poll(wanted).toMatchObject({ deviceId: { exact: 'lid' } });

      const take = dialog().getByRole('button', { name: 'Take photo' });
      await expect.element(take).toBeEnabled();
      asked.mockRejectedValueOnce(new DOMException('no', 'NotFoundError'));
      for (const track of stream.getTracks()) track.dispatchEvent(new Event('ended'));
      await expect.element(dialog().getByRole('alert')).toHaveTextContent('No camera was found.');
      asked.mockResolvedValue(new MediaStream());
      await dialog().getByRole('button', { name: 'Try again' }).click();
      await expectVisible(dialog().getByLabelText('What the camera sees'));
      expect(wanted()).toMatchObject({ facingMode: 'user' });
      await expect.element(take).toBeDisabled();
    });
  });

  test('can be cleared to choose another, and comes back by Undo', async () => {
    await analyse();
    await button('Clear photo').click();
    await expectVisible(button('Choose photos'));
    await expectCount(picture(), 0);
    expect(await findings()).toEqual([]);
    await button('Undo').click();
    await expectCount(picture(), 1);
    await expectCount(main().getByText(/ was deleted$/), 0);
  });

  test('that is pasted, or dropped on Home, is taken, all of them at once', async () => {
    /** Pastes or drops files. Returns whether the app took them. */
    const give = (
      target: Element,
      kind: 'paste' | 'drop',
      names: readonly string[] = ['one.png', 'two.png'],
    ): boolean => {
      const data = new DataTransfer();
      for (const name of names) data.items.add(new File(['small'], name, { type: 'image/png' }));
      const init = { bubbles: true, cancelable: true };
      return !target.dispatchEvent(
        kind === 'paste'
          ? new ClipboardEvent(kind, { ...init, clipboardData: data })
          : new DragEvent(kind, { ...init, dataTransfer: data }),
      );
    };
    const app = await openApp('/customize', refusing('photo-too-small'));
    const alert = main().getByRole('alert');
    await expectVisible(button('Choose photos'));
    expect(give(document.body, 'paste')).toBe(true);
    const onStage = page.getByText('Start with a photo of you').element();
    expect(give(onStage, 'drop')).toBe(true);
    expect(give(onStage, 'drop', []), 'a link').toBe(false);
    await radio('Background', 'Solid Color').click();
    expect(give(page.getByLabelText('Custom colour').element(), 'paste')).toBe(true);
    await expect.element(alert).toHaveTextContent('2 photos can’t be used');
    await expect.element(alert).toHaveTextContent('two.png: This picture is too small.');
    await app.reopen('/');
    const place = page.getByText('Drop your photo here');
    await expectVisible(place);
    expect(give(place.element(), 'drop')).toBe(true);
    await expectPath('/customize');
    await expect.element(alert).toHaveTextContent('2 photos can’t be used');
  });

  test('says what could be better about a photo, and whose avatar it is to be', async () => {
    const app = await analyse(
      ['party.png'],
      finding(({ faces }) => ({
        faces: [...faces, ...faces.map((face) => ({ ...face, notes: ['turned'] as const }))],
        notes: ['several-faces', 'dark'],
      })),
    );
    const advice = page.getByText('This photo works. One thing could be better');
    await expect.element(advice).toBeInViewport();
    await expect.element(page.getByText(/^The photo is dark/)).not.toBeVisible();
    await advice.click();
    await expectVisible(page.getByText(/^The photo is dark/));
    expect(await findings()).toEqual([]);
    await radio('Who is it?', 'Person 2').click();
    await expectVisible(page.getByText(/^The face is turned away/));
    await expectCount(page.getByText(/^The photo is dark/), 0);
    await app.reopen();
    await advice.click();
    await expectVisible(page.getByText(/^The face is turned away/));
  });
});

describe('several photos', () => {
  test('keeps several photos, each with its own choices; one is cleared, the rest stay', async () => {
    const app = await analyse(['amara.png', 'kenji.png']);
    await expectCount(page.getByRole('group', { name: 'Photos' }).getByRole('radio'), 2);
    await expect.element(photo('amara.png')).toBeChecked();
    const strip = page.getByRole('group', { name: 'Photos' }).element();
    const small = strip.querySelector('canvas');
    await expect
      .poll(() => [...(small?.getContext('2d')?.getImageData(128, 128, 1, 1).data ?? [])])
      .toEqual([210, 180, 140, 255]);
    expect(strip.querySelector('img'), 'it would keep a whole photo decoded').toBeNull();
    document.documentElement.dir = 'rtl';
    const name = stage().getByText('amara.png').element();
    expect(getComputedStyle(name).direction, '15-ada.png in Arabic starts with 15').toBe('ltr');
    document.documentElement.dir = 'ltr';
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
    await expectVisible(button('Choose photos'));
  });

  test('are cleared one after the other by a key', async () => {
    await analyse(['amara.png', 'kenji.png', 'ada.png']);
    await expectVisible(photo('ada.png'));
    await expect.element(photo('amara.png')).toBeChecked();
    (photo('amara.png').element() as HTMLElement).focus();
    await userEvent.keyboard('{Delete}');
    await expect.element(photo('kenji.png')).toHaveFocus();
    const held = { key: 'Delete', repeat: true, bubbles: true };
    photo('kenji.png').element().dispatchEvent(new KeyboardEvent('keydown', held));
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(photo('ada.png')).toHaveFocus();
    await userEvent.keyboard('{Delete}');
    await expectVisible(stage().getByText('kenji.png'));
    await expectCount(page.getByRole('group', { name: 'Photos' }), 0);
  });

  test('asks for the size before a payment where the photo has the detail, and remembers it', async () => {
    await analyse(
      ['two.png'],
      finding(({ faces }) => ({
        faces: ([2048, 1024] as const).flatMap((maxSize) =>
          faces.map((face) => ({ ...face, maxSize })),
        ),
      })),
    );
    const choice = page
      .getByRole('complementary', { name: 'Choices' })
      .getByRole('radio', { name: '2048 × 2048' });
    await expect.element(choice).not.toBeChecked();
    await choice.click();
    await radio('Who is it?', 'Person 2').click();
    await expectCount(choice, 0);
    await radio('Who is it?', 'Person 1').click();
    await expect.element(choice).toBeChecked();
    expect(localStorage.getItem('likeness.size')).toBe('2048');
  });
});

test('opened once, it is stored for offline use even if the visitor goes on at once', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] });
  const prepare = vi.fn();
  const app = await openApp('/customize', {
    ports: () => ({ offline: { prepare, ...createState(false) } }),
  });
  app.go('/pricing');
  await expectPath('/pricing');
  await expectCount(button('Choose photos'), 0);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(prepare).toHaveBeenCalled();
});
