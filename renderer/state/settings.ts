import { atom, useAtomValue } from 'jotai';
import { z } from 'zod';

import {
  PICTURE_FORMATS,
  type AvatarSize,
  type HdFormat,
  type PictureFormat,
} from '../core/avatars.ts';
import { NEW_BRAND, type BrandKit } from '../core/brand-kit.ts';
import { noted } from '../core/log/log.ts';
import { AVATAR_SIZES } from '../core/picture-formats.ts';
import { isEmailProfile } from '../core/scope.ts';
import { DEFAULT_SET, type SetChoice } from '../core/sets.ts';
import { BACKGROUND_IDS, STYLE_IDS } from '../core/styles.ts';
import { createState } from '../core/subscribable.ts';
import { DEFAULT_SETTINGS, settingsSchema, type Settings } from '../core/validation.ts';
import { portsAtom } from './ports.ts';
import { rememberedAtom } from './remembered-atom.ts';
import { localMemory } from './remembered.ts';
import { currentProfile } from './scope.ts';
import { useSnapshot } from './use-snapshot.ts';
import { writableFormats } from './writable-formats.ts';

/** Stored settings may be from an earlier version that had fewer of them. */
const stored = z.preprocess(
  (value) => ({ ...DEFAULT_SETTINGS, ...(typeof value === 'object' ? value : {}) }),
  settingsSchema,
);
const parsed = (value: unknown): Settings => stored.safeParse(value).data ?? DEFAULT_SETTINGS;

/** What a guest or a wallet chose last on this device: others start with it, but not its address. */
const earlier = (): Settings => ({ ...parsed(localMemory().read('settings')), email: '' });

/** A profile's settings row: one account's is sealed with it. */
interface KeptSettings {
  readonly settings: Settings;
  /** Undefined until it is read; it takes effect while a plan unlocks it. */
  readonly brand: BrandKit | undefined;
}

/** The signed-in profile's settings and brand kit; they stay on this device. */
export const settingsAtom = atom((get) => {
  const { store, wallets, accounts } = get(portsAtom);
  let profileId = currentProfile(wallets, accounts);
  const state = createState<KeptSettings>({
    settings: profileId === undefined ? DEFAULT_SETTINGS : earlier(),
    brand: undefined,
  });

  const load = async (): Promise<void> => {
    const asked = profileId;
    if (asked === undefined) return;
    const found = await store
      .get('settings', asked)
      .then((row) => ({ row }), noted('settings.read'));
    if (asked !== profileId) return;
    const { email = '' } = accounts.snapshot();
    const none = isEmailProfile(asked) ? { ...DEFAULT_SETTINGS, email } : earlier();
    state.set({
      settings: found?.row ? parsed(found.row) : none,
      brand: found && (found.row?.brand ?? NEW_BRAND),
    });
  };
  const follow = (): void => {
    const now = currentProfile(wallets, accounts);
    if (now === profileId) return;
    profileId = now;
    // Never show another profile's address, not even for a moment.
    state.set({ settings: DEFAULT_SETTINGS, brand: undefined });
    void load();
  };
  wallets.subscribe(follow);
  accounts.subscribe(follow);
  store.watch(['settings'], () => void load());
  void load();

  return {
    snapshot: state.snapshot,
    subscribe: state.subscribe,
    /** Changes a part of the row. Rejects if storage fails. */
    async save({ settings, brand }: Partial<KeptSettings>): Promise<void> {
      const id = profileId;
      if (id === undefined) return;
      const scope = { id, profileId: id, genesis: 'any' };
      const shown = state.snapshot();
      await store.update('settings', id, (row) => [
        {
          table: 'settings',
          put: { ...shown.settings, ...row, ...settings, ...(brand && { brand }), ...scope },
        },
      ]);
      // Read before the database is: the choices for a new photo can't wait for it.
      if (settings && !isEmailProfile(id))
        localMemory().write('settings', { ...settings, email: '' });
      if (id === profileId)
        state.update((before) => ({
          ...before,
          ...(settings && { settings }),
          ...(brand && { brand }),
        }));
    },
  };
});

export const useSettings = (): Settings => useSnapshot(useAtomValue(settingsAtom)).settings;

/** The size chosen last for a batch, and for 'Download HD'. */
export const avatarSizeAtom = rememberedAtom<AvatarSize>('size', z.literal(AVATAR_SIZES), 1024);
const setSchema = z.object({
  kind: z.enum(['mix', 'look', 'own']),
  styles: z.array(z.enum(STYLE_IDS)),
  backgrounds: z.array(z.enum(BACKGROUND_IDS)),
  count: z.int().min(1).max(1_000),
  photos: z.enum(['one', 'all']),
});
/** The last choice for the set that a payment starts. */
export const setChoiceAtom = rememberedAtom<SetChoice>('set', setSchema, DEFAULT_SET);
const chosenFormatAtom = rememberedAtom<PictureFormat>('hd-format', z.enum(PICTURE_FORMATS), 'png');
/** What avatars are saved as. */
export const pictureFormatAtom = atom(
  (get): PictureFormat => {
    const chosen = get(chosenFormatAtom);
    // The choice of an earlier version, which offered formats that this browser can't write.
    return chosen === 'svg' || writableFormats().includes(chosen) ? chosen : 'png';
  },
  (_get, set, format: PictureFormat) => set(chosenFormatAtom, format),
);
/** How well JPEG and WebP files are kept, 0 to 1. */
export const qualityAtom = rememberedAtom<number>('quality', z.number().min(0.5).max(1), 0.93);
/** What pictures are saved as that are no drawings: PNG where avatars are SVG. */
export const hdFormatAtom = atom((get): HdFormat => {
  const format = get(pictureFormatAtom);
  return format === 'svg' ? 'png' : format;
});
