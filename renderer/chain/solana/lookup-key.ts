import { sha256 } from '@noble/hashes/sha2.js';

import { decodeBase58, encodeBase58 } from '../../core/base58.ts';

const DOMAIN = new TextEncoder().encode('likeness:lookup:v1');

/**
 * The read-only key that every wallet payment names beside its reference:
 * SHA-256('likeness:lookup:v1' + payer's public key). Nobody holds its secret, and it never signs.
 * One address query under it returns all of a payer's payments, so that purchases can be restored
 * on an empty device.
 */
export function lookupKey(payer: string): string {
  return encodeBase58(sha256(Uint8Array.from([...DOMAIN, ...decodeBase58(payer)])));
}
