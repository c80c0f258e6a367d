import type { SamplePerson } from '../core/sample-people.ts';
import type { StandardStyleId } from '../core/styles.ts';
import { i18n } from '../i18n/index.ts';

export const STYLE_TILES = [
  { style: 'professional', person: 'mara', words: i18n.t('Studio light, quiet backdrop') },
  { style: 'artistic', person: 'leila', words: i18n.t('Oil paint, visible brush') },
  { style: 'minimalist', person: 'kenji', words: i18n.t('Few tones, clean contour') },
  { style: 'creative', person: 'finn', words: i18n.t('Two inks and a halftone screen') },
] as const satisfies readonly { style: StandardStyleId; person: SamplePerson; words: string }[];

/** Sample content of the specification. No customer said this, and it is marked so. */
export const TESTIMONIALS = [
  {
    person: 'leila',
    style: 'modern',
    words: i18n.t(
      'I wanted one picture that worked on a conference badge and on my shop. I left with twelve and still use all of them.',
    ),
    who: i18n.t('Leila H., illustrator'),
  },
  {
    person: 'kenji',
    style: 'professional',
    words: i18n.t(
      'My team is spread over nine time zones. Now our page looks as if we had all met one photographer.',
    ),
    who: i18n.t('Kenji M., engineering lead'),
  },
  {
    person: 'rafael',
    style: 'creative',
    words: i18n.t(
      'I paid, I counted to two, it was confirmed. The receipt had the transaction on it.',
    ),
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
  'finn-artistic',
  'ingrid-minimalist',
  'amara-creative',
  'mara-professional',
  'kenji-artistic',
  'arjun-minimalist',
  'rafael-artistic',
  'ingrid-creative',
  'leila-professional',
  'amara-minimalist',
  'finn-professional',
  'kenji-modern',
] as const satisfies readonly `${SamplePerson}-${StandardStyleId}`[];
