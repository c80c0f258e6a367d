import { t } from '../i18n/index.ts';
import { extensionOf, partOfFileName, type FileExtension, type FileName } from './file-name.ts';
import type { Avatar, Generated, Picture, Recipe, RecipeOptions } from './rows/rows.ts';
import { isFlat, STYLE_LABELS, type StyleId } from './styles.ts';

export type { Avatar, Generated, Picture, Recipe, RecipeOptions };

/**
 * The recipe that a picture was really made with: a softened one was painted more gently. The
 * factor of a row of earlier versions isn't known, only that it is one of 0.8, 0.6 and 0.35.
 */
export const paintedRecipe = (
  recipe: Recipe,
  { softened, softenedTo = 0.6 }: Pick<Avatar, 'softened' | 'softenedTo'>,
): Recipe =>
  softened
    ? {
        ...recipe,
        options: { ...recipe.options, strength: (recipe.options.strength ?? 1) * softenedTo },
      }
    : recipe;

export type AvatarSize = Avatar['size'];

/** Changes when the avatar gets another picture. */
export const pictureKey = ({ uid, recipe, size, mendedAt }: Avatar): string =>
  [uid, recipe.engine, size, mendedAt].join(' ');

/**
 * What 'Download HD' saves. PNG is the picture as it is stored, alpha included. Every browser
 * writes PNG; Safari, and every browser on iOS, can't write WebP.
 */
export const HD_FORMATS = ['png', 'jpeg', 'webp'] as const;
export type HdFormat = (typeof HD_FORMATS)[number];
export const HD_FORMAT_LABELS = {
  png: 'PNG',
  jpeg: 'JPEG',
  webp: 'WebP',
  svg: 'SVG',
} as const satisfies Record<PictureFormat, string>;

/** The formats of saved avatars: flat ones are also drawings, which keep sharp edges at any size. */
export const PICTURE_FORMATS = [...HD_FORMATS, 'svg'] as const;
export type PictureFormat = (typeof PICTURE_FORMATS)[number];

/** The type that a file of a picture has. */
export const mediaType = (format: PictureFormat): `image/${string}` =>
  format === 'svg' ? 'image/svg+xml' : `image/${format}`;

/** Edge of a drawing in pixels, unless it is shown larger or smaller. */
export const DRAWN_EDGE = 4096;

/** What an avatar is saved as where a format is wanted: SVG is for flat styles, PNG for the rest. */
export const formatFor = (wanted: PictureFormat, style: StyleId): PictureFormat =>
  wanted === 'svg' && !isFlat(style) ? 'png' : wanted;

/** Name of the saved file, as specified: underscores for spaces, then the screen's suffix. */
export const downloadName = (name: string, suffix: `_${string}.${FileExtension}`): FileName =>
  `${partOfFileName(name).replace(/[\s,]+/g, '_') || 'Avatar'}${suffix}`;

/** Name of the file that 'Download HD' saves. */
export const hdName = (name: string, format: PictureFormat): FileName =>
  downloadName(name, `_avatar_hd.${extensionOf(format)}`);

/** '{Style} {n}', in the language it was made in: n counts this profile's avatars of the style, from 1. */
export const avatarName = (style: StyleId, n: number): string =>
  `${STYLE_LABELS[style]} ${String(n)}`;

/** The name of an avatar's style; a picture of an engine of the user's own has none of ours. */
export const styleName = ({ recipe, generated }: Pick<Avatar, 'recipe' | 'generated'>): string =>
  generated ? t('Look') : STYLE_LABELS[recipe.style];

export type OptionsChange = { readonly [K in keyof RecipeOptions]?: RecipeOptions[K] | undefined };

/** Changes some of the options; undefined leaves an option to the style again. */
export function withOptions(options: RecipeOptions, change: OptionsChange): RecipeOptions {
  const next = { ...options, ...change };
  for (const key of Object.keys(next) as (keyof RecipeOptions)[])
    if (next[key] === undefined) Reflect.deleteProperty(next, key);
  return next as RecipeOptions;
}
