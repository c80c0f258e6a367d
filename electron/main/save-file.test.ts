import fs, { mkdtemp, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { basename, dirname, join } from 'node:path';
import fc from 'fast-check';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';

import { FILE_EXTENSIONS, REPORT_PAGE } from '../../renderer/core/file-name.ts';
import { codeOf } from '../../tests/support/code-of.ts';
import { testFolder } from '../../tests/support/folders.ts';
import { beginFile, newFolder, safeName, saveFile } from './save-file.ts';

let outside: string;
let folder: string;
const bytes = new Uint8Array([1, 2, 3]);

beforeEach(async () => {
  outside = testFolder();
  folder = await mkdtemp(join(outside, 'chosen-'));
});

const DRAWING =
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" viewBox="0 0 9 9">\n<g id="skin">\n<path id="skin-1" fill="#aabbcc" d="M1 1c.5-.5 1 0 1 2z"/>\n</g>\n</svg>\n';

describe('safeName', () => {
  it.each([
    ['Realistic_1_avatar_hd.png', 'Realistic_1_avatar_hd.png'],
    ['José 猫 🐈.png', 'José 猫 🐈.png'],
    ['../../etc/passwd', '_._etc_passwd'],
    ['/etc/passwd', '_etc_passwd'],
    ['C:\\Windows\\win.ini', 'C__Windows_win.ini'],
    ['a.png:hidden', 'a.png_hidden'],
    ['NUL', '_NUL'],
    ['con.png', '_con.png'],
    ['Com1.tar.png', '_Com1.tar.png'],
    ['LPT¹', '_LPT¹'],
    ['consul.png', 'consul.png'],
    ['photo\u202egnp.exe', 'photognp.exe'],
    ['a\u0000b.png', 'ab.png'],
    ['trailing. . .', 'trailing'],
    ['.hidden', 'hidden'],
    ['...', 'Likeness'],
    ['', 'Likeness'],
  ])('%j becomes %j', (name, safe) => {
    expect(safeName(name)).toBe(safe);
  });

  it('cuts long names between characters and keeps the extension', () => {
    const name = safeName(`${'🐈'.repeat(300)}.png`);
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(200);
    expect(name).toMatch(/^🐈+\.png$/u);
  });

  it('of anything is one plain name, and stays itself', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: 'binary', maxLength: 300 }), fc.string({ maxLength: 300 })),
        (name) => {
          const safe = safeName(name);
          expect(basename(safe)).toBe(safe);
          expect(safe).not.toMatch(/[\\/:*?"<>|\p{Cc}\p{Cf}]|^[\s.]|[\s.]$|^$/u);
          expect(Buffer.byteLength(safe)).toBeLessThanOrEqual(201);
          expect(safeName(safe)).toBe(safe);
        },
      ),
      { numRuns: 3_000 },
    );
  });
});

