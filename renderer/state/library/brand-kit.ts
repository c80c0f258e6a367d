import { NEW_BRAND, type BrandKit } from '../../core/brand-kit.ts';
import { noted } from '../../core/log/log.ts';
import { atom } from '../jotai.ts';
import { observable } from '../observable.ts';
import { portsAtom } from '../ports.ts';
import { currentProfile } from '../scope.ts';
import { settingsServiceAtom } from '../settings.ts';

/**
 * The signed-in profile's brand kit: part of its settings row, and sealed and backed up with it.
 */
const brandServiceAtom = atom((get) => {
  const { store, wallets, accounts } = get(portsAtom);
  const settings = get(settingsServiceAtom);
  const state = observable<BrandKit | undefined>(undefined);
  const profile = (): string | undefined => currentProfile(wallets, accounts);
  const load = async (): Promise<void> => {
    const asked = profile();
    const row = asked === undefined ? undefined : await store.get('settings', asked);
    if (asked === profile()) state.set(row?.brand ?? NEW_BRAND);
  };
  const follow = (): void => {
    state.set(undefined);
    load().catch(noted('settings.read'));
  };
  wallets.subscribe(follow);
  accounts.subscribe(follow);
  store.watch(['settings'], () => void load().catch(noted('settings.read')));
  follow();
  return {
    ...state,
    async save(brand: BrandKit): Promise<void> {
      const id = profile();
      if (id === undefined) return;
      const scope = { id, profileId: id, genesis: 'any' };
      await store.update('settings', id, (row) => [
        { table: 'settings', put: { ...settings.snapshot(), ...row, ...scope, brand } },
      ]);
      state.set(brand);
    },
  };
});

const sourceAtom = atom((get) => {
  const service = get(brandServiceAtom);
  const valueAtom = atom(service.snapshot());
  valueAtom.onMount = (set) => {
    const update = (): void => set(service.snapshot());
    update();
    return service.subscribe(update);
  };
  return valueAtom;
});

/**
 * The profile's brand kit, undefined until it is read; it takes effect while a plan unlocks it.
 * Writing rejects if storage fails.
 */
export const brandKitAtom = atom(
  (get) => get(get(sourceAtom)),
  (get, _set, kit: BrandKit) => get(brandServiceAtom).save(kit),
);
