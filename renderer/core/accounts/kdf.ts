import { z } from 'zod';

/**
 * Parameters of Argon2id (RFC 9106). They are stored next to the data they protect, so that later
 * versions can still open it.
 */
export const kdfSchema = z.strictObject({
  name: z.literal('argon2id'),
  /** KiB. The upper bound (256 MiB) limits what an untrusted file can demand of this device. */
  memory: z.int().min(8).max(262_144),
  iterations: z.int().min(1).max(64),
  parallelism: z.literal(1),
  /** 16 random bytes, base64. */
  salt: z.base64().length(24),
});
export type Kdf = z.infer<typeof kdfSchema>;

/** `salt` in base64. */
export const argon2id = (memory: number, iterations: number, salt: string): Kdf => ({
  name: 'argon2id',
  memory,
  iterations,
  parallelism: 1,
  salt,
});

/** RFC 9106's second recommendation: 64 MiB, at least three passes. */
export const KDF_MEMORY = 65_536;
const FEWEST_ITERATIONS = 3;
const MOST_ITERATIONS = 12;
const AIM_MS = 500;

/** The number of passes that takes about half a second, from the duration of one. */
export const iterationsFor = (msPerIteration: number): number =>
  Math.min(
    MOST_ITERATIONS,
    Math.max(FEWEST_ITERATIONS, Math.round(AIM_MS / Math.max(1, msPerIteration))),
  );
