import { beforeEach, describe, expect, it, vi } from 'vitest';

import { LikenessError } from '../../core/errors.ts';
import { desktopPictureFolder } from './picture-folder.ts';

/** What main answers on some channels. */
let answers: Record<string, unknown>;
let called: [string, unknown][];
const id = '11111111-1111-4111-8111-111111111111';

beforeEach(() => {
  answers = {
    'pictures.begin': { id },
    'pictures.append': 'written',
    'pictures.finish': 'written',
    'pictures.abort': null,
  };
  called = [];
  vi.stubGlobal('window', {
    likenessDesktop: {
      subscribe: () => () => undefined,
      invoke(channel: string, input: unknown) {
        called.push([channel, input]);
        return Promise.resolve({ ok: true, value: answers[channel] });
      },
    },
  });
});

const channels = (): string[] => called.map(([channel]) => channel);
const write = (bytes: number) =>
  desktopPictureFolder().write('guest', 'a.png', new Blob([new Uint8Array(bytes)]));

describe('the desktop’s folder for pictures', () => {
  it('takes large files in pieces', async () => {
    expect(await write(9 * 1024 * 1024)).toBe('written');
    expect(channels()).toEqual([
      'pictures.begin',
      'pictures.append',
      'pictures.append',
      'pictures.append',
      'pictures.finish',
    ]);
  });

  it.each(['gone', 'full', 'failed'])(
    'says what keeps a file from being written: %s',
    async (why) => {
      answers['pictures.finish'] = why;
      expect(await write(1)).toBe(why);
      answers['pictures.append'] = why;
      expect(await write(1)).toBe(why);
      // Main has closed the file already.
      expect(channels()).not.toContain('pictures.abort');
      answers['pictures.begin'] = why;
      expect(await write(1)).toBe(why);
    },
  );

  it('knows a full disk by its cause, as a backup reports it', async () => {
    answers['pictures.append'] = 'full';
    const saved = desktopPictureFolder().save('guest', 'a.likeness', async (piece) => {
      await piece(new Uint8Array(1)).catch((cause: unknown) => {
        throw new LikenessError('backup-failed', {}, { cause });
      });
    });
    expect(await saved).toBe('full');
  });

  it('reads a backup in pieces, to its end', async () => {
    const pieces = [new Uint8Array(4 * 1024 * 1024).fill(1), new Uint8Array([2, 3])];
    Object.defineProperty(answers, 'pictures.read', {
      get: () => pieces.shift() ?? new Uint8Array(),
    });
    const file = await desktopPictureFolder().open('guest', 'a.likeness');
    expect(file.size).toBe(4 * 1024 * 1024 + 2);
    expect([...(await file.slice(-3).bytes())]).toEqual([1, 2, 3]);
    expect(called.map(([, input]) => (input as { at: number }).at)).toEqual([
      0,
      4 * 1024 * 1024,
      4 * 1024 * 1024 + 2,
    ]);
  });

  it('leaves no file when its writer fails', async () => {
    const failure = new LikenessError('storage-locked');
    await expect(
      desktopPictureFolder().save('guest', 'a.likeness', () => Promise.reject(failure)),
    ).rejects.toBe(failure);
    expect(channels()).toEqual(['pictures.begin', 'pictures.abort']);
  });

  it.each([
    [null, { kind: 'none' }],
    [
      { name: 'Portraits', found: true },
      { kind: 'ready', name: 'Portraits' },
    ],
    [
      { name: 'Portraits', found: false },
      { kind: 'gone', name: 'Portraits' },
    ],
  ])('is %o', async (answer, state) => {
    answers['pictures.folder'] = answer;
    expect(await desktopPictureFolder().state('guest')).toEqual(state);
  });
});
