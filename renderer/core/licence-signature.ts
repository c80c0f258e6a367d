import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

import { decodeBase58 } from './base58.ts';
import type { Licence } from './licence.ts';

/** Sorts the names in each object, so that a file's own order doesn't matter. */
const sorted = (_name: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

/**
 * What a wallet shows and signs: a few lines that its owner can read, and the SHA-256 of everything
 * else that the licence says.
 */
export function licenceMessage(signed: Licence): Uint8Array {
  const { signatures: _, ...licence } = signed;
  const digest = bytesToHex(sha256(utf8ToBytes(JSON.stringify(licence, sorted))));
  return utf8ToBytes(
    [
      'I paid for the avatars of this licence, and I issue it as it stands.',
      'Signing moves no money.',
      '',
      `Issued: ${licence.issuedAt}`,
      `Avatars: ${String(licence.avatars.length)}`,
      `SHA-256: ${digest}`,
    ].join('\n'),
  );
}

/** Whether the owner of a wallet signed the licence exactly as it stands. */
export function isSignedBy(
  licence: Licence,
  wallet: string,
  chain: { isSigned(message: Uint8Array, signature: Uint8Array, address: string): boolean },
): boolean {
  const message = licenceMessage(licence);
  return (licence.signatures ?? []).some(
    (one) => one.wallet === wallet && chain.isSigned(message, decodeBase58(one.signature), wallet),
  );
}
