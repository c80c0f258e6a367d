import { encodeBase58 } from '../../core/base58.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** The bytes before an Ed25519 seed in PKCS #8 (RFC 8410). */
const PKCS8_PREFIX = Uint8Array.from([
  0x30, 0x2e, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20,
]);
const SEED_BYTES = 32;

/** A new Ed25519 key: its 32-byte seed, and its public key in base58. */
export async function createKey(): Promise<{ secret: Bytes; publicKey: string }> {
  const { privateKey, publicKey } = await crypto.subtle.generateKey('Ed25519', true, [
    'sign',
    'verify',
  ]);
  const pkcs8 = new Uint8Array(await crypto.subtle.exportKey('pkcs8', privateKey));
  const raw = new Uint8Array(await crypto.subtle.exportKey('raw', publicKey));
  return { secret: pkcs8.slice(-SEED_BYTES), publicKey: encodeBase58(raw) };
}

const open = (secret: Bytes, extractable: boolean): Promise<CryptoKey> =>
  crypto.subtle.importKey(
    'pkcs8',
    Uint8Array.from([...PKCS8_PREFIX, ...secret]),
    'Ed25519',
    extractable,
    ['sign'],
  );

/** Signs with Ed25519: 64 bytes, always the same for the same message. */
export async function sign(secret: Bytes, message: Bytes): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.sign('Ed25519', await open(secret, false), message));
}

/** WebCrypto exports the public half of a private key only as JSON. */
export async function publicKeyOf(secret: Bytes): Promise<Bytes> {
  const { x = '' } = await crypto.subtle.exportKey('jwk', await open(secret, true));
  return Uint8Array.from(atob(x.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
    letter.charCodeAt(0),
  );
}
