import { iterationsFor, KDF_MEMORY, type Kdf } from '../../core/accounts/kdf.ts';
import { createRecoveryCode } from '../../core/accounts/recovery-code.ts';
import { waitAfter, waitLeft } from '../../core/accounts/slow-down.ts';
import { toBase64 } from '../../core/base64.ts';
import { LikenessError } from '../../core/errors.ts';
import { emailProfile } from '../../core/scope.ts';
import { rowsIn, type Database, type StoredVault } from '../database.ts';
import { TABLES } from '../rows.ts';
import { storable, withoutBlobs } from '../stored-blobs.ts';
import { hex, randomBytes, utf8, type Bytes } from './bytes.ts';
import { vaultKeys, type VaultKeys } from './crypto.ts';
import type { Derive } from './derive.ts';
import {
  openAbout,
  readHeader,
  sealAbout,
  unwrapByCode,
  unwrapByPassword,
  wrapByCode,
  wrapByPassword,
  writeHeader,
  type About,
  type VaultHeader,
} from './header.ts';

/** A vault that was opened. */
export interface OpenVault {
  readonly id: string;
  readonly keys: VaultKeys;
  readonly about: About;
}

export interface VaultDeps {
  readonly database: Database;
  readonly derive: Derive;
  readonly now: () => number;
  /** KiB of Argon2id's memory; tests use less. */
  readonly memory?: number;
}

const SALT_BYTES = 16;
const KEY_BYTES = 32;
/** An address is looked up by a derivation that takes a pass or two: enough to spoil a list of addresses. */
const TAG_ITERATIONS = 2;
const DEFAULT_IDLE_MINUTES = 15;

const cleaned = (email: string): string => email.trim().normalize('NFC').toLowerCase();

