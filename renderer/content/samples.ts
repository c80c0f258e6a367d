import type { StyleId } from '../core/looks.ts';

/** The six drawn people; no photo of a real person is in the project. */
export const SAMPLE_PEOPLE = ['amara', 'finn', 'kenji', 'leila', 'mara', 'rafael'] as const;
export type SamplePerson = (typeof SAMPLE_PEOPLE)[number];

const large = import.meta.glob<string>('../../resources/samples/*.webp', { eager: true, query: '?url', import: 'default' });
const small = import.meta.glob<string>('../../resources/samples/small/*.webp', {
  eager: true,
  query: '?url',
  import: 'default',
});

function address(pictures: Record<string, string>, path: string): string {
  const url = pictures[`../../resources/samples/${path}.webp`];
  if (url === undefined) throw new Error(`no sample picture ${path}`);
  return url;
}

/** Address of a committed sample, rendered by our engine: 640 px square or more. */
export const samplePicture = (person: SamplePerson, style: StyleId): string => address(large, `${person}-${style}`);

/** The same at 256 px, for contact sheets. */
export const smallSamplePicture = (person: SamplePerson, style: StyleId): string =>
  address(small, `small/${person}-${style}`);

/** The two first steps of a picture, of one sitter: the photo as given, and what is cut out of it. */
export const PHOTO_STEP = address(large, 'rafael-photo');
export const MATTE_STEP = address(large, 'rafael-matte');
