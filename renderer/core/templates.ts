import { t } from '../i18n/index.ts';
import { keysOf } from './objects.ts';
import type { LargePerson } from './sample-people.ts';
import type { BackgroundId, StandardStyleId } from './styles.ts';

export const TEMPLATE_FILTER_LABELS = {
  all: t('All'),
  professional: t('Professional'),
  creative: t('Creative'),
  artistic: t('Artistic'),
  modern: t('Modern'),
  minimalist: t('Minimalist'),
};
/** 'all' or one of the categories; the `category` query of /explore. */
export type TemplateFilter = keyof typeof TEMPLATE_FILTER_LABELS;
export const TEMPLATE_FILTERS = keysOf(TEMPLATE_FILTER_LABELS);

/** A starting point for /customize: a style and a background that go well together. */
export interface Template {
  readonly id: string;
  readonly name: string;
  readonly category: Exclude<TemplateFilter, 'all'>;
  /** The sample person shown in this style on this background, from resources/samples. */
  readonly person: LargePerson;
  /** The specification's price in SOL. Every plan includes every template, and cards say so. */
  readonly sol: string;
  /** Out of 5; sample content. */
  readonly rating: number;
  readonly isPopular: boolean;
  readonly style: StandardStyleId;
  readonly background: BackgroundId;
}

export const TEMPLATES: readonly Template[] = [
  {
    id: 'professional-avatar',
    name: t('Professional Avatar'),
    category: 'professional',
    person: 'mara',
    sol: '1.2',
    rating: 4.9,
    isPopular: false,
    style: 'professional',
    background: 'professional',
  },
  {
    id: 'creative-portrait',
    name: t('Creative Portrait'),
    category: 'creative',
    person: 'finn',
    sol: '1.5',
    rating: 4.8,
    isPopular: true,
    style: 'creative',
    background: 'gradient',
  },
  {
    id: 'artistic-style',
    name: t('Artistic Style'),
    category: 'artistic',
    person: 'kenji',
    sol: '2',
    rating: 4.7,
    isPopular: false,
    style: 'artistic',
    background: 'abstract',
  },
  {
    id: 'modern-look',
    name: t('Modern Look'),
    category: 'modern',
    person: 'rafael',
    sol: '1.8',
    rating: 4.9,
    isPopular: true,
    style: 'modern',
    background: 'gradient',
  },
  {
    id: 'clean-minimal',
    name: t('Clean Minimal'),
    category: 'minimalist',
    person: 'leila',
    sol: '1.4',
    rating: 4.6,
    isPopular: false,
    style: 'minimalist',
    background: 'clean-white',
  },
  {
    id: 'executive-style',
    name: t('Executive Style'),
    category: 'professional',
    person: 'amara',
    sol: '2.2',
    rating: 4.8,
    isPopular: true,
    style: 'professional',
    background: 'solid-color',
  },
];

/** Reads the `template` query of /customize; undefined for anything but the six ids. */
export const findTemplate = (id: string | null | undefined): Template | undefined =>
  TEMPLATES.find((template) => template.id === id);

export const templatePath = (template: Template): string => `/customize?template=${template.id}`;

/** Reads the `category` query of /explore, ignoring case; unknown or missing means all. */
export const resolveFilter = (query: string | null | undefined): TemplateFilter =>
  TEMPLATE_FILTERS.find((filter) => filter === query?.toLowerCase()) ?? 'all';

/** Case-insensitive search for a substring of the name, combined with the category. */
export function searchTemplates(search: string, filter: TemplateFilter): readonly Template[] {
  const wanted = search.normalize('NFC').trim().toLowerCase();
  return TEMPLATES.filter(
    ({ name, category }) =>
      name.toLowerCase().includes(wanted) && (filter === 'all' || category === filter),
  );
}
