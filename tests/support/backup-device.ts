import 'fake-indexeddb/auto';
import type { Avatar } from '../../renderer/core/avatars.ts';
import type { BackupContents } from '../../renderer/core/backup/contents.ts';
import { mergeBackup, type Here, type Merge } from '../../renderer/core/backup/merge.ts';
import { hex } from '../../renderer/core/bytes.ts';
import {
  ledgerRow,
  sumCredits,
  type Credits,
  type LedgerEntry,
} from '../../renderer/core/credits.ts';
import type { Order } from '../../renderer/core/orders/order.ts';
import type { Scope } from '../../renderer/core/scope.ts';
import { DEFAULT_SETTINGS } from '../../renderer/core/validation.ts';
import type { Backups } from '../../renderer/ports/backups.ts';
import type { FileSink } from '../../renderer/ports/files.ts';
import type { Store } from '../../renderer/ports/store.ts';
import { Database } from '../../renderer/storage/database.ts';
import { createBackups, createKeyStore, createStore } from '../../renderer/storage/index.ts';
import { argon2 } from '../../renderer/storage/vault/argon2.ts';
import { randomBytes } from '../../renderer/storage/vault/bytes.ts';
import { vaultKeys } from '../../renderer/storage/vault/crypto.ts';
import type { Derive } from '../../renderer/storage/vault/derive.ts';
import { vaultCodec } from '../../renderer/storage/vault/vault-codec.ts';
import { EXAMPLE_BRAND, exampleAvatar } from './example-rows.ts';
import { finalized, paidOrder } from './paid-order.ts';

export const GENESIS = '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3zQawwpjk2NsNY';
export const ADDRESS = '4g1bN2QmhU1CPNdHD3yaZAXAEC8sF2quaCDfZqJkzWjA';
export const SIGNATURE =
  '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW';
export const CHUNK = 8_192;
export const PASSPHRASE = 'violet anchor';
/** Derives once per passphrase and salt: the thousand cases test the file, not the derivation. */
const derived = new Map<string, ReturnType<typeof argon2>>();
const quickly: Derive = {
  derive(secret, kdf) {
    const key = `${hex(secret)} ${JSON.stringify(kdf)}`;
    const known = derived.get(key) ?? argon2(secret, kdf);
    derived.set(key, known);
    return known;
  },
  measure: () => Promise.resolve(400),
};

export const scope = (profileId: string): Scope => ({ profileId, genesis: GENESIS });

export function order(id: string, profileId: string, signature = SIGNATURE): Order {
  const paid = paidOrder(scope(profileId), `LK-${id.padEnd(20, '0')}`, { treasury: ADDRESS });
  const { proof } = finalized(paid);
  return { ...paid, state: { kind: 'finalized', proof: { ...proof, signature } } };
}
export const avatar = (uid: string, profileId: string, id: number): Avatar =>
  exampleAvatar(scope(profileId), uid, {
    id,
    name: `Realistic ${id}`,
    recipe: {
      style: 'realistic',
      background: 'none',
      seed: id,
      options: { crop: { zoom: 1, x: 0, y: 0, roll: 0 } },
      engine: 2,
    },
    bytes: 10,
    createdAt: id,
  });
export const usage = (
  kind: LedgerEntry['kind'],
  id: string,
  amount: number,
  profileId: string,
  cause = 'batch',
): LedgerEntry => ledgerRow({ profileId, genesis: GENESIS }, kind, id, cause, 3, amount);

/** What a guest's device takes from a backup with these contents, if it has `here` already. */
export const merged = (contents: Partial<BackupContents>, here: Partial<Here> = {}): Merge =>
  mergeBackup(
    {
      madeAt: 1,
      settings: undefined,
      orders: [],
      mints: [],
      avatars: [],
      ledger: [],
      ...contents,
    },
    {
      avatars: new Set(),
      orders: new Set(),
      ledger: new Set(),
      batches: new Set(),
      mints: new Set(),
      settings: 'whole',
      countedElsewhere: new Set(),
      returned: new Set(),
      ...here,
    },
    { profileId: 'guest', firstAvatarId: 101, treasury: ADDRESS, now: Date.now(), restore: 'r' },
  );

/** A separate device: its database, its stores, its backups. */
export interface Device {
  readonly name: string;
  readonly store: Store;
  readonly backups: Backups;
}
export async function device(open?: string, derive: Derive = quickly): Promise<Device> {
  const name = crypto.randomUUID();
  const keyStore = createKeyStore();
  if (open !== undefined) keyStore.hold(open, vaultCodec(await vaultKeys(randomBytes(32))));
  return {
    name,
    store: createStore({ name, keyStore }),
    backups: createBackups({
      name,
      keyStore,
      treasury: ADDRESS,
      derive,
      memory: 8,
      chunkBytes: CHUNK,
    }),
  };
}

/** The credits that its rows add up to. */
export const creditsOf = async ({ store }: Device, scope: Scope): Promise<Credits> =>
  sumCredits(await store.list('orders', scope), await store.list('ledger', scope));

/** This many random bytes, like a PNG. */
function picture(bytes: number): Blob {
  const whole = Array.from({ length: Math.floor(bytes / 50_000) }, () => randomBytes(50_000));
  return new Blob([...whole, randomBytes(bytes % 50_000)], { type: 'image/png' });
}

/** Stores `count` avatars, 1,000 credits of which `count` are spent, and settings. */
export async function fill(
  { store }: Device,
  profileId: string,
  count: number,
  pictureBytes = 200,
  thumbType = 'image/webp',
): Promise<void> {
  const paid = order('A', profileId);
  await store.claimPayment(GENESIS, SIGNATURE, paid.id, () => [{ table: 'orders', put: paid }]);
  await store.write([
    {
      table: 'settings',
      put: {
        ...DEFAULT_SETTINGS,
        id: profileId,
        profileId,
        genesis: 'any',
        email: 'ada@example.com',
        brand: EXAMPLE_BRAND,
      },
    },
    { table: 'ledger', put: usage('reserve', 'reserve:batch', count, profileId) },
  ]);
  for (let n = 0; n < count; n++) {
    const uid = `uid-${n}`;
    await store.write([
      { table: 'avatars', put: avatar(uid, profileId, 101 + n) },
      {
        table: 'pictures',
        put: {
          profileId,
          genesis: GENESIS,
          uid,
          full: picture(pictureBytes),
          thumb: new Blob(['thumb'], { type: thumbType }),
        },
      },
      { table: 'ledger', put: usage('consume', `consume:${uid}`, 1, profileId) },
    ]);
  }
}

export function memoryFile(): FileSink & { bytes: () => Blob } {
  const parts: Blob[] = [];
  return {
    write: (bytes) => {
      parts.push(new Blob([bytes]));
      return Promise.resolve();
    },
    close: () => Promise.resolve({}),
    abort: () => Promise.resolve(),
    bytes: () => new Blob(parts),
  };
}
export async function saved(from: Device, profileId: string): Promise<Blob> {
  const file = memoryFile();
  await from.backups.save(profileId, PASSPHRASE, file);
  return file.bytes();
}

/** Every row of every table, in a comparable form. */
export async function everything({ name }: Device): Promise<string> {
  const database = new Database(name);
  await database.open();
  const tables = database.tables.filter((table) => table.name !== 'counters');
  return JSON.stringify(
    await Promise.all(
      tables.map(async (table) => [table.name, await table.toCollection().primaryKeys()]),
    ),
  );
}
