import type { SamplePerson } from '../core/sample-people.ts';
import type { StandardStyleId } from '../core/styles.ts';

const large = import.meta.glob<string>('../../resources/samples/*.webp', {
  eager: true,
  query: '?url',
  import: 'default',
});
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

/** URL of a committed sample that our engine rendered from its recipe: at least 640 px square. */
export const samplePicture = (person: SamplePerson, style: StandardStyleId): string =>
  address(large, `${person}-${style}`);

/** The same at 256 px, for contact sheets. */
export const smallSamplePicture = (person: SamplePerson, style: StandardStyleId): string =>
  address(small, `small/${person}-${style}`);

/**
 * The attributes of an `img` that loads a sample at the size it is shown.
 * @param sizes its width, as in the attribute `sizes`
 */
export const sampleImage = (person: SamplePerson, style: StandardStyleId, sizes: string) => ({
  src: samplePicture(person, style),
  srcSet: `${smallSamplePicture(person, style)} 256w, ${samplePicture(person, style)} 640w`,
  sizes,
});

/** One person's first two steps to a picture: the photo as given, and the cut-out's matte. */
export const PHOTO_STEP = address(large, 'rafael-photo');
export const MATTE_STEP = address(large, 'rafael-matte');
