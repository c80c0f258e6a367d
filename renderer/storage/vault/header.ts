import { z } from 'zod';

import { kdfSchema, type Kdf } from '../../core/accounts/kdf.ts';
import { fromBase64, toBase64 } from '../../core/base64.ts';
import { LikenessError } from '../../core/errors.ts';
import type { Credentials } from '../../ports/accounts.ts';
import { restored, type StoredBlob } from '../stored-blobs.ts';
import { utf8, type Bytes } from './bytes.ts';
import { deriveKey, importSecret, open, seal, type VaultKeys } from './crypto.ts';
import type { Derive } from './derive.ts';

/** The account's data that only its key can decrypt. */
const aboutSchema = z.strictObject({
  email: z.string(),
  createdAt: z.int(),
  idleMinutes: z.int().min(0),
  codeKept: z.boolean(),
});
export type About = z.infer<typeof aboutSchema>;

const headerSchema = z.strictObject({
  version: z.literal(1),
  kdf: kdfSchema,
  /** The vault key, encrypted with the password's key and with the recovery code's key; base64. */
  byPassword: z.base64(),
  byCode: z.base64(),
  about: z.base64(),
});
export type VaultHeader = z.infer<typeof headerSchema>;

const passwordBound = (id: string, kdf: Kdf): string =>
  `likeness vault 1 password ${id} ${JSON.stringify(kdf)}`;
const codeBound = (id: string): string => `likeness vault 1 recovery code ${id}`;
const aboutBound = (id: string): string => `likeness vault 1 about ${id}`;

/**
 * A password in the form that is hashed: normalized, because keyboards compose letters differently.
 */
const secretOf = (password: string): Bytes => utf8(password.normalize('NFC'));
const keyOf = async (secret: Bytes): Promise<CryptoKey> =>
  deriveKey(await importSecret(secret), 'likeness vault 1 wrap');

export async function wrapByPassword(
  derive: Derive,
  id: string,
  vaultKey: Bytes,
  password: string,
  kdf: Kdf,
): Promise<string> {
  const key = await keyOf(await derive.derive(secretOf(password), kdf));
  return toBase64(await seal(key, vaultKey, passwordBound(id, kdf)));
}

/** The code has 120 random bits, so it needs no slow derivation. */
export const wrapByCode = async (id: string, vaultKey: Bytes, code: string): Promise<string> =>
  toBase64(await seal(await keyOf(utf8(code)), vaultKey, codeBound(id)));

/** @throws LikenessError 'password-wrong' */
export async function unwrapByPassword(
  derive: Derive,
  id: string,
  { kdf, byPassword }: VaultHeader,
  password: Credentials['password'],
): Promise<Bytes> {
  const key = await keyOf(await derive.derive(secretOf(password), kdf));
  return open(key, fromBase64(byPassword), passwordBound(id, kdf)).catch((cause: unknown) => {
    throw new LikenessError('password-wrong', {}, { cause });
  });
}

/** @throws LikenessError 'recovery-code-wrong' */
export async function unwrapByCode(
  id: string,
  { byCode }: VaultHeader,
  code: string,
): Promise<Bytes> {
  return open(await keyOf(utf8(code)), fromBase64(byCode), codeBound(id)).catch(
    (cause: unknown) => {
      throw new LikenessError('recovery-code-wrong', {}, { cause });
    },
  );
}

export const sealAbout = async (keys: VaultKeys, id: string, about: About): Promise<string> =>
  toBase64(await seal(keys.data, utf8(JSON.stringify(about)), aboutBound(id)));

/** @throws LikenessError 'account-damaged' */
export async function openAbout(
  keys: VaultKeys,
  id: string,
  { about }: VaultHeader,
): Promise<About> {
  try {
    return aboutSchema.parse(
      JSON.parse(
        new TextDecoder().decode(await open(keys.data, fromBase64(about), aboutBound(id))),
      ),
    );
  } catch (cause) {
    throw new LikenessError('account-damaged', {}, { cause });
  }
}

export const writeHeader = (header: VaultHeader): Blob =>
  new Blob([JSON.stringify(header)], { type: 'application/json' });

/** Reads the header in either stored form. @throws LikenessError 'account-damaged' */
export async function readHeader(stored: Blob | StoredBlob): Promise<VaultHeader> {
  try {
    return headerSchema.parse(JSON.parse(await (restored(stored) as Blob).text()));
  } catch (cause) {
    throw new LikenessError('account-damaged', {}, { cause });
  }
}
