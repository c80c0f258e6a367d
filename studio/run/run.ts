import { readFile, stat } from 'node:fs/promises';
import { format, join, parse } from 'node:path';

import { PHOTO_MAX_BYTES } from '../../renderer/core/constants.ts';
import { errorCode, LikenessError, SENTENCES, type ErrorCode } from '../../renderer/core/errors.ts';
import { saidNote, type PhotoNote } from '../../renderer/core/photo-notes.ts';
import { ENGINE_VERSION } from '../../renderer/engine/version.ts';
import type { Engine } from '../engine/engine.ts';
import type { Making } from '../making.ts';
import type { Work } from '../page/contract.ts';
import type { PlannedFile } from '../recipes.ts';
import {
  fileKey,
  KEPT,
  openJournal,
  sha256,
  writeWhole,
  type Journal,
  type PictureEntry,
} from './journal.ts';
import type { Person } from './people.ts';
import { createPhotos, type Photos } from './photos.ts';

/**
 * Reads a photo's file.
 * @throws LikenessError 'photo-too-large' before reading it, 'photo-not-a-picture' if it is missing or unreadable
 */
export async function readPhoto(path: string): Promise<Buffer> {
  // A missing file is reported like any other that can't be read.
  const found = await stat(path).catch(() => undefined);
  if (!found?.isFile()) throw new LikenessError('photo-not-a-picture', { file: 'missing' });
  if (found.size > PHOTO_MAX_BYTES) throw new LikenessError('photo-too-large');
  return readFile(path).catch((cause: unknown) => {
    throw new LikenessError('photo-not-a-picture', { file: 'unreadable' }, { cause });
  });
}

export interface Refusal {
  readonly code: ErrorCode;
  /** The product's own sentence. */
  readonly reason: string;
}
export interface RefusedPhoto extends Refusal {
  /** The photo's path. */
  readonly photo: string;
}
/** What to know about a usable photo, with the product's own sentence. */
export interface NotedPhoto extends ReturnType<typeof saidNote> {
  /** The photo's path. */
  readonly photo: string;
}
export interface MadePicture extends Omit<PictureEntry, 'kind' | 'key'> {
  readonly name: string;
  /** The photo's path. */
  readonly photo: string;
  readonly recipe: Work['recipe'];
}
export interface PersonReport {
  /** The name of their folder. */
  readonly person: string;
  /** Their name as it was given, if it is another. */
  readonly given?: string;
  readonly pictures: readonly MadePicture[];
  readonly notes: readonly NotedPhoto[];
  readonly refusedPhotos: readonly RefusedPhoto[];
  readonly refusedPictures: readonly (Refusal & { readonly name: string })[];
}
export interface RunReport {
  /** False if it was stopped; the same command continues it. */
  readonly finished: boolean;
  readonly engine: number;
  readonly browser: string;
  readonly kind: Making['kind'];
  /** The request in words. */
  readonly summary: string;
  readonly recipes: Making['recipes'];
  readonly people: readonly PersonReport[];
}

/** What is found out about a photo. */
export type PhotoEvent =
  | (RefusedPhoto & { readonly event: 'refused-photo'; readonly person: string })
  | (NotedPhoto & { readonly event: 'note'; readonly person: string });

export type RunEvent =
  | PhotoEvent
  | {
      readonly event: 'picture';
      readonly person: string;
      readonly file: string;
      /** An earlier run made it. */
      readonly known: boolean;
    }
  | (Refusal & {
      readonly event: 'refused-picture';
      readonly person: string;
      readonly name: string;
    })
  /** The person's folder has another name than they. */
  | { readonly event: 'renamed'; readonly person: string; readonly given: string }
  /** This person is finished. */
  | { readonly event: 'person'; readonly person: string };

export interface RunOptions {
  readonly people: readonly Person[];
  readonly making: Making;
  readonly out: string;
  readonly engine: Engine;
  /** Asked before each file; true ends the run. */
  readonly shouldStop: () => boolean;
  /** Counts a picture against the plan, once per key. @throws StudioError 'plan' if none is left */
  readonly spend: (key: string) => Promise<void>;
  readonly onEvent: (event: RunEvent) => void;
}

