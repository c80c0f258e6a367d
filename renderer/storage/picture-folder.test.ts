import { beforeEach, expect, it, vi } from 'vitest';

/** A folder's files; one that goes while the folder is read is listed without a Blob. */
const files = new Map<string, Blob | undefined>();
/** What becomes of the bytes of the next file. */
let stored: (bytes: Uint8Array<ArrayBuffer>) => BlobPart;

class FileHandle {
  constructor(readonly name: string) {}
  getFile = () => {
    const file = files.get(this.name);
    return file ? Promise.resolve(file) : Promise.reject(new DOMException('', 'NotFoundError'));
  };
  createWritable() {
    const parts: BlobPart[] = [];
    return {
      write: async (bytes: Uint8Array<ArrayBuffer>) =>
        parts.push(await Promise.resolve(stored(bytes))),
      close: () => Promise.resolve(files.set(this.name, new Blob(parts))),
      abort: () => Promise.resolve(),
    };
  }
}
vi.stubGlobal('FileSystemFileHandle', FileHandle);

/** A folder as the File System Access API has it: creating a file makes an empty one. */
const handle = {
  *entries() {
    for (const name of files.keys()) yield [name, new FileHandle(name)];
  },
  removeEntry: (name: string) => Promise.resolve(files.delete(name)),
  getFileHandle(name: string) {
    if (!files.has(name)) files.set(name, new Blob());
    return Promise.resolve(new FileHandle(name));
  },
};
vi.mock('./database.ts', () => ({
  Database: class {
    device = { get: () => Promise.resolve({ handle }) };
  },
}));
const { openPictureFolder } = await import('./picture-folder.ts');
const folder = openPictureFolder('test');
const names = async () => [...(await folder.names('guest'))];

beforeEach(() => {
  files.clear();
  stored = (bytes) => bytes;
});

it('writes a picture, and lists it', async () => {
  expect(await folder.write('guest', 'a.png', new Blob(['picture']))).toBe('written');
  expect(await names()).toEqual(['a.png']);
  expect(await files.get('a.png')?.text()).toBe('picture');
});

it.each([
  ['full', new DOMException('no room', 'QuotaExceededError')],
  ['failed', undefined],
] as const)('leaves nothing of a picture if it ends as %s', async (outcome, fault) => {
  stored = () => {
    if (fault) throw fault;
    return 'another';
  };
  expect(await folder.write('guest', 'a.png', new Blob(['picture']))).toBe(outcome);
  expect([...files.keys()]).toEqual([]);
});

it('doesn’t list the empty file of a page that died while it wrote', async () => {
  await handle.getFileHandle('a.png');
  expect(await names()).toEqual([]);
  await folder.write('guest', 'a.png', new Blob(['picture']));
  expect(await names()).toEqual(['a.png']);
});

it('doesn’t list a file that goes while the folder is read', async () => {
  files.set('b.png.crswap', undefined);
  await folder.write('guest', 'b.png', new Blob(['picture']));
  expect(await names()).toEqual(['b.png']);
});
