import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import type { Batch } from '../../renderer/core/batches.ts';
import { createGate } from '../../renderer/core/gate.ts';
import { createState } from '../../renderer/core/subscribable.ts';
import { finding } from '../support/screens/avatar-creator.ts';
import {
  button,
  dialog,
  expectCount,
  expectLink,
  expectVisible,
  findings,
  main,
  openApp,
} from '../support/screens/index.ts';
import { dropPhotos, plainPicture, withEngine } from '../support/screens/picture-engine.ts';
import { avatars, batchOf, paid } from '../support/screens/rows.ts';

interface Entry {
  readonly isFile: boolean;
  readonly isDirectory: boolean;
  readonly fullPath: string;
}

const fileEntry = (path: string, content: File): Entry =>
  ({
    isFile: true,
    isDirectory: false,
    fullPath: `/${path}`,
    file: (resolve: (file: File) => void) => resolve(content),
  }) as Entry;

/** Gives its entries in pieces, as Chromium does. */
const folderEntry = (path: string, entries: readonly Entry[]): Entry => {
  const pieces = [...entries.map((entry) => [entry]), []];
  return {
    isFile: false,
    isDirectory: true,
    fullPath: `/${path}`,
    createReader: () => ({
      readEntries: (resolve: (some: readonly Entry[]) => void) => resolve(pieces.shift() ?? []),
    }),
  } as Entry;
};

/** A script can't put a folder into a real drop, so its entries stand in. */
function dropEntries(entries: readonly Entry[]): void {
  const event = new DragEvent('drop', { bubbles: true, cancelable: true });
  const items = entries.map((entry) => ({
    kind: 'file',
    webkitGetAsEntry: () => entry,
    getAsFile: () => null,
  }));
  Object.defineProperty(event, 'dataTransfer', { value: { items } });
  page.getByRole('region', { name: 'Photos' }).element().dispatchEvent(event);
}

const REPORT = ['report.html', 'report.json'];
/** The stand-in for a device lists the archive's name after its files. */
const SAVED_LAST = [...REPORT, 'Likeness avatars'];
const nameOf = (element: Element | null): string =>
  element?.getAttribute('aria-label') ??
  (element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : undefined) ??
  element?.textContent ??
  '';
const people = () => page.getByRole('list', { name: 'People' }).getByRole('listitem');
const report = () => page.getByRole('region', { name: 'Report' });

