import type { PhotoNote } from '../../ports/engine.ts';

/** What could be better about the photo, kindly, with what would help. */
export const PHOTO_NOTES: Record<PhotoNote, string> = {
  small: 'This photo is small. A larger one gives finer detail.',
  blurred: 'This photo is a little soft. A sharper one gives crisper lines.',
  dark: 'This photo is dark. One taken facing a window would show more of you.',
  bright: 'This photo is very bright. One out of direct sun keeps more of your skin tone.',
  'cut-off': 'Part of the head is outside the photo. One with some room around it frames better.',
  'several-faces': 'There is more than one person here. Choose whose avatar it will be.',
  'far-away': 'The face is small in this photo. Come closer for more likeness.',
  turned: 'The face is turned away. One from the front is the most like you.',
};
