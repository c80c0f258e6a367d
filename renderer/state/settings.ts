import { z } from 'zod';
import { AVATAR_SIZES, type AvatarSize, HD_FORMATS, type HdFormat } from '../core/avatars.ts';
import { type Settings, settingsSchema } from '../core/validation.ts';
import { rememberedAtom } from './remembered-atom.ts';

/** The dashboard's settings. They stay on this device. */
export const settingsAtom = rememberedAtom<Settings>('settings', settingsSchema, { email: '' });

/** What was chosen last for a batch, and for 'Download HD'. */
export const avatarSizeAtom = rememberedAtom<AvatarSize>('size', z.literal(AVATAR_SIZES), 1024);
export const hdFormatAtom = rememberedAtom<HdFormat>('hd-format', z.enum(HD_FORMATS), 'png');
