import { atom, useAtomValue } from 'jotai';

import type { Subscribable } from '../../core/subscribable.ts';
import { useSnapshot } from '../use-snapshot.ts';
import type { GuestMigration, GuestMigrationOffer } from './guest-migration.ts';

/** Undefined until its code has loaded, after the first page. */
export const guestMigrationAtom = atom<GuestMigration | undefined>(undefined);

const NOTHING: Subscribable<undefined> = {
  snapshot: () => undefined,
  subscribe: () => () => undefined,
};

export const useGuestMigration = (): GuestMigration | undefined => useAtomValue(guestMigrationAtom);
export const useGuestMigrationOffer = (): GuestMigrationOffer | undefined =>
  useSnapshot<GuestMigrationOffer | undefined>(useGuestMigration() ?? NOTHING);