const refusal = (code: ErrorCode): Refusal => ({ code, reason: SENTENCES[code] });

/** What a run made, and what ended it early: to be thrown when the report is written. */
export interface Ended<Report> {
  readonly report: Report;
  readonly failure: Error | undefined;
}

/** Takes one person after the other, until it is stopped or fails. */
export async function takeEach(
  { people, out }: Pick<RunOptions, 'people' | 'out'>,
  isStopped: () => boolean,
  take: (person: Person, journal: Journal) => Promise<void>,
): Promise<{ readonly finished: boolean; readonly failure: Error | undefined }> {
  const journal = await openJournal(out);
  let failure: Error | undefined;
  try {
    for (const person of people) {
      if (isStopped()) break;
      await take(person, journal);
    }
  } catch (thrown) {
    failure = thrown as Error;
  } finally {
    await journal.close();
  }
  return { finished: failure === undefined && !isStopped(), failure };
}

/** Makes each person's files. Existing files are left alone. */
export async function runPeople(options: RunOptions): Promise<Ended<RunReport>> {
  const { making, engine, shouldStop, onEvent } = options;
  const reports: PersonReport[] = [];
  const { finished, failure } = await takeEach(options, shouldStop, async (person, journal) => {
    await runPerson(person, journal, options, reports);
    if (!shouldStop()) onEvent({ event: 'person', person: person.name });
  });
  const browser = await engine.browser().catch((thrown: unknown) => {
    throw failure ?? thrown;
  });
  const { kind, summary, recipes } = making;
  const about = { finished, engine: ENGINE_VERSION, browser, kind, summary, recipes };
  return { report: { ...about, people: reports }, failure };
}

/** @param reports gets the person's, also when it is cut short */
function runPerson(
  of: Person,
  journal: Journal,
  options: RunOptions,
  reports: PersonReport[],
): Promise<void> {
  const { making, shouldStop, onEvent } = options;
  const { name: person, given } = of;
  const refusedPictures: PersonReport['refusedPictures'][number][] = [];
  const pictures: MadePicture[] = [];
  if (given !== undefined) onEvent({ event: 'renamed', person, given });
  // Usable photos stay open, and each makes at least one picture.
  const isEnough = (usable: number): boolean => shouldStop() || usable >= making.each;
  return withPhotos(of, journal, { ...options, isEnough }, async (judged) => {
    const { photos, usable, notes, refusedPhotos } = judged;
    reports.push({
      person,
      ...(given !== undefined && { given }),
      ...{ pictures, notes, refusedPhotos, refusedPictures },
    });
    const planned = usable.size === 0 ? [] : making.plan(given ?? person, [...usable.keys()]);
    for (const file of planned) {
      if (shouldStop()) break;
      const { name, photo, work } = file;
      try {
        const made = await makeFile(person, file, photos, journal, options);
        const { key: _, kind: __, ...entry } = made;
        pictures.push({ name, photo: usable.get(photo) ?? '', recipe: work.recipe, ...entry });
      } catch (thrown) {
        const code = refusedBy(thrown);
        refusedPictures.push({ name, ...refusal(code) });
        onEvent({ event: 'refused-picture', person, name, ...refusal(code) });
      }
    }
  });
}

interface JudgedPhotos {
  readonly photos: Photos;
  /** Paths of usable photos by hash, in the given order. */
  readonly usable: ReadonlyMap<string, string>;
  readonly notes: readonly NotedPhoto[];
  readonly refusedPhotos: readonly RefusedPhoto[];
}

