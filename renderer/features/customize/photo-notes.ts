import type { PhotoNote } from '../../ports/engine.ts';

/** What could be better about the photo and what would help: said before anything is paid. */
export const PHOTO_NOTES: Record<PhotoNote, string> = {
  small:
    'The face is made of few pixels, so fine detail is missing. A larger copy of the photo helps.',
  blurred: 'The photo is a little soft. A sharper one gives crisper eyes and lines.',
  dark: 'The photo is dark. One taken facing a window shows more of you.',
  bright: 'Parts of the face are overexposed. One out of direct sun keeps your skin tone.',
  'cut-off': 'Part of the head is outside the photo. One with some room around it frames better.',
  'several-faces': 'There is more than one person here. Choose whose avatar it will be.',
  'far-away':
    'The face is small in this photo. Come closer, or cut the photo to head and shoulders.',
  turned: 'The face is turned away. One from the front is the most like you.',
};
