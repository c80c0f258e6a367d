import { ed25519 } from '@noble/curves/ed25519.js';

import { encodeBase58 } from '../../../core/base58.ts';
import { hex } from '../../../core/bytes.ts';
import type { KeyValue } from '../saved.ts';

const STORAGE_KEY = 'sandboxWalletKey';

export interface SandboxKey {
  readonly address: string;
  readonly publicKey: Uint8Array;
  sign(message: Uint8Array): Uint8Array;
}

export function keyFrom(seed: Uint8Array): SandboxKey {
  const publicKey = ed25519.getPublicKey(seed);
  return {
    address: encodeBase58(publicKey),
    publicKey,
    sign: (message) => ed25519.sign(message, seed),
  };
}

/** The device's key, created on first use. Stored unencrypted: it only ever holds test money. */
export function loadKey(storage: KeyValue): SandboxKey {
  const stored = storage.getItem(STORAGE_KEY);
  const seed =
    stored && /^[0-9a-f]{64}$/.test(stored)
      ? fromHex(stored)
      : crypto.getRandomValues(new Uint8Array(32));
  storage.setItem(STORAGE_KEY, hex(seed));
  return keyFrom(seed);
}

const fromHex = (text: string): Uint8Array =>
  Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
