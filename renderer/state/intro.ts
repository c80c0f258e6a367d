import { atom } from 'jotai';
import { z } from 'zod';

import { introDesignSchema, NEW_INTRO } from '../core/intro/design.ts';
import { VIDEO_FORMATS } from '../ports/video.ts';
import { createCutShort } from './cut-short.ts';
import { portsAtom } from './ports.ts';
import { rememberedAtom } from './remembered-atom.ts';
import { localMemory } from './remembered.ts';

/** The intro that was edited last. Its words and colours are kept for the next avatar. */
export const introDesignAtom = rememberedAtom('intro', introDesignSchema, NEW_INTRO);

/** The saves of intros that a page died with. */
export const introCutShortAtom = atom((get) =>
  createCutShort(
    'intro cut short',
    z.strictObject({ uid: z.string(), format: z.enum(VIDEO_FORMATS), sound: z.boolean() }),
    { ...get(portsAtom), memory: localMemory() },
  ),
);
