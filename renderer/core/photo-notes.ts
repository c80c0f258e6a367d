import { t } from '../i18n/index.ts';
import { keysOf } from './objects.ts';

/** What was done with the photo or could be better about it, and what would help. */
export const NOTE_SENTENCES = {
  animated: t('This picture is animated: only its first frame is used.'),
  small: t('The face is small in this photo. A larger version will look sharper.'),
  blurred: t('The photo is a little soft. A sharper one gives crisper eyes and lines.'),
  dark: t('The photo is dark. One taken facing a window shows more of you.'),
  bright: t('Parts of the face are overexposed. One taken out of direct sun keeps your skin tone.'),
  'cut-off': t(
    'Part of the head is outside the photo. One with some room around the head works better.',
  ),
  close: t(
    'The photo ends close to the face, so the avatar is framed more closely than others. One with the whole head and both shoulders works better.',
  ),
  'several-faces': t(
    'There is more than one person here. The largest face is used. A photo of one person leaves no doubt.',
  ),
  'far-away': t(
    'You are far from the camera in this photo. Come closer, or crop it to head and shoulders.',
  ),
  turned: t('The face is turned away. A photo from the front gives the best likeness.'),
};
export type PhotoNote = keyof typeof NOTE_SENTENCES;
export const PHOTO_NOTES = keysOf(NOTE_SENTENCES);

/** A note with its sentence, for reports. */
export const saidNote = (note: PhotoNote) => ({ note, text: NOTE_SENTENCES[note] });
