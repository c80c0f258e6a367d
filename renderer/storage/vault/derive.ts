import type { Kdf } from '../../core/accounts/kdf.ts';
import type { Bytes } from './bytes.ts';

/** The slow step from a secret to 32 bytes of key, and how slow this device is at it. */
export interface Derive {
  derive(secret: Bytes, kdf: Kdf): Promise<Bytes>;
  /** Milliseconds that one pass over so many KiB takes here. */
  measure(memory: number): Promise<number>;
}

export type KdfRequest = { readonly id: number } & (
  { readonly secret: Bytes; readonly kdf: Kdf } | { readonly measure: number }
);
export type KdfAnswer = { readonly id: number } & (
  { readonly key: Bytes } | { readonly milliseconds: number } | { readonly failed: string }
);
