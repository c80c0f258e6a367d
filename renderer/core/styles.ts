import { i18n } from '../i18n/index.ts';
import { keysOf } from './objects.ts';

/** What the screens know of a style; how it draws is in `renderer/engine/styles/<id>`. */
interface StyleFacts {
  readonly label: string;
  /** Tags of its avatars, besides that of the background. */
  readonly tags: readonly string[];
  /** Draws flat shapes, which are also saved as SVG. */
  readonly flat?: true;
}
/** What is behind the person on the Avatar Creator's chip. */
export interface ChipGround {
  readonly background: BackgroundId;
  readonly solidColor?: string;
}
interface PremiumStyleFacts extends StyleFacts {
  readonly chip: ChipGround;
}

/** The styles that every plan includes, in display order. */
const STANDARD_STYLES = {
  realistic: {
    label: i18n.t('Realistic'),
    tags: [i18n.t('realistic'), i18n.t('photographic'), i18n.t('natural light')],
  },
  professional: {
    label: i18n.t('Professional'),
    tags: [i18n.t('professional'), i18n.t('studio light'), i18n.t('head and shoulders')],
  },
  artistic: {
    label: i18n.t('Artistic'),
    tags: [i18n.t('artistic'), i18n.t('oil paint'), i18n.t('brushwork')],
  },
  minimalist: {
    label: i18n.t('Minimalist'),
    tags: [i18n.t('minimalist'), i18n.t('flat colour'), i18n.t('few lines')],
    flat: true,
  },
  creative: {
    label: i18n.t('Creative'),
    tags: [i18n.t('creative'), i18n.t('pop print'), i18n.t('halftone')],
  },
  modern: {
    label: i18n.t('Modern'),
    tags: [i18n.t('modern'), i18n.t('low-poly'), i18n.t('facets')],
  },
} satisfies Readonly<Record<string, StyleFacts>>;

/** The styles that come with 'premium customization', in display order. */
export const PREMIUM_STYLES = {
  ink: {
    label: i18n.t('Ink'),
    tags: [i18n.t('ink'), i18n.t('pen and ink'), i18n.t('hatching')],
    chip: { background: 'professional' },
  },
  watercolour: {
    label: i18n.t('Watercolour'),
    tags: [i18n.t('watercolour'), i18n.t('wet edges'), i18n.t('paper grain')],
    chip: { background: 'professional' },
  },
  comic: {
    label: i18n.t('Comic'),
    tags: [i18n.t('comic'), i18n.t('bold outline'), i18n.t('cel shadow')],
    flat: true,
    chip: { background: 'gradient' },
  },
  pixel: {
    label: i18n.t('Pixel'),
    tags: [i18n.t('pixel'), i18n.t('pixel art'), i18n.t('few colours')],
    chip: { background: 'solid-color', solidColor: '#b9cdd3' },
  },
  pencil: {
    label: i18n.t('Pencil'),
    tags: [i18n.t('pencil'), i18n.t('graphite or chalk'), i18n.t('strokes')],
    chip: { background: 'professional' },
  },
  'cut-paper': {
    label: i18n.t('Cut Paper'),
    tags: [i18n.t('cut paper'), i18n.t('sheets of paper'), i18n.t('soft shadows')],
    flat: true,
    chip: { background: 'gradient' },
  },
} satisfies Readonly<Record<string, PremiumStyleFacts>>;

export const STYLE_FACTS = { ...STANDARD_STYLES, ...PREMIUM_STYLES };
export type StandardStyleId = keyof typeof STANDARD_STYLES;
export type PremiumStyleId = keyof typeof PREMIUM_STYLES;
export type StyleId = keyof typeof STYLE_FACTS;

export const STANDARD_STYLE_IDS = keysOf(STANDARD_STYLES);
export const PREMIUM_STYLE_IDS = keysOf(PREMIUM_STYLES);
export const STYLE_IDS = keysOf(STYLE_FACTS);

export const STYLE_LABELS = Object.fromEntries(
  STYLE_IDS.map((id) => [id, STYLE_FACTS[id].label]),
) as Readonly<Record<StyleId, string>>;

export const BACKGROUND_LABELS = {
  professional: i18n.t('Professional'),
  'clean-white': i18n.t('Clean White'),
  gradient: i18n.t('Gradient'),
  abstract: i18n.t('Abstract'),
  'solid-color': i18n.t('Solid Color'),
  none: i18n.t('None'),
};
export type BackgroundId = keyof typeof BACKGROUND_LABELS;
export const BACKGROUND_IDS = keysOf(BACKGROUND_LABELS);

/** A style's or a background's English name, for data that is the same in every language. */
export const englishName = (id: StyleId | BackgroundId): string =>
  id
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');

export const DEFAULT_STYLE: StyleId = 'realistic';
export const DEFAULT_BACKGROUND: BackgroundId = 'professional';

export const isStyleId = (value: unknown): value is StyleId => STYLE_IDS.includes(value as StyleId);
export const isFlat = (style: StyleId): boolean => 'flat' in STYLE_FACTS[style];
export const isPremiumStyle = (style: StyleId): style is PremiumStyleId => style in PREMIUM_STYLES;
export const isBackgroundId = (value: unknown): value is BackgroundId =>
  BACKGROUND_IDS.includes(value as BackgroundId);
