import {
  createReader,
  parseRecord,
  type BackupContents,
  type BackupRecord,
} from '../../core/backup/contents.ts';
import {
  isPortable,
  mergeBackup,
  type Here,
  type Merge,
  type MergeOptions,
} from '../../core/backup/merge.ts';
import { returnId } from '../../core/credits.ts';
import { LikenessError } from '../../core/errors.ts';
import type { Order } from '../../core/orders/order.ts';
import { isPaid } from '../../core/orders/selectors.ts';
import type { Scope } from '../../core/scope.ts';
import type { CheckedBackup } from '../../ports/backups.ts';
import type { Picture, ProfileSettings, Rows, Table } from '../../ports/store.ts';
import type { WorkOptions } from '../../ports/work-options.ts';
import type { StoredRow } from '../database.ts';
import { stopIfAsked } from '../failures.ts';
import { holderOf, paymentHash, takeAvatarIds } from '../row-writer.ts';
import { unpack } from '../vault/pack.ts';
import type { BackupDeps } from './contract.ts';
import { RENEW_MS } from './rows.ts';
import { sealedReader, type SealedReader } from './stream.ts';

const WRITE_BYTES = 8 * 1024 * 1024;
const WRITE_ROWS = 32;

const damaged = (cause: unknown): LikenessError =>
  cause instanceof LikenessError ? cause : new LikenessError('backup-damaged', {}, { cause });

async function* recordsOf(
  reader: SealedReader,
  size: number,
  { signal, onProgress }: WorkOptions,
): AsyncGenerator<BackupRecord> {
  for await (const bytes of reader.records((read) => onProgress?.(read / size))) {
    stopIfAsked(signal);
    yield parseRecord(unpack(bytes));
  }
}

const signatureOf = (order: Order): string | undefined =>
  order.state.kind === 'finalized' ? order.state.proof.signature : undefined;

/** Reads a backup to its end and compares it with what is on this device. Writes nothing. */
export async function checkBackup(
  deps: BackupDeps,
  file: Blob,
  passphrase: string,
  { profileId, genesis }: Scope,
  options: WorkOptions,
): Promise<CheckedBackup> {
  deps.codec.of(profileId);
  const reader = await sealedReader(deps.derive, passphrase, file);
  const pile = createReader();
  let contents: BackupContents;
  try {
    for await (const record of recordsOf(reader, file.size, options)) pile.take(record);
    contents = pile.contents();
  } catch (thrown) {
    throw damaged(thrown);
  }
  const chains = new Set([...contents.avatars, ...contents.orders].map((row) => row.genesis));
  if (chains.size > 0 && !chains.has(genesis)) throw new LikenessError('receipt-other-chain');
  const here = await readExisting(deps, contents, profileId);
  const plan = mergeBackup(contents, here, optionsOf(deps, profileId, 1));
  return {
    madeAt: contents.madeAt,
    avatars: contents.avatars.length,
    here: contents.avatars.length - plan.avatars.length,
    purchases: contents.orders.filter(isPaid).length,
    elsewhere: plan.elsewhere,
    refused: plan.refused,
    adds: {
      purchases: plan.orders.length,
      others: plan.ledger.length + plan.mints.length > 0 || plan.settings !== undefined,
    },
    bring: (bringing = {}) => bring(deps, reader, file.size, contents, profileId, bringing),
  };
}

const optionsOf = (
  { treasury, now }: BackupDeps,
  profileId: string,
  firstAvatarId: number,
): MergeOptions => ({
  profileId,
  firstAvatarId,
  treasury,
  now: now(),
  restore: crypto.randomUUID(),
});

async function readExisting(
  { database, codec, keyStore }: BackupDeps,
  contents: BackupContents,
  profileId: string,
): Promise<Here> {
  const named = codec.of(profileId);
  /** The keys that are taken, under the profile's names for them, whichever profile has the row. */
  const taken = async (table: Table, keys: readonly string[]): Promise<Set<string>> => {
    const names = await Promise.all(keys.map((key) => named.name(table, key)));
    const found = await database[table].bulkGet(names);
    return new Set(keys.filter((_key, at) => found[at] !== undefined));
  };
  const countedElsewhere = new Set<string>();
  for (const order of contents.orders.filter(isPortable)) {
    const signature = signatureOf(order);
    const claimed =
      signature === undefined
        ? undefined
        : await database.payments.get(await paymentHash(order.genesis, signature));
    if (!claimed) continue;
    const mine =
      claimed.profileId === undefined
        ? (await taken('orders', [order.id])).size > 0
        : claimed.profileId === profileId;
    if (!mine || (await holderOf(keyStore.codecFor, claimed)) !== order.id)
      countedElsewhere.add(order.id);
  }
  const ids = (rows: readonly { readonly id: string }[]): string[] => rows.map(({ id }) => id);
  const uids = contents.avatars.map(({ uid }) => uid);
  const returns = await taken('ledger', uids.map(returnId));
  const stored = await database.settings.get(await named.name('settings', profileId));
  const settings = stored && (await codec.open('settings', stored));
  return {
    avatars: await taken('avatars', uids),
    returned: new Set(uids.filter((uid) => returns.has(returnId(uid)))),
    orders: await taken('orders', ids(contents.orders)),
    ledger: await taken('ledger', ids(contents.ledger)),
    batches: await taken(
      'batches',
      contents.ledger.map(({ cause }) => cause),
    ),
    mints: await taken('mints', ids(contents.mints)),
    settings: !stored ? 'none' : settings && !settings.brand ? 'without-brand' : 'whole',
    countedElsewhere,
  };
}

