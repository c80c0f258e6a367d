import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';

import { testFolder } from '../../tests/support/folders.ts';
import { folderStorage } from './storage.ts';

let root: string;
beforeEach(() => void (root = testFolder()));

const modeOf = (...path: readonly string[]): number => statSync(join(root, ...path)).mode & 0o777;

it.skipIf(process.platform === 'win32')('keeps photos from the machine’s other users', async () => {
  await folderStorage(join(root, 'elsewhere')).put('photos/b/p', Buffer.from('face'));
  expect(modeOf('elsewhere')).toBe(0o700);
  expect(modeOf('elsewhere', 'photos', 'b')).toBe(0o700);
  expect(modeOf('elsewhere', 'photos', 'b', 'p')).toBe(0o600);
});

it('leaves no piece of a file that it couldn’t write', async () => {
  const storage = folderStorage(root);
  mkdirSync(join(root, 'pictures/b/taken'), { recursive: true });
  writeFileSync(join(root, 'pictures/b/taken/inside'), '');
  await expect(storage.put('pictures/b/taken', Buffer.from('new'))).rejects.toThrow();
  expect(readdirSync(join(root, 'pictures/b'))).toEqual(['taken']);
});

it('keeps a whole file, however many write it at once', async () => {
  const storage = folderStorage(root);
  const same = Array.from({ length: 20 }, () =>
    storage.put('pictures/b/p', Buffer.alloc(100_000, 7)),
  );
  await Promise.all(same);
  expect(await storage.get('pictures/b/p')).toEqual(Buffer.alloc(100_000, 7));
  expect(readdirSync(join(root, 'pictures/b'))).toEqual(['p']);
});