describe('saveFile', () => {
  it('never overwrites, also when several save at once', async () => {
    const paths = await Promise.all(
      [1, 2, 3].map((n) => saveFile(folder, 'a.png', new Uint8Array([n]))),
    );
    expect(new Set(paths).size).toBe(3);
    expect((await readdir(folder)).sort()).toEqual(['a (2).png', 'a (3).png', 'a.png']);
    expect((await Promise.all(paths.map((path) => readFile(path)))).map(([n]) => n)).toEqual([
      1, 2, 3,
    ]);
  });

  it.each([
    'x.desktop',
    'x.exe',
    'x.scr',
    'x.js',
    'x.png.lnk',
    'x.bat',
    'x.sh',
    'x.svg',
    'x.html',
    'x.report.html',
    'x.command',
    'x.png\u202e.exe',
    'x.exe.',
    'x',
    '.png',
  ])('writes nothing that a double click would run: %j', async (name) => {
    expect(await codeOf(saveFile(folder, name, bytes))).toBe('download-failed');
    expect(await readdir(folder)).toEqual([]);
  });

  it.each([...FILE_EXTENSIONS.map((extension) => `Ada – 猫.${extension}`), REPORT_PAGE])(
    'saves %s',
    async (name) => {
      const content = name.endsWith('.svg') ? Buffer.from(DRAWING) : bytes;
      const path = await saveFile(folder, name, content);
      expect(basename(path)).toBe(name);
      expect([...(await readFile(path))]).toEqual([...content]);
    },
  );

  it.each([
    DRAWING.replace('<path', '<script>alert(1)</script><path'),
    DRAWING.replace('<path', '<path onload="alert(1)"'),
    DRAWING.replace('#aabbcc', 'url(https://a.example)'),
    DRAWING.replace('<path', '<image href="https://a.example/a.png"/><path'),
    DRAWING.replace('<path', '<style>@import "https://a.example"</style><path'),
    `<?xml-stylesheet href="a.css"?>${DRAWING}`,
    '',
  ])('saves no SVG that holds more than filled paths: %s', async (drawing) => {
    expect(await codeOf(saveFile(folder, 'a.svg', Buffer.from(drawing)))).toBe('download-failed');
    expect(await readdir(folder)).toEqual([]);
  });

  it('says that the disk is full, and leaves nothing', async () => {
    const file = await beginFile(folder, 'a.png');
    const { open } = await import('node:fs/promises');
    const probe = await open(folder);
    const full = Object.assign(new Error('no space left'), { code: 'ENOSPC' });
    const spy = vi
      .spyOn(Object.getPrototypeOf(probe) as typeof probe, 'writeFile')
      .mockRejectedValue(full);
    await probe.close();
    expect(await codeOf(file.append(bytes))).toBe('storage-full');
    expect(await codeOf(saveFile(folder, 'a.png', bytes))).toBe('storage-full');
    spy.mockRestore();
    await file.abort();
    expect(await readdir(folder)).toEqual([]);
  });

  it('does not write through a link', async () => {
    const target = join(outside, 'target');
    await writeFile(target, 'untouched');
    await symlink(target, join(folder, 'a.png'));
    await symlink(join(outside, 'created'), join(folder, 'b.png'));
    expect(await saveFile(folder, 'a.png', bytes)).toBe(join(folder, 'a (2).png'));
    expect(await saveFile(folder, 'b.png', bytes)).toBe(join(folder, 'b (2).png'));
    expect(await readFile(target, 'utf8')).toBe('untouched');
    expect(await readdir(outside)).not.toContain('created');
  });

  it('in pieces is there when it is whole, beside those of its name, and gone when it never is', async () => {
    await writeFile(join(folder, 'a.likeness'), 'earlier');
    const file = await beginFile(folder, 'a.likeness');
    await file.append(new Uint8Array([1, 2]));
    await file.append(new Uint8Array([3]));
    expect((await readdir(folder)).filter((name) => !name.startsWith('.'))).toEqual(['a.likeness']);
    const path = await file.finish();
    expect([...(await readFile(path))]).toEqual([1, 2, 3]);
    expect((await readdir(folder)).sort()).toEqual(['a (2).likeness', 'a.likeness']);
    const given = await beginFile(folder, 'b.likeness');
    await given.append(bytes);
    await given.abort();
    expect(await readdir(folder)).toHaveLength(2);
    expect(await codeOf(beginFile(join(folder, 'gone'), 'c'))).toBe('download-failed');
  });

  it('without hard links takes a free name, and leaves nothing under it if that fails', async () => {
    const refused = Object.assign(new Error('refused'), { code: 'EPERM' });
    const link = vi.spyOn(fs, 'link').mockRejectedValue(refused);
    const rename = vi.spyOn(fs, 'rename').mockRejectedValueOnce(refused);
    syncBuiltinESMExports();
    onTestFinished(() => {
      link.mockRestore();
      rename.mockRestore();
      syncBuiltinESMExports();
    });
    expect(await codeOf(saveFile(folder, 'a.png', bytes))).toBe('download-failed');
    expect(await readdir(folder)).toEqual([]);
    await saveFile(folder, 'a.png', bytes);
    await saveFile(folder, 'a.png', bytes);
    expect((await readdir(folder)).sort()).toEqual(['a (2).png', 'a.png']);
  });

  it('names a folder that is gone', async () => {
    expect(await codeOf(saveFile(join(folder, 'gone'), 'a.png', bytes))).toBe('download-failed');
  });
});

it('a new folder is new each time, has its whole name, is inside the chosen one, and never a link’s target', async () => {
  await symlink(outside, join(folder, 'Likeness avatars'));
  expect(await newFolder(folder, 'Likeness avatars')).toBe(join(folder, 'Likeness avatars (2)'));
  expect(await newFolder(folder, 'Likeness avatars')).toBe(join(folder, 'Likeness avatars (3)'));
  expect(await readdir(join(folder, 'Likeness avatars (2)'))).toEqual([]);
  const dotted = 'St. Johannes Kindergarten avatars';
  expect(await newFolder(folder, dotted)).toBe(join(folder, dotted));
  expect(await newFolder(folder, dotted)).toBe(join(folder, `${dotted} (2)`));
  for (const name of ['../../x', '..', 'C:\\x']) {
    const made = await newFolder(folder, name);
    expect(dirname(made)).toBe(folder);
    expect(basename(made)).not.toMatch(/[\\/:]|^\.|\.$/);
  }
  expect(dirname(await saveFile(folder, '../../x.png', bytes))).toBe(folder);
});

it('gives no name to a file that reads back differently from how it was written', async () => {
  const bad = await beginFile(folder, 'Bad.likeness');
  await bad.append(bytes);
  await writeFile(bad.hidden, new Uint8Array([1, 2, 4]));
  expect(await codeOf(bad.finish())).toBe('download-failed');
  expect(await readdir(folder)).toEqual([]);
});
