import { i18n } from '../i18n/index.ts';

/** The styles that every plan includes, in display order. */
export const STANDARD_STYLE_IDS = [
  'realistic',
  'professional',
  'artistic',
  'minimalist',
  'creative',
  'modern',
] as const;
/** The styles that come with 'premium customization'. */
export const PREMIUM_STYLE_IDS = [
  'ink',
  'watercolour',
  'comic',
  'pixel',
  'pencil',
  'cut-paper',
] as const;
export const STYLE_IDS = [...STANDARD_STYLE_IDS, ...PREMIUM_STYLE_IDS] as const;
export type StandardStyleId = (typeof STANDARD_STYLE_IDS)[number];
export type PremiumStyleId = (typeof PREMIUM_STYLE_IDS)[number];
export type StyleId = (typeof STYLE_IDS)[number];

export const BACKGROUND_IDS = [
  'professional',
  'clean-white',
  'gradient',
  'abstract',
  'solid-color',
  'none',
] as const;
export type BackgroundId = (typeof BACKGROUND_IDS)[number];

export const STYLE_LABELS: Record<StyleId, string> = {
  realistic: i18n.t('Realistic'),
  professional: i18n.t('Professional'),
  artistic: i18n.t('Artistic'),
  minimalist: i18n.t('Minimalist'),
  creative: i18n.t('Creative'),
  modern: i18n.t('Modern'),
  ink: i18n.t('Ink'),
  watercolour: i18n.t('Watercolour'),
  comic: i18n.t('Comic'),
  pixel: i18n.t('Pixel'),
  pencil: i18n.t('Pencil'),
  'cut-paper': i18n.t('Cut Paper'),
};

export const BACKGROUND_LABELS: Record<BackgroundId, string> = {
  professional: i18n.t('Professional'),
  'clean-white': i18n.t('Clean White'),
  gradient: i18n.t('Gradient'),
  abstract: i18n.t('Abstract'),
  'solid-color': i18n.t('Solid Color'),
  none: i18n.t('None'),
};

/** A style's or a background's English name, for data that is the same in every language. */
export const englishName = (id: StyleId | BackgroundId): string =>
  id
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');

export const DEFAULT_STYLE: StyleId = 'realistic';
export const DEFAULT_BACKGROUND: BackgroundId = 'professional';

export const isStyleId = (value: unknown): value is StyleId => STYLE_IDS.includes(value as StyleId);
export const isPremiumStyle = (style: StyleId): style is PremiumStyleId =>
  (PREMIUM_STYLE_IDS as readonly StyleId[]).includes(style);
export const isBackgroundId = (value: unknown): value is BackgroundId =>
  BACKGROUND_IDS.includes(value as BackgroundId);
