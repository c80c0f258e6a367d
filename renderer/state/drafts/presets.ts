import { z } from 'zod';

import type { Choices } from '../../core/drafts.ts';
import { shortened } from '../../core/file-name.ts';
import { omit } from '../../core/objects.ts';
import { rememberedAtom } from '../remembered-atom.ts';
import { parseChoices } from './choices.ts';

export const PRESET_NAME_MAX = 40;
export const MOST_PRESETS = 24;

/** Choices that were saved by name, for any photo. */
export interface Preset {
  readonly name: string;
  readonly choices: Choices;
}

const schema: z.ZodType<readonly Preset[]> = z
  .array(
    z.object({
      name: z.string().trim().min(1).max(PRESET_NAME_MAX),
      // Values that a later version no longer knows are read as the defaults.
      choices: z.unknown().transform(parseChoices),
    }),
  )
  .max(MOST_PRESETS);

/** The saved presets, the latest first. They stay in this browser. */
export const presetsAtom = rememberedAtom<readonly Preset[]>('presets', schema, []);

/**
 * Adds a preset in front. It replaces one of the same name; beyond the limit the oldest is removed.
 */
export function withPreset(
  presets: readonly Preset[],
  name: string,
  choices: Choices,
): readonly Preset[] {
  // Framing, face and strokes belong to the photo; the user's own picture is kept only in encrypted
  // rows.
  const options = omit(choices.options, 'crop', 'face', 'strokes', 'backdropPicture');
  const preset = {
    name: shortened(name.trim(), PRESET_NAME_MAX),
    choices: { ...choices, options },
  };
  const others = presets.filter((one) => one.name !== preset.name);
  return [preset, ...others].slice(0, MOST_PRESETS);
}

/** What choosing a preset changes: everything but what belongs to the photo. */
export const presetChange = ({ choices }: Preset, { options }: Choices): Partial<Choices> => ({
  ...choices,
  options: {
    ...choices.options,
    ...(options.crop && { crop: options.crop }),
    ...(options.face !== undefined && { face: options.face }),
    ...(options.strokes && { strokes: options.strokes }),
  },
});
