import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { link, mkdir, open, rename, rm } from 'node:fs/promises';
import { extname, join } from 'node:path';

import { LikenessError } from '../../renderer/core/errors.ts';
import { noted } from '../../renderer/core/log/log.ts';
import { unfinishedName } from './unfinished.ts';

const LONGEST_NAME_BYTES = 200;
const DEVICES = /^(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)/i;
const MOST_COPIES = 10_000;

/** What the app has to save. Nothing that a double click would run: a page that was taken over can't leave such a file. */
const SAVED = /\.(png|jpe?g|webp|zip|json|txt|likeness)$/i;

const bytesOf = (text: string): number => Buffer.byteLength(text, 'utf8');

/** Cuts a text to a number of UTF-8 bytes, between characters. */
function cut(text: string, most: number): string {
  let kept = '';
  for (const character of text) {
    if (bytesOf(kept) + bytesOf(character) > most) break;
    kept += character;
  }
  return kept;
}

/**
 * A name that stands for one plain file on Windows, macOS and Linux alike: no separators, streams,
 * device names, control or direction-changing characters, dots at an end, or more than 200 bytes.
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
  const whole = `${stem || 'Likeness'}${extension}`;
  return DEVICES.test(whole) ? `_${whole}` : whole;
}

/** 'Name.png', 'Name (2).png', 'Name (3).png' … */
function* candidates(name: string): Generator<string> {
  const extension = extname(name);
  const stem = name.slice(0, name.length - extension.length);
  yield name;
  for (let copy = 2; copy <= MOST_COPIES; copy++) yield `${stem} (${copy})${extension}`;
}

const isTaken = (thrown: unknown): boolean =>
  thrown instanceof Error && 'code' in thrown && thrown.code === 'EEXIST';

/**
 * Writes a new file into `folder` and gives its path. Never over another, nor through a link: the
 * file system itself is told to create it or to fail. Under its name it is whole, or it isn't there.
 * @param onHidden told where its bytes lie until then: what a crash leaves there is the caller's to remove
 * @throws LikenessError 'download-failed'
 */
export async function saveFile(
  folder: string,
  name: string,
  bytes: Uint8Array,
  onHidden?: (hidden: string) => void,
): Promise<string> {
  const file = await beginFile(folder, name);
  onHidden?.(file.hidden);
  try {
    await file.append(bytes);
  } catch (thrown) {
    await file.abort();
    throw thrown;
  }
  return file.finish();
}

/** A file that comes in pieces: hidden until it is whole, and gone if it never is. */
export interface PiecedFile {
  /** Where its pieces lie until it is whole. */
  readonly hidden: string;
  append(bytes: Uint8Array): Promise<void>;
  /** Gives it its name, or the next that is free, and its path. */
  finish(): Promise<string>;
  abort(): Promise<void>;
}

/** SHA-256 of a file as the disk gives it, hex. */
async function fileHash(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(path)) hash.update(piece as Buffer);
  return hash.digest('hex');
}

/**
 * @param readBack whether the whole file is read again before it gets its name
 * @throws LikenessError 'download-failed'
 */
export async function beginFile(
  folder: string,
  name: string,
  readBack = false,
): Promise<PiecedFile> {
  if (!SAVED.test(safeName(name)))
    throw new LikenessError('download-failed', {
      reason: 'not a kind of file that Likeness saves',
    });
  const hidden = join(folder, unfinishedName());
  const failed = (cause: unknown): never => {
    throw new LikenessError('download-failed', {}, { cause });
  };
  const file = await open(hidden, 'wx').catch(failed);
  const abort = async (): Promise<void> => {
    await file.close().catch(noted('main.save'));
    await rm(hidden, { force: true });
  };
  const written = createHash('sha256');
  return {
    hidden,
    async append(bytes) {
      if (readBack) written.update(bytes);
      await file.writeFile(bytes).catch(failed);
    },
    async finish() {
      try {
        await file.sync();
        await file.close();
        if (readBack && (await fileHash(hidden)) !== written.digest('hex'))
          throw new Error('the file isn’t what was written');
        return await asNew(folder, name, (path) => takeName(hidden, path));
      } catch (thrown) {
        await abort();
        return failed(thrown);
      }
    },
    abort,
  };
}

/** Makes a new folder inside of `folder`, never one that is there, and gives its path. @throws LikenessError 'download-failed' */
export const newFolder = (folder: string, name: string): Promise<string> =>
  asNew(folder, name, (path) => mkdir(path));

async function asNew(
  folder: string,
  name: string,
  write: (path: string) => Promise<void>,
): Promise<string> {
  for (const candidate of candidates(safeName(name))) {
    const path = join(folder, candidate);
    try {
      await write(path);
      return path;
    } catch (thrown) {
      if (!isTaken(thrown)) throw new LikenessError('download-failed', {}, { cause: thrown });
    }
  }
  throw new LikenessError('download-failed', { reason: 'no free name' });
}

/** Gives a whole file a name that is free. @throws as the file system does, 'EEXIST' where it isn't */
async function takeName(hidden: string, path: string): Promise<void> {
  try {
    await link(hidden, path);
  } catch (thrown) {
    if (isTaken(thrown)) throw thrown;
    // A file system without links, as on memory cards: the name is taken first, so that the rename goes over our own empty file alone.
    await (await open(path, 'wx')).close();
    await rename(hidden, path);
    return;
  }
  await rm(hidden, { force: true });
}
