import { atom, useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useState } from 'react';

import { noted } from '../core/log/log.ts';
import type { Table } from '../ports/store.ts';
import { portsAtom, usePorts } from './ports.ts';

export interface DeviceStorage {
  readonly usedBytes: number;
  /** Whether the browser promised not to clear our storage when space runs short. */
  readonly persistent: boolean;
}

/**
 * How much this app stores on the device, in bytes, by the browser's estimate. Undefined where the
 * browser gives none.
 */
async function measure(): Promise<DeviceStorage | undefined> {
  const { storage } = navigator as { storage?: StorageManager };
  if (!storage) return undefined;
  const [{ usage }, persistent] = await Promise.all([storage.estimate(), storage.persisted()]);
  return usage === undefined ? undefined : { usedBytes: usage, persistent };
}

const deviceStorageAtom = atom<DeviceStorage | undefined>(undefined);

const measureAtom = atom(null, async (_get, set) => {
  await measure().then((now) => set(deviceStorageAtom, now), noted('device.measure'));
});

/** Asks the browser to keep our storage. It may decide without asking the user. */
export const keepStorageAtom = atom(null, async (_get, set): Promise<boolean> => {
  const { storage } = navigator as { storage?: StorageManager };
  const kept = (await storage?.persist().catch(noted('device.persist'))) ?? false;
  await set(measureAtom);
  return kept;
});

/** What this app stores here, and whether the browser keeps it; undefined until it is known. */
export function useDeviceStorage(): DeviceStorage | undefined {
  const refresh = useSetAtom(measureAtom);
  useEffect(() => void refresh(), [refresh]);
  return useAtomValue(deviceStorageAtom);
}

const WATCHED: readonly Table[] = ['avatars', 'drafts', 'orders', 'messages', 'mints'];

/** How many rows of each kind are on this device; undefined until they are counted. */
export function useStoredCounts(): Readonly<Record<Table, number>> | undefined {
  const { store } = usePorts();
  const [counts, setCounts] = useState<Readonly<Record<Table, number>>>();
  useEffect(() => {
    const refresh = (): void => {
      store.counts().then(setCounts, noted('device.measure'));
    };
    refresh();
    return store.watch(WATCHED, refresh);
  }, [store]);
  return counts;
}

/**
 * Deletes everything that this app keeps on the device: every profile's rows, photos, keys, choices
 * and the wallet's connection. The page has to be reloaded afterwards.
 */
export const eraseEverythingAtom = atom(null, async (get) => {
  const { store, wallets, accounts, downloads, files, pictureFolder, engines, rpc, log } =
    get(portsAtom);
  await wallets.disconnect().catch(noted('device.erase'));
  if (accounts.snapshot().status !== 'none') await accounts.signOut().catch(noted('device.erase'));
  await downloads.folders?.reset().catch(noted('device.erase'));
  await pictureFolder?.()
    .then((folder) => folder.forgetAll())
    .catch(noted('device.erase'));
  await rpc()
    .then((choice) => choice.use(undefined))
    .catch(noted('device.erase'));
  const host = await engines?.().catch(noted('device.erase'));
  for (const { name } of (await host?.list().catch(noted('device.erase'))) ?? [])
    await host?.remove(name).catch(noted('device.erase'));
  const forget = (): void => {
    localStorage.clear();
    sessionStorage.clear();
  };
  // Other tabs load again as soon as the database goes.
  forget();
  await store.erase();
  await files.sweep(Infinity).catch(noted('device.erase'));
  await log.erase().catch(noted('device.erase'));
  forget();
  // Work that was under way may still write a choice until the page is left.
  addEventListener('pagehide', forget);
  // Deletes the app's cached files and the service worker, too: otherwise the app would still claim
  // to work offline.
  const workers = (navigator as Partial<Navigator>).serviceWorker;
  for (const kept of (await workers?.getRegistrations().catch(noted('device.erase'))) ?? [])
    await kept.unregister();
  if ('caches' in globalThis) for (const name of await caches.keys()) await caches.delete(name);
});
