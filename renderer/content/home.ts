import type { SamplePerson } from '../core/sample-people.ts';
import type { StandardStyleId } from '../core/styles.ts';

export const STYLE_TILES = [
  { style: 'professional', person: 'mara', words: 'Studio light, quiet backdrop' },
  { style: 'artistic', person: 'leila', words: 'Oil paint, visible brush' },
  { style: 'minimalist', person: 'kenji', words: 'Few tones, clean contour' },
  { style: 'creative', person: 'finn', words: 'Two inks and a halftone screen' },
] as const satisfies readonly { style: StandardStyleId; person: SamplePerson; words: string }[];

/** Sample content of the specification. No customer said this, and it is marked so. */
export const TESTIMONIALS = [
  {
    person: 'leila',
    style: 'modern',
    words:
      'I wanted one picture that worked on a conference badge and on my shop. I left with twelve and still use all of them.',
    who: 'Leila H., illustrator',
  },
  {
    person: 'kenji',
    style: 'professional',
    words:
      'My team is spread over nine time zones. Now our page looks as if we had all met one photographer.',
    who: 'Kenji M., engineering lead',
  },
  {
    person: 'rafael',
    style: 'creative',
    words: 'I paid, I counted to two, it was confirmed. The receipt had the transaction on it.',
    who: 'Rafael O., collector',
  },
] as const satisfies readonly {
  person: SamplePerson;
  style: StandardStyleId;
  words: string;
  who: string;
}[];

/** The closing contact sheet, in the order of its frames. */
export const CLOSING_SHEET = [
  ['amara', 'artistic'],
  ['kenji', 'creative'],
  ['mara', 'minimalist'],
  ['finn', 'modern'],
  ['rafael', 'professional'],
  ['leila', 'creative'],
  ['finn', 'artistic'],
  ['leila', 'minimalist'],
  ['amara', 'creative'],
  ['mara', 'professional'],
  ['kenji', 'artistic'],
  ['rafael', 'minimalist'],
  ['rafael', 'artistic'],
  ['mara', 'creative'],
  ['leila', 'professional'],
  ['amara', 'minimalist'],
  ['finn', 'professional'],
  ['kenji', 'modern'],
] as const satisfies readonly (readonly [SamplePerson, StandardStyleId])[];
