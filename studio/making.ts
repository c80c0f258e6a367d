import type { MadeKind } from '../renderer/core/run-report.ts';
import {
  planAnimations,
  planBanners,
  planPictures,
  type Animations,
  type Banners,
  type PlannedFile,
  type Recipes,
} from './recipes.ts';

/** What a command makes of each person. */
export interface Making {
  readonly kind: MadeKind;
  /** The request with its defaults filled in. */
  readonly recipes: Recipes | Animations | Banners;
  /** The number of files per person with usable photos. */
  readonly each: number;
  /** For the report: 'artistic on gradient, 1024 px, png'. */
  readonly summary: string;
  /**
   * @param person their name as it was given
   * @param photos SHA-256 of each, hex
   */
  readonly plan: (person: string, photos: readonly string[]) => PlannedFile[];
}

const describePictures = ({
  styles,
  backgrounds,
}: Pick<Recipes, 'styles' | 'backgrounds'>): string =>
  `${styles.join(', ')} on ${backgrounds.join(', ')}`;
const eachOf = ({ styles, count = styles.length }: Pick<Recipes, 'styles' | 'count'>): number =>
  count;

export const pictures = (recipes: Recipes): Making => ({
  kind: 'picture',
  recipes,
  each: eachOf(recipes),
  summary: `${describePictures(recipes)}, ${String(recipes.size)} px, ${recipes.format}`,
  plan: (_, photos) => planPictures(photos, recipes),
});

export const animations = (recipes: Animations): Making => {
  const { motion, strength, size, format } = recipes;
  // A GIF is made smaller until it can be sent.
  const sized = format === 'gif' ? `at most ${String(Math.min(size, 540))}` : String(size);
  return {
    kind: 'animation',
    recipes,
    each: eachOf(recipes),
    summary: `${describePictures(recipes)}, ${motion} at ${String(strength)}, ${sized} px, ${format}`,
    plan: (_, photos) => planAnimations(photos, recipes),
  };
};

export const banners = (recipes: Banners): Making => {
  const { size, layout, tone, format } = recipes;
  const sized = typeof size === 'object' ? `${String(size.width)} x ${String(size.height)}` : size;
  return {
    kind: 'banner',
    recipes,
    each: eachOf(recipes),
    summary: `${describePictures(recipes)}, layout ${layout}, ground ${tone}, for ${sized}, ${format}`,
    plan: (person, photos) => planBanners(person, photos, recipes),
  };
};
