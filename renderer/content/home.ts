import type { SamplePerson } from '../core/sample-people.ts';
import type { StandardStyleId } from '../core/styles.ts';
import { i18n } from '../i18n/index.ts';

export const STYLE_TILES = [
  { style: 'professional', person: 'mara' },
  { style: 'artistic', person: 'leila' },
  { style: 'minimalist', person: 'kenji' },
  { style: 'creative', person: 'finn' },
] as const satisfies readonly { style: StandardStyleId; person: SamplePerson }[];

/** Sample content of the specification. No customer said this, and it is marked so. */
export const TESTIMONIALS = [
  {
    person: 'leila',
    style: 'modern',
    words: i18n.t('One photo, twelve pictures, and I use them all.'),
    who: i18n.t('Leila H., illustrator'),
  },
  {
    person: 'kenji',
    style: 'professional',
    words: i18n.t('Now our team looks as if one photographer had met us all.'),
    who: i18n.t('Kenji M., engineering lead'),
  },
  {
    person: 'rafael',
    style: 'creative',
    words: i18n.t('I paid, counted to two, and it was confirmed.'),
    who: i18n.t('Rafael O., collector'),
  },
] as const satisfies readonly {
  person: SamplePerson;
  style: StandardStyleId;
  words: string;
  who: string;
}[];

/** The closing contact sheet, in the order of its frames. */
export const CLOSING_SHEET = [
  'amara-artistic',
  'kenji-creative',
  'mara-minimalist',
  'finn-modern',
  'rafael-professional',
  'leila-creative',
  'harjit-artistic',
  'ingrid-minimalist',
  'walter-creative',
  'mara-professional',
  'ruth-artistic',
  'arjun-minimalist',
  'rafael-artistic',
  'ingrid-creative',
  'leila-professional',
  'theo-minimalist',
  'finn-professional',
  'kenji-modern',
] as const satisfies readonly `${SamplePerson}-${StandardStyleId}`[];
