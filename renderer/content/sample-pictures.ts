import type { SamplePerson } from '../core/sample-people.ts';
import type { StandardStyleId } from '../core/styles.ts';

type Addresses = Readonly<Record<string, string>>;

export function sampleAddress(addresses: Addresses, path: string): string {
  const url = addresses[`../../resources/samples/${path}.webp`];
  if (url === undefined) throw new Error(`no sample picture ${path}`);
  return url;
}

/** The samples at these addresses. */
export function samplePictures(large: Addresses, small: Addresses) {
  /** URL of a committed sample that our engine rendered from its recipe: at least 640 px square. */
  const samplePicture = (person: SamplePerson, style: StandardStyleId): string =>
    sampleAddress(large, `${person}-${style}`);
  /** The same at 256 px, for contact sheets. */
  const smallSamplePicture = (person: SamplePerson, style: StandardStyleId): string =>
    sampleAddress(small, `small/${person}-${style}`);
  /**
   * The attributes of an `img` that loads a sample at the size it is shown.
   * @param sizes its width, as in the attribute `sizes`
   */
  const sampleImage = (person: SamplePerson, style: StandardStyleId, sizes: string) => ({
    src: samplePicture(person, style),
    srcSet: `${smallSamplePicture(person, style)} 256w, ${samplePicture(person, style)} 640w`,
    sizes,
  });
  return { samplePicture, smallSamplePicture, sampleImage };
}
