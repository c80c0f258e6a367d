import { i18n } from '../../i18n/index.ts';
import type { PhotoNote } from '../../ports/engine.ts';

/** What could be better about the photo, and what would help. Shown before anything is paid. */
export const PHOTO_NOTES: Record<PhotoNote, string> = {
  small: i18n.t('The face is small in this photo. A larger version will look sharper.'),
  blurred: i18n.t('The photo is a little soft. A sharper one gives crisper eyes and lines.'),
  dark: i18n.t('The photo is dark. One taken facing a window shows more of you.'),
  bright: i18n.t(
    'Parts of the face are overexposed. One taken out of direct sun keeps your skin tone.',
  ),
  'cut-off': i18n.t(
    'Part of the head is outside the photo. One with some room around the head works better.',
  ),
  'several-faces': i18n.t('There is more than one person here. Choose whose avatar it will be.'),
  'far-away': i18n.t(
    'You are far from the camera in this photo. Come closer, or crop it to head and shoulders.',
  ),
  turned: i18n.t('The face is turned away. A photo from the front gives the best likeness.'),
};
