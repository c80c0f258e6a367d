import { z } from 'zod';

import { AVATAR_SIZES, HD_FORMATS, type AvatarSize, type HdFormat } from '../core/avatars.ts';
import { noted } from '../core/log/log.ts';
import { isEmailProfile } from '../core/scope.ts';
import { DEFAULT_SET, type SetChoice } from '../core/sets.ts';
import { BACKGROUND_IDS, STYLE_IDS } from '../core/styles.ts';
import { DEFAULT_SETTINGS, settingsSchema, type Settings } from '../core/validation.ts';
import { atom } from './jotai.ts';
import { observable } from './observable.ts';
import { portsAtom } from './ports.ts';
import { rememberedAtom } from './remembered-atom.ts';
import { localMemory } from './remembered.ts';
import { currentProfile } from './scope.ts';
import { writableFormats } from './writable-formats.ts';

/** Stored settings may be from an earlier version that had fewer of them. */
const stored = z.preprocess(
  (value) => ({ ...DEFAULT_SETTINGS, ...(typeof value === 'object' ? value : {}) }),
  settingsSchema,
);
const parsed = (value: unknown): Settings => stored.safeParse(value).data ?? DEFAULT_SETTINGS;

/** What the first version stored for everyone on this device; guests and wallets start with it. */
const earlier = (): Settings => parsed(localMemory().read('settings'));

/** The signed-in profile's settings; an account's are sealed with it. */
export const settingsServiceAtom = atom((get) => {
  const { store, wallets, accounts } = get(portsAtom);
  let profileId = currentProfile(wallets, accounts);
  const state = observable<Settings>(profileId === undefined ? DEFAULT_SETTINGS : earlier());

  const load = async (): Promise<void> => {
    const asked = profileId;
    if (asked === undefined) return;
    const row = await store.get('settings', asked).catch(noted('settings.read'));
    if (asked !== profileId) return;
    const { email = '' } = accounts.snapshot();
    state.set(
      row ? parsed(row) : isEmailProfile(asked) ? { ...DEFAULT_SETTINGS, email } : earlier(),
    );
  };
  const follow = (): void => {
    const now = currentProfile(wallets, accounts);
    if (now === profileId) return;
    profileId = now;
    // Never show another profile's address, not even for a moment.
    state.set(DEFAULT_SETTINGS);
    void load();
  };
  wallets.subscribe(follow);
  accounts.subscribe(follow);
  store.watch(['settings'], () => void load());
  void load();
  return {
    snapshot: state.snapshot,
    subscribe: state.subscribe,
    async save(settings: Settings): Promise<void> {
      if (profileId === undefined) return;
      const scope = { id: profileId, profileId, genesis: 'any' };
      // The row's brand kit is kept.
      await store.update('settings', profileId, (row) => [
        { table: 'settings', put: { ...row, ...settings, ...scope } },
      ]);
      // Read before the database is: the choices for a new photo can't wait for it.
      if (!isEmailProfile(profileId)) localMemory().write('settings', settings);
      state.set(settings);
    },
  };
});

const sourceAtom = atom((get) => {
  const service = get(settingsServiceAtom);
  const valueAtom = atom<Settings>(service.snapshot());
  valueAtom.onMount = (set) => {
    const update = (): void => set(service.snapshot());
    update();
    return service.subscribe(update);
  };
  return valueAtom;
});

/**
 * The profile's settings from the dashboard; they stay on this device. Rejects if storage fails.
 */
export const settingsAtom = atom(
  (get) => get(get(sourceAtom)),
  (get, _set, settings: Settings) => get(settingsServiceAtom).save(settings),
);

const sizeSchema = z.literal(AVATAR_SIZES);
/** The size chosen last for a batch, and for 'Download HD'. */
export const avatarSizeAtom = rememberedAtom<AvatarSize>('size', sizeSchema, 1024);
/** The same outside of React, from any tab: a payment starts its batch without a screen. */
export const lastAvatarSize = (): AvatarSize =>
  sizeSchema.safeParse(localMemory().read('size')).data ?? 1024;
const setSchema = z.object({
  kind: z.enum(['mix', 'look', 'own']),
  styles: z.array(z.enum(STYLE_IDS)),
  backgrounds: z.array(z.enum(BACKGROUND_IDS)),
  count: z.int().min(1).max(1_000),
  photos: z.enum(['one', 'all']),
});
/** The last choice for the set that a payment starts. */
export const setChoiceAtom = rememberedAtom<SetChoice>('set', setSchema, DEFAULT_SET);
/** The same outside of React. */
export const lastSetChoice = (): SetChoice =>
  setSchema.safeParse(localMemory().read('set')).data ?? DEFAULT_SET;
const chosenFormatAtom = rememberedAtom<HdFormat>('hd-format', z.enum(HD_FORMATS), 'png');
export const hdFormatAtom = atom(
  (get): HdFormat => {
    const chosen = get(chosenFormatAtom);
    // The choice of an earlier version, which offered formats that this browser can't write.
    return writableFormats().includes(chosen) ? chosen : 'png';
  },
  (_get, set, format: HdFormat) => set(chosenFormatAtom, format),
);
