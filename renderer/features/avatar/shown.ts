import type { Avatar } from '../../core/avatars.ts';
import { STYLE_FACTS, type BackgroundId, type StyleId } from '../../core/styles.ts';
import { formatNumber, i18n } from '../../i18n/index.ts';
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
  ...STYLE_FACTS[style].tags,
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
