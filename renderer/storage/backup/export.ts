import { createReader, parseRecord, recordOf } from '../../core/backup/contents.ts';
import { isPortable, portableLedger, withoutRestore } from '../../core/backup/merge.ts';
import { LikenessError } from '../../core/errors.ts';
import type { FileSink } from '../../ports/files.ts';
import type { WorkOptions } from '../../ports/work-options.ts';
import { stopIfAsked } from '../failures.ts';
import { pack, unpack } from '../vault/pack.ts';
import type { BackupDeps } from './contract.ts';
import { rowsOf } from './rows.ts';
import { readBack, sealedWriter } from './stream.ts';

const unreadable = (cause?: unknown): never => {
  throw new LikenessError('backup-failed', { reason: 'unreadable' }, { cause });
};

/**
 * Writes a profile into a file: small rows first, then the avatars with their pictures, one at a
 * time. Everything is read back while it is written, so a file that a restore would refuse is never
 * reported as done.
 */
export async function exportProfile(
  { database, codec, derive, now, memory, chunkBytes }: BackupDeps,
  profileId: string,
  passphrase: string,
  file: FileSink,
  { signal, onProgress }: WorkOptions,
): Promise<{ avatars: number; bytes: number }> {
  const all = <T extends 'orders' | 'ledger' | 'mints' | 'avatars' | 'batches' | 'settings'>(
    table: T,
  ) => rowsOf(database, codec, table, profileId);
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
  for (const row of orders.filter(isPortable)) await write(recordOf('order', withoutRestore(row)));
  for (const row of portableLedger(ledger, batches))
    await write(recordOf('ledger', withoutRestore(row)));
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
