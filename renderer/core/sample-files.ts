import type { LargePerson } from './sample-people.ts';
import type { StandardStyleId } from './styles.ts';

/** Edge lengths in pixels of each sample avatar's files. */
const SAMPLE_WIDTHS = [256, 480, 640] as const;
export type SampleWidth = (typeof SAMPLE_WIDTHS)[number];

/**
 * Address of a committed sample picture.
 * @param path its file in resources/samples, without the ending
 */
export const sampleFile = (path: string): string => `${__SAMPLES__}/${path}.webp`;

/** Address of a sample avatar, which our engine rendered from its recipe. */
export const samplePicture = (
  person: LargePerson,
  style: StandardStyleId,
  width: SampleWidth | 960 | 1024 = 640,
): string => sampleFile(`${String(width)}/${person}-${style}`);

/**
 * The attributes of an `img` that loads a sample avatar in the size it is shown at.
 * @param sizes its width, as in the attribute `sizes`
 * @param widths of the files to choose from
 */
export const sampleImage = (
  person: LargePerson,
  style: StandardStyleId,
  sizes: string,
  widths: readonly (SampleWidth | 960)[] = SAMPLE_WIDTHS,
) => ({
  sizes,
  srcSet: widths
    .map((width) => `${samplePicture(person, style, width)} ${String(width)}w`)
    .join(', '),
  src: samplePicture(person, style),
});
