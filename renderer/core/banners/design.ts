import { z } from 'zod';

import { t } from '../../i18n/index.ts';
import { keysOf } from '../objects.ts';
import { BANNER_SIZE_IDS, OWN_SIZE } from './sizes.ts';

export const BANNER_LAYOUT_LABELS = {
  dots: t('Halftone'),
  studio: t('Quiet studio'),
  sheet: t('Contact sheet'),
  behind: t('Behind the head'),
  slices: t('Six slices'),
  print: t('Print on paper'),
  registration: t('Registration marks'),
  facets: t('Facets'),
};
export type BannerLayoutId = keyof typeof BANNER_LAYOUT_LABELS;
export const BANNER_LAYOUT_IDS = keysOf(BANNER_LAYOUT_LABELS);

/** 'picture' is the avatar's own ground; the others make it lighter, darker, or a chosen colour. */
export const BANNER_TONE_LABELS = {
  picture: t('The picture’s'),
  light: t('Bright'),
  dark: t('Dark'),
  own: t('Custom colour'),
};
export const BANNER_TONES = keysOf(BANNER_TONE_LABELS);

/** The parts of a banner that can be moved by hand. */
export const BANNER_PARTS = ['portrait', 'name', 'tagline', 'links'] as const;
export type BannerPart = (typeof BANNER_PARTS)[number];

/**
 * A part's offset from where the layout puts it, as fractions of width and height, and its scale.
 */
export interface Move {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}
export const AT_HOME: Move = { x: 0, y: 0, scale: 1 };
export const MOVE_SCALES = { least: 0.6, most: 1.8 } as const;

export const NAME_MAX = 60;
export const TAGLINE_MAX = 120;
export const LINK_MAX = 60;
export const LINKS_MAX = 3;

const move = z.object({
  x: z.number().min(-1).max(1),
  y: z.number().min(-1).max(1),
  scale: z.number().min(MOVE_SCALES.least).max(MOVE_SCALES.most),
});

/** How banners and intros are coloured and set. */
export const lookSchema = z.object({
  tone: z.enum(BANNER_TONES),
  /** '#rrggbb', used by the tone 'own'. */
  ground: z.string().regex(/^#[0-9a-f]{6}$/),
  face: z.enum(['display', 'text']),
});
export type BannerLook = z.infer<typeof lookSchema>;
export const NEW_LOOK: BannerLook = { tone: 'picture', ground: '#be341a', face: 'display' };

/** What a banner is made from, besides the pictures. The device remembers it. */
export const bannerDesignSchema = lookSchema.extend({
  size: z.enum(BANNER_SIZE_IDS),
  own: z.object({
    width: z.int().min(OWN_SIZE.least).max(OWN_SIZE.most),
    height: z.int().min(OWN_SIZE.least).max(OWN_SIZE.most),
  }),
  layout: z.enum(BANNER_LAYOUT_IDS),
  name: z.string().max(NAME_MAX),
  tagline: z.string().max(TAGLINE_MAX),
  links: z.array(z.string().max(LINK_MAX)).max(LINKS_MAX),
  moves: z.partialRecord(z.enum(BANNER_PARTS), move),
});
export type BannerDesign = z.infer<typeof bannerDesignSchema>;

export const NEW_BANNER: BannerDesign = {
  size: 'x',
  own: { width: 1600, height: 500 },
  layout: 'dots',
  ...NEW_LOOK,
  name: '',
  tagline: '',
  links: [],
  moves: {},
};

export const moveOf = ({ moves }: Pick<BannerDesign, 'moves'>, part: BannerPart): Move =>
  moves[part] ?? AT_HOME;

const clamp = (value: number, least: number, most: number): number =>
  Math.min(most, Math.max(least, value));

/** The design with a part moved further, but never so far that it can't be found again. */
export function moved(design: BannerDesign, part: BannerPart, by: Partial<Move>): BannerDesign {
  const { x, y, scale } = moveOf(design, part);
  const next: Move = {
    x: clamp(x + (by.x ?? 0), -1, 1),
    y: clamp(y + (by.y ?? 0), -1, 1),
    scale: clamp(scale * (by.scale ?? 1), MOVE_SCALES.least, MOVE_SCALES.most),
  };
  return { ...design, moves: { ...design.moves, [part]: next } };
}

const RIGHT_TO_LEFT =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;
const LETTER = /\p{L}/u;

/** Decided by the first letter, as browsers do for `dir="auto"`. */
export const isRightToLeft = (text: string): boolean =>
  RIGHT_TO_LEFT.test(LETTER.exec(text)?.[0] ?? '');
