import { i18n } from '../i18n/index.ts';
import type { Crop } from './crop.ts';
import type { EngineKind } from './engines/setup.ts';
import { extensionOf, partOfFileName, type FileExtension, type FileName } from './file-name.ts';
import type { Scope } from './scope.ts';
import type { Stroke } from './strokes.ts';
import { isFlat, STYLE_LABELS, type BackgroundId, type StyleId } from './styles.ts';

/** Everything that decides a picture besides its photo: the same two give the same picture. */
export interface Recipe {
  readonly style: StyleId;
  readonly background: BackgroundId;
  /** Unsigned 32-bit. Varies palette, light, brush, crop and background within the style. */
  readonly seed: number;
  readonly options: RecipeOptions;
  /** Version of the engine that made the picture, or is to make it. */
  readonly engine: number;
}

/** What the user may set; the seed decides whatever is missing. */
export interface RecipeOptions {
  /** '#rrggbb' for the Solid Color background. */
  readonly solidColor?: string;
  /** '#rrggbb' for the Professional background's paper or canvas. */
  readonly backdropColor?: string;
  /** The user's own picture for the Professional background, as `ground-picture.ts` writes it. */
  readonly backdropPicture?: string;
  /** Name of a gradient palette. */
  readonly gradient?: string;
  /** 0 (gentle) to 1 (full); 1 when missing. */
  readonly strength?: number;
  /** Direction of the key light in degrees, 0 from the right, counter-clockwise. */
  readonly lightAngle?: number;
  readonly crop?: Crop;
  /** Index of the face in the photo's analysis; the largest face when missing. */
  readonly face?: number;
  /** The brush strokes that correct the cut-out, in the order they were painted. */
  readonly strokes?: readonly Stroke[];
}

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

/**
 * Edges in pixels. 4096 isn't offered: the engine works on at most 2048 pixels of a photo's long side,
 * so no square of it has more to show, and each layer of such a picture takes 67 MB instead of 17.
 * Flat styles are also drawings, which have an edge of `DRAWN_EDGE`.
 */
export const AVATAR_SIZES = [1024, 2048] as const;
export type AvatarSize = (typeof AVATAR_SIZES)[number];

/** The look and the engine of the user's own that a picture was generated with. */
export interface Generated {
  /** The look's id and the version of its words, see `looks.ts`. */
  readonly look: string;
  readonly version: number;
  /** As the user calls the engine. */
  readonly engine: string;
  readonly kind: EngineKind;
  /** The model, or the name of the workflow, if it is known. */
  readonly model?: string;
}

/** A finished avatar of the user's own. The picture itself is stored separately, by `uid`. */
export interface Avatar extends Scope {
  /** The number in /avatar/{id}, on this device only. Own avatars start at 101. */
  readonly id: number;
  /** The avatar's identity, which backups merge by. */
  readonly uid: string;
  readonly name: string;
  readonly recipe: Recipe;
  readonly size: AvatarSize;
  readonly bytes: number;
  /** How like the photo it is, 0 to 1: see `measureLikeness`. */
  readonly likeness: number;
  /** Whether the quality check asked for a gentler rendering. */
  readonly softened: boolean;
  /** The factor on the style's strength, if softened; missing in rows of earlier versions. */
  readonly softenedTo?: number;
  readonly createdAt: number;
  readonly downloads: number;
  /** How often the picture or its link was shared; missing in rows of earlier versions. */
  readonly shares?: number;
  readonly liked: boolean;
  readonly batchId: string;
  /** When its cut-out was mended and its picture painted again. */
  readonly mendedAt?: number;
  /** If an engine of the user's own made it; `recipe` then says nothing about the picture. */
  readonly generated?: Generated;
}

/** Changes when the avatar gets another picture. */
export const pictureKey = ({ uid, recipe, size, mendedAt }: Avatar): string =>
  [uid, recipe.engine, size, mendedAt].join(' ');

/** The formats a browser may write a thumbnail in. */
export const THUMBNAIL_TYPES = ['image/webp', 'image/png', 'image/jpeg'] as const;

/** The picture and its thumbnail, stored by the avatar's uid. */
export interface Picture extends Scope {
  readonly uid: string;
  /** PNG at the avatar's size. */
  readonly full: Blob;
  /** 384 px; WebP, or JPEG or PNG where the browser writes no WebP. */
  readonly thumb: Blob;
}

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
  generated ? i18n.t('Look') : STYLE_LABELS[recipe.style];

export type OptionsChange = { readonly [K in keyof RecipeOptions]?: RecipeOptions[K] | undefined };

/** Changes some of the options; undefined leaves an option to the style again. */
export function withOptions(options: RecipeOptions, change: OptionsChange): RecipeOptions {
  const next = { ...options, ...change };
  for (const key of Object.keys(next) as (keyof RecipeOptions)[])
    if (next[key] === undefined) Reflect.deleteProperty(next, key);
  return next as RecipeOptions;
}
