import { atom, useAtomValue } from '../jotai.ts';
import { useWatched, type Watched } from '../observable.ts';
import type { GuestMigration, GuestMigrationOffer } from './guest-migration.ts';

/** Undefined until its code has loaded, after the first page. */
export const guestMigrationAtom = atom<GuestMigration | undefined>(undefined);

const NOTHING: Watched<undefined> = { snapshot: () => undefined, subscribe: () => () => undefined };

export const useGuestMigration = (): GuestMigration | undefined => useAtomValue(guestMigrationAtom);
export const useGuestMigrationOffer = (): GuestMigrationOffer | undefined =>
  useWatched<GuestMigrationOffer | undefined>(useGuestMigration() ?? NOTHING);