/**
 * Adds a checked backup to the profile. Pictures are written first and recorded, so that they can
 * be removed if the import is interrupted. Everything that refers to them is written in one
 * transaction at the end.
 */
async function bring(
  deps: BackupDeps,
  reader: SealedReader,
  size: number,
  contents: BackupContents,
  profileId: string,
  options: WorkOptions,
): Promise<{ avatars: number; purchases: number }> {
  const { database, codec, now } = deps;
  const here = await readExisting(deps, contents, profileId);
  const missing = contents.avatars.filter(({ uid }) => !here.avatars.has(uid)).length;
  const first = missing === 0 ? 1 : await takeAvatarIds(database, missing);
  const plan = mergeBackup(contents, here, optionsOf(deps, profileId, first));
  const wanted = new Map(plan.avatars.map((avatar) => [avatar.uid, avatar]));
  /** The avatar of each picture that is new here, by the picture's name. */
  const pictures = new Map(
    await Promise.all(
      [...wanted.keys()].map(
        async (uid) => [await codec.of(profileId).name('pictures', uid), uid] as const,
      ),
    ),
  );
  const keys = [...pictures.keys()];
  // Those of avatars that were just removed stay for an undo.
  const there = database.pictures.where('key').anyOf(keys);
  for (const name of await there.primaryKeys()) pictures.delete(name);
  let noted = 0;
  const note = async (): Promise<void> => {
    noted = now();
    const names = [...pictures.keys()];
    await database.device.put({ name: 'import', profileId, pictures: names, at: noted });
  };

  // Pictures are written in groups: one transaction each would make thousands of them slow.
  let held: StoredRow[] = [];
  let heldBytes = 0;
  const flush = async (): Promise<void> => {
    await database.pictures.bulkPut(held);
    held = [];
    heldBytes = 0;
  };

  await note();
  try {
    for await (const record of recordsOf(reader, size, options)) {
      const avatar = record.kind === 'avatar' ? wanted.get(record.row.uid) : undefined;
      if (record.kind !== 'avatar' || !avatar) continue;
      const put: Picture = {
        profileId,
        genesis: avatar.genesis,
        uid: avatar.uid,
        full: record.full,
        thumb: record.thumb,
      };
      held.push(await codec.sealRow('pictures', put));
      heldBytes += put.full.size + put.thumb.size;
      if (heldBytes >= WRITE_BYTES || held.length >= WRITE_ROWS) await flush();
      if (now() - noted > RENEW_MS) await note();
    }
    await flush();
    stopIfAsked(options.signal);
    await finish(deps, plan, profileId, keys);
  } catch (thrown) {
    // Another tab may have brought the same avatars.
    const { avatars } = await readExisting(deps, contents, profileId);
    const left = [...pictures].filter(([, uid]) => !avatars.has(uid)).map(([name]) => name);
    await database.pictures.bulkDelete(left);
    await database.device.delete('import');
    throw thrown instanceof RangeError ? damaged(thrown) : thrown;
  }
  return { avatars: plan.avatars.length, purchases: plan.orders.length };
}

/**
 * Writes everything that makes the import visible, in one transaction. Nothing is written if a
 * picture is gone (after a sleep, another tab may have taken this import for one that was
 * interrupted), or if one of the rows has appeared here in the meantime: then `add` fails.
 */
async function finish(
  { database, codec }: BackupDeps,
  plan: Merge,
  profileId: string,
  keys: readonly string[],
): Promise<void> {
  const seal = async <T extends Table>(table: T, rows: readonly Rows[T][]) => ({
    table: database[table],
    rows: await Promise.all(rows.map((row) => codec.sealRow(table, row))),
  });
  const key = await codec.of(profileId).name('settings', profileId);
  const own = plan.settings && (await database.settings.get(key));
  const kept = own && (await codec.open('settings', own));
  const chosen: ProfileSettings[] = plan.settings
    ? [{ ...plan.settings, ...kept, id: profileId, profileId, genesis: 'any' }]
    : [];
  const sealed = await Promise.all([
    seal('avatars', plan.avatars),
    seal('orders', plan.orders),
    seal('ledger', plan.ledger),
    seal('mints', plan.mints),
    seal('settings', chosen),
  ]);
  const { device, pictures, settings } = database;
  const tables = [...sealed.map(({ table }) => table), device, pictures];
  await database.transaction('rw', tables, async () => {
    const there = await pictures.where('key').anyOf(keys).primaryKeys();
    if (there.length < keys.length) throw new Error('a picture is gone');
    if (own && (await settings.get(key))?.revision === own.revision) await settings.delete(key);
    for (const { table, rows } of sealed) await table.bulkAdd(rows);
    await device.delete('import');
  });
}
