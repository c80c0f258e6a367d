import { t } from '../i18n/index.ts';
import { shortened } from './file-name.ts';
import type { BulkPerson, BulkRefusal, BulkRun } from './rows/rows.ts';

export type { BulkPerson, BulkRefusal, BulkRun };

/** Most photos in one run; more would make its row slow to write. */
export const BULK_MOST_PHOTOS = 300;
const NAME_MOST = 40;

/** A person's photos, in the order in which they were given. */
export interface PersonPhotos {
  readonly name: string;
  readonly draftIds: readonly string[];
}

/**
 * The people of a run, in the order of their first photos. Names of earlier versions may have an
 * accent as a character of its own.
 */
export function groupPeople(photos: readonly BulkPerson[]): readonly PersonPhotos[] {
  const people = new Map<string, string[]>();
  for (const photo of photos) {
    const name = photo.name.normalize('NFC');
    people.set(name, [...(people.get(name) ?? []), photo.draftId]);
  }
  return [...people].map(([name, draftIds]) => ({ name, draftIds }));
}

/**
 * The name of each file's person. 'staff/ada_lovelace.jpg' gives 'ada lovelace'; the second person
 * of the same name gets '… 2'. In a chosen folder each subfolder is a person with several photos:
 * 'staff/Ada/1.jpg' and 'staff/Ada/2.jpg' both give 'Ada'.
 */
export function personNames(fileNames: readonly string[]): readonly string[] {
  const names = new Map<string, string>();
  const taken = new Set<string>();
  return fileNames.map((given) => {
    const fileName = given.normalize('NFC');
    const parts = fileName.split(/[/\\]/);
    const isSubfolder = parts.length > 2;
    const key = isSubfolder ? parts.slice(0, 2).join('/') : fileName;
    const base = isSubfolder ? (parts[1] ?? '') : (parts.at(-1) ?? '').replace(/\.[^.]*$/, '');
    const name = names.get(key) ?? freeName(base, taken);
    names.set(key, name);
    taken.add(name);
    return name;
  });
}

function freeName(base: string, taken: ReadonlySet<string>): string {
  const spaced = base.replace(/[\p{Cc}_]+/gu, ' ').replace(/\s+/g, ' ');
  const name = shortened(spaced.trim(), NAME_MOST).trim() || t('Photo');
  return firstFree(name, taken, (n) => `${name} ${String(n)}`);
}

/** The name, or its first numbered form that isn't taken, from 2 on. */
export function firstFree(
  name: string,
  taken: ReadonlySet<string>,
  numbered: (n: number) => string,
): string {
  let free = name;
  for (let n = 2; taken.has(free); n += 1) free = numbered(n);
  return free;
}
