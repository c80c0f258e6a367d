import type { Avatar } from '../../core/avatars.ts';
import { formatNumber } from '../../core/format.ts';
import type { BackgroundId, StyleId } from '../../core/styles.ts';
import { i18n } from '../../i18n/index.ts';
import type { Sample } from '../../state/library/index.ts';

/** The avatar that an address leads to. */
export type Found =
  | { readonly kind: 'own'; readonly avatar: Avatar }
  /** `elsewhere`: the number is of an avatar on another device; the first sample stands in. */
  | { readonly kind: 'sample'; readonly sample: Sample; readonly elsewhere: boolean };

/** Finds the avatar of `/avatar/{id}`: an own one or a sample, else the first sample. */
export function findAvatar(
  param: string | undefined,
  avatars: readonly Avatar[],
  samples: readonly Sample[],
): Found | undefined {
  const id = Number.parseInt(param ?? '', 10);
  const avatar = avatars.find((own) => own.id === id);
  if (avatar) return { kind: 'own', avatar };
  const sample = samples.find((known) => known.id === id);
  if (sample) return { kind: 'sample', sample, elsewhere: false };
  const first = samples[0];
  return first && { kind: 'sample', sample: first, elsewhere: Number.isInteger(id) };
}

const STYLE_TAGS: Readonly<Record<StyleId, readonly string[]>> = {
  realistic: [i18n.t('realistic'), i18n.t('photographic'), i18n.t('natural light')],
  professional: [i18n.t('professional'), i18n.t('studio light'), i18n.t('head and shoulders')],
  artistic: [i18n.t('artistic'), i18n.t('oil paint'), i18n.t('brushwork')],
  minimalist: [i18n.t('minimalist'), i18n.t('flat colour'), i18n.t('few lines')],
  creative: [i18n.t('creative'), i18n.t('pop print'), i18n.t('halftone')],
  modern: [i18n.t('modern'), i18n.t('low-poly'), i18n.t('facets')],
  ink: [i18n.t('ink'), i18n.t('pen and ink'), i18n.t('hatching')],
  watercolour: [i18n.t('watercolour'), i18n.t('wet edges'), i18n.t('paper grain')],
  comic: [i18n.t('comic'), i18n.t('bold outline'), i18n.t('cel shadow')],
  pencil: [i18n.t('pencil'), i18n.t('graphite or chalk'), i18n.t('strokes')],
  'cut-paper': [i18n.t('cut paper'), i18n.t('sheets of paper'), i18n.t('soft shadows')],
  pixel: [i18n.t('pixel'), i18n.t('pixel art'), i18n.t('few colours')],
};

const BACKGROUND_TAGS: Readonly<Record<BackgroundId, string>> = {
  professional: i18n.t('professional background'),
  'clean-white': i18n.t('clean white background'),
  gradient: i18n.t('gradient background'),
  abstract: i18n.t('abstract background'),
  'solid-color': i18n.t('solid color background'),
  none: i18n.t('transparent'),
};

/** Tags that describe the style and background. */
export const tagsOf = (style: StyleId, background: BackgroundId): readonly string[] => [
  ...STYLE_TAGS[style],
  BACKGROUND_TAGS[background],
];

export const USAGE_RIGHTS = [
  i18n.t('Commercial use'),
  i18n.t('Social media'),
  i18n.t('Professional profiles'),
  i18n.t('Marketing'),
] as const;
/** The specification's fixed rating. */
export const RATING = formatNumber(4.9);
