import { t } from '../i18n/index.ts';
import type { Recipe } from './avatars.ts';
import type { LargePerson, SamplePerson } from './sample-people.ts';
import type { StandardStyleId } from './styles.ts';

type Ground = Omit<Recipe, 'style' | 'engine'>;

const ground = (
  background: Ground['background'],
  seed: number,
  options: Ground['options'] = {},
): Ground => ({
  background,
  seed,
  options,
});

/**
 * The recipes of the committed samples; after a change here `npm run samples` renders them again.
 * Chosen by eye: a muted ground that differs from hair and clothes, and no two alike in a row.
 *
 * Home joins slices of Amara's six pictures into one head, so they share a seed and hence a frame.
 */
export const SAMPLE_RECIPES: Readonly<
  Record<SamplePerson, Readonly<Record<StandardStyleId, Ground>>>
> = {
  amara: {
    realistic: ground('solid-color', 5, { solidColor: '#d9a85a' }),
    professional: ground('solid-color', 5, { solidColor: '#c9964a' }),
    artistic: ground('solid-color', 5, { solidColor: '#d9a85a' }),
    minimalist: ground('solid-color', 5, { solidColor: '#e0b66c' }),
    creative: ground('gradient', 5, { gradient: 'ember' }),
    modern: ground('solid-color', 5, { solidColor: '#d9a85a' }),
  },
  arjun: {
    realistic: ground('professional', 12),
    professional: ground('professional', 103),
    artistic: ground('professional', 205),
    minimalist: ground('solid-color', 311, { solidColor: '#c8d0c0' }),
    creative: ground('gradient', 413),
    modern: ground('solid-color', 515),
  },
  finn: {
    realistic: ground('professional', 11),
    professional: ground('professional', 111),
    artistic: ground('professional', 204),
    minimalist: ground('solid-color', 316),
    creative: ground('gradient', 412),
    modern: ground('professional', 512),
  },
  harjit: {
    realistic: ground('professional', 11),
    professional: ground('professional', 107),
    artistic: ground('abstract', 206),
    minimalist: ground('solid-color', 314, { solidColor: '#e3cfae' }),
    creative: ground('gradient', 418),
    modern: ground('solid-color', 518),
  },
  ingrid: {
    realistic: ground('professional', 11),
    professional: ground('professional', 106),
    artistic: ground('abstract', 207),
    minimalist: ground('solid-color', 318, { solidColor: '#d5c3cf' }),
    creative: ground('solid-color', 415),
    modern: ground('gradient', 516),
  },
  kenji: {
    realistic: ground('professional', 12),
    professional: ground('professional', 104),
    artistic: ground('abstract', 208),
    minimalist: ground('solid-color', 307, { solidColor: '#b9cdd3' }),
    creative: ground('solid-color', 417),
    modern: ground('solid-color', 517),
  },
  leila: {
    realistic: ground('professional', 11),
    professional: ground('professional', 105),
    artistic: ground('professional', 109),
    minimalist: ground('clean-white', 313),
    creative: ground('solid-color', 416),
    modern: ground('gradient', 514),
  },
  mara: {
    realistic: ground('professional', 12),
    professional: ground('professional', 102),
    artistic: ground('professional', 212),
    minimalist: ground('solid-color', 312, { solidColor: '#e6c7b0' }),
    creative: ground('gradient', 411),
    modern: ground('gradient', 513),
  },
  rafael: {
    realistic: ground('professional', 12),
    professional: ground('professional', 101),
    artistic: ground('professional', 211),
    minimalist: ground('solid-color', 317),
    creative: ground('gradient', 414),
    modern: ground('gradient', 513),
  },
  ruth: {
    realistic: ground('professional', 12),
    professional: ground('professional', 108),
    artistic: ground('professional', 209),
    minimalist: ground('solid-color', 319, { solidColor: '#cfd8cf' }),
    creative: ground('gradient', 419),
    modern: ground('gradient', 519),
  },
  theo: {
    realistic: ground('professional', 11),
    professional: ground('professional', 109),
    artistic: ground('abstract', 210),
    minimalist: ground('solid-color', 315, { solidColor: '#c9d3dd' }),
    creative: ground('solid-color', 420),
    modern: ground('gradient', 520),
  },
  walter: {
    realistic: ground('professional', 12),
    professional: ground('professional', 110),
    artistic: ground('professional', 213),
    minimalist: ground('solid-color', 320, { solidColor: '#e0d2c0' }),
    creative: ground('gradient', 421),
    modern: ground('solid-color', 521),
  },
};

export interface SampleAvatar {
  readonly name: string;
  readonly person: LargePerson;
  readonly style: StandardStyleId;
  readonly downloads: number;
  readonly likes: number;
}

const sample = (
  name: string,
  person: LargePerson,
  style: StandardStyleId,
  downloads: number,
  likes: number,
): SampleAvatar => ({ name, person, style, downloads, likes });

/** The sample library: avatars 1 to 6, in the size of own avatars. */
export const SAMPLE_LIBRARY: readonly SampleAvatar[] = [
  sample(t('Studio portrait'), 'amara', 'professional', 214, 96),
  sample(t('Copper'), 'finn', 'artistic', 0, 41),
  sample(t('Winter portrait'), 'mara', 'artistic', 88, 63),
  sample(t('Poster'), 'leila', 'creative', 132, 87),
  sample(t('Badge'), 'kenji', 'minimalist', 41, 22),
  sample(t('Facets'), 'rafael', 'modern', 27, 35),
];
