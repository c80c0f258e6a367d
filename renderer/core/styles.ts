import { t } from '../i18n/index.ts';
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
    label: t('Realistic'),
    tags: [t('realistic'), t('photographic'), t('natural light')],
  },
  professional: {
    label: t('Professional'),
    tags: [t('professional'), t('studio light'), t('head and shoulders')],
  },
  artistic: {
    label: t('Artistic'),
    tags: [t('artistic'), t('oil paint'), t('brushwork')],
  },
  minimalist: {
    label: t('Minimalist'),
    tags: [t('minimalist'), t('flat colour'), t('few lines')],
    flat: true,
  },
  creative: {
    label: t('Creative'),
    tags: [t('creative'), t('pop print'), t('halftone')],
  },
  modern: {
    label: t('Modern'),
    tags: [t('modern'), t('low-poly'), t('facets')],
  },
} satisfies Readonly<Record<string, StyleFacts>>;

/** The styles that come with 'premium customization', in display order. */
export const PREMIUM_STYLES = {
  ink: {
    label: t('Ink'),
    tags: [t('ink'), t('pen and ink'), t('hatching')],
    chip: { background: 'professional' },
  },
  watercolour: {
    label: t('Watercolour'),
    tags: [t('watercolour'), t('wet edges'), t('paper grain')],
    chip: { background: 'professional' },
  },
  comic: {
    label: t('Comic'),
    tags: [t('comic'), t('bold outline'), t('cel shadow')],
    flat: true,
    chip: { background: 'gradient' },
  },
  pixel: {
    label: t('Pixel'),
    tags: [t('pixel'), t('pixel art'), t('few colours')],
    chip: { background: 'solid-color', solidColor: '#b9cdd3' },
  },
  pencil: {
    label: t('Pencil'),
    tags: [t('pencil'), t('graphite or chalk'), t('strokes')],
    chip: { background: 'professional' },
  },
  'cut-paper': {
    label: t('Cut Paper'),
    tags: [t('cut paper'), t('sheets of paper'), t('soft shadows')],
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
  professional: t('Professional'),
  'clean-white': t('Clean White'),
  gradient: t('Gradient'),
  abstract: t('Abstract'),
  'solid-color': t('Solid Color'),
  none: t('None'),
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
