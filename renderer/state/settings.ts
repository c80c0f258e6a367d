import { z } from 'zod';
import { AVATAR_SIZES, type AvatarSize, HD_FORMATS, type HdFormat } from '../core/avatars.ts';
import { DEFAULT_SETTINGS, type Settings, settingsSchema } from '../core/validation.ts';
import { rememberedAtom } from './remembered-atom.ts';

/** What is stored may be of an earlier version, with fewer of them. */
const stored = z.preprocess((value) => ({ ...DEFAULT_SETTINGS, ...(typeof value === 'object' ? value : {}) }), settingsSchema);

/** The dashboard's settings. They stay on this device. */
export const settingsAtom = rememberedAtom<Settings>('settings', stored, DEFAULT_SETTINGS);

/** What was chosen last for a batch, and for 'Download HD'. */
export const avatarSizeAtom = rememberedAtom<AvatarSize>('size', z.literal(AVATAR_SIZES), 1024);
export const hdFormatAtom = rememberedAtom<HdFormat>('hd-format', z.enum(HD_FORMATS), 'png');
