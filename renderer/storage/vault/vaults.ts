import { createRecoveryCode } from '../../core/accounts/recovery-code.ts';
import { LikenessError } from '../../core/errors.ts';
import type { StoredVault } from '../database.ts';
import { storable, withoutBlobs } from '../stored-blobs.ts';
import { randomBytes, type Bytes } from './bytes.ts';
import { vaultKeys, type VaultKeys } from './crypto.ts';
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
import { createVaultRecords, eraseVault, type VaultDeps } from './records.ts';

/** An opened vault. */
export interface OpenVault {
  readonly id: string;
  readonly keys: VaultKeys;
  readonly about: About;
}

const KEY_BYTES = 32;
const DEFAULT_IDLE_MINUTES = 15;

/** The stored accounts of this device: created, opened, changed and erased here. */
export function createVaults(deps: VaultDeps) {
  const { database, derive, now } = deps;
  const { byId, find, freshKdf, replaceHeader, tagOf, tried } = createVaultRecords(deps);
  const opened = async (id: string, vaultKey: Bytes, header: VaultHeader): Promise<OpenVault> => {
    const keys = await vaultKeys(vaultKey);
    return { id, keys, about: await openAbout(keys, id, header) };
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

    /** Opens with the stored keys. @throws LikenessError 'account-unknown' | 'account-damaged' */
    async reopen(id: string, keys: VaultKeys): Promise<OpenVault> {
      const { header } = await byId(id);
      return { id, keys, about: await openAbout(keys, id, await readHeader(header)) };
    },

    /**
     * Opens with the recovery code, which is then spent: a new code replaces it in the same write.
     */
    async recover(
      email: string,
      code: string,
      password: string,
    ): Promise<OpenVault & { readonly recoveryCode: string }> {
      const { id } = await find(email);
      const vaultKey = await tried(await byId(id), (header) => unwrapByCode(id, header, code));
      try {
        const held = await opened(id, vaultKey, await readHeader((await byId(id)).header));
        const about: About = { ...held.about, codeKept: false };
        const kdf = await freshKdf();
        const recoveryCode = newCode();
        await replaceHeader(id, {
          kdf,
          byPassword: await wrapByPassword(derive, id, vaultKey, password, kdf),
          byCode: await wrapByCode(id, vaultKey, recoveryCode),
          about: await sealAbout(held.keys, id, about),
        });
        return { ...held, about, recoveryCode };
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

    /** Removes the account, its rows and its payment claims in one transaction. */
    async erase(id: string, password: string): Promise<void> {
      await tried(await byId(id), (header) => unwrapByPassword(derive, id, header, password));
      await eraseVault(database, id);
    },
  };
}

export type Vaults = ReturnType<typeof createVaults>;
