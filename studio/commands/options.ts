import { stat } from 'node:fs/promises';
import { extname } from 'node:path';

import { BACKGROUND_IDS, STYLE_IDS } from '../../renderer/core/styles.ts';
import { StudioError } from '../failures.ts';
import { findPeople, peopleOfPhotos, type Person } from '../run/people.ts';

/** Options of every command that makes files: the pictures, how many, and where to. */
export const PICTURE_OPTIONS = {
  style: { type: 'string', default: 'realistic' },
  background: { type: 'string', default: 'professional' },
  count: { type: 'string' },
  size: { type: 'string' },
  format: { type: 'string' },
  seed: { type: 'string' },
  out: { type: 'string' },
  json: { type: 'boolean', default: false },
} as const;

/** A list in a usage's right column, in lines of 78 letters. */
export const column = (list: string): string =>
  list.replace(/(.{1,78})(?: |$)/gu, (_all, line: string, at: number) =>
    at === 0 ? line : `\n${' '.repeat(22)}${line}`,
  );
export const PICTURE_USAGE = `  --style LIST        ${column(`${STYLE_IDS.join(', ')}; separate several with commas`)}
  --background LIST   ${column(BACKGROUND_IDS.join(', '))}`;

export const SEED_USAGE = `  --seed N            the same seed gives the same files; by default it comes from the photo
  --out DIR           the output folder; each person gets a folder in it
  --json              print one JSON object per line, for scripts`;

export const GOES_ON = `Existing files are left alone, so after Ctrl-C or a power cut the same command continues where it
stopped.`;

export const listOf = (text?: string) => text?.split(',').map((one) => one.trim());
/** NaN for text that is no number, which a schema then refuses. */
export const numberOf = (text?: string) =>
  text === undefined ? undefined : text.trim() === '' ? NaN : Number(text);
/** Without the options that weren't given. */
export const given = (options: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));

type PictureValues = {
  readonly [Name in 'style' | 'background']: string;
} & { readonly [Name in 'count' | 'size' | 'format' | 'seed']?: string | undefined };

/** The given options as input for a schema of `recipes.ts`, which checks them. */
export const pictureOptionsOf = ({ style, background, count, format, seed }: PictureValues) => ({
  styles: listOf(style),
  backgrounds: listOf(background),
  ...given({ count: numberOf(count), format, seed: numberOf(seed) }),
});

/** @throws StudioError 'usage' if it is missing */
export function outOf({ out }: { readonly out?: string | undefined }): string {
  if (out === undefined) throw new StudioError('usage', 'Name the output folder with --out DIR.');
  return out;
}

/**
 * The people of the sources: each photo is a person, or there is one folder or manifest.
 * @throws StudioError 'usage'
 */
export async function peopleOf(sources: readonly string[], out: string): Promise<Person[]> {
  const [first, ...more] = sources;
  if (first === undefined)
    throw new StudioError('usage', 'Name at least one photo, a folder or a manifest.');
  const isManifest = extname(first).toLowerCase() === '.csv';
  // A missing photo is refused by name later, along with the others' results.
  const isFolder = (await stat(first).catch(() => undefined))?.isDirectory() ?? false;
  return more.length === 0 && (isFolder || isManifest)
    ? findPeople(first, out)
    : peopleOfPhotos(sources);
}
