import { afterEach, expect, it, vi } from 'vitest';

import { desktopDownloads } from './downloads.ts';
import { CONTRACT, MOST_DRAGGED_BYTES, PIECE_BYTES, type Input } from './ipc-contract.ts';

const invoke = vi.fn<(channel: string, input: unknown) => Promise<unknown>>();
vi.stubGlobal('window', { likenessDesktop: { invoke, subscribe: () => () => undefined } });
afterEach(() => invoke.mockReset());

const event = { preventDefault: vi.fn() } as unknown as DragEvent;
/** A picture that claims this size but has no bytes. */
function sized(size: number) {
  const arrayBuffer = vi.fn(() => Promise.resolve(new ArrayBuffer(0)));
  return { name: 'a.png' as const, content: { size, arrayBuffer } as unknown as Blob, arrayBuffer };
}

it('pictures that are too much for one drag are refused with a sentence, before any is read', async () => {
  const many = [sized(MOST_DRAGGED_BYTES / 2), sized(MOST_DRAGGED_BYTES / 2 + 1)];
  await expect(desktopDownloads().lift(Promise.resolve(many)).drag(event)).rejects.toMatchObject({
    code: 'drag-too-large',
  });
  for (const { arrayBuffer } of many) expect(arrayBuffer).not.toHaveBeenCalled();
  expect(invoke).not.toHaveBeenCalled();

  invoke.mockResolvedValue({ ok: true, value: null });
  await desktopDownloads()
    .lift(Promise.resolve(many.slice(1)))
    .drag(event);
  expect(invoke).toHaveBeenCalledExactlyOnceWith('downloads.drag', {
    files: [{ name: 'a.png', bytes: new Uint8Array(0) }],
  });
});

it('main takes no more than that of a page', () => {
  const piece = new Uint8Array(MOST_DRAGGED_BYTES / 4);
  const files = Array.from({ length: 4 }, () => ({ name: 'a.png', bytes: piece }));
  const { input } = CONTRACT['downloads.drag'];
  expect(input.safeParse({ files }).success).toBe(true);
  expect(
    input.safeParse({ files: [...files, { name: 'b.png', bytes: new Uint8Array(1) }] }).success,
  ).toBe(false);
});

const id = '11111111-1111-4111-8111-111111111111';
const place = '/downloads/Likeness avatars';
const answer = (channel: string): Promise<unknown> =>
  Promise.resolve({
    ok: true,
    value:
      channel === 'files.begin'
        ? { id }
        : ['downloads.newFolder', 'files.finish'].includes(channel)
          ? { id, place }
          : null,
  });

it('a file that is larger than one message goes in pieces, in order and complete', async () => {
  const pieces: Blob[] = [];
  invoke.mockImplementation((channel, input) => {
    if (channel === 'files.append') {
      expect(CONTRACT[channel].input.safeParse(input).success).toBe(true);
      pieces.push(new Blob([(input as Input<'files.append'>).bytes]));
    }
    return answer(channel);
  });
  const film = Buffer.alloc(2 * PIECE_BYTES + 5, 'a film’s bytes');
  expect(await desktopDownloads().save('film.mp4', new Blob([film]))).toMatchObject({ place });
  expect(pieces.map(({ size }) => size)).toEqual([PIECE_BYTES, PIECE_BYTES, 5]);
  expect(film.equals(new Uint8Array(await new Blob(pieces).arrayBuffer()))).toBe(true);
});

it.each(['files.append', 'files.finish'])(
  'a file that main refuses at %s is given up there, and the reason is what it said',
  async (failing) => {
    invoke.mockImplementation((channel) =>
      channel === failing
        ? Promise.resolve({ ok: false, code: 'storage-full', context: {} })
        : answer(channel),
    );
    await expect(desktopDownloads().save('a.gif', new Blob(['x']))).rejects.toMatchObject({
      code: 'storage-full',
    });
    expect(invoke).toHaveBeenLastCalledWith('files.abort', { id });
  },
);

it('a folder for several is closed whether all came or not', async () => {
  invoke.mockImplementation(answer);
  async function* files(fails: boolean) {
    yield await Promise.resolve({ name: 'a.png' as const, content: new Blob(['x']) });
    if (fails) throw new Error('the picture is gone');
  }
  await desktopDownloads().saveAll('Likeness avatars', files(false));
  await expect(desktopDownloads().saveAll('Likeness avatars', files(true))).rejects.toThrow(
    'is gone',
  );
  const file = ['files.begin', 'files.append', 'files.finish'];
  const calls = ['downloads.newFolder', ...file, 'downloads.closeFolder'];
  expect(invoke.mock.calls.map(([channel]) => channel)).toEqual([...calls, ...calls]);
});
