import { argon2id, iterationsFor, KDF_MEMORY, type Kdf } from '../../core/accounts/kdf.ts';
import { waitAfter, waitLeft } from '../../core/accounts/slow-down.ts';
import { toBase64 } from '../../core/base64.ts';
import { hex } from '../../core/bytes.ts';
import { LikenessError } from '../../core/errors.ts';
import { emailProfile } from '../../core/scope.ts';
import { rowsIn, type Database, type StoredVault } from '../database.ts';
import { TABLES } from '../rows.ts';
import { storable, withoutBlobs } from '../stored-blobs.ts';
import { randomBytes, utf8 } from './bytes.ts';
import type { Derive } from './derive.ts';
import { readHeader, writeHeader, type VaultHeader } from './header.ts';

export interface VaultDeps {
  readonly database: Database;
  readonly derive: Derive;
  readonly now: () => number;
  /** KiB of memory for Argon2id; tests use less. */
  readonly memory?: number;
}

const SALT_BYTES = 16;
/**
 * An address is found by a derivation of one or two passes: slow enough to make testing a list of
 * addresses expensive.
 */
const TAG_ITERATIONS = 2;

/** Whether an attempt's secret was judged, and wrong. */
const isWrong = (thrown: unknown): boolean =>
  thrown instanceof LikenessError &&
  (thrown.code === 'password-wrong' || thrown.code === 'recovery-code-wrong');

const cleaned = (email: string): string => email.trim().normalize('NFC').toLowerCase();

/** The records of this device's accounts, and what guards them against guessing. */
export function createVaultRecords({ database, derive, now, memory = KDF_MEMORY }: VaultDeps) {
  const freshKdf = async (): Promise<Kdf> =>
    argon2id(
      memory,
      iterationsFor(await derive.measure(memory)),
      toBase64(randomBytes(SALT_BYTES)),
    );

  async function tagOf(email: string): Promise<string> {
    const fresh = toBase64(randomBytes(SALT_BYTES));
    const salt = await database.transaction('rw', database.device, async () => {
      const held = await database.device.get('tags');
      if (held?.name === 'tags') return held.salt;
      await database.device.put({ name: 'tags', salt: fresh });
      return fresh;
    });
    return hex(await derive.derive(utf8(cleaned(email)), argon2id(memory, TAG_ITERATIONS, salt)));
  }

  /** @throws LikenessError 'account-unknown' */
  async function find(email: string): Promise<StoredVault> {
    const vault = await database.vaults.get({ tag: await tagOf(email) });
    if (!vault) throw new LikenessError('account-unknown');
    return vault;
  }
  async function byId(id: string): Promise<StoredVault> {
    const vault = await database.vaults.get(id);
    if (!vault) throw new LikenessError('account-unknown');
    return vault;
  }

  /**
   * Runs one attempt with a secret. It counts as a wrong one until it has been right, so that attempts
   * in several tabs wait as long as attempts one after the other, and so that no attempt is free because
   * its tab was closed. Each wrong one makes the next wait longer, even after a restart.
   */
  async function tried<T>(id: string, attempt: (header: VaultHeader) => Promise<T>): Promise<T> {
    const [vault, counted] = await database.transaction('rw', database.vaults, async () => {
      const found = await byId(id);
      const wait = waitLeft(found.notBefore, now());
      if (wait > 0)
        throw new LikenessError('account-slow-down', { seconds: Math.ceil(wait / 1_000) });
      const failures = found.failures + 1;
      const count = { failures, notBefore: now() + waitAfter(failures) };
      await database.vaults.update(id, count);
      return [found, count] as const;
    });
    try {
      const result = await attempt(await readHeader(vault.header));
      await database.vaults.update(id, { failures: 0, notBefore: 0 });
      return result;
    } catch (thrown) {
      if (!isWrong(thrown)) {
        // The secret wasn't judged. An attempt that another tab counted since then stays counted.
        const { failures, notBefore } = vault;
        await database.vaults
          .where({ id })
          .and((held) => held.failures === counted.failures && held.notBefore === counted.notBefore)
          .modify({ failures, notBefore });
      }
      throw thrown;
    }
  }

  /**
   * Changes parts of a header. If another tab changed it since it was read, `change` is asked again
   * about the header of that moment. What it throws leaves everything as it is. Returns the header
   * that was written.
   */
  async function changeHeader(
    id: string,
    change: (header: VaultHeader) => Partial<VaultHeader> | Promise<Partial<VaultHeader>>,
  ): Promise<VaultHeader> {
    for (;;) {
      const { header, revision } = await byId(id);
      const read = await readHeader(header);
      const next = { ...read, ...(await change(read)) };
      const written = await withoutBlobs(async () => {
        const kept = (await storable(writeHeader(next))) as StoredVault['header'];
        return database.vaults
          .where({ id })
          .and((held) => held.revision === revision)
          .modify({ header: kept, revision: crypto.randomUUID() });
      });
      if (written > 0) return next;
    }
  }

  return { byId, changeHeader, find, freshKdf, tagOf, tried };
}

/** Removes an account, its rows and its payment claims in one transaction. */
export async function eraseVault(database: Database, id: string): Promise<void> {
  const profileId = emailProfile(id);
  const tables = TABLES.map((table) => database[table]);
  const { vaults, payments, device, aside } = database;
  await database.transaction(
    'rw',
    [...tables, aside, vaults, payments, device, database.photos, database.photoKeys],
    async () => {
      for (const table of tables) await rowsIn(table, profileId).delete();
      await aside.where({ profileId }).delete();
      const photos = await database.photos
        .filter((photo) => photo.profileId === profileId)
        .primaryKeys();
      await database.photoKeys.bulkDelete(photos);
      await database.photos.bulkDelete(photos);
      // Purchases can be restored elsewhere with the wallet or a receipt.
      await payments.filter((payment) => payment.profileId === profileId).delete();
      await vaults.delete(id);
      await device.bulkDelete([`folder:${profileId}`, `backup:${profileId}`]);
      const kept = await device.get('remembered');
      if (kept?.name === 'remembered' && kept.id === id) await device.delete('remembered');
    },
  );
}
