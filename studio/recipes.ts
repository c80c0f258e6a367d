import { z } from 'zod';

import {
  downloadName,
  formatFor,
  HD_FORMATS,
  hdName,
  PICTURE_FORMATS,
  type RecipeOptions,
} from '../renderer/core/avatars.ts';
import {
  BANNER_LAYOUT_IDS,
  LINK_MAX,
  LINKS_MAX,
  NAME_MAX,
  NEW_BANNER,
  TAGLINE_MAX,
  type BannerDesign,
} from '../renderer/core/banners/design.ts';
import { BANNER_SIZE_IDS, OWN_SIZE, ownSize } from '../renderer/core/banners/sizes.ts';
import { engineName } from '../renderer/core/engines/setup.ts';
import { extensionOf, shortened } from '../renderer/core/file-name.ts';
import { GRADIENTS } from '../renderer/core/gradients.ts';
import { LOOKS, OWN_LOOK_MOST, ownLook, type Look } from '../renderer/core/looks.ts';
import {
  CAMERAS,
  MOTION_SIZES,
  MOTIONS,
  MOVES,
  PREMIUM_SECONDS,
  STYLES_MOST,
  type Living,
} from '../renderer/core/motion.ts';
import { keysOf } from '../renderer/core/objects.ts';
import {
  BACKGROUND_IDS,
  DEFAULT_BACKGROUND,
  DEFAULT_STYLE,
  STYLE_IDS,
} from '../renderer/core/styles.ts';
import { ENGINE_VERSION } from '../renderer/engine/version.ts';
import { VIDEO_FORMATS } from '../renderer/ports/video.ts';
import { planItems } from '../renderer/state/generation/plan.ts';
import type { Work, WorkOf } from './page/contract.ts';

/** The most files per person. */
const MOST_PICTURES = 1_000;
const SIZES = { least: 64, most: 2_048 } as const;

/** Text that PostgreSQL and JSON can hold: no NUL, and no half of a surrogate pair. */
export const stored = z.regex(
  /^[^\0\ud800-\udfff]*$/u,
  'This text has characters that can’t be stored.',
);

