import { LikenessError } from '../../core/errors.ts';
import type { Backups } from '../../ports/backups.ts';
import { Database } from '../database.ts';
import { coded } from '../failures.ts';
import type { KeyStore } from '../key-store.ts';
import { RowCodec } from '../rows.ts';
import { restored, storable } from '../stored-blobs.ts';
import type { Derive } from '../vault/derive.ts';
import { workerDerive } from '../vault/kdf-client.ts';
import type { BackupDeps } from './contract.ts';
import { exportProfile } from './export.ts';
import { checkBackup } from './import.ts';
import { sweepImports } from './rows.ts';

export interface BackupSetup {
  readonly name: string;
  readonly keyStore: KeyStore;
  readonly now: () => number;
  readonly treasury: string;
  readonly derive?: Derive;
  readonly memory?: number;
  readonly chunkBytes?: number;
}

const OWN_CODES = /^(storage-|engine-aborted|account-damaged|backup-failed)/;

/** Backups of the device's database. Loaded when one is first made or read. */
export function openBackups({
  name,
  keyStore,
  now,
  treasury,
  derive = workerDerive(),
  memory,
  chunkBytes,
}: BackupSetup): Backups {
  const database = new Database(name);
  database.on('versionchange', () => database.close());
  // Tells pages that wait for the first stored rows.
  const tabs = new BroadcastChannel(`${name}.opened`);
  // In Node an open channel would keep the tests running.
  (tabs as { unref?: () => void }).unref?.();
  const deps: BackupDeps = {
    database,
    keyStore,
    codec: new RowCodec(keyStore, now),
    derive,
    now,
    treasury,
    memory,
    chunkBytes,
  };
  const recordOf = (profileId: string) => `backup:${profileId}` as const;
  const addressOf = (profileId: string) => ({
    table: 'device',
    name: recordOf(profileId),
    profileId,
  });
  return {
    passphrase: (profileId) =>
      coded(async () => {
        const record = await database.device.get(recordOf(profileId));
        if (!record || !('body' in record)) return undefined;
        const kept = await deps.codec
          .of(profileId)
          .open(restored(record.body), addressOf(profileId));
        return typeof kept === 'string' ? kept : undefined;
      }),
    keepPassphrase: (profileId, passphrase) =>
      coded(async () => {
        if (passphrase === undefined) {
          await database.device.delete(recordOf(profileId));
          return;
        }
        const sealed = await deps.codec.of(profileId).seal(passphrase, addressOf(profileId));
        await database.device.put({
          name: recordOf(profileId),
          body: await storable(sealed),
        });
      }),
    save: (profileId, passphrase, file, options = {}) =>
      coded(async () => {
        try {
          return await exportProfile(deps, profileId, passphrase, file, options);
        } catch (cause) {
          // Storage errors, cancellation and 'account-damaged' pass unchanged.
          throw cause instanceof LikenessError && OWN_CODES.test(cause.code)
            ? cause
            : new LikenessError('backup-failed', {}, { cause });
        }
      }),
    check: (file, passphrase, profileId, options = {}) =>
      coded(async () => {
        await sweepImports(database, now());
        const checked = await checkBackup(deps, file, passphrase, profileId, options);
        return {
          ...checked,
          bring: (bringing) =>
            coded(async () => {
              const brought = await checked.bring(bringing);
              tabs.postMessage('opened');
              return brought;
            }),
        };
      }),
  };
}