/** Judges a person's photos until there are enough, and keeps them open while `work` runs. */
export async function withPhotos<T>(
  { name: person, photos: paths }: Person,
  journal: Journal,
  options: {
    readonly engine: Engine;
    readonly isEnough: (usable: number) => boolean;
    readonly onEvent: (event: PhotoEvent) => void;
  },
  work: (judged: JudgedPhotos) => Promise<T>,
): Promise<T> {
  const { engine, isEnough, onEvent } = options;
  const usable = new Map<string, string>();
  const photos = createPhotos(engine, (hash) => readPhoto(usable.get(hash) ?? ''));
  const notes: NotedPhoto[] = [];
  const refusedPhotos: RefusedPhoto[] = [];
  try {
    for (const path of paths) {
      if (isEnough(usable.size)) break;
      const judged = await judge(path, photos, usable, journal);
      if (typeof judged === 'string') {
        const refused = { photo: path, ...refusal(judged) };
        refusedPhotos.push(refused);
        onEvent({ event: 'refused-photo', person, ...refused });
        continue;
      }
      for (const note of judged.map((one) => ({ photo: path, ...saidNote(one) }))) {
        notes.push(note);
        onEvent({ event: 'note', person, ...note });
      }
    }
    return await work({ photos, usable, notes, refusedPhotos });
  } finally {
    await photos.close();
  }
}

/**
 * What the disk may refuse of one person alone: their folder is a file, or nobody may write into it.
 * A full disk is everybody's.
 */
const OF_ONE_PERSON =
  /^(EACCES|EEXIST|EINVAL|EISDIR|ELOOP|ENAMETOOLONG|ENOENT|ENOTDIR|ENOTEMPTY|EPERM)$/;

/** The code of a picture's refusal. @throws what isn't about this picture alone */
function refusedBy(thrown: unknown): ErrorCode {
  if (thrown instanceof LikenessError) return thrown.code;
  const { code } = thrown as NodeJS.ErrnoException;
  if (code !== undefined && OF_ONE_PERSON.test(code)) return 'download-failed';
  throw thrown;
}

/** Checks whether a photo can be used, once for all runs. Returns its notes, or why it can't be. */
async function judge(
  path: string,
  photos: Photos,
  usable: Map<string, string>,
  journal: Journal,
): Promise<readonly PhotoNote[] | ErrorCode> {
  try {
    const hash = sha256(await readPhoto(path));
    const known = journal.photo(hash);
    if (known?.refused) return known.refused;
    usable.set(hash, path);
    if (known) return known.notes ?? [];
    try {
      const notes = [...(await photos.check(hash))];
      await journal.add({ kind: 'photo', photo: hash, notes });
      return notes;
    } catch (thrown) {
      usable.delete(hash);
      const code = errorCode(thrown);
      // A failure of the machine, not of the photo, may not happen again: it isn't recorded.
      if (code.startsWith('photo-'))
        await journal.add({ kind: 'photo', photo: hash, refused: code });
      throw thrown;
    }
  } catch (thrown) {
    if (thrown instanceof LikenessError) return thrown.code;
    throw thrown;
  }
}

/** The file's path, or its first numbered form that is free or holds the same bytes. */
async function placeFor(out: string, file: string, bytes: Uint8Array): Promise<string> {
  const { dir, name, ext } = parse(file);
  for (let n = 1; ; n += 1) {
    const place = n === 1 ? file : format({ dir, name: `${name} (${String(n)})`, ext });
    // What can't be read is no picture, and writing there is refused.
    const there = await readFile(join(out, place)).catch(() => undefined);
    if (!there || there.equals(bytes)) return place;
  }
}

async function makeFile(
  person: string,
  planned: PlannedFile,
  photos: Photos,
  journal: Journal,
  { out, spend, onEvent }: RunOptions,
): Promise<PictureEntry> {
  const key = fileKey(person, planned);
  const known = await journal.picture(key);
  if (known) {
    onEvent({ event: 'picture', person, file: known.file, known: true });
    return known;
  }
  const { bytes, thumbnail, thumbnailType, likeness, softened, faults } = await photos.use(
    planned.photo,
    (photo) => photo.make(planned.work),
  );
  const small = join(KEPT, 'thumbnails', `${key}.${thumbnailType.slice('image/'.length)}`);
  const file = await placeFor(out, join(person, planned.fileName), bytes);
  await writeWhole(join(out, small), thumbnail);
  await writeWhole(join(out, file), bytes, { consent: () => spend(key) });
  const entry: PictureEntry = {
    kind: 'picture',
    key,
    file,
    thumbnail: small,
    bytes: bytes.length,
    sha256: sha256(bytes),
    likeness,
    softened,
    faults: [...faults],
  };
  await journal.add(entry);
  onEvent({ event: 'picture', person, file, known: false });
  return entry;
}
