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

type WithCode = OpenVault & { readonly recoveryCode: string };

/** What opens an account. */
interface Secrets {
  readonly password?: string;
  readonly code?: string;
}
type Secret = { readonly password: string; readonly code?: undefined } | { readonly code: string };

const KEY_BYTES = 32;
const DEFAULT_IDLE_MINUTES = 15;

/** The stored accounts of this device: created, opened, changed and erased here. */
export function createVaults(deps: VaultDeps) {
  const { database, derive, now } = deps;
  const { byId, changeHeader, find, freshKdf, tagOf, tried } = createVaultRecords(deps);
  const opened = async (id: string, vaultKey: Bytes, header: VaultHeader): Promise<OpenVault> => {
    const keys = await vaultKeys(vaultKey);
    return { id, keys, about: await openAbout(keys, id, header) };
  };
  const newCode = (): string => createRecoveryCode(randomBytes);

  /** A change of what the header keeps about the account. */
  const describing =
    (id: string, keys: VaultKeys, change: Partial<About>) => async (header: VaultHeader) => ({
      about: await sealAbout(keys, id, { ...(await openAbout(keys, id, header)), ...change }),
    });

  /**
   * Replaces secrets of an account by one of them. That one is judged when the change is written: it
   * is wrong if another tab has just replaced it.
   */
  const replace = (id: string, by: Secret, next: Secrets): Promise<OpenVault> =>
    tried(id, async (before) => {
      const vaultKey =
        by.code === undefined
          ? await unwrapByPassword(derive, id, before, by.password)
          : await unwrapByCode(id, before, by.code);
      const keys = await vaultKeys(vaultKey);
      const kdf = await freshKdf();
      const wrapped = {
        ...(next.password !== undefined && {
          kdf,
          byPassword: await wrapByPassword(derive, id, vaultKey, next.password, kdf),
        }),
        ...(next.code !== undefined && { byCode: await wrapByCode(id, vaultKey, next.code) }),
      };
      vaultKey.fill(0);
      const header = await changeHeader(id, async (now) => {
        if (by.code === undefined && now.byPassword !== before.byPassword)
          throw new LikenessError('password-wrong');
        if (by.code !== undefined && now.byCode !== before.byCode)
          throw new LikenessError('recovery-code-wrong');
        return {
          ...wrapped,
          ...(next.code !== undefined && (await describing(id, keys, { codeKept: false })(now))),
        };
      });
      return { id, keys, about: await openAbout(keys, id, header) };
    });

  return {
    async create(email: string, password: string): Promise<WithCode> {
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
      const { id } = await find(email);
      return tried(id, async (header) =>
        opened(id, await unwrapByPassword(derive, id, header, password), header),
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
    async recover(email: string, code: string, password: string): Promise<WithCode> {
      const { id } = await find(email);
      const recoveryCode = newCode();
      return {
        ...(await replace(id, { code }, { password, code: recoveryCode })),
        recoveryCode,
      };
    },

    async changePassword(id: string, current: string, next: string): Promise<void> {
      await replace(id, { password: current }, { password: next });
    },

    async renewCode(id: string, password: string): Promise<string> {
      const code = newCode();
      await replace(id, { password }, { code });
      return code;
    },

    /** Changes some of what is kept about the account, and returns all of it. */
    async describe(id: string, keys: VaultKeys, change: Partial<About>): Promise<About> {
      return openAbout(keys, id, await changeHeader(id, describing(id, keys, change)));
    },

    /** Removes the account, its rows and its payment claims in one transaction. */
    async erase(id: string, password: string): Promise<void> {
      await tried(id, (header) => unwrapByPassword(derive, id, header, password));
      await eraseVault(database, id);
    },
  };
}

export type Vaults = ReturnType<typeof createVaults>;
