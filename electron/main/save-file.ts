import { open, rm } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { LikenessError } from '../../renderer/core/errors.ts';

const LONGEST_NAME_BYTES = 200;
const DEVICES = /^(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)/i;
const MOST_COPIES = 10_000;

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
  const stem = cut(plain.slice(0, plain.length - extname(plain).length), LONGEST_NAME_BYTES - bytesOf(extension)).replace(/[\s.]+$/, '');
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

const isTaken = (thrown: unknown): boolean => thrown instanceof Error && 'code' in thrown && thrown.code === 'EEXIST';

/**
 * Writes a new file into `folder` and gives its path. Never over another, nor through a link:
 * the file system itself is told to create it or to fail.
 * @throws LikenessError 'download-failed'
 */
export async function saveFile(folder: string, name: string, bytes: Uint8Array): Promise<string> {
  for (const candidate of candidates(safeName(name))) {
    const path = join(folder, candidate);
    try {
      await writeNew(path, bytes);
      return path;
    } catch (thrown) {
      if (!isTaken(thrown)) throw new LikenessError('download-failed', {}, { cause: thrown });
    }
  }
  throw new LikenessError('download-failed', { reason: 'no free name' });
}

async function writeNew(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx');
  try {
    await file.writeFile(bytes);
    await file.close();
  } catch (thrown) {
    await file.close().catch(() => undefined);
    await rm(path, { force: true });
    throw thrown;
  }
}
