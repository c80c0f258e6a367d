import { createReader, parseRecord, recordOf } from '../../core/backup/contents.ts';
import { isPortable, portableLedger } from '../../core/backup/merge.ts';
import { LikenessError } from '../../core/errors.ts';
import { omit } from '../../core/objects.ts';
import type { Backups } from '../../ports/backups.ts';
import type { FileSink } from '../../ports/files.ts';
import type { WorkOptions } from '../../ports/work-options.ts';
import { Database, rowsIn } from '../database.ts';
import { coded, stopIfAsked } from '../failures.ts';
import { RowCodec } from '../rows.ts';
import { restored, storable } from '../stored-blobs.ts';
import { workerDerive } from '../vault/kdf-client.ts';
import { pack, unpack } from '../vault/pack.ts';
import { openChannel } from '../vault/sessions.ts';
import type { BackupDeps, BackupSetup } from './contract.ts';
import { checkBackup } from './import.ts';
import { sweepImports } from './rows.ts';
import { readBack, sealedWriter } from './stream.ts';

const unreadable = (cause?: unknown): never => {
  throw new LikenessError('backup-failed', { reason: 'unreadable' }, { cause });
};

/**
 * Writes a profile into a file: small rows first, then the avatars with their pictures, one at a
 * time. Everything is read back while it is written, so a file that a restore would refuse is never
 * reported as done.
 */
async function exportProfile(
  { database, codec, derive, now, memory, chunkBytes }: BackupDeps,
  profileId: string,
  passphrase: string,
  file: FileSink,
  { signal, onProgress }: WorkOptions,
): Promise<{ avatars: number; bytes: number }> {
  codec.of(profileId); // Rejects if it is locked.
  const all = async <T extends 'orders' | 'ledger' | 'mints' | 'avatars' | 'batches' | 'settings'>(
    table: T,
  ) => codec.openAll(table, await rowsIn(database[table], profileId).toArray());
  const [orders, ledger, batches, mints, avatars, [settings]] = await Promise.all([
    all('orders'),
    all('ledger'),
    all('batches'),
    all('mints'),
    all('avatars'),
    all('settings'),
  ]);
  let bytes = 0;
  let rows = 0;
  let pictures = 0;
  const written = createReader();
  const check = readBack(derive, passphrase, (record) => written.take(parseRecord(unpack(record))));
  const writer = await sealedWriter(
    derive,
    passphrase,
    async (part, last) => {
      stopIfAsked(signal);
      bytes += part.length;
      await check(part, last).catch(unreadable);
      await file.write(part);
    },
    memory,
    chunkBytes,
  );
  const write = async (record: object): Promise<void> => {
    stopIfAsked(signal);
    await writer.write(await pack(record));
    rows += 1;
  };

  await writer.write(await pack({ kind: 'begin', madeAt: now() }));
  if (settings) await write(recordOf('settings', settings));
  // Which restore brought a row counts only on this device.
  for (const row of orders.filter(isPortable)) await write(recordOf('order', omit(row, 'restore')));
  for (const row of portableLedger(ledger, batches))
    await write(recordOf('ledger', omit(row, 'restore')));
  for (const row of mints.filter(({ state }) => state.kind === 'finalized'))
    await write(recordOf('mint', row));
  for (const [at, row] of avatars.entries()) {
    const [stored] = await database.pictures.bulkGet([
      await codec.of(profileId).name('pictures', row.uid),
    ]);
    const picture = stored && (await codec.open('pictures', stored));
    // If it was deleted in the meantime, or can't be read, it is left out.
    if (picture) {
      const { full, thumb } = picture;
      await write({ ...recordOf('avatar', row), full, thumb });
      pictures += 1;
    }
    onProgress?.((at + 1) / avatars.length);
  }
  await writer.write(await pack({ kind: 'end', rows, avatars: pictures }));
  await writer.end();
  if (written.contents().avatars.length !== pictures) unreadable();
  return { avatars: pictures, bytes };
}

const OWN_CODES = /^(storage-|engine-aborted|account-damaged|backup-failed)/;

/** Backups of the device's database. Loaded when one is first made or read. */
export function openBackups(setup: BackupSetup): Backups {
  const { name, keyStore, now } = setup;
  const database = new Database(name);
  database.on('versionchange', () => database.close());
  // Tells pages that wait for the first stored rows.
  const tabs = openChannel(`${name}.opened`);
  const codec = new RowCodec(keyStore, now);
  const deps = { ...setup, database, codec, derive: setup.derive ?? workerDerive() };
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
        const kept = await codec.of(profileId).open(restored(record.body), addressOf(profileId));
        return typeof kept === 'string' ? kept : undefined;
      }),
    keepPassphrase: (profileId, passphrase) =>
      coded(async () => {
        if (passphrase === undefined) {
          await database.device.delete(recordOf(profileId));
          return;
        }
        const sealed = await codec.of(profileId).seal(passphrase, addressOf(profileId));
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
    check: (file, passphrase, scope, options = {}) =>
      coded(async () => {
        await sweepImports(database, now());
        const checked = await checkBackup(deps, file, passphrase, scope, options);
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
