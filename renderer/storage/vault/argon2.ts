import { argon2id } from 'hash-wasm';

import { argon2id as parameters, type Kdf } from '../../core/accounts/kdf.ts';
import { fromBase64 } from '../../core/base64.ts';
import type { Bytes } from './bytes.ts';

const KEY_BYTES = 32;

/**
 * Argon2id, version 1.3 (RFC 9106), in WebAssembly. Returns 32 bytes. Blocks its thread while it
 * runs.
 */
export async function argon2(
  secret: Bytes,
  { memory, iterations, parallelism, salt }: Kdf,
): Promise<Bytes> {
  const key = await argon2id({
    password: secret,
    salt: fromBase64(salt),
    memorySize: memory,
    iterations,
    parallelism,
    hashLength: KEY_BYTES,
    outputType: 'binary',
  });
  return new Uint8Array(key);
}

/** Milliseconds of one pass over this many KiB, with memory allocated and code warm. */
export async function measurePass(memory: number): Promise<number> {
  const run = async (iterations: number): Promise<number> => {
    const began = performance.now();
    await argon2(new Uint8Array(8), parameters(memory, iterations, btoa('\0'.repeat(16))));
    return performance.now() - began;
  };
  await run(1);
  const one = await run(1);
  return Math.max(1, (await run(3)) - one) / 2;
}
