import type { Avatar } from '../../core/avatars.ts';
import { STYLE_FACTS, type BackgroundId, type StyleId } from '../../core/styles.ts';
import { formatNumber, t } from '../../i18n/index.ts';
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
  professional: t('professional background'),
  'clean-white': t('clean white background'),
  gradient: t('gradient background'),
  abstract: t('abstract background'),
  'solid-color': t('solid color background'),
  none: t('transparent'),
};

/** Tags that describe the style and background. */
export const tagsOf = (style: StyleId, background: BackgroundId): readonly string[] => [
  ...STYLE_FACTS[style].tags,
  BACKGROUND_TAGS[background],
];

export const USAGE_RIGHTS = [
  t('Commercial use'),
  t('Social media'),
  t('Professional profiles'),
  t('Marketing'),
] as const;
/** The specification's fixed rating. */
export const RATING = formatNumber(4.9);
