import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, extname, join, relative, resolve, sep } from 'node:path';
import { parse } from 'csv-parse/sync';
import { z } from 'zod';

import { folderName } from '../../renderer/core/file-name.ts';
import { StudioError } from '../failures.ts';
import { KEPT } from './journal.ts';

/** A person to make pictures of, with the paths of their photos. */
export interface Person {
  /** Names their folder in the output; unique. */
  readonly name: string;
  /** Their name as it was given, where no folder can have it, or another person's has. */
  readonly given?: string;
  readonly photos: readonly string[];
}

/** Files that count as photos, neither hidden nor in hidden folders; HEIC and SVG, to be refused with a reason. */
const PHOTO = /^[^.](?!.*[\\/]\.).*\.(jpe?g|jpe|jfif|pjp|pjpeg|png|webp|avif|gif|heic|heif|svg)$/i;

const MOST_PEOPLE = 100_000;

const manifestRow = z.object({ person: z.string(), photo: z.string() });

/** Gives each a folder name of their own: the second 'Ana' is in 'Ana 2'. */
function named(people: readonly { name: string; photos: readonly string[] }[]): Person[] {
  const taken = new Set<string>();
  /** The number to try next for a name that is taken. */
  const next = new Map<string, number>();
  return people.map(({ name: given, photos }) => {
    const wanted = folderName(given, 'person');
    let name = wanted;
    let n = next.get(wanted) ?? 2;
    for (; taken.has(name.toLowerCase()); n += 1) name = `${wanted} ${String(n)}`;
    next.set(wanted, n);
    taken.add(name.toLowerCase());
    return { name, ...(given.normalize('NFC') !== name && { given }), photos };
  });
}

const byName = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** Each photo is a person, named after its file. */
export const peopleOfPhotos = (photos: readonly string[]): Person[] =>
  named(photos.map((photo) => ({ name: basename(photo, extname(photo)), photos: [photo] })));

/**
 * The people in a folder or a manifest. In a folder, each photo is a person, and each subfolder is
 * a person with several photos, those in its own subfolders too, except what a run made. A manifest
 * is CSV with the columns 'person' and 'photo', a path relative to the manifest; rows of the same
 * person belong together.
 * @param out where the files go, which is another folder
 * @throws StudioError 'usage' with a sentence
 */
export async function findPeople(source: string, out: string): Promise<Person[]> {
  if (resolve(source) === resolve(out))
    throw new StudioError(
      'usage',
      `Name another folder with --out: the next run would take the files in ${out} for photos.`,
    );
  // Reported below if it is missing.
  const found = await stat(source).catch(() => undefined);
  if (!found) throw new StudioError('usage', `There is no ${source}.`);
  const people = found.isDirectory()
    ? await peopleOfFolder(source)
    : await peopleOfManifest(source);
  if (people.length === 0)
    throw new StudioError(
      'usage',
      `There are no photos in ${source}. PNG, JPG, WebP, AVIF and GIF are read.`,
    );
  if (people.length > MOST_PEOPLE)
    throw new StudioError(
      'usage',
      `More than ${MOST_PEOPLE.toLocaleString('en')} people are too many for one run. Split ${source}.`,
    );
  return people;
}

async function peopleOfFolder(folder: string): Promise<Person[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const people: { name: string; photos: string[] }[] = [];
  for (const entry of entries.sort((one, other) => byName(one.name, other.name))) {
    if (entry.name.startsWith('.')) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      const below = await readdir(path, { recursive: true, withFileTypes: true });
      const outputs = below.flatMap(({ name, parentPath }) => (name === KEPT ? [parentPath] : []));
      const photos = below.flatMap((one) => {
        const photo = join(one.parentPath, one.name);
        return !one.isDirectory() &&
          PHOTO.test(relative(path, photo)) &&
          !outputs.some((output) => one.parentPath.startsWith(output + sep))
          ? [photo]
          : [];
      });
      if (photos.length > 0) people.push({ name: entry.name, photos: photos.sort(byName) });
    } else if (PHOTO.test(entry.name)) {
      people.push({ name: basename(entry.name, extname(entry.name)), photos: [path] });
    }
  }
  return named(people);
}

async function peopleOfManifest(file: string): Promise<Person[]> {
  let rows: unknown[];
  try {
    const bytes = await readFile(file);
    // PowerShell writes UTF-16 with its mark.
    const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8';
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    rows = parse(text, {
      columns: (names: readonly string[]) => names.map((name) => name.toLowerCase()),
      // Spreadsheets write another one where the comma is in numbers.
      delimiter: /[,;\t]/.exec(text)?.[0] ?? ',',
      trim: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
    });
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : '';
    throw new StudioError('usage', `${file} isn’t a CSV file that can be read: ${reason}`);
  }
  const people = new Map<string, string[]>();
  for (const [index, row] of rows.entries()) {
    const read = manifestRow.safeParse(row);
    if (!read.success)
      throw new StudioError(
        'usage',
        `${file} needs the columns 'person' and 'photo' in its first line.`,
      );
    const { person, photo } = read.data;
    if (person === '' || photo === '')
      throw new StudioError(
        'usage',
        `${file}, entry ${String(index + 1)}: person and photo must both be filled in.`,
      );
    const photos = people.get(person) ?? [];
    photos.push(resolve(dirname(file), photo));
    people.set(person, photos);
  }
  return named([...people].map(([name, photos]) => ({ name, photos })));
}