const color = z.string().regex(/^#[0-9a-f]{6}$/, 'A colour is written like #1f6feb.');

const options = z.strictObject({
  solidColor: color.exactOptional(),
  backdropColor: color.exactOptional(),
  gradient: z.enum(keysOf(GRADIENTS)).exactOptional(),
  strength: z.number().min(0).max(1).exactOptional(),
  lightAngle: z.number().min(-360).max(360).exactOptional(),
  crop: z
    .strictObject({
      zoom: z.number().min(0.7).max(1.6),
      x: z.number().min(-1).max(1),
      y: z.number().min(-1).max(1),
      roll: z.number().min(-45).max(45),
    })
    .exactOptional(),
  face: z.int().min(0).max(99).exactOptional(),
}) satisfies z.ZodType<RecipeOptions>;

const choices = {
  styles: z.array(z.enum(STYLE_IDS)).min(1).max(STYLE_IDS.length).default([DEFAULT_STYLE]),
  backgrounds: z
    .array(z.enum(BACKGROUND_IDS))
    .min(1)
    .max(BACKGROUND_IDS.length)
    .default([DEFAULT_BACKGROUND]),
  /** Files per person; if missing, one of each style. */
  count: z.int().min(1).max(MOST_PICTURES).optional(),
  /** If missing, it comes from the photo's bytes: the same photo gives the same files. */
  seed: z.int().min(0).max(0xffff_ffff).optional(),
  options: options.default({}),
};

/** The pictures to make of each person, as in a recipes file or the API's `recipes`. */
export const recipesSchema = z.strictObject({
  ...choices,
  /** Edge length in pixels. */
  size: z.int().min(SIZES.least).max(SIZES.most).default(1_024),
  /** SVG is for flat styles; others are PNG then. */
  format: z.enum(PICTURE_FORMATS).default('png'),
});
export type Recipes = z.infer<typeof recipesSchema>;

/** The looks that the API has an engine of the operator's own make of each person. */
export const looksSchema = z
  .strictObject({
    /** As the operator named it; a request carries no address. */
    engine: engineName,
    looks: z
      .array(z.enum(LOOKS.map(({ id }) => id)))
      .max(LOOKS.length)
      .default([]),
    /** A look in your own words. */
    own: z.string().trim().min(1).max(OWN_LOOK_MOST).check(stored).optional(),
  })
  .refine(
    ({ looks: ids, own }) => ids.length > 0 || own !== undefined,
    'Name a look, or say one in `own`.',
  );
export type LookRecipes = z.infer<typeof looksSchema>;
export const wordedLooks = ({ looks: ids, own }: Pick<LookRecipes, 'looks' | 'own'>): Look[] => [
  ...LOOKS.filter(({ id }) => ids.includes(id)),
  ...(own === undefined ? [] : [ownLook(own)]),
];

/** The living avatars to make of each person. */
export const animationsSchema = z.strictObject({
  ...choices,
  /** Edge length in pixels. */
  size: z.literal(MOTION_SIZES).default(720),
  format: z.enum(VIDEO_FORMATS).default('mp4'),
  motion: z.enum(MOTIONS).default('calm'),
  strength: z.number().min(0.25).max(1).default(1),
  premium: z
    .strictObject({
      seconds: z.literal(PREMIUM_SECONDS).default(6),
      moves: z.array(z.enum(MOVES)).default(['look']),
      camera: z.enum(CAMERAS).default('push'),
      /** The styles that the face passes through after its own. */
      styles: z
        .array(z.enum(STYLE_IDS))
        .max(STYLES_MOST - 1)
        .default([]),
    })
    .optional(),
});
export type Animations = z.infer<typeof animationsSchema>;

const BANNER_SIZE_WORDS = `A banner is for ${BANNER_SIZE_IDS.filter((id) => id !== 'own').join(', ')}, or has a size like 1600x500: ${String(OWN_SIZE.least * OWN_SIZE.squarest)} to ${String(OWN_SIZE.most)} pixels wide, at least ${String(OWN_SIZE.least)} high, and ${String(OWN_SIZE.squarest)} to ${String(OWN_SIZE.widest)} times as wide as high.`;

const ownBannerSize = z
  .string()
  .regex(/^\d{1,5}x\d{1,5}$/, BANNER_SIZE_WORDS)
  .transform((text) => {
    const [width = 0, height = 0] = text.split('x').map(Number);
    return { width, height };
  })
  .refine(({ width, height }) => {
    const nearest = ownSize(width, height);
    return nearest.width === width && nearest.height === height;
  }, BANNER_SIZE_WORDS);

/** The banners to make of each person. */
export const bannersSchema = z.strictObject({
  ...choices,
  size: z
    .union([z.enum(BANNER_SIZE_IDS).exclude(['own']), ownBannerSize], BANNER_SIZE_WORDS)
    .default('x'),
  layout: z.enum(BANNER_LAYOUT_IDS).default(NEW_BANNER.layout),
  /** Derived from the avatar's own ground, or a colour. */
  tone: z.union([z.enum(['picture', 'light', 'dark']), color]).default('picture'),
  /** If missing, the person's name. */
  name: z.string().max(NAME_MAX).optional(),
  tagline: z.string().max(TAGLINE_MAX).default(''),
  links: z.array(z.string().max(LINK_MAX)).max(LINKS_MAX).default([]),
  format: z.enum(HD_FORMATS).default('png'),
});
export type Banners = z.infer<typeof bannersSchema>;

/** A file to make of a photo. The photo is named by the SHA-256 of its bytes, hex. */
export interface PlannedFile<W extends Work = Work> {
  readonly photo: string;
  /** 'Artistic 2', as the app names it; unique per person. */
  readonly name: string;
  /** E.g. 'Artistic_2_avatar_hd.png'. */
  readonly fileName: string;
  readonly work: W;
}

/** The app's own plan of a batch, over one person's photos; the same call gives the same one. */
function planAvatars(
  photos: readonly string[],
  {
    styles,
    backgrounds,
    count = styles.length,
    seed,
    options: chosen,
  }: Pick<Recipes, keyof typeof choices>,
): (Pick<PlannedFile, 'photo' | 'name'> & Pick<Work, 'recipe'>)[] {
  const style = styles[0] ?? DEFAULT_STYLE;
  const background = backgrounds[0] ?? DEFAULT_BACKGROUND;
  const items = planItems({
    photos: photos.map((id) => ({
      id,
      choices: { style, background, seed: seed ?? parseInt(id.slice(0, 8), 16), options: chosen },
    })),
    count,
    styles: [...new Set(styles)],
    backgrounds: [...new Set(backgrounds)],
    engineVersion: ENGINE_VERSION,
    firstAvatarId: 1,
    names: [],
    made: [],
    random: () => 0,
  });
  return items.map(({ name, recipe, draftId }) => ({
    photo: draftId ?? photos[0] ?? '',
    name,
    recipe,
  }));
}

/** @param photos one person's photos, each as the SHA-256 of its bytes, hex */
export const planPictures = (
  photos: readonly string[],
  recipes: Recipes,
): PlannedFile<WorkOf<'picture'>>[] => {
  const { size } = recipes;
  return planAvatars(photos, recipes).map(({ photo, name, recipe }) => {
    const format = formatFor(recipes.format, recipe.style);
    return {
      photo,
      name,
      fileName: hdName(name, format),
      work: { kind: 'picture', recipe, size, format },
    };
  });
};

/** @param photos one person's photos, each as the SHA-256 of its bytes, hex */
export const planAnimations = (
  photos: readonly string[],
  animations: Animations,
): PlannedFile<WorkOf<'animation'>>[] => {
  const { size, format, motion, strength, premium } = animations;
  return planAvatars(photos, animations).map(({ photo, name, recipe }) => {
    const living: Living = {
      motion,
      strength,
      size,
      ...(premium && {
        premium: {
          ...premium,
          moves: MOVES.filter((move) => premium.moves.includes(move)),
          styles: [...new Set(premium.styles)].filter((style) => style !== recipe.style),
        },
      }),
    };
    return {
      photo,
      name,
      fileName: downloadName(name, `_living.${extensionOf(format)}`),
      work: { kind: 'animation', recipe, living, format },
    };
  });
};

/** @param person the name on the banner unless another one is given */
export const planBanners = (
  person: string,
  photos: readonly string[],
  banners: Banners,
): PlannedFile<WorkOf<'banner'>>[] => {
  const { size, layout, tone, tagline, links, format } = banners;
  const isOwn = typeof size === 'object';
  const design: BannerDesign = {
    ...NEW_BANNER,
    ...(isOwn ? { size: 'own', own: size } : { size }),
    layout,
    ...(tone.startsWith('#')
      ? { tone: 'own', ground: tone }
      : { tone: tone as 'picture' | 'light' | 'dark' }),
    name: banners.name ?? shortened(person.replace(/_+/g, ' ').trim(), NAME_MAX),
    tagline,
    links,
  };
  const sized = isOwn ? `${String(size.width)}x${String(size.height)}` : size;
  return planAvatars(photos, banners).map(({ photo, name, recipe }) => ({
    photo,
    name,
    fileName: downloadName(name, `_banner_${sized}.${extensionOf(format)}`),
    work: { kind: 'banner', recipe, design, format },
  }));
};

/** One fault per line, e.g. 'styles.0: …'. */
export const faultsOf = (error: z.ZodError): string =>
  error.issues.map(({ path, message }) => `${path.join('.') || 'all'}: ${message}`).join('; ');
