import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import type { Recipe } from '../../renderer/core/avatars.ts';
import {
  CHIP_PERSON,
  SAMPLE_PEOPLE,
  SMALL_ONLY,
  type SamplePerson,
} from '../../renderer/core/sample-people.ts';
import { SAMPLE_LIBRARY, SAMPLE_RECIPES } from '../../renderer/core/sample-recipes.ts';
import {
  BACKGROUND_IDS,
  PREMIUM_STYLE_IDS,
  PREMIUM_STYLES,
  STANDARD_STYLE_IDS,
  type ChipGround,
  type StandardStyleId,
  type StyleId,
} from '../../renderer/core/styles.ts';
import { ENGINE_VERSION } from '../../renderer/engine/version.ts';

/** One file of resources/samples, and everything that determines its pixels. */
export interface SamplePicture {
  /** Path within the folder. */
  readonly file: string;
  readonly person: SamplePerson;
  readonly recipe: Recipe;
  /** The avatar; the photo in the avatar's frame; or what is cut out of it, white on black. */
  readonly shows: 'avatar' | 'photo' | 'matte';
  /** Edge in pixels at which the engine renders. */
  readonly rendered: number;
  /** Edge of the file; smaller than `rendered` where a large picture is scaled down. */
  readonly size: number;
  /** Of the WebP encoder, 0 to 1. */
  readonly quality: number;
}

/**
 * The content of resources/samples/manifest.json: the SHA-256 of each file's inputs, in
 * hexadecimal, by file.
 */
export interface SampleManifest {
  readonly engine: number;
  readonly pictures: Readonly<Record<string, { readonly made: string; readonly file: string }>>;
}

const FOLDER = new URL('../../resources/samples/', import.meta.url);
export const samplePath = (file: string): string => fileURLToPath(new URL(file, FOLDER));
export const MANIFEST = samplePath('manifest.json');

/** Home's hero shows one head larger than any other sample. */
export const HERO: SamplePerson = 'amara';
const LIBRARY_SIZE = 1024;
const inLibrary = (person: SamplePerson, style: StandardStyleId): boolean =>
  SAMPLE_LIBRARY.some((sample) => sample.person === person && sample.style === style);
const sizesOf = (person: SamplePerson, style: StandardStyleId): number[] => [
  256,
  ...(SMALL_ONLY.some((small) => small === person) ? [] : [480, 640]),
  ...(person === HERO ? [960] : []),
  ...(inLibrary(person, style) ? [LIBRARY_SIZE] : []),
];
const QUALITY = 0.84;

function avatarsOf(person: SamplePerson): SamplePicture[] {
  return STANDARD_STYLE_IDS.flatMap((style) => {
    const recipe: Recipe = { style, ...SAMPLE_RECIPES[person][style], engine: ENGINE_VERSION };
    const sizes = sizesOf(person, style);
    return sizes.map((size) => ({
      file: `${String(size)}/${person}-${style}.webp`,
      person,
      recipe,
      shows: 'avatar' as const,
      rendered: Math.max(...sizes),
      size,
      quality: QUALITY,
    }));
  });
}

/** The steps before the paint, on Home: in the same frame as the painted picture. */
function stepsOf(person: SamplePerson): SamplePicture[] {
  const recipe: Recipe = {
    style: 'artistic',
    ...SAMPLE_RECIPES[person].artistic,
    engine: ENGINE_VERSION,
  };
  return (['photo', 'matte'] as const).map((shows) => ({
    file: `480/${person}-${shows}.webp`,
    person,
    recipe,
    shows,
    rendered: 640,
    size: 480,
    quality: QUALITY,
  }));
}

/** One person on a background or in a premium style, for the Avatar Creator's chips. */
const chip = (
  file: string,
  style: StyleId,
  { background, solidColor }: ChipGround,
): SamplePicture => ({
  file,
  recipe: {
    style,
    background,
    seed: 12,
    options: solidColor ? { solidColor } : {},
    engine: ENGINE_VERSION,
  },
  person: CHIP_PERSON,
  shows: 'avatar',
  rendered: 640,
  size: 256,
  quality: QUALITY,
});
const chips = (): SamplePicture[] => [
  ...BACKGROUND_IDS.map((background) =>
    chip(`grounds/${background}.webp`, 'realistic', {
      background,
      ...(background === 'solid-color' && { solidColor: '#c9964a' }),
    }),
  ),
  ...PREMIUM_STYLE_IDS.map((style) =>
    chip(`premium/${style}.webp`, style, PREMIUM_STYLES[style].chip),
  ),
];

export const SAMPLE_PICTURES: readonly SamplePicture[] = [
  ...SAMPLE_PEOPLE.flatMap(avatarsOf),
  ...stepsOf('rafael'),
  ...chips(),
];

const sha256 = (data: Buffer | string): string => createHash('sha256').update(data).digest('hex');

export const hashOfFile = (path: string): string => sha256(readFileSync(path));

/** JSON with sorted keys, so that the order of a recipe's properties doesn't matter. */
const sorted = (_key: string, value: unknown): unknown =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

/** Of the recipe with its engine version, the encoding, and the photo that it is made from. */
export const hashOfMaking = (picture: SamplePicture): string =>
  sha256(
    JSON.stringify(
      { ...picture, photo: hashOfFile(samplePath(`../people/${picture.person}.webp`)) },
      sorted,
    ),
  );
