import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { link, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { basename, extname, isAbsolute, join, parse } from 'node:path';

import { LikenessError } from '../../renderer/core/errors.ts';
import { folderName, isDrawing, isFileName, withoutDevice } from '../../renderer/core/file-name.ts';
import { noted } from '../../renderer/core/log/log.ts';

/** An unfinished file's name. */
export const UNFINISHED = /^\.likeness-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.part$/;
/** A file's name until it is complete: hidden, and unlike any other program's. */
export const unfinishedName = (): string => `.likeness-${randomUUID()}.part`;
export const isUnfinished = (path: string): boolean =>
  isAbsolute(path) && UNFINISHED.test(basename(path));

const LONGEST_NAME_BYTES = 200;
const MOST_COPIES = 10_000;

export const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false, // It doesn't exist; that is the answer.
  );

/** A folder's name for the user. A drive's root has none: then its path, 'D:\\'. */
export const nameOf = (folder: string): string => basename(folder) || folder;

const bytesOf = (text: string): number => Buffer.byteLength(text, 'utf8');

/** Truncates a text to a number of UTF-8 bytes, between characters. */
function cut(text: string, most: number): string {
  let kept = '';
  for (const character of text) {
    if (bytesOf(kept) + bytesOf(character) > most) break;
    kept += character;
  }
  return kept;
}

/**
 * Makes a name that is a single plain file on Windows, macOS and Linux: no separators, streams,
 * device names, control or bidirectional characters, no dots at the ends, at most 200 bytes.
 */
export function safeName(name: string): string {
  const plain = name
    .normalize('NFC')
    .replace(/[\\/:*?"<>|]/g, '_')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '')
    .replace(/^[\s.]+|[\s.]+$/g, '');
  const extension = cut(extname(plain), 16);
  const stem = cut(
    plain.slice(0, plain.length - extname(plain).length),
    LONGEST_NAME_BYTES - bytesOf(extension),
  ).replace(/[\s.]+$/, '');
  return withoutDevice(`${stem || 'Likeness'}${extension}`);
}

/** 'Name.png', 'Name (2).png', 'Name (3).png' … */
function* candidates(stem: string, extension = ''): Generator<string> {
  yield stem + extension;
  for (let copy = 2; copy <= MOST_COPIES; copy++) yield `${stem} (${copy})${extension}`;
}

/** Whether an error, or one that it wraps, is that of a full disk. */
export const isFull = (thrown: unknown): boolean =>
  thrown instanceof Error &&
  (('code' in thrown && ['ENOSPC', 'EDQUOT'].includes(String(thrown.code))) ||
    isFull(thrown.cause));

const failed = (cause: unknown): never => {
  throw new LikenessError(isFull(cause) ? 'storage-full' : 'download-failed', {}, { cause });
};

const isTaken = (thrown: unknown): boolean =>
  thrown instanceof Error && 'code' in thrown && thrown.code === 'EEXIST';

/**
 * Writes a new file into `folder` and returns its path, as `beginFile` does in pieces.
 * @throws LikenessError 'download-failed' | 'storage-full'
 */
export async function saveFile(folder: string, name: string, bytes: Uint8Array): Promise<string> {
  const file = await beginFile(folder, name);
  try {
    await file.append(bytes);
  } catch (thrown) {
    await file.abort();
    throw thrown;
  }
  return file.finish();
}

/** A file that is written in pieces. Hidden until it is complete, and removed if it never is. */
export interface PiecedFile {
  /** Temporary path of its bytes until it is complete. */
  readonly hidden: string;
  append(bytes: Uint8Array): Promise<void>;
  /** Gives it its name, or the next free one. Resolves with its path. */
  finish(): Promise<string>;
  abort(): Promise<void>;
}

/** SHA-256 of a file as read from the disk, hex. */
async function fileHash(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(path)) hash.update(piece as Buffer);
  return hash.digest('hex');
}

/**
 * Begins a new file in `folder`. Never overwrites a file or follows a link: the file system creates
 * the file exclusively. The file appears under its name only when it is complete, was read back and
 * is what was written. After a crash, the caller has to remove its temporary file.
 * @throws LikenessError 'download-failed' | 'storage-full'
 */
export async function beginFile(folder: string, name: string): Promise<PiecedFile> {
  if (!isFileName(safeName(name)))
    throw new LikenessError('download-failed', {
      reason: 'not a kind of file that Likeness saves',
    });
  const hidden = join(folder, unfinishedName());
  const file = await open(hidden, 'wx').catch(failed);
  const abort = async (): Promise<void> => {
    await file.close().catch(noted('main.save'));
    await rm(hidden, { force: true });
  };
  const written = createHash('sha256');
  return {
    hidden,
    async append(bytes) {
      written.update(bytes);
      await file.writeFile(bytes).catch(failed);
    },
    async finish() {
      try {
        await file.sync();
        await file.close();
        if ((await fileHash(hidden)) !== written.digest('hex'))
          throw new Error('the file isn’t what was written');
        if (/\.svg$/i.test(safeName(name)) && !isDrawing(await readFile(hidden, 'utf8')))
          throw new Error('not a drawing');
        const { name: stem, ext } = parse(safeName(name));
        return await asNew(folder, candidates(stem, ext), (path) => takeName(hidden, path));
      } catch (thrown) {
        await abort();
        return failed(thrown);
      }
    },
    abort,
  };
}

/**
 * Creates a new folder inside `folder`, never reusing an existing one. Resolves with its path.
 * @throws LikenessError 'download-failed' | 'storage-full'
 */
export const newFolder = (folder: string, name: string): Promise<string> =>
  asNew(folder, candidates(folderName(name, 'Likeness')), (path) => mkdir(path));

async function asNew(
  folder: string,
  names: Iterable<string>,
  write: (path: string) => Promise<void>,
): Promise<string> {
  for (const candidate of names) {
    const path = join(folder, candidate);
    try {
      await write(path);
      return path;
    } catch (thrown) {
      if (!isTaken(thrown)) failed(thrown);
    }
  }
  throw new LikenessError('download-failed', { reason: 'no free name' });
}

/**
 * Gives a complete file its name if that is free. @throws file system errors, 'EEXIST' if the name
 * is taken
 */
async function takeName(hidden: string, path: string): Promise<void> {
  try {
    await link(hidden, path);
  } catch (thrown) {
    if (isTaken(thrown)) throw thrown;
    // On a file system without hard links, such as a memory card's, reserve the name first: the
    // rename then replaces only our own empty file.
    await (await open(path, 'wx')).close();
    await rename(hidden, path).catch(async (failure: unknown) => {
      await rm(path, { force: true });
      throw failure;
    });
    return;
  }
  await rm(hidden, { force: true });
}
