import type { Recipe } from './avatars.ts';
import { BACKGROUND_IDS, type BackgroundId, type StyleId } from './styles.ts';

/** The six drawn people; no photo of a real person is in the project. */
export const SAMPLE_PEOPLE = ['amara', 'finn', 'kenji', 'leila', 'mara', 'rafael'] as const;
export type SamplePerson = (typeof SAMPLE_PEOPLE)[number];

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
 * What each committed sample was rendered from; `npm run samples` renders them again after a change
 * here. Chosen by eye: a muted ground apart from hair and clothes, and no two alike in a row.
 *
 * Home slices Amara's six into one head: they share a seed, hence a frame. Professional steps back
 * and is then settled otherwise; its crop undoes both.
 */
export const SAMPLE_RECIPES: Readonly<Record<SamplePerson, Readonly<Record<StyleId, Ground>>>> = {
  amara: {
    realistic: ground('solid-color', 5, { solidColor: '#d9a85a' }),
    professional: ground('solid-color', 5, {
      solidColor: '#c9964a',
      crop: { zoom: 1.0365, x: 0, y: 0.0143, roll: 0 },
    }),
    artistic: ground('solid-color', 5, { solidColor: '#d9a85a' }),
    minimalist: ground('solid-color', 5, { solidColor: '#e0b66c' }),
    creative: ground('gradient', 5, { gradient: 'ember' }),
    modern: ground('solid-color', 5, { solidColor: '#d9a85a' }),
  },
  finn: {
    realistic: ground('professional', 11),
    professional: ground('professional', 111),
    artistic: ground('professional', 204),
    minimalist: ground('solid-color', 316),
    creative: ground('gradient', 412),
    modern: ground('professional', 512),
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
};

export interface SampleAvatar {
  readonly name: string;
  readonly person: SamplePerson;
  readonly style: StyleId;
  readonly downloads: number;
  readonly likes: number;
}

const sample = (
  name: string,
  person: SamplePerson,
  style: StyleId,
  downloads: number,
  likes: number,
): SampleAvatar => ({ name, person, style, downloads, likes });

/** The sample library: avatars 1 to 6, in the size of own avatars. */
export const SAMPLE_LIBRARY: readonly SampleAvatar[] = [
  sample('Studio portrait', 'amara', 'professional', 214, 96),
  sample('Copper', 'finn', 'artistic', 0, 41),
  sample('Winter portrait', 'mara', 'artistic', 88, 63),
  sample('Poster', 'leila', 'creative', 132, 87),
  sample('Badge', 'kenji', 'minimalist', 41, 22),
  sample('Facets', 'rafael', 'modern', 27, 35),
];

/** Who stands on the studio's chips until a photo is there; her six styles are above. */
export const CHIP_PERSON: SamplePerson = 'mara';
const GROUND_OPTIONS: Partial<Record<BackgroundId, Ground['options']>> = {
  'solid-color': { solidColor: '#c9964a' },
};
export const CHIP_GROUNDS = Object.fromEntries(
  BACKGROUND_IDS.map((background) => [
    background,
    ground(background, 12, GROUND_OPTIONS[background]),
  ]),
) as Readonly<Record<BackgroundId, Ground>>;
