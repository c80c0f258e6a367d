import { z } from 'zod';

import { introDesignSchema, NEW_INTRO } from '../core/intro/design.ts';
import { VIDEO_FORMATS } from '../ports/video.ts';
import { rememberedAtom } from './remembered-atom.ts';

/** The intro that was edited last. Its words and colours are kept for the next avatar. */
export const introDesignAtom = rememberedAtom('intro', introDesignSchema, NEW_INTRO);

/** A save that a page started and didn't finish. */
export const introCutShortAtom = rememberedAtom(
  'intro cut short',
  z.strictObject({ uid: z.string(), format: z.enum(VIDEO_FORMATS), sound: z.boolean() }).nullable(),
  null,
);
