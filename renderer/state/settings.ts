import { z } from 'zod';

import { AVATAR_SIZES, HD_FORMATS, type AvatarSize, type HdFormat } from '../core/avatars.ts';
import { noted } from '../core/log/log.ts';
import { isEmailProfile } from '../core/scope.ts';
import { DEFAULT_SETTINGS, settingsSchema, type Settings } from '../core/validation.ts';
import { atom } from './jotai.ts';
import { observable } from './observable.ts';
import { portsAtom } from './ports.ts';
import { rememberedAtom } from './remembered-atom.ts';
import { localMemory } from './remembered.ts';
import { currentProfile } from './scope.ts';
import { writableFormats } from './writable-formats.ts';

/** What is stored may be of an earlier version, with fewer of them. */
const stored = z.preprocess(
  (value) => ({ ...DEFAULT_SETTINGS, ...(typeof value === 'object' ? value : {}) }),
  settingsSchema,
);
const parsed = (value: unknown): Settings => stored.safeParse(value).data ?? DEFAULT_SETTINGS;

/** Kept by the first version, for everyone on this device: what guests and wallets begin with. */
const earlier = (): Settings => parsed(localMemory().read('settings'));

/** The settings of whoever is signed in; an account's are sealed with it. */
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
    // Never another profile's address, not for a moment.
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
      await store.write([
        { table: 'settings', put: { ...settings, id: profileId, profileId, genesis: 'any' } },
      ]);
      // Read before the database is: what a photo begins with can't wait for it.
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

/** What the profile has chosen for itself, on the dashboard. It stays on this device. Writing rejects as the store does. */
export const settingsAtom = atom(
  (get) => get(get(sourceAtom)),
  (get, _set, settings: Settings) => get(settingsServiceAtom).save(settings),
);

const sizeSchema = z.literal(AVATAR_SIZES);
/** What was chosen last for a batch, and for 'Download HD'. */
export const avatarSizeAtom = rememberedAtom<AvatarSize>('size', sizeSchema, 1024);
/** The same outside of React, whichever tab chose it: a payment starts its batch by itself. */
export const lastAvatarSize = (): AvatarSize =>
  sizeSchema.safeParse(localMemory().read('size')).data ?? 1024;
const chosenFormatAtom = rememberedAtom<HdFormat>('hd-format', z.enum(HD_FORMATS), 'png');
export const hdFormatAtom = atom(
  (get): HdFormat => {
    const chosen = get(chosenFormatAtom);
    // Chosen by an earlier version, which offered what this browser can't write.
    return writableFormats().includes(chosen) ? chosen : 'png';
  },
  (_get, set, format: HdFormat) => set(chosenFormatAtom, format),
);
