import { concatBytes } from '../../core/bytes.ts';
import { randomBytes, utf8, type Bytes } from './bytes.ts';

const NONCE_BYTES = 12;

/**
 * An open vault's keys, derived from its random 32-byte key. Neither is extractable: a compromised
 * page could use them while it runs, but not copy them.
 */
export interface VaultKeys {
  /** AES-GCM, 256 bits. */
  readonly data: CryptoKey;
  /** HMAC-SHA-256, for the names of rows. */
  readonly names: CryptoKey;
}

/** A secret that is already random, from which keys are derived. */
export const importSecret = (secret: Bytes): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveKey', 'deriveBits']);

/** HKDF-SHA-256 (RFC 5869) without a salt: what is derived depends on `info` alone. */
export const hkdf = (info: string): HkdfParams => ({
  name: 'HKDF',
  hash: 'SHA-256',
  salt: new Uint8Array(0),
  info: utf8(info),
});

/** An AES-GCM key, which can't be exported. */
export const deriveKey = (secret: CryptoKey, info: string): Promise<CryptoKey> =>
  crypto.subtle.deriveKey(hkdf(info), secret, { name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ]);

export async function vaultKeys(vaultKey: Bytes): Promise<VaultKeys> {
  const secret = await importSecret(vaultKey);
  const [data, names] = await Promise.all([
    deriveKey(secret, 'likeness vault 1 data'),
    crypto.subtle.deriveKey(
      hkdf('likeness vault 1 names'),
      secret,
      { name: 'HMAC', hash: 'SHA-256', length: 256 },
      false,
      ['sign'],
    ),
  ]);
  return { data, names };
}

/**
 * AES-GCM with a fresh random nonce. Returns 12 bytes of nonce, ciphertext, 16 bytes of tag.
 * `bound` is authenticated and must be passed again to open it.
 */
export async function seal(
  key: CryptoKey,
  plain: Bytes,
  bound: string,
  nonce: Bytes = randomBytes(NONCE_BYTES),
): Promise<Bytes> {
  const sealed = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv: nonce, additionalData: utf8(bound) },
    key,
    plain,
  );
  return concatBytes([nonce, new Uint8Array(sealed)]);
}

/** @throws DOMException 'OperationError' if a bit of it, or of `bound`, differs */
export async function open(key: CryptoKey, sealed: Bytes, bound: string): Promise<Bytes> {
  const nonce = sealed.slice(0, NONCE_BYTES);
  return new Uint8Array(
    await crypto.subtle.decrypt(
      { name: 'AES-GCM', iv: nonce, additionalData: utf8(bound) },
      key,
      sealed.subarray(NONCE_BYTES),
    ),
  );
}
