import { sampleFile, samplePicture } from '../core/sample-files.ts';
import { CHIP_PERSON } from '../core/sample-people.ts';
import {
  BACKGROUND_IDS,
  isPremiumStyle,
  STYLE_IDS,
  type BackgroundId,
  type StyleId,
} from '../core/styles.ts';

const byId = <Id extends string>(
  ids: readonly Id[],
  picture: (id: Id) => string,
): Readonly<Record<Id, string>> =>
  Object.fromEntries(ids.map((id) => [id, picture(id)])) as Readonly<Record<Id, string>>;

/**
 * One drawn person in each style and on each background, for the Avatar Creator's chips without a
 * photo.
 */
export const STYLE_CHIPS = byId<StyleId>(STYLE_IDS, (style) =>
  isPremiumStyle(style) ? sampleFile(`premium/${style}`) : samplePicture(CHIP_PERSON, style, 256),
);
export const BACKGROUND_CHIPS = byId<BackgroundId>(BACKGROUND_IDS, (background) =>
  sampleFile(`grounds/${background}`),
);
