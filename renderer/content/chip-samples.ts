import { CHIP_PERSON } from '../core/sample-people.ts';
import {
  BACKGROUND_IDS,
  isPremiumStyle,
  STYLE_IDS,
  type BackgroundId,
  type StyleId,
} from '../core/styles.ts';
import { smallSamplePicture } from './samples.ts';

const chips = import.meta.glob<string>('../../resources/samples/{grounds,premium}/*.webp', {
  eager: true,
  query: '?url',
  import: 'default',
});

function address(path: string): string {
  const url = chips[`../../resources/samples/${path}.webp`];
  if (url === undefined) throw new Error(`no sample picture ${path}`);
  return url;
}

const byId = <Id extends string>(
  ids: readonly Id[],
  picture: (id: Id) => string,
): Readonly<Record<Id, string>> =>
  Object.fromEntries(ids.map((id) => [id, picture(id)])) as Readonly<Record<Id, string>>;

/**
 * One drawn person in each style and on each background, for the studio's chips without a photo.
 */
export const STYLE_CHIPS = byId<StyleId>(STYLE_IDS, (style) =>
  isPremiumStyle(style) ? address(`premium/${style}`) : smallSamplePicture(CHIP_PERSON, style),
);
export const BACKGROUND_CHIPS = byId<BackgroundId>(BACKGROUND_IDS, (background) =>
  address(`grounds/${background}`),
);
