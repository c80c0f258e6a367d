import { CHIP_PERSON, type SamplePerson } from '../core/sample-recipes.ts';
import { BACKGROUND_IDS, STYLE_IDS, type BackgroundId, type StyleId } from '../core/styles.ts';

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

/** Address of a committed sample, rendered by our engine from its recipe: 640 px square or more. */
export const samplePicture = (person: SamplePerson, style: StyleId): string =>
  address(large, `${person}-${style}`);

/** The same at 256 px, for contact sheets. */
export const smallSamplePicture = (person: SamplePerson, style: StyleId): string =>
  address(small, `small/${person}-${style}`);

const grounds = import.meta.glob<string>('../../resources/samples/grounds/*.webp', {
  eager: true,
  query: '?url',
  import: 'default',
});

const byId = <Id extends string>(
  ids: readonly Id[],
  picture: (id: Id) => string,
): Readonly<Record<Id, string>> =>
  Object.fromEntries(ids.map((id) => [id, picture(id)])) as Readonly<Record<Id, string>>;

/** One drawn person in each style and on each background: what the studio's chips show until a photo is there. */
export const STYLE_CHIPS = byId<StyleId>(STYLE_IDS, (style) =>
  smallSamplePicture(CHIP_PERSON, style),
);
export const BACKGROUND_CHIPS = byId<BackgroundId>(BACKGROUND_IDS, (background) =>
  address(grounds, `grounds/${background}`),
);

/** The two first steps of a picture, of one person: the photo as given, and what is cut out of it. */
export const PHOTO_STEP = address(large, 'rafael-photo');
export const MATTE_STEP = address(large, 'rafael-matte');
