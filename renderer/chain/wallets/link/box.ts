import { hsalsa, xsalsa20poly1305 } from '@noble/ciphers/salsa.js';
import { x25519 } from '@noble/curves/ed25519.js';

import { decodeBase58, encodeBase58 } from '../../../core/base58.ts';

/** An x25519 key pair: base58, 32 bytes each. */
export interface BoxKeys {
  readonly secret: string;
  readonly publicKey: string;
}

export interface Sealed {
  /** 24 bytes, base58. */
  readonly nonce: string;
  readonly data: string;
}

const NONCE_BYTES = 24;
/** Salsa20's constant, "expand 32-byte k". */
const SIGMA = words(new TextEncoder().encode('expand 32-byte k'));

function words(bytes: Uint8Array): Uint32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Uint32Array.from({ length: bytes.length / 4 }, (_, index) =>
    view.getUint32(index * 4, true),
  );
}

export function createKeys(random: (length: number) => Uint8Array): BoxKeys {
  const secret = random(32);
  return { secret: encodeBase58(secret), publicKey: encodeBase58(x25519.getPublicKey(secret)) };
}

/**
 * NaCl's `crypto_box` (x25519, HSalsa20, XSalsa20-Poly1305), as Phantom's links use it.
 * @see https://nacl.cr.yp.to/box.html
 */
function box(ours: string, theirs: string, nonce: Uint8Array): ReturnType<typeof xsalsa20poly1305> {
  const key = new Uint32Array(8);
  hsalsa(
    SIGMA,
    words(x25519.getSharedSecret(decodeBase58(ours), decodeBase58(theirs))),
    new Uint32Array(4),
    key,
  );
  const bytes = new Uint8Array(32);
  const view = new DataView(bytes.buffer);
  key.forEach((word, index) => view.setUint32(index * 4, word, true));
  return xsalsa20poly1305(bytes, nonce);
}

export function seal(
  value: unknown,
  ours: string,
  theirs: string,
  random: (length: number) => Uint8Array,
): Sealed {
  const nonce = random(NONCE_BYTES);
  const data = box(ours, theirs, nonce).encrypt(new TextEncoder().encode(JSON.stringify(value)));
  return { nonce: encodeBase58(nonce), data: encodeBase58(data) };
}

/** @throws Error if it wasn't sealed for these keys, or was changed */
export function unseal({ nonce, data }: Sealed, ours: string, theirs: string): unknown {
  return JSON.parse(
    new TextDecoder().decode(box(ours, theirs, decodeBase58(nonce)).decrypt(decodeBase58(data))),
  );
}
