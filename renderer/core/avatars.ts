import type { Scope } from './scope.ts';
import { STYLE_LABELS, type BackgroundId, type StyleId } from './styles.ts';

/** All that decides a picture beside the photo: the same photo and recipe give the same picture. */
export interface Recipe {
  readonly style: StyleId;
  readonly background: BackgroundId;
  /** Unsigned 32-bit. Varies palette, light, brush, crop and background within the style. */
  readonly seed: number;
  readonly options: RecipeOptions;
  /** Version of the engine that made, or is to make, the picture. */
  readonly engine: number;
}

/** What the person may set; a missing entry lets the seed decide. */
export interface RecipeOptions {
  /** '#rrggbb' for the Solid Color background. */
  readonly solidColor?: string;
  /** Name of a gradient palette. */
  readonly gradient?: string;
  /** 0 (gentle) to 1 (full); 1 when missing. */
  readonly strength?: number;
  /** Direction of the key light in degrees, 0 from the right, counter-clockwise. */
  readonly lightAngle?: number;
  /** Zoom 0.7 to 1.6, offsets as a fraction of the frame, roll in degrees. */
  readonly crop?: {
    readonly zoom: number;
    readonly x: number;
    readonly y: number;
    readonly roll: number;
  };
  /** Which face of the photo, in the order of the analysis; the largest when missing. */
  readonly face?: number;
}

export const AVATAR_SIZES = [1024, 2048] as const;
export type AvatarSize = (typeof AVATAR_SIZES)[number];

/** A finished avatar of the user's own. The picture itself is stored apart, by `uid`. */
export interface Avatar extends Scope {
  /** The number in /avatar/{id}; belongs to this device. Own ones start at 101. */
  readonly id: number;
  /** The avatar's identity, by which backups merge. */
  readonly uid: string;
  readonly name: string;
  readonly recipe: Recipe;
  readonly size: AvatarSize;
  readonly bytes: number;
  /** 1 - mean landmark drift / distance between the eyes, as measured in the result. */
  readonly likeness: number;
  /** The quality check asked for a gentler rendering. */
  readonly softened: boolean;
  readonly createdAt: number;
  readonly downloads: number;
  /** How often the picture or its link was handed on; missing in rows of earlier versions. */
  readonly shares?: number;
  readonly liked: boolean;
  readonly batchId: string;
}

/** What a browser may write a thumbnail as. */
export const THUMBNAIL_TYPES = ['image/webp', 'image/png', 'image/jpeg'] as const;

/** The picture and its thumbnail, by the avatar's uid. */
export interface Picture extends Scope {
  readonly uid: string;
  /** PNG at the avatar's size. */
  readonly full: Blob;
  /** 384 px; WebP, or JPEG or PNG where the browser writes no WebP. */
  readonly thumb: Blob;
}

/**
 * What 'Download HD' saves: PNG is the picture as it is kept, alpha included. Every browser writes
 * PNG; Safari and all of iOS write no WebP.
 */
export const HD_FORMATS = ['png', 'jpeg', 'webp'] as const;
export type HdFormat = (typeof HD_FORMATS)[number];
export const HD_FORMAT_LABELS = {
  png: 'PNG',
  jpeg: 'JPEG',
  webp: 'WebP',
} as const satisfies Record<HdFormat, string>;
export const HD_SUFFIXES = {
  png: '_avatar_hd.png',
  jpeg: '_avatar_hd.jpg',
  webp: '_avatar_hd.webp',
} as const satisfies Record<HdFormat, string>;

/** Name of the saved file, as specified: underscores for spaces, then the screen's suffix. */
export const downloadName = (
  name: string,
  suffix: '_avatar.jpg' | (typeof HD_SUFFIXES)[HdFormat],
): string =>
  `${
    name
      .trim()
      .replace(/[\\/:*?"<>|\p{Cc}]/gu, '')
      .replace(/\s+/g, '_') || 'Likeness'
  }${suffix}`;

/** '{Style} {n}': n counts this profile's avatars of the style, from 1. */
export const avatarName = (style: StyleId, n: number): string =>
  `${STYLE_LABELS[style]} ${String(n)}`;
