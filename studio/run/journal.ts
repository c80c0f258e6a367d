import { createHash } from 'node:crypto';
import { mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';

import { comparedSchema, VERDICTS } from '../../renderer/core/engines/verdict.ts';
import { isErrorCode, type ErrorCode } from '../../renderer/core/errors.ts';
import { PHOTO_NOTES } from '../../renderer/core/photo-notes.ts';
import { StudioError } from '../failures.ts';
import { takeOwnership } from '../ownership.ts';
import type { PlannedFile } from '../recipes.ts';

/** Folder inside the output folder for what a later run needs to continue. */
export const KEPT = '.likeness';

const pictureLine = z.object({
  kind: z.literal('picture'),
  key: z.string(),
  /** Relative to the output folder. */
  file: z.string(),
  thumbnail: z.string(),
  bytes: z.number(),
  sha256: z.string(),
  likeness: z.number(),
  softened: z.boolean(),
  faults: z.array(z.string()),
});
const photoLine = z.object({
  kind: z.literal('photo'),
  /** SHA-256 of its bytes, hex. */
  photo: z.string(),
  /** Missing if it can be used. */
  refused: z.custom<ErrorCode>(isErrorCode).optional(),
  /** What to know about it; journals of earlier versions don't say it. */
  notes: z.array(z.enum(PHOTO_NOTES)).optional(),
});
/** An attempt at a look by an engine of the operator's own; the last line of an attempt counts. */
const lookLine = z.object({
  kind: z.literal('look'),
  key: z.string(),
  /** From 1. */
  attempt: z.number(),
  /** 'sent' is written before the photo leaves, 'received' once the picture is on the disk. */
  state: z.enum(['sent', 'received', 'failed', ...VERDICTS]),
  job: z.string(),
  engineJob: z.string().optional(),
  seed: z.number(),
  /** The rest is there from 'received' on; files are relative to the output folder. */
  file: z.string().optional(),
  sha256: z.string().optional(),
  reason: z.string().optional(),
  found: comparedSchema.optional(),
});
const line = z.discriminatedUnion('kind', [pictureLine, photoLine, lookLine]);
export type LookEntry = z.infer<typeof lookLine>;
export type PictureEntry = z.infer<typeof pictureLine>;
export type PhotoEntry = z.infer<typeof photoLine>;
type Entry = z.infer<typeof line>;

export const sha256 = (bytes: Uint8Array | string): string =>
  createHash('sha256').update(bytes).digest('hex');

/**
 * The key of a person's file: the same for the same work on the same photo under the same name.
 * Journals on disk hold these keys, so their ingredients must never change.
 */
export const fileKey = (person: string, { photo, fileName, work }: PlannedFile): string =>
  sha256(
    JSON.stringify([
      person,
      fileName,
      photo,
      ...(work.kind === 'picture' ? [work.recipe, work.size, work.format] : [work]),
    ]),
  );

interface WriteOptions {
  /** Whether only this user may read the file, and the folders made for it. */
  readonly isPrivate?: boolean;
  /** The ending of its name until it is whole; another for each, where several may write it at once. */
  readonly part?: string;
  /** Awaited when the bytes are on the disk; if it rejects, nothing is written. */
  readonly consent?: () => Promise<void>;
}

/** Writes the whole file or nothing, also if the power is cut. */
export async function writeWhole(
  path: string,
  bytes: Uint8Array | string,
  { isPrivate = false, part = '.part', consent }: WriteOptions = {},
): Promise<void> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true, ...(isPrivate && { mode: 0o700 }) });
  const next = `${path}${part}`;
  try {
    await writeFile(next, bytes, { flush: true, ...(isPrivate && { mode: 0o600 }) });
    await consent?.();
    await rename(next, path);
  } catch (thrown) {
    await rm(next, { force: true });
    throw thrown;
  }
  await syncFolder(folder);
}

/** Waits until the names in a folder are on the disk. Windows opens no folders. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const entries = await open(folder);
  try {
    await entries.sync();
  } finally {
    await entries.close();
  }
}

/** A log of photos checked and files made, from which an interrupted run continues. */
export interface Journal {
  /** The result of a photo's check. */
  photo(photo: string): PhotoEntry | undefined;
  /** The entry of a file that is still on disk exactly as it was written. */
  picture(key: string): Promise<PictureEntry | undefined>;
  /** The attempts at a look, in their order. */
  look(key: string): readonly LookEntry[];
  /** A file that is still on the disk exactly as it was written. */
  read(entry: Pick<LookEntry, 'file' | 'sha256'>): Promise<Buffer | undefined>;
  add(entry: Entry): Promise<void>;
  close(): Promise<void>;
}

/**
 * @param out the run's output folder, which is no other run's meanwhile
 * @throws StudioError 'missing' if it is, 'usage' if it can't be written to
 */
export async function openJournal(out: string): Promise<Journal> {
  const folder = join(out, KEPT);
  let owner: ReturnType<typeof takeOwnership>;
  try {
    await mkdir(folder, { recursive: true });
    owner = takeOwnership(join(folder, 'owner'), {
      has: `is writing to ${out}`,
      instead: 'name another folder with --out',
    });
  } catch (cause) {
    if (!(cause instanceof Error) || cause instanceof StudioError) throw cause;
    const sentence = `Files can’t be written to ${out}: ${cause.message}`;
    throw new StudioError('usage', sentence, { cause });
  }
  const pictures = new Map<string, PictureEntry>();
  const photos = new Map<string, PhotoEntry>();
  const looks = new Map<string, LookEntry[]>();
  const take = (entry: Entry): void => {
    if (entry.kind === 'picture') pictures.set(entry.key, entry);
    else if (entry.kind === 'photo') photos.set(entry.photo, entry);
    else {
      const others = looks.get(entry.key)?.filter(({ attempt }) => attempt !== entry.attempt) ?? [];
      looks.set(entry.key, [...others, entry]);
    }
  };
  const file = await open(join(folder, 'journal.jsonl'), 'a+');
  await syncFolder(folder);
  const text = await file.readFile('utf8');
  for (const one of text.split('\n')) {
    const known = line.safeParse(parsed(one));
    if (known.success) take(known.data);
  }
  async function read({ file: name, sha256: hash }: Pick<LookEntry, 'file' | 'sha256'>) {
    if (name === undefined) return undefined;
    // A file that is gone is no longer there.
    const bytes = await readFile(join(out, name)).catch(() => undefined);
    return bytes && sha256(bytes) === hash ? bytes : undefined;
  }
  return {
    photo: (photo) => photos.get(photo),
    async picture(key) {
      const entry = pictures.get(key);
      // A file that is gone is made again.
      return entry && (await read(entry)) ? entry : undefined;
    },
    look: (key) => looks.get(key) ?? [],
    read,
    async add(entry) {
      take(entry);
      // The entry before may have been cut short, by a full disk or a crash.
      await file.appendFile(`\n${JSON.stringify(entry)}`);
      // A picture from an engine costs more than the wait for the disk.
      if (entry.kind === 'look') await file.datasync();
    },
    async close() {
      await file.close();
      owner.release();
    },
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // Empty, or truncated by a crash: that work is simply done again.
  }
}
