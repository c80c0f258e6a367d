import type { StyleId } from '../core/looks.ts';
import type { SamplePerson } from '../core/sample-recipes.ts';

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

/** Address of a committed sample, rendered by our engine from its recipe: 640 px square or more. */
export const samplePicture = (person: SamplePerson, style: StyleId): string => address(large, `${person}-${style}`);

/** The same at 256 px, for contact sheets. */
export const smallSamplePicture = (person: SamplePerson, style: StyleId): string =>
  address(small, `small/${person}-${style}`);

/** The two first steps of a picture, of one sitter: the photo as given, and what is cut out of it. */
export const PHOTO_STEP = address(large, 'rafael-photo');
export const MATTE_STEP = address(large, 'rafael-matte');
