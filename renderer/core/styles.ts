/** The specification's styles and backgrounds, by their labels' ids. */
export const STYLE_IDS = [
  'realistic',
  'professional',
  'artistic',
  'minimalist',
  'creative',
  'modern',
] as const;
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
  realistic: 'Realistic',
  professional: 'Professional',
  artistic: 'Artistic',
  minimalist: 'Minimalist',
  creative: 'Creative',
  modern: 'Modern',
};

export const BACKGROUND_LABELS: Record<BackgroundId, string> = {
  professional: 'Professional',
  'clean-white': 'Clean White',
  gradient: 'Gradient',
  abstract: 'Abstract',
  'solid-color': 'Solid Color',
  none: 'None',
};

export const DEFAULT_STYLE: StyleId = 'realistic';
export const DEFAULT_BACKGROUND: BackgroundId = 'professional';

export const isStyleId = (value: unknown): value is StyleId => STYLE_IDS.includes(value as StyleId);
export const isBackgroundId = (value: unknown): value is BackgroundId =>
  BACKGROUND_IDS.includes(value as BackgroundId);
