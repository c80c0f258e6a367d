import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';

import type { Downloads } from '../../ports/downloads.ts';
import { webDownloads } from './downloads.ts';
import { webFiles } from './files.ts';

/** The part of an origin private file system that these files use, in memory. */
function privateFiles() {
  const files = new Map<string, { lastModified: number; writing: boolean }>();
  const handle = (name: string) => ({
    kind: 'file',
    name,
    getFile: () => Promise.resolve(files.get(name)),
    createWritable: () => {
      files.set(name, { lastModified: Date.now(), writing: true });
      return Promise.resolve({
        write: () => (full ? Promise.reject(full) : Promise.resolve()),
        close: () => {
          files.set(name, { lastModified: Date.now(), writing: false });
          return Promise.resolve();
        },
        abort: () => Promise.resolve(),
      });
    },
  });
  const remove = (name: string) => {
    if (files.get(name)?.writing)
      return Promise.reject(new DOMException('locked', 'NoModificationAllowedError'));
    files.delete(name);
    return Promise.resolve();
  };
  const folder = {
    async *values() {
      await Promise.resolve();
      for (const name of [...files.keys()]) yield handle(name);
    },
    getFileHandle: (name: string) => Promise.resolve(handle(name)),
    removeEntry: remove,
  };
  const root = {
    getDirectoryHandle: () => Promise.resolve(folder),
    removeEntry: () => {
      files.clear();
      return Promise.resolve();
    },
  };
  vi.stubGlobal('navigator', { storage: { getDirectory: () => Promise.resolve(root) } });
  return files;
}

const HOUR = 60 * 60 * 1_000;
let files: ReturnType<typeof privateFiles>;
let full: DOMException | undefined;
beforeEach(() => {
  files = privateFiles();
  full = undefined;
  vi.useFakeTimers({ now: 1_800_000_000_000, toFake: ['Date', 'setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
});

it('leaves a file alone that the browser may still be copying, and one that is being written', async () => {
  const port = webFiles({ save: () => Promise.resolve({}) } as unknown as Downloads);
  const first = await port.begin('first.likeness');
  await first.close();
  const [copying] = files.keys();
  await vi.advanceTimersByTimeAsync(HOUR / 2);
  const second = await port.begin('second.likeness');
  expect([...files.keys()]).toContain(copying);
  expect(files.size).toBe(2);

  await vi.advanceTimersByTimeAsync(HOUR);
  const third = await port.begin('third.likeness');
  // The first is old by now. The second was started an hour ago and is still being written.
  expect([...files.keys()]).not.toContain(copying);
  expect(files.size).toBe(2);
  await second.close();
  await third.close();
  expect(files.size).toBe(2);
  // Nobody saves another file.
  await vi.advanceTimersByTimeAsync(HOUR);
  expect(files.size).toBe(0);
});

it('deletes an old copy before the next file if its timer never ran', async () => {
  const begin = () =>
    webFiles({ save: () => Promise.resolve({}) } as unknown as Downloads).begin('a.likeness');
  await (await begin()).close();
  const [old] = files.keys();
  vi.clearAllTimers();
  await vi.advanceTimersByTimeAsync(2 * HOUR);
  await begin();
  expect(files.size).toBe(1);
  expect([...files.keys()]).not.toContain(old);
});

it('says that the disk is full, of a backup and of several pictures, and keeps none of them', async () => {
  full = new DOMException('full', 'QuotaExceededError');
  const file = await webFiles(webDownloads()).begin('a.likeness');
  await expect(file.write(new Uint8Array(3))).rejects.toMatchObject({ code: 'storage-full' });
  await file.abort();
  async function* pictures() {
    yield await Promise.resolve({ name: 'a.png' as const, content: new Blob(['x']) });
  }
  await expect(webDownloads().saveAll('Avatars', pictures())).rejects.toMatchObject({
    code: 'storage-full',
  });
  full = new DOMException('broken', 'UnknownError');
  await expect(webDownloads().saveAll('Avatars', pictures())).rejects.toMatchObject({
    code: 'download-failed',
  });
});