describe('bulk processing', () => {
  test('without Pro reads photos for nothing, and leads to the plans', async () => {
    await openApp('/bulk', { rows: paid('creator').rows });
    await expectVisible(main().getByText('Bulk processing comes with Pro.'));
    expect(await findings()).toEqual([]);
    await dropPhotos('ada.png', 'bob_smith.png');
    await expectCount(people(), 2);
    const styles = page.getByRole('region', { name: 'Styles for everyone' });
    await expectLink('See the plans', '/pricing?for=bulk', styles);
    await expectCount(button('Start the run'), 0);
  });

  test('with Pro makes everyone’s looks, reports on each, and saves them together', async () => {
    const { device } = await openApp('/bulk', { rows: paid('pro').rows });
    await dropPhotos('ada', 'bob_smith.jfif', 'notes.txt');
    await expectCount(people(), 2);
    await page.getByRole('checkbox', { name: 'Minimalist' }).click();
    await expectVisible(main().getByText('Uses 4 of 11,200 credits.'));
    expect(await findings()).toEqual([]);
    await button('Start the run').click();
    await expectVisible(main().getByText('Done: 4 of 4 made'));
    await expectCount(
      main()
        .getByRole('status')
        .filter({ hasText: /^Done$/ }),
      1,
    );
    await expect.poll(() => report().element().textContent).toMatch(/ada2 of 2.*bob smith2 of 2/);
    await expect.poll(() => report().element().querySelectorAll('img').length).toBe(4);
    await expectCount(people(), 0);
    expect(await findings()).toEqual([]);
    await main().getByRole('radio', { name: 'SVG' }).click();
    await button('Save all 4').click();
    await expect.poll(() => device.saved.map(({ name }) => name).slice(-3)).toEqual(SAVED_LAST);
    // What isn't flat is no drawing.
    const pictures = device.saved
      .map(({ name }) => name)
      .filter((name) => /\.(?:png|svg)$/.test(name));
    expect(pictures.map((name) => name.slice(-3))).toEqual(['png', 'svg', 'png', 'svg']);
    const [html = '', json = ''] = await Promise.all(
      device.saved.filter(({ name }) => REPORT.includes(name)).map(({ content }) => content.text()),
    );
    // The page stands alone: a thumbnail of each, and a link to each file.
    const shown = new DOMParser().parseFromString(html, 'text/html');
    expect(shown.querySelectorAll('img[src^="data:image/"]')).toHaveLength(4);
    expect(
      [...shown.querySelectorAll('a')].map((a) => decodeURIComponent(a.getAttribute('href') ?? '')),
    ).toEqual(pictures);
    expect(JSON.parse(json)).toMatchObject({
      totals: { people: 2, pictures: 4, refusedPhotos: 0, refusedPictures: 0 },
      finished: true,
      summary: expect.stringMatching(/ px, png, svg$/) as unknown,
      people: [{ person: 'ada' }, { person: 'bob smith' }],
    });
  });

  test('asks before a run is stopped, and says what stays', async () => {
    const made = await avatars(1);
    const write = batchOf(made);
    if (write.table !== 'batches' || !('put' in write)) throw new Error('no batch');
    const [done] = write.put.items;
    const items = [
      { ...done, draftId: 'a' },
      { ...done, uid: 'b', state: 'waiting', draftId: 'b' },
    ] as Batch['items'];
    const bulk = {
      people: [
        { draftId: 'a', name: 'a' },
        { draftId: 'b', name: 'b' },
      ],
      refused: [],
    };
    await openApp('/bulk', {
      rows: [
        ...paid('pro').rows,
        ...made,
        batchOf([], { state: 'paused', draftId: 'a', items, bulk }),
        // It needs a photo, too.
        batchOf([], { id: 'other', state: 'paused', draftId: 'b', items: [] }),
      ],
    });
    await button('Cancel the rest').click();
    const stop = dialog('Cancel the rest');
    await expectVisible(
      stop.getByText('1 finished avatar stays. 1 credit comes back. Your photo is deleted.'),
    );
    expect(await findings(['light'])).toEqual([]);
    await stop.getByRole('button', { name: 'Keep going' }).click();
    await expectVisible(main().getByText('Paused: 1 of 2 made'));
    await button('Cancel the rest').click();
    await stop.getByRole('button', { name: 'Stop and keep 1' }).click();
    await expectVisible(main().getByText('Cancelled: 1 of 2 made'));
  });

  test('opens the pictures of those in view alone', async () => {
    const made = await avatars(30);
    const items = made.flatMap((write) => {
      if (write.table !== 'avatars' || !('put' in write)) return [];
      const { uid, id: avatarId, name, recipe } = write.put;
      return [{ uid, avatarId, name, recipe, state: 'done' as const, draftId: uid }];
    });
    const bulk = { people: items.map(({ uid }) => ({ draftId: uid, name: uid })), refused: [] };
    await openApp('/bulk', {
      rows: [...paid('pro').rows, ...made, batchOf([], { items, bulk })],
    });
    const shown = (at: number) => report().getByRole('row').elements().at(at)?.querySelector('img');
    await expect.poll(() => shown(1)).toBeTruthy();
    report().getByRole('row').elements().at(-1)?.scrollIntoView();
    await expect.poll(() => shown(-1)).toBeTruthy();
    await expect.poll(() => shown(1)).toBeNull();
  });

  test('shows everyone’s face, or the place of a cut-out that needs a look', async () => {
    const drawn = vi.spyOn(CanvasRenderingContext2D.prototype, 'drawImage');
    const faultBox = { x: 0.5, y: 0.25, width: 0.25, height: 0.25 };
    const places = [{ faultBox }, {}];
    await openApp('/bulk', {
      rows: paid('pro').rows,
      ports: ({ engine }) => ({
        engine: async () => ({
          ...(await engine()),
          cutOut: async () => ({
            picture: await plainPicture('teal'),
            faults: ['hole'],
            ...places.shift(),
          }),
        }),
      }),
    });
    await dropPhotos('ada.png', 'bob.png');
    await expectVisible(main().getByText('2 to check'));
    await expectVisible(people().getByRole('img', { name: 'The part of the photo to check' }));
    // Of a photo of 64 by 64 pixels.
    const square = [32, 16, 16, 16, 0, 0, 256, 256];
    await expect
      .poll(() => drawn.mock.calls.map(([, ...where]) => where))
      .toEqual(expect.arrayContaining([square]));
    const hole = people().getByText('Part of you may be missing from the cut-out.');
    await expectCount(hole, 2);
    for (const at of [0, 1])
      await expect.poll(() => people().elements()[at]?.querySelectorAll('canvas').length).toBe(1);
    expect(await findings()).toEqual([]);
  });

  test('says of each person’s photos what the Avatar Creator says of one, also after a reload', async () => {
    const found = finding(() => ({ notes: ['animated', 'close', 'several-faces'] }));
    const app = await openApp('/bulk', { rows: paid('pro').rows, ...found });
    await dropPhotos('ada.gif');
    const animated = people().getByText('This picture is animated: only its first frame is used.');
    await expectVisible(animated);
    await app.reopen();
    await expectVisible(animated);
    await people().getByText('This photo works. Some things could be better').click();
    await expectVisible(people().getByText(/^The photo ends close to the face/));
    await expectVisible(people().getByText(/The largest face is used/));
    expect(await findings()).toEqual([]);
  });

  test('says that a large photo is made smaller, and starts nothing meanwhile', async () => {
    await openApp('/bulk', {
      rows: paid('pro').rows,
      ...withEngine((engine) => ({
        openPhoto: (file, { onProgress } = {}) => {
          if (file instanceof File && file.name === 'ada.png') return engine.openPhoto(file);
          onProgress?.({ done: 0, stage: 'shrink' });
          return new Promise<never>(() => undefined);
        },
      })),
    });
    /** What the pointer says of a drop here. */
    const offered = (): string => {
      // A script's own ignores the effect.
      const dataTransfer = { dropEffect: 'copy' };
      const over = new DragEvent('dragover', { bubbles: true, cancelable: true });
      Object.defineProperty(over, 'dataTransfer', { value: dataTransfer });
      page.getByRole('region', { name: 'Photos' }).element().dispatchEvent(over);
      // Otherwise the browser would open the file.
      expect(over.defaultPrevented).toBe(true);
      return dataTransfer.dropEffect;
    };
    await dropPhotos('ada.png');
    await expect.element(button('Start the run')).toBeEnabled();
    expect(offered()).toBe('copy');
    await dropPhotos('large.jpg');
    await expect.element(button('Start the run')).toBeDisabled();
    expect(offered()).toBe('none');
    await expectVisible(main().getByText('Reading 1 of 1'));
    const statuses = main().getByRole('status');
    await expectVisible(statuses.filter({ hasText: /^A large photo: it is being made smaller/ }));
    // Numbers that change all the time aren't said aloud.
    await expectCount(statuses.filter({ hasText: 'Reading' }), 0);
  });

  test('asks before the page is left while photos are read, and only then', async () => {
    const { turn, hold, go } = createGate();
    const asks = (): boolean => !dispatchEvent(new Event('beforeunload', { cancelable: true }));
    const install = vi.fn(() => Promise.resolve());
    const { ports } = withEngine((engine) => ({
      openPhoto: async (...asked) => {
        await turn();
        return engine.openPhoto(...asked);
      },
    }));
    await openApp('/bulk', {
      rows: paid('pro').rows,
      ports: () => ({
        ...ports(),
        updates: {
          ...createState({ stage: 'ready', automatic: true, version: '9.0.0' } as const),
          setAutomatic: () => Promise.resolve(),
          check: () => Promise.resolve(),
          download: () => Promise.resolve(),
          install,
        },
      }),
    });
    const restart = page.getByRole('button', { name: 'Restart and install' });
    hold();
    onTestFinished(go);
    expect(asks()).toBe(false);
    await dropPhotos('ada.png');
    await expectVisible(main().getByText('Reading 1 of 1'));
    expect(asks()).toBe(true);
    await restart.click();
    await expectVisible(page.getByText('Restart once that is done.', { exact: false }));
    expect(install).not.toHaveBeenCalled();
    go();
    await expectCount(people(), 1);
    await expect.poll(asks).toBe(false);
    await restart.click();
    expect(install).toHaveBeenCalledTimes(1);
  });

  test('works by keyboard alone, from the photos to the saved files', async () => {
    const { device } = await openApp('/bulk', { rows: paid('pro').rows });
    await dropPhotos('ada.png', 'bob.png');
    await expectCount(people(), 2);
    /** Tabs on to the control of that name, as a keyboard's user would. */
    const reach = async (name: string): Promise<void> => {
      const passed: string[] = [];
      while (nameOf(document.activeElement) !== name) {
        await userEvent.tab();
        passed.push(nameOf(document.activeElement));
        if (passed.length > 80) throw new Error(`${name} is not among ${passed.join(', ')}`);
      }
    };
    await reach('Choose a folder');
    await reach('Choose photos');
    await reach('Remove all');
    await reach('People');
    await reach('Remove bob');
    await userEvent.keyboard('{Enter}');
    await expectCount(people(), 1);
    await reach('Modern');
    await userEvent.keyboard(' ');
    await expect.element(button('Start the run')).toBeEnabled();
    await reach('Start the run');
    await userEvent.keyboard('{Enter}');
    await expectVisible(main().getByText('Done: 2 of 2 made'));
    await expect.element(button('Save all 2')).toBeEnabled();
    await reach('Save all 2');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => device.saved.map(({ name }) => name).slice(-3)).toEqual(SAVED_LAST);
    await reach('Report');
  });

  test('takes a dropped folder: a photo in it is a person, and a subfolder one with several', async () => {
    await openApp('/bulk', { rows: paid('pro').rows });
    const png = (name: string) =>
      plainPicture('tan').then((blob) => new File([blob], name, { type: 'image/png' }));
    dropEntries([
      folderEntry('team', [
        fileEntry('team/notes.txt', await png('notes.txt')),
        fileEntry('team/bob.png', await png('bob.png')),
        folderEntry('team/Ada', [
          fileEntry('team/Ada/1.png', await png('1.png')),
          fileEntry('team/Ada/2.png', await png('2.png')),
        ]),
      ]),
    ]);
    await expectCount(people(), 2);
    await expect.poll(() => people().elements()[0]?.textContent).toBe('Ada 2 photosRemove');
    await expectVisible(main().getByText('2 people, 1 each'));
    await page.getByRole('button', { name: 'Remove Ada' }).click();
    await expectCount(people(), 1);
    await button('Remove all').click();
    await expectVisible(people());
    expect(await findings(['light'])).toEqual([]);
    await dialog('Remove all').getByRole('button', { name: 'Delete photo now' }).click();
    await expectCount(people(), 0);
  });

  test('keeps one style chosen, says that a folder has no photo, and lets people go', async () => {
    await openApp('/bulk', { rows: paid('pro').rows });
    await dropPhotos('ada.png');
    await expectCount(people(), 1);
    await page.getByRole('checkbox', { name: 'Realistic' }).click();
    await expect.element(page.getByRole('checkbox', { name: 'Realistic' })).toBeChecked();
    await dropPhotos('notes.txt');
    await expectVisible(main().getByText(/^No photos found/));
    await page.getByRole('button', { name: 'Remove ada' }).click();
    await expectCount(button('Start the run'), 0);
  });
});