/** The accounts of this device, as records: made, opened, changed and erased. */
export function createVaults({ database, derive, now, memory = KDF_MEMORY }: VaultDeps) {
  const freshKdf = async (): Promise<Kdf> => ({
    name: 'argon2id',
    memory,
    iterations: iterationsFor(await derive.measure(memory)),
    parallelism: 1,
    salt: toBase64(randomBytes(SALT_BYTES)),
  });

  async function tagOf(email: string): Promise<string> {
    const fresh = toBase64(randomBytes(SALT_BYTES));
    const salt = await database.transaction('rw', database.device, async () => {
      const held = await database.device.get('tags');
      if (held?.name === 'tags') return held.salt;
      await database.device.put({ name: 'tags', salt: fresh });
      return fresh;
    });
    return hex(
      await derive.derive(utf8(cleaned(email)), {
        name: 'argon2id',
        memory,
        iterations: TAG_ITERATIONS,
        parallelism: 1,
        salt,
      }),
    );
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

  /** Takes a try at a secret; each wrong one makes the next wait longer, after a restart too. */
  async function tried<T>(
    { id }: StoredVault,
    attempt: (header: VaultHeader) => Promise<T>,
  ): Promise<T> {
    const vault = await byId(id);
    const wait = waitLeft(vault.notBefore, now());
    if (wait > 0)
      throw new LikenessError('account-slow-down', { seconds: Math.ceil(wait / 1_000) });
    try {
      const result = await attempt(await readHeader(vault.header));
      if (vault.failures > 0) await database.vaults.update(id, { failures: 0, notBefore: 0 });
      return result;
    } catch (thrown) {
      if (
        thrown instanceof LikenessError &&
        (thrown.code === 'password-wrong' || thrown.code === 'recovery-code-wrong')
      ) {
        const failures = vault.failures + 1;
        await database.vaults.update(id, { failures, notBefore: now() + waitAfter(failures) });
      }
      throw thrown;
    }
  }

  const opened = async (id: string, vaultKey: Bytes, header: VaultHeader): Promise<OpenVault> => {
    const keys = await vaultKeys(vaultKey);
    return { id, keys, about: await openAbout(keys, id, header) };
  };
  const replaceHeader = async (id: string, change: Partial<VaultHeader>): Promise<void> => {
    const { header } = await byId(id);
    const next = writeHeader({ ...(await readHeader(header)), ...change });
    await withoutBlobs(async () =>
      database.vaults.update(id, { header: (await storable(next)) as StoredVault['header'] }),
    );
  };
  const newCode = (): string => createRecoveryCode(randomBytes);

  return {
    async create(
      email: string,
      password: string,
    ): Promise<OpenVault & { readonly recoveryCode: string }> {
      const tag = await tagOf(email);
      if (await database.vaults.get({ tag })) throw new LikenessError('account-exists');
      const id = crypto.randomUUID();
      const vaultKey = randomBytes(KEY_BYTES);
      const recoveryCode = newCode();
      const keys = await vaultKeys(vaultKey);
      const kdf = await freshKdf();
      const about: About = {
        email: email.trim(),
        createdAt: now(),
        idleMinutes: DEFAULT_IDLE_MINUTES,
        codeKept: false,
      };
      const [byPassword, byCode, sealedAbout] = await Promise.all([
        wrapByPassword(derive, id, vaultKey, password, kdf),
        wrapByCode(id, vaultKey, recoveryCode),
        sealAbout(keys, id, about),
      ]);
      vaultKey.fill(0);
      const header = writeHeader({ version: 1, kdf, byPassword, byCode, about: sealedAbout });
      await withoutBlobs(async () => {
        const kept = (await storable(header)) as StoredVault['header'];
        await database.transaction('rw', database.vaults, async () => {
          if (await database.vaults.get({ tag })) throw new LikenessError('account-exists');
          await database.vaults.add({ id, tag, header: kept, failures: 0, notBefore: 0 });
        });
      });
      return { id, keys, about, recoveryCode };
    },

    async open(email: string, password: string): Promise<OpenVault> {
      const vault = await find(email);
      return tried(vault, async (header) =>
        opened(vault.id, await unwrapByPassword(derive, vault.id, header, password), header),
      );
    },

    /** By the keys that were kept. @throws LikenessError 'account-unknown' | 'account-damaged' */
    async reopen(id: string, keys: VaultKeys): Promise<OpenVault> {
      const { header } = await byId(id);
      return { id, keys, about: await openAbout(keys, id, await readHeader(header)) };
    },

    async recover(email: string, code: string, password: string): Promise<OpenVault> {
      const vault = await find(email);
      const vaultKey = await tried(vault, (header) => unwrapByCode(vault.id, header, code));
      const kdf = await freshKdf();
      await replaceHeader(vault.id, {
        kdf,
        byPassword: await wrapByPassword(derive, vault.id, vaultKey, password, kdf),
      });
      try {
        return await opened(vault.id, vaultKey, await readHeader((await byId(vault.id)).header));
      } finally {
        vaultKey.fill(0);
      }
    },

    async changePassword(id: string, current: string, next: string): Promise<void> {
      const vaultKey = await tried(await byId(id), (header) =>
        unwrapByPassword(derive, id, header, current),
      );
      const kdf = await freshKdf();
      await replaceHeader(id, {
        kdf,
        byPassword: await wrapByPassword(derive, id, vaultKey, next, kdf),
      });
      vaultKey.fill(0);
    },

    async renewCode(id: string, password: string): Promise<string> {
      const vaultKey = await tried(await byId(id), (header) =>
        unwrapByPassword(derive, id, header, password),
      );
      const code = newCode();
      await replaceHeader(id, { byCode: await wrapByCode(id, vaultKey, code) });
      vaultKey.fill(0);
      return code;
    },

    async describe(id: string, keys: VaultKeys, about: About): Promise<void> {
      await replaceHeader(id, { about: await sealAbout(keys, id, about) });
    },

    /** Removes the account, its rows and its hold on payments, in one go. */
    async erase(id: string, password: string): Promise<void> {
      await tried(await byId(id), (header) => unwrapByPassword(derive, id, header, password));
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
          // What it paid for can be restored elsewhere, by whoever has the wallet or a receipt.
          await payments.filter((payment) => payment.profileId === profileId).delete();
          await vaults.delete(id);
          const kept = await device.get('remembered');
          if (kept?.name === 'remembered' && kept.id === id) await device.delete('remembered');
        },
      );
    },
  };
}

export type Vaults = ReturnType<typeof createVaults>;
