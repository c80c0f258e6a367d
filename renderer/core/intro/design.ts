import { z } from 'zod';

import { t } from '../../i18n/index.ts';
import { lookSchema, NEW_LOOK } from '../banners/design.ts';
import { keysOf } from '../objects.ts';

export const INTRO_TEMPLATE_LABELS = {
  developing: t('Developing'),
  sheet: t('Contact sheet'),
  slices: t('Six slices'),
  halftone: t('Halftone'),
};
export type IntroTemplateId = keyof typeof INTRO_TEMPLATE_LABELS;
export const INTRO_TEMPLATE_IDS = keysOf(INTRO_TEMPLATE_LABELS);

/** The file's size in pixels and its frames per second. */
export const INTRO = { width: 1920, height: 1080, rate: 30 } as const;
export const INTRO_SECONDS = [5, 6, 7, 8] as const;
export const INTRO_NAME_MAX = 40;
export const INTRO_HANDLE_MAX = 60;

/** Everything that defines an intro except its pictures and sound. The device remembers it. */
export const introDesignSchema = lookSchema.extend({
  template: z.enum(INTRO_TEMPLATE_IDS),
  seconds: z.int().min(INTRO_SECONDS[0]).max(8),
  name: z.string().max(INTRO_NAME_MAX),
  handle: z.string().max(INTRO_HANDLE_MAX),
});
export type IntroDesign = z.infer<typeof introDesignSchema>;

export const NEW_INTRO: IntroDesign = {
  template: 'developing',
  seconds: 6,
  ...NEW_LOOK,
  name: '',
  handle: '',
};

export const introFrames = ({ seconds }: Pick<IntroDesign, 'seconds'>): number =>
  seconds * INTRO.rate;
