import type { Avatar } from '../../core/avatars.ts';
import {
  BACKGROUND_LABELS,
  STYLE_LABELS,
  type BackgroundId,
  type StyleId,
} from '../../core/styles.ts';
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

export const createdOn = (at: number): string =>
  new Intl.DateTimeFormat('en', { day: 'numeric', month: 'long', year: 'numeric' }).format(at);

const MOODS: Record<StyleId, readonly string[]> = {
  realistic: ['photographic', 'natural light'],
  professional: ['studio light', 'head and shoulders'],
  artistic: ['oil paint', 'brushwork'],
  minimalist: ['flat colour', 'few lines'],
  creative: ['pop print', 'halftone'],
  modern: ['low-poly', 'facets'],
  ink: ['pen and ink', 'hatching'],
  watercolour: ['wet edges', 'paper grain'],
  comic: ['bold outline', 'cel shadow'],
  pencil: ['graphite or chalk', 'strokes'],
  'cut-paper': ['sheets of paper', 'soft shadows'],
  pixel: ['pixel art', 'few colours'],
};

/** Style tags that describe the style and background. */
export const tagsOf = (style: StyleId, background: BackgroundId): readonly string[] => [
  STYLE_LABELS[style].toLowerCase(),
  ...MOODS[style],
  background === 'none'
    ? 'transparent'
    : `${BACKGROUND_LABELS[background].toLowerCase()} background`,
];

export const USAGE_RIGHTS = [
  'Commercial use',
  'Social media',
  'Professional profiles',
  'Marketing',
] as const;
/** The specification's fixed rating. */
export const RATING = '4.9';
