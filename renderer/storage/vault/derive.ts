import type { Kdf } from '../../core/accounts/kdf.ts';
import type { Bytes } from './bytes.ts';

/** The slow derivation of a 32-byte key from a secret, and its speed on this device. */
export interface Derive {
  derive(secret: Bytes, kdf: Kdf): Promise<Bytes>;
  /** Milliseconds that one pass over this many KiB takes. */
  measure(memory: number): Promise<number>;
}

export type KdfRequest = { readonly id: number } & (
  | { readonly secret: Bytes; readonly kdf: Kdf }
  | { readonly measure: number }
);
export type KdfAnswer = { readonly id: number } & (
  | { readonly key: Bytes }
  | { readonly milliseconds: number }
  | { readonly failed: string }
);
